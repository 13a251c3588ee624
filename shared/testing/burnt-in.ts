/** Numbers in pictures and beeps in sound that a test reads back. */

/** Blocks of the number, the highest first, in a row at the top of the picture. */
export const NUMBER_BITS = 12;

interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray | Uint8Array;
}

/** Reads the number from pixels of four bytes, as a canvas gives them. */
export function readNumber({ width, height, data }: Pixels): number {
  let number = 0;
  for (let bit = 0; bit < NUMBER_BITS; bit += 1) {
    const x = Math.round(((bit + 0.5) * width) / NUMBER_BITS);
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
