import { expect, test } from 'vitest';
import type { RunEstimate } from '#shared/desk/index.ts';
import { estimateLines, estimateText, priceLabel } from './estimate-label.ts';

const estimate = (more: Partial<RunEstimate> = {}): RunEstimate => ({
  nodes: 4,
  unknown: 0,
  samples: 12,
  duration: { p50: 8000, p90: 20_000 },
  microcredits: { p50: 300_000, p90: 1_200_000 },
  unpriced: 0,
  ...more,
});
const says = (one: RunEstimate): string[] => estimateLines(one);
const free = { p50: 0, p90: 0 };

test('time and credits are a sentence, with what they may come to', () => {
  expect(says(estimate())).toEqual(['About 8 s, at most 20 s, 0.3 credits (up to 1.2 credits).']);
  expect(says(estimate({ microcredits: free, duration: { p50: 625, p90: 1500 } }))).toEqual([
    'About 1 s, free.',
  ]);
  expect(says(estimate({ microcredits: free, duration: { p50: 40, p90: 90 } }))).toEqual([
    'Under 1 s, free.',
  ]);
});

test('what is not known is said, and is never counted as nothing', () => {
  expect(says(estimate({ duration: null, microcredits: null, unknown: 4, unpriced: 4 }))).toEqual([
    'Time and cost are not known yet: they show after a few runs.',
  ]);
  expect(says(estimate({ unknown: 1, unpriced: 1 }))).toEqual([
    'At least 8 s, at most 20 s, at least 0.3 credits (up to 1.2 credits).',
  ]);
  expect(says(estimate({ microcredits: null, unpriced: 4 }))[0]).toContain('cost not known yet');
  expect(says(estimate({ nodes: 0 }))).toEqual([]);
});

test('what is known of the cost is said before the first run, and never for nodes whose cost is not known', () => {
  const unknown = { duration: null, unknown: 4 };
  const price = { p50: 32_000_000, p90: 32_000_000 };
  const later = 'How long it takes shows after a few runs.';
  expect(says(estimate({ ...unknown, microcredits: price }))).toEqual([`32 credits. ${later}`]);
  expect(says(estimate({ ...unknown, microcredits: free }))).toEqual([`Free. ${later}`]);
  expect(says(estimate({ ...unknown, microcredits: price, unpriced: 1 }))).toEqual([
    `At least 32 credits. ${later}`,
  ]);
  expect(says(estimate({ ...unknown, microcredits: free, unpriced: 1 }))[0]).toContain('not known yet');
  expect(says(estimate({ microcredits: free, unknown: 1, unpriced: 1 }))[0]).toContain('cost not known yet');
});

test('the button says a price that is known for certain, and nothing of what is free', () => {
  const price = { p50: 12_000_000, p90: 12_000_000 };
  expect(priceLabel(estimate({ microcredits: price, duration: null, unknown: 4 }))).toBe('12 credits');
  expect(priceLabel(estimate({ microcredits: price, unpriced: 1 }))).toBeNull();
  expect(priceLabel(estimate({ microcredits: free }))).toBeNull();
  expect(priceLabel(estimate({ nodes: 0 }))).toBeNull();
  expect(estimateText(['One', 'Two.'])).toBe('One. Two.');
});
