/** Numbers in pictures and beeps in sound that a test can read back. */

/** Blocks of the number, the highest first, in a row at the top of the picture. */
const BITS = 12;
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
  for (let bit = 0; bit < BITS; bit += 1) {
    context.fillStyle = (number >> (BITS - 1 - bit)) & 1 ? '#fff' : '#000';
    context.fillRect((bit * width) / BITS, 0, width / BITS, height / 4);
  }
}

/** Reads the number from pixels of four bytes, as a canvas gives them. */
export function readNumber({ width, height, data }: Size & { data: Uint8ClampedArray | Uint8Array }): number {
  let number = 0;
  for (let bit = 0; bit < BITS; bit += 1) {
    const x = Math.round(((bit + 0.5) * width) / BITS);
    const y = Math.round(height / 8);
    number = number * 2 + ((data[(y * width + x) * 4] ?? 0) > 127 ? 1 : 0);
  }
  return number;
}

/** Where beeps begin, in seconds: what is loud after a quiet moment. */
export function beepsIn(samples: Float32Array, sampleRate: number): number[] {
  const found: number[] = [];
  let last = -Infinity;
  for (const [at, value] of samples.entries()) {
    if (Math.abs(value) < 0.1) continue;
    if (at - last > sampleRate * 0.1) found.push(at / sampleRate);
    last = at;
  }
  return found;
}
