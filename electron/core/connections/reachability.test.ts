import { expect, test } from 'vitest';
import { createReachability } from './reachability.ts';

/** Reachability of one service, whose looks and times a test decides. */
function start() {
  const state = { now: 0, isThere: false };
  const changes: boolean[] = [];
  const waits: number[] = [];
  const looks: (() => void)[] = [];
  let due: (() => void) | null = null;
  const reach = createReachability({
    now: () => state.now,
    look: () => new Promise((done) => looks.push(() => done(state.isThere))),
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
    asked: () => looks.length,
    /** Lets the look that was scheduled begin and end. */
    look: async (isThere: boolean) => {
      state.isThere = isThere;
      due?.();
      looks.at(-1)?.();
      await settled();
    },
    endPoll: async (isThere: boolean) => {
      state.isThere = isThere;
      looks.at(-1)?.();
      await settled();
    },
  };
}

test('a foreign answer takes one look, and one message when that is not answered either', async () => {
  const { reach, changes, asked, endPoll } = start();
  for (let times = 0; times < 5; times += 1) reach.doubted('a');
  expect([changes, asked()]).toEqual([[], 1]);
  await endPoll(false);
  for (let times = 0; times < 5; times += 1) reach.doubted('a');
  expect([changes, asked()]).toEqual([[true], 1]);
  expect(reach.offlineSince('a')).toBe(0);
});

test('a foreign answer of a service that is there changes nothing', async () => {
  const { reach, changes, endPoll } = start();
  reach.doubted('a');
  await endPoll(true);
  expect(changes).toEqual([]);
  expect(reach.offlineSince('a')).toBeNull();
});

test('a look at a service that was forgotten meanwhile says nothing of the next', async () => {
  const { reach, changes, endPoll } = start();
  reach.doubted('a');
  reach.forget('a');
  await endPoll(false);
  expect(changes).toEqual([]);
});

test('a lost service is looked for more and more rarely until it is back', async () => {
  const { reach, changes, waits, look } = start();
  reach.failed('a');
  for (let times = 0; times < 7; times += 1) await look(false);
  await look(true);
  expect(changes).toEqual([true, false]);
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
});

test('a service that is lost again soon is not looked for as often as at first', async () => {
  const { reach, state, waits, look } = start();
  reach.failed('a');
  await look(false);
  await look(true);
  state.now = 30_000;
  reach.failed('a');
  await look(true);
  state.now = 200_000;
  reach.failed('a');
  expect(waits).toEqual([500, 1000, 2000, 500]);
});
