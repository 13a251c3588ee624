import { expect, test } from 'vitest';
import { createRandom } from '../../random.ts';
import { isSlice, rigSize } from '../../size.ts';
import { playScreen, type Victim } from './rig.ts';

/** What the mark on screen called saved is there afterwards: graph, storyboard and timeline in a real browser. */

/** In a slice the two whose pages live on for a moment. */
const ORDER: readonly Victim[] = isSlice ? ['service', 'core'] : [];

test.each([
  ['kill', rigSize({ long: 40, slice: 2 })],
  ['full-disk', rigSize({ long: 15, slice: 1 })],
  ...(isSlice ? [] : ([['stopped-core', 10]] as const)),
] as const)('%s, %i times: nothing that the mark called saved is lost', async (problem, times) => {
  const report = await playScreen(problem, times, createRandom(7), ORDER);
  // Where no small disk can be mounted there is nothing to fill.
  if (report === null) return;
  expect(report.problems).toEqual([]);
  expect(Object.values(report.happened).reduce((sum, count) => sum + count)).toBe(times);
  // Of two stops or full disks none may come just after something was called saved; among more at least one does.
  expect(report.calledSaved).toBeGreaterThan(times > 4 ? 0 : -1);
});
