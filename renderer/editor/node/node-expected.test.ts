import { expect, it } from 'vitest';
import { nodeEstimates } from '#shared/desk/run-estimate.ts';
import { expectedSentence, expectedText } from './node-expected.tsx';

const spread = (p50: number, p90 = p50) => ({ p50, p90 });
const paid = { samples: 14, duration: spread(8000, 11_000), microcredits: spread(12_000_000, 15_000_000) };

it('what costs or takes long is said in one line, with its ranges behind it', () => {
  expect(expectedText(paid, false)).toBe('12 credits · ≈ 8 s');
  expect(expectedSentence(paid)).toBe(
    'From 14 earlier runs: 12 credits, seldom more than 15 credits, 8 s, seldom more than 11 s.',
  );
  expect(expectedText({ ...paid, microcredits: null }, false)).toBe('≈ 8 s');
});

it('what is free says so to who asks, and by itself where it takes long', () => {
  const soon = { samples: 9, duration: spread(20), microcredits: spread(0) };
  expect(expectedText(soon, false)).toBeNull();
  expect(expectedText(soon, true)).toBe('Free · ≈ 20 ms');
  expect(expectedText({ ...soon, duration: spread(8000) }, false)).toBe('Free · ≈ 8 s');
});

it('a price is known below five earlier runs; only the time is not', () => {
  const price: Record<string, number> = { 'image/blur': 0, 'ai/image': 30_000_000 };
  const estimate = nodeEstimates([], ({ type }) => price[type] ?? null);
  const free = estimate({ type: 'image/blur', inputs: {} });
  expect(expectedText(free, false)).toBeNull();
  expect(expectedText(free, true)).toBe('Free');
  const asked = estimate({ type: 'ai/image', inputs: {} });
  expect(expectedText(asked, false)).toBe('30 credits');
  expect(expectedSentence(asked)).toBe('30 credits. How long it takes shows after a few runs.');
  expect(expectedText(estimate({ type: 'vendor/other', inputs: {} }), true)).toBe('Not known yet');
});

it('below five earlier runs it is unknown, which is said to who asks', () => {
  const unknown = { samples: 2, duration: null, microcredits: null };
  expect(expectedText(unknown, false)).toBeNull();
  expect(expectedText(unknown, true)).toBe('Not known yet');
  expect(expectedSentence(unknown)).toBe('What it costs and how long it takes show after a few runs.');
});
