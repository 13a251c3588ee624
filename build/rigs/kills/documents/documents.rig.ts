import { expect, test } from 'vitest';
import { createRandom } from '../../random.ts';
import { killCount } from '../../size.ts';
import { playDocumentKills } from './rig.ts';

const KILLS = killCount({ long: 40, slice: 3 });

test(`edits of timeline and storyboard that were acknowledged survive ${KILLS} kills of windows, core and service`, async () => {
  const { problems, kills, preserved } = await playDocumentKills(KILLS, createRandom(3));
  expect(problems).toEqual([]);
  expect(kills).toBe(KILLS);
  expect(preserved).toBeGreaterThan(KILLS);
});
