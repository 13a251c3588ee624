/** How bright the RGBA pixel at `offset` looks, 0 to 255 (Rec. 709 weights on the sRGB values, as photo editors do). */
export function luminance(data: Uint8Array, offset: number): number {
  const [r, g, b] = [data[offset] ?? 0, data[offset + 1] ?? 0, data[offset + 2] ?? 0];
  return Math.round(0.2126 * r + 0.7152 * g + 0.0722 * b);
}
