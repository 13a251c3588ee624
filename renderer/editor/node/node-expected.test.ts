import { expect, it } from 'vitest';
import { nodeEstimates } from '#shared/desk/run-estimate.ts';
import { expectedSentence, expectedText } from './node-expected.tsx';

const spread = (p50: number, p90 = p50) => ({ p50, p90 });
const paid = { samples: 14, duration: spread(8000, 11_000), microcredits: spread(12_000_000, 15_000_000) };

it('what costs or takes long is said in one line, with its ranges behind it', () => {
  expect(expectedText(paid, false)).toBe('≈ 12 credits · 8 s, 14 runs');
  expect(expectedSentence(paid)).toBe(
    'From 14 earlier runs of such a node: 12 credits, seldom more than 15 credits, 8 s, seldom more than 11 s.',
  );
  expect(expectedText({ ...paid, microcredits: null }, false)).toBe('≈ 8 s, 14 runs');
});

it('what is free says so to who asks, and by itself where it takes long', () => {
  const soon = { samples: 9, duration: spread(20), microcredits: spread(0) };
  expect(expectedText(soon, false)).toBeNull();
  expect(expectedText(soon, true)).toBe('Free · ≈ 20 ms, 9 runs');
  expect(expectedText({ ...soon, duration: spread(8000) }, false)).toBe('Free · ≈ 8 s, 9 runs');
});

it('what is free stays free below five earlier runs; only its time is unknown', () => {
  const estimate = nodeEstimates([], (type) => type === 'image/blur');
  const free = estimate({ type: 'image/blur', inputs: {} });
  expect(expectedText(free, false)).toBeNull();
  expect(expectedText(free, true)).toBe('Free · time unknown, not run yet');
  expect(expectedSentence(free)).toBe('Free. Its time is unknown: no earlier run of such a node.');
  expect(expectedText(estimate({ type: 'image/generate', inputs: {} }), true)).toBe('Unknown, not run yet');
});

it('below five earlier runs it is unknown, which is said to who asks', () => {
  const unknown = { samples: 2, duration: null, microcredits: null };
  expect(expectedText(unknown, false)).toBeNull();
  expect(expectedText(unknown, true)).toBe('Unknown, 2 runs');
  expect(expectedSentence(unknown)).toBe('Cost and time are unknown: only 2 earlier runs of such a node.');
  expect(expectedSentence({ ...unknown, samples: 0 })).toBe(
    'Cost and time are unknown: no earlier run of such a node.',
  );
});
