import { describe, expect, it } from 'vitest';
import { LoudnessMeter } from './composer/loudness.ts';

/** Parts of a tone, each of so many seconds at a level in dB below the loudest; as EBU Tech 3341 has its test signals. */
type Part = readonly [seconds: number, decibels: number];

function measure(
  parts: readonly Part[],
  {
    rate = 48_000,
    frequency = 1000,
    sides = 'both',
    piece = 7919,
  }: {
    rate?: number;
    frequency?: number;
    sides?: 'both' | 'left';
    piece?: number;
  } = {},
) {
  const meter = new LoudnessMeter(rate);
  const total = parts.reduce((sum, [seconds]) => sum + Math.round(seconds * rate), 0);
  const all = new Float32Array(total);
  let from = 0;
  for (const [seconds, decibels] of parts) {
    const amplitude = 10 ** (decibels / 20);
    const to = from + Math.round(seconds * rate);
    for (let at = from; at < to; at += 1)
      all[at] = amplitude * Math.sin((2 * Math.PI * frequency * at) / rate);
    from = to;
  }
  for (let at = 0; at < all.length; at += piece) {
    const left = all.slice(at, at + piece);
    meter.add({ left, right: sides === 'both' ? left : new Float32Array(left.length) });
  }
  return meter.integrated();
}

describe('integrated loudness', () => {
  it.each<[string, Part[], number]>([
    ['a tone at -23 dB', [[20, -23]], -23],
    ['a tone at -33 dB', [[20, -33]], -33],
    [
      'quiet parts that do not count',
      [
        [5, -36],
        [30, -23],
        [5, -36],
      ],
      -23,
    ],
    [
      'parts that are silent, quiet and loud',
      [
        [5, -72],
        [5, -36],
        [30, -23],
        [5, -36],
        [5, -72],
      ],
      -23,
    ],
    [
      'parts that nearly count',
      [
        [20, -26],
        [20.1, -20],
        [20, -26],
      ],
      -23,
    ],
  ])('of %s is that of the standard, within 0.1 LU', (_, parts, expected) => {
    expect(Math.abs((measure(parts) ?? NaN) - expected)).toBeLessThan(0.1);
  });

  it('is that of the printed coefficients for a loud tone on one side', () => {
    // BS.1770: 997 Hz at the loudest on one side is -3.01.
    expect(measure([[5, 0]], { frequency: 997, sides: 'left' })).toBeCloseTo(-3.01, 2);
  });

  it('does not depend on the rate nor on the pieces', () => {
    const fullRange = measure([[5, -20]], { piece: 1_000_000 }) ?? NaN;
    for (const options of [{ rate: 44_100 }, { rate: 96_000 }, { piece: 7 }, { piece: 4800 }]) {
      expect(Math.abs((measure([[5, -20]], options) ?? NaN) - fullRange)).toBeLessThan(0.02);
    }
  });

  it('weighs low tones less and high ones more', () => {
    const at = (frequency: number) => measure([[3, -20]], { frequency }) ?? NaN;
    expect(at(30)).toBeLessThan(at(1000) - 5);
    expect(at(8000) - at(1000)).toBeCloseTo(3.3, 0);
  });

  it('is none for silence and for less than a block', () => {
    expect(measure([[3, -Infinity]])).toBeNull();
    expect(measure([[0.3, -10]])).toBeNull();
    expect(new LoudnessMeter(48_000).integrated()).toBeNull();
  });
});
