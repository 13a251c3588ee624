import { expect, it } from 'vitest';
import { judgeCanvasMerges } from '#shared/testing/canvas-merge-rules.ts';
import { judgeMerges } from '#shared/testing/merge-rules.ts';

/** The tests beside the rules judge a part of these: `shared/graph/merge-rig.test.ts`. */
const COUNT = 10_000;

it('10,000 generated merges of graphs are valid, the same from both sides, and lose nothing', () => {
  expect(judgeMerges(1, COUNT).broken).toEqual({});
});

it('10,000 generated merges of what lies around nodes are valid, the same from both sides, and lose nothing', () => {
  expect(judgeCanvasMerges(1, COUNT).broken).toEqual({});
});
