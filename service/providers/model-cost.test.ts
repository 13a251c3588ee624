import { describe, expect, it } from 'vitest';
import { costOfCall, expectedCost, typicalCost } from './model-cost.ts';

const rate = (
  unit: 'call' | 'second' | 'minute' | 'characters' | 'tokens',
  price: bigint,
  priceOut = 0n,
) => ({
  unit,
  price,
  priceOut,
});

describe('what a call of a model costs', () => {
  it('is what the provider says it charged, in cents, whatever the prices are', () => {
    expect(costOfCall(rate('call', 9n), { cents: 1.23, tokensIn: 5, tokensOut: 5 }, 9n)).toEqual({
      microcredits: 1_230_000n,
      basis: 'named',
    });
  });

  it('is what it used, else what was expected, and that is an estimate', () => {
    const tokens = rate('tokens', 1000n, 4000n);
    expect(costOfCall(tokens, { tokensIn: 500, tokensOut: 2000 }, 7n)).toEqual({
      microcredits: 8500n,
      basis: 'usage',
    });
    expect(costOfCall(tokens, { tokensIn: 500 }, 7n)).toEqual({ microcredits: 7n, basis: 'estimate' });
    expect(costOfCall(rate('second', 100n), { seconds: 2.5 }, 7n).microcredits).toBe(250n);
    expect(costOfCall(rate('minute', 600n), { seconds: 90 }, 7n).microcredits).toBe(900n);
    expect(costOfCall(rate('characters', 300n), { characters: 1 }, 7n).microcredits).toBe(1n);
    expect(costOfCall(rate('call', 5n), null, 5n)).toEqual({ microcredits: 5n, basis: 'estimate' });
  });

  it('is believed within bounds only', () => {
    for (const cents of [-1, Number.NaN, Number.POSITIVE_INFINITY, 1e9])
      expect(costOfCall(rate('call', 5n), { cents }, 5n)).toEqual({ microcredits: 5n, basis: 'estimate' });
  });

  it('is expected from the length of what goes in and of what is asked for', () => {
    expect(expectedCost(rate('second', 100n), { seconds: 8 })).toBe(800n);
    expect(expectedCost(rate('characters', 1000n), { text: 'x'.repeat(2500) })).toBe(2500n);
    expect(expectedCost(rate('tokens', 1000n, 1000n), { prompt: 'x'.repeat(4000), maxTokens: 100 })).toBe(
      1100n,
    );
    expect(typicalCost(rate('tokens', 1000n, 1000n))).toBe(1500n);
    expect(typicalCost(undefined)).toBe(0n);
  });
});
