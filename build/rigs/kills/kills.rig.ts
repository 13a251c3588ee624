import { describe, expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { rigSize } from '../size.ts';
import { playKills } from './rig.ts';

const KILLS = rigSize({ long: 25, slice: 4 });

describe('page, core and service, killed at any moment', () => {
  test.concurrent.each([1, 2])(
    `seed %i, ${KILLS} kills: what was promised is there, once, and nothing is left behind`,
    async (seed) => {
      const { problems, kills } = await playKills(KILLS, createRandom(seed));
      expect(problems).toEqual([]);
      expect(Object.values(kills).reduce((sum, count) => sum + count)).toBe(KILLS);
    },
  );
});
