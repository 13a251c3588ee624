import { expect, it } from 'vitest';
import { fitText } from './fit-text.ts';

it('cuts a letter of more parts than any between two of them', () => {
  const text = `a${'\u{1F468}\u200D'.repeat(150)}`;
  for (const max of [100, 101, 102, 103]) {
    const fitted = fitText(text, max);
    expect(fitted.isWellFormed()).toBe(true);
    expect(fitted.length).toBeGreaterThanOrEqual(max - 64);
    expect(fitted.length).toBeLessThanOrEqual(max);
  }
});
