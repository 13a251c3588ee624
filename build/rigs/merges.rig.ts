import { expect, it } from 'vitest';
import { judgeCanvasMerges } from '#shared/testing/canvas-merge-rules.ts';
import { judgeMerges } from '#shared/testing/merge-rules.ts';
import { rigSize } from './size.ts';

/** The tests beside the rules judge those of another seed: `shared/graph/merge-rig.test.ts`. */
const SEED = 2;
const COUNT = rigSize({ long: 10_000, slice: 1000 });

it(`${COUNT} generated merges of graphs are valid, the same from both sides, and lose nothing`, () => {
  expect(judgeMerges(SEED, COUNT).broken).toEqual({});
});

it(`${COUNT} generated merges of what lies around nodes are valid, the same from both sides, and lose nothing`, () => {
  expect(judgeCanvasMerges(SEED, COUNT).broken).toEqual({});
});
