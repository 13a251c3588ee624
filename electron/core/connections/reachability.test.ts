import { expect, test } from 'vitest';
import { createReachability, type PollResult } from './reachability.ts';

/** Reachability of one service, whose polls and times a test decides. */
function start() {
  const state: { now: number; result: PollResult } = { now: 0, result: 'unreachable' };
  const changes: boolean[] = [];
  const waits: number[] = [];
  const polls: (() => void)[] = [];
  let due: (() => void) | null = null;
  const reach = createReachability({
    clock: () => state.now,
    poll: () => new Promise((done) => polls.push(() => done(state.result))),
    onChange: (_id, offline) => changes.push(offline),
    schedule: (wait, run) => {
      waits.push(wait);
      due = run;
      return () => (due = null);
    },
  });
  const settled = () => new Promise<void>((done) => setImmediate(done));
  return {
    reach,
    state,
    changes,
    waits,
    asked: () => polls.length,
    /** Lets the poll that was scheduled begin and end. */
    poll: async (result: PollResult) => {
      state.result = result;
      due?.();
      polls.at(-1)?.();
      await settled();
    },
    endPoll: async (result: PollResult) => {
      state.result = result;
      polls.at(-1)?.();
      await settled();
    },
  };
}

test('a foreign response takes one poll, and one message when that is not answered either', async () => {
  const { reach, changes, asked, endPoll } = start();
  for (let times = 0; times < 5; times += 1) reach.doubted('a');
  expect([changes, asked()]).toEqual([[], 1]);
  await endPoll('unreachable');
  for (let times = 0; times < 5; times += 1) reach.doubted('a');
  expect([changes, asked()]).toEqual([[true], 1]);
  expect(reach.offlineSince('a')).toBe(0);
});

test('a foreign response of a service that is there changes nothing', async () => {
  const { reach, changes, endPoll } = start();
  reach.doubted('a');
  await endPoll('responded');
  expect(changes).toEqual([]);
  expect(reach.offlineSince('a')).toBeNull();
});

test('a poll of a service that was forgotten meanwhile says nothing of the next', async () => {
  const { reach, changes, endPoll } = start();
  reach.doubted('a');
  reach.clear('a');
  await endPoll('unreachable');
  expect(changes).toEqual([]);
});

test('a lost service is looked for more and more rarely until it is back', async () => {
  const { reach, changes, waits, poll } = start();
  reach.failed('a');
  for (let times = 0; times < 7; times += 1) await poll('unreachable');
  await poll('responded');
  expect(changes).toEqual([true, false]);
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
});

test('a service that is lost again soon is not looked for as often as at first', async () => {
  const { reach, state, waits, poll } = start();
  reach.failed('a');
  await poll('unreachable');
  await poll('responded');
  state.now = 30_000;
  reach.failed('a');
  await poll('responded');
  state.now = 200_000;
  reach.failed('a');
  expect(waits).toEqual([500, 1000, 2000, 500]);
});

test('another reason for which a service is lost is announced, the same one is not', async () => {
  const { reach, changes, poll } = start();
  reach.failed('a');
  expect(reach.offlineReason('a')).toBe('unreachable');
  await poll('not-this-api');
  expect(reach.offlineReason('a')).toBe('not-this-api');
  await poll('not-this-api');
  expect(changes).toEqual([true, true]);
  await poll('responded');
  expect(reach.offlineReason('a')).toBeNull();
});
