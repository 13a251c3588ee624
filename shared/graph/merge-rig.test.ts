import { describe, expect, it } from 'vitest';
import { judgeMerges } from '../testing/merge-rules.ts';
import { bySize } from '../testing/size.ts';

/** `build/rigs/merges.rig.ts` judges 10,000. */
const COUNT = bySize({ everyRun: 500, full: 2000 });

describe(`${COUNT} generated merges`, () => {
  it('are valid, the same every time, the same from both sides, and lose nothing', () => {
    const { broken, clashes, cycles } = judgeMerges(1, COUNT);
    expect(broken).toEqual({});
    // The generator gives both sides something to disagree about.
    expect(clashes).toBeGreaterThan(COUNT / 2);
    expect(cycles).toBeGreaterThan(COUNT / 200);
  }, 120_000);
});
