import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiClient } from '../api/api-client.ts';
import { createTeamClient } from './team-client.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Follows a service whose stream says what the test says. */
function follow() {
  let stream: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stream = controller;
    },
  });
  const send = (): Promise<Response> =>
    Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  const received: string[] = [];
  let end: string | null = null;
  const client = createTeamClient(() => ({ send }) as unknown as ApiClient);
  const listener = {
    onSequence: (sequence: number) => void received.push(`sequence ${sequence}`),
    onRun: (order: number) => void received.push(`run ${order}`),
  };
  client.follow(listener, new AbortController().signal).catch((error: unknown) => {
    end = String(error);
  });
  return {
    received,
    end: () => end,
    say: async (text: string): Promise<void> => {
      stream.enqueue(new TextEncoder().encode(text));
      await new Promise(setImmediate);
    },
  };
}

test('a stream that says nothing for 40 s is given up, and one that only says it is there is not', async () => {
  const { say, end } = follow();
  await new Promise(setImmediate);
  await say('retry: 1000\n\n');
  await vi.advanceTimersByTimeAsync(39_999);
  await say(': still here\n\n');
  await vi.advanceTimersByTimeAsync(39_999);
  expect(end()).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(end).toContain('The stream hangs.');
});

test('news of writes and of runs are told apart, in parts as the network brings them', async () => {
  const { say, received } = follow();
  await new Promise(setImmediate);
  await say('data: {"sequ');
  await say('ence":7}\n\nevent: runs\ndata: {"order":12}\n\ndata: {"other":1}\n\n');
  expect(received).toEqual(['sequence 7', 'run 12']);
});
