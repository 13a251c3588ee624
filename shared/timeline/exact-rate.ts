/**
 * Rates that are written with few digits are those of NTSC: 23.976 and 23.98 are 24000/1001. Whole ones are themselves.
 * @param rate frames a second
 */
export function exactRate(rate: number): number {
  if (Number.isInteger(rate)) return rate;
  const ntsc = (Math.round(rate) * 1000) / 1001;
  return Math.abs(rate - ntsc) <= 0.01 ? ntsc : rate;
}
