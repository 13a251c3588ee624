/** The rate of television that a rounded one stands for: 29.97 is 30000/1001. @param rate frames a second */
export function exactRate(rate: number): number {
  const television = Math.round(rate * 1.001) * (1000 / 1001);
  return !Number.isInteger(rate) && Math.abs(television - rate) < 0.006 ? television : rate;
}

/** Matroska counts in these, in seconds. */
const TICK = 0.001;
const MAX_ERROR = 0.05;

/**
 * The usual rate that times in whole milliseconds mean: over few frames they give 29.959 for 29.97.
 * @param rate frames a second, as counted. @param frames how many were counted
 */
export function standardRate(rate: number, frames: number): number {
  if (!(rate > 1) || frames < 2) return rate;
  // The first and the last time are each off by half a tick at most.
  const error = Math.min(MAX_ERROR, (rate * rate * TICK) / frames);
  const [nearest = rate] = [Math.round(rate), Math.round(rate * 1.001) * (1000 / 1001)].toSorted(
    (a, b) => Math.abs(a - rate) - Math.abs(b - rate),
  );
  return Math.abs(nearest - rate) <= error ? nearest : rate;
}
