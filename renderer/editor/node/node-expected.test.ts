import { expect, it } from 'vitest';
import { expectedSentence, expectedText } from './node-expected.tsx';

const spread = (p50: number, p90 = p50) => ({ p50, p90 });
const paid = { samples: 14, duration: spread(8000, 11_000), microcredits: spread(12_000_000, 15_000_000) };

it('what costs or takes long is said in one line, with its ranges behind it', () => {
  expect(expectedText(paid, false)).toBe('≈ 12 credits · 8 s, n 14');
  expect(expectedSentence(paid)).toBe(
    'From 14 earlier runs of such a node: 12 credits, seldom more than 15 credits, 8 s, seldom more than 11 s.',
  );
  expect(expectedText({ ...paid, microcredits: null }, false)).toBe('≈ 8 s, n 14');
});

it('what is free and soon done says nothing', () => {
  expect(expectedText({ samples: 9, duration: spread(20), microcredits: spread(0) }, true)).toBeNull();
});

it('below five earlier runs it is unknown, which is said to who asks', () => {
  const unknown = { samples: 2, duration: null, microcredits: null };
  expect(expectedText(unknown, false)).toBeNull();
  expect(expectedText(unknown, true)).toBe('Unknown, n 2');
  expect(expectedSentence(unknown)).toBe('Cost and time are unknown: only 2 earlier runs of such a node.');
  expect(expectedSentence({ ...unknown, samples: 0 })).toBe(
    'Cost and time are unknown: no earlier run of such a node.',
  );
});
