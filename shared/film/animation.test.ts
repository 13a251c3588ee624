import { describe, expect, it } from 'vitest';
import { frameLengths, framesOfRounds } from './animation.ts';

const text = (letters: string): number[] => Array.from(letters, (letter) => letter.charCodeAt(0));

const SCREEN = [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
const PIXEL = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];

/** A GIF of frames of one pixel. */
const gif = (...delays: number[]): Uint8Array =>
  Uint8Array.from([
    ...text('GIF89a'),
    ...SCREEN,
    ...delays.flatMap((delay) => [0x21, 0xf9, 4, 0, delay & 255, delay >> 8, 0, 0, ...PIXEL]),
    0x3b,
  ]);

describe('pictures that move', () => {
  it('a GIF says how long each frame is shown, and too short ones are shown for a tenth', () => {
    expect(frameLengths(gif(4, 50, 0))).toEqual([0.04, 0.5, 0.1]);
    expect(frameLengths(gif(4))).toBeNull();
  });

  it('what is cut off has the frames that are there, and what is no picture none', () => {
    expect(frameLengths(gif(4, 4, 4).subarray(0, -20))).toEqual([0.04, 0.04]);
    for (const bytes of [[], text('GIF8'), text('RIFF....WEBP'), [137, ...text('PNG')]])
      expect(frameLengths(Uint8Array.from(bytes))).toBeNull();
  });

  it('begins anew at its end, from wherever it is asked', () => {
    const shown = (time: number): [number, number][] => {
      const frames = framesOfRounds([0.25, 0.5], time);
      return [frames.next().value, frames.next().value].map(({ index, timestamp }) => [index, timestamp]);
    };
    expect(shown(0)).toEqual([
      [0, 0],
      [1, 0.25],
    ]);
    expect(shown(0.3)).toEqual([
      [1, 0.25],
      [0, 0.75],
    ]);
    expect(shown(1.6)).toEqual([
      [0, 1.5],
      [1, 1.75],
    ]);
  });
});
