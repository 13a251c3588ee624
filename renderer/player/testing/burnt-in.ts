/** Numbers in pictures and beeps in sound that a test can read back. */
import { NUMBER_BITS } from '#shared/testing/burnt-in.ts';

const BEEP_SECONDS = 0.05;

interface Size {
  width: number;
  height: number;
}

/** Whether a moment within a second is part of its beep. */
export const isBeep = (second: number): boolean => second % 1 < BEEP_SECONDS;

/** Fills a picture with blocks that say its number. */
export function paintNumber(
  context: OffscreenCanvasRenderingContext2D,
  { width, height }: Size,
  number: number,
): void {
  context.fillStyle = `hsl(${(number * 7) % 360} 40% 40%)`;
  context.fillRect(0, 0, width, height);
  for (let bit = 0; bit < NUMBER_BITS; bit += 1) {
    context.fillStyle = (number >> (NUMBER_BITS - 1 - bit)) & 1 ? '#fff' : '#000';
    context.fillRect((bit * width) / NUMBER_BITS, 0, width / NUMBER_BITS, height / 4);
  }
}
