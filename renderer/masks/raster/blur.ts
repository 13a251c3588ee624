/** Widths of the box that comes closest to a Gaussian when it is applied three times (Peter Kovesi, 2010). */
function boxWidths(sigma: number): number[] {
  const ideal = Math.sqrt((12 * sigma * sigma) / 3 + 1);
  const low = Math.floor(ideal) - (Math.floor(ideal) % 2 === 0 ? 1 : 0);
  const lowCount = Math.round((12 * sigma * sigma - 3 * low * low - 12 * low - 9) / (-4 * low - 4));
  return [0, 1, 2].map((pass) => (pass < lowCount ? low : low + 2));
}

/** Softens a mask as a Gaussian of this standard deviation in pixels does. The edge goes on outside the picture. */
export function blurPixels(
  pixels: Uint8Array<ArrayBuffer>,
  { width, height }: { width: number; height: number },
  sigma: number,
): Uint8Array<ArrayBuffer> {
  let [from, to] = [pixels, new Uint8Array(pixels.length)];
  for (const box of boxWidths(sigma)) {
    const radius = (box - 1) / 2;
    averageLines(from, to, { count: height, length: width, stride: 1, next: width, radius });
    if (from === pixels) from = new Uint8Array(pixels.length);
    averageLines(to, from, { count: width, length: height, stride: width, next: 1, radius });
  }
  [from, to] = [to, from];
  return to;
}

interface Lines {
  count: number;
  length: number;
  /** From a pixel to the next of its line, and from a line to the next. */
  stride: number;
  next: number;
  radius: number;
}

function averageLines(
  from: Uint8Array,
  to: Uint8Array,
  { count, length, stride, next, radius }: Lines,
): void {
  const width = 2 * radius + 1;
  for (let line = 0; line < count; line += 1) {
    const start = line * next;
    const last = start + (length - 1) * stride;
    let sum = from[start]! * radius;
    for (let i = 0; i < radius; i += 1) sum += from[Math.min(last, start + i * stride)]!;
    for (let i = 0; i < length; i += 1) {
      const at = start + i * stride;
      sum += from[i + radius < length ? at + radius * stride : last]!;
      to[at] = (sum + radius) / width;
      sum -= from[i - radius > 0 ? at - radius * stride : start]!;
    }
  }
}
