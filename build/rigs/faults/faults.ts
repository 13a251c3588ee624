import type { Random } from '../random.ts';

/** The ways in which a network, or what stands in it, lies to the app. */
export const faultKinds = [
  'latency',
  'cut-request',
  'cut-response',
  'commit-then-hang',
  'busy-storm',
  'truncated-json',
  'captive-portal',
  'scrambled-stream',
  'stale-keep-alive',
  'login-redirect',
  'stalled-body',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** One request's fault, with everything that is decided at random about it. */
export type Fault =
  | { kind: 'latency'; ms: number }
  /** `at`: the share of the bytes that get through. */
  | { kind: 'cut-request'; at: number }
  | { kind: 'cut-response'; at: number }
  | { kind: 'commit-then-hang' }
  | { kind: 'busy-storm'; status: 429 | 503; retryAfter: string | null; isHtml: boolean }
  | { kind: 'truncated-json'; at: number }
  | { kind: 'captive-portal' }
  | { kind: 'scrambled-stream'; random: Random }
  | { kind: 'stale-keep-alive' }
  | { kind: 'login-redirect'; status: 302 | 303 | 307 | 308 }
  | { kind: 'stalled-body'; at: number };

/** What services, and the boxes in front of them, have been seen to say or could say. */
const retryAfters = [
  null,
  '',
  '0',
  '1',
  '2.5',
  '-5',
  '1e9',
  '1000000000',
  '99999999999999999999',
  'Infinity',
  'NaN',
  'soon',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'Fri, 31 Dec 9999 23:59:59 GMT',
  'Fri, 99 Foo 2026 25:61:61 GMT',
  '1, 2',
] as const;

/** @param random also kept by faults that go on deciding. */
export function drawFault(kind: FaultKind, random: Random): Fault {
  switch (kind) {
    case 'latency':
      return { kind, ms: random.between(5, 120) };
    case 'cut-request':
    case 'cut-response':
    case 'truncated-json':
    case 'stalled-body':
      return { kind, at: random.next() };
    case 'busy-storm':
      return {
        kind,
        status: random.pick([429, 503] as const),
        retryAfter: random.pick(retryAfters),
        isHtml: random.bool(0.3),
      };
    case 'scrambled-stream':
      return { kind, random };
    case 'login-redirect':
      return { kind, status: random.pick([302, 303, 307, 308] as const) };
    default:
      return { kind };
  }
}
