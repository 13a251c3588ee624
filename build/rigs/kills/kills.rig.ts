import { describe, expect, test } from 'vitest';
import { createChance } from '../chance.ts';
import { playKills } from './rig.ts';

describe('page, core and service, killed at any moment', () => {
  test.concurrent.each([1, 2])(
    'seed %i, 25 kills: what was promised is there, once, and nothing is left behind',
    async (seed) => {
      const { problems, kills } = await playKills(25, createChance(seed));
      expect(problems).toEqual([]);
      expect(Object.values(kills).reduce((sum, count) => sum + count)).toBe(25);
    },
  );
});
