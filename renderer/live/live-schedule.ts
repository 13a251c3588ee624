/**
 * When previews are made while somebody edits: one run at a time, which is finished; of the edits meanwhile only the
 * newest state counts; typing waits for a pause. Pure: events in, effects out.
 */

/** How long typing rests before it is previewed. Milliseconds. */
export const TYPING_PAUSE_MS = 250;

export interface LiveSchedule {
  /** Switched on, the service answers, and it does not work for a run of a person. */
  isAllowed: boolean;
  isRunning: boolean;
  /** An edit waits to be previewed. */
  isPending: boolean;
  /** Not before this time, in milliseconds; null for at once. */
  notBefore: number | null;
}

export type LiveEvent =
  | { kind: 'edited'; at: number; isTyping: boolean }
  /** The run that was started is over, however it ended. */
  | { kind: 'ended'; at: number }
  /** The time that was asked for has come. */
  | { kind: 'due'; at: number }
  | { kind: 'allowed'; at: number; isAllowed: boolean }
  /** A person said stop: what runs and what waits is given up. */
  | { kind: 'stopped' };

export type LiveEffect = { kind: 'start' } | { kind: 'cancel' } | { kind: 'wait'; ms: number };

export interface LiveStep {
  schedule: LiveSchedule;
  /** At most one; null for nothing to do. A wait replaces the one before. */
  effect: LiveEffect | null;
}

export const initialSchedule: LiveSchedule = {
  isAllowed: false,
  isRunning: false,
  isPending: false,
  notBefore: null,
};

/** What becomes of the schedule by one event. */
export function stepSchedule(schedule: LiveSchedule, event: LiveEvent): LiveStep {
  switch (event.kind) {
    case 'edited': {
      const notBefore = event.isTyping ? event.at + TYPING_PAUSE_MS : null;
      return proceed({ ...schedule, isPending: true, notBefore }, event.at);
    }
    case 'ended':
      return proceed({ ...schedule, isRunning: false }, event.at);
    case 'due':
      return proceed(schedule, event.at);
    case 'allowed': {
      const next = { ...schedule, isAllowed: event.isAllowed };
      if (event.isAllowed) return proceed(next, event.at);
      // What is given up here is wanted still when previews may go on.
      if (!schedule.isRunning || !schedule.isAllowed) return { schedule: next, effect: null };
      return { schedule: { ...next, isPending: true, notBefore: null }, effect: { kind: 'cancel' } };
    }
    case 'stopped':
      return {
        schedule: { ...schedule, isPending: false, notBefore: null },
        effect: schedule.isRunning ? { kind: 'cancel' } : null,
      };
    default:
      return event satisfies never;
  }
}

function proceed(schedule: LiveSchedule, at: number): LiveStep {
  const { isAllowed, isRunning, isPending, notBefore } = schedule;
  if (!isAllowed || isRunning || !isPending) return { schedule, effect: null };
  if (notBefore !== null && notBefore > at) return { schedule, effect: { kind: 'wait', ms: notBefore - at } };
  return {
    schedule: { ...schedule, isRunning: true, isPending: false, notBefore: null },
    effect: { kind: 'start' },
  };
}
