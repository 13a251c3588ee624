import { expect, test } from 'vitest';
import type { RunEstimate } from '#shared/desk/index.ts';
import { estimateLines, estimateText } from './estimate-label.ts';

const estimate = (more: Partial<RunEstimate> = {}): RunEstimate => ({
  nodes: 4,
  unknown: 0,
  samples: 12,
  duration: { p50: 8000, p90: 20_000 },
  microcredits: { p50: 300_000, p90: 1_200_000 },
  unpriced: 0,
  ...more,
});
const says = (one: RunEstimate): string[] => estimateLines(one, null);

test('time and credits are said with their range and the number of samples', () => {
  expect(says(estimate())).toEqual(['8 s (up to 20 s), 0.3 credits (up to 1.2 credits) (n = 12)']);
  const free = { p50: 0, p90: 0 };
  expect(says(estimate({ microcredits: free, duration: { p50: 340, p90: 340 } }))).toEqual([
    '340 ms, free (n = 12)',
  ]);
});

test('what is not known is said, and is never counted as nothing', () => {
  expect(says(estimate({ duration: null, microcredits: null, unknown: 4 }))).toEqual([
    'Time and cost unknown: fewer than 5 earlier runs of these nodes.',
  ]);
  expect(says(estimate({ unknown: 1, unpriced: 1 }))).toEqual([
    'At least 8 s (up to 20 s), 0.3 credits (up to 1.2 credits) (n = 12)',
    '1 node not counted: too few earlier runs',
  ]);
  expect(says(estimate({ microcredits: null, unpriced: 4 }))[0]).toContain('cost unknown');
  expect(says(estimate({ unpriced: 1 }))[0]).toContain('at least 0.3 credits');
  expect(says(estimate({ nodes: 0 }))).toEqual([]);
});

test('what is free is said to be free before its time is known, and never for nodes whose cost is not known', () => {
  const free = { duration: null, microcredits: { p50: 0, p90: 0 }, unknown: 4 };
  expect(says(estimate(free))).toEqual(['Time unknown: fewer than 5 earlier runs of these nodes. Free.']);
  expect(says(estimate({ ...free, unpriced: 1 }))[0]).toContain('Time and cost unknown');
  const partly = { microcredits: { p50: 0, p90: 0 }, unknown: 1, unpriced: 1 };
  expect(says(estimate(partly))[0]).toContain('cost unknown');
});

test('how good the last estimates were is said in a sentence', () => {
  const lines = estimateLines(estimate(), { runs: 7, duration: 0.2, microcredits: 0.041 });
  expect(lines[1]).toBe('Estimates of the last 7 runs were off by 20 % in time, 4 % in cost');
  expect(estimateText(['One', 'Two.'])).toBe('One. Two.');
  expect(estimateLines(estimate(), { runs: 0, duration: null, microcredits: null })).toHaveLength(1);
});
