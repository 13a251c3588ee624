/** So near a line, in screen pixels, a handle goes onto it. */
export const SNAP_PIXELS = 7;

/** The nearest of some targets; null where none is near. @param reach in the same unit. */
function nearest(value: number, targets: readonly number[], reach: number): number | null {
  let best: number | null = null;
  for (const alignment of targets) {
    const distance = Math.abs(alignment - value);
    if (distance <= reach && (best === null || distance < Math.abs(best - value))) best = alignment;
  }
  return best;
}

export const snap = (value: number, targets: readonly number[], reach: number): number =>
  nearest(value, targets, reach) ?? value;

/** Edges, thirds and middle of a length. */
export const snapTargets = (length: number): number[] => [
  0,
  length / 3,
  length / 2,
  (length * 2) / 3,
  length,
];
