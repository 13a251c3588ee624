import { expect, test } from 'vitest';
import type { RunEstimate } from '#shared/desk/index.ts';
import { gridCostLines } from './grid-cost.ts';

const estimate: RunEstimate = {
  nodes: 2,
  unknown: 0,
  samples: 9,
  duration: { p50: 4000, p90: 9000 },
  microcredits: { p50: 2_000_000, p90: 5_000_000 },
  unpriced: 0,
};
const none = { maxRuns: null, maxMicrocredits: null };

test('time and credits come with what they may come to', () => {
  expect(gridCostLines(12, estimate, none)).toEqual(['About 4 s, at most 9 s, 2 credits (up to 5 credits).']);
  expect(gridCostLines(12, { ...estimate, unknown: 2, duration: null, microcredits: null }, none)).toEqual([
    expect.stringMatching(/^Time and cost are not known yet/),
  ]);
  expect(gridCostLines(12, null, none)).toEqual([]);
});

test('a ceiling that stops the grid is said before', () => {
  const after = (maxRuns: number | null, maxMicrocredits: string | null) =>
    gridCostLines(12, estimate, { maxRuns, maxMicrocredits }).slice(1);
  expect(after(5, null)).toEqual(['Stops after 5 runs of 12.']);
  expect(after(12, '6000000')).toEqual([]);
  expect(after(null, '3000000')).toEqual(['The limit of credits may stop it before the end.']);
  expect(after(null, '1000000')).toEqual(['More than the limit of credits: it stops before the end.']);
});
