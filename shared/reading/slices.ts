/** Work that can be interrupted: a generator that pauses at good places and returns its result at the end. */
export type Slices<T> = Generator<void, T, void>;

/** Steps of a generator between two places to pause. */
export const SLICE_STEPS = 250;

/** Runs work in slices to its end at once. */
export function drain<T>(slices: Slices<T>): T {
  for (;;) {
    const step = slices.next();
    if (step.done) return step.value;
  }
}
