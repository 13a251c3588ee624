/**
 * Seconds that a frame may begin after the time it is asked for: containers round times to milliseconds, and sums of fractions
 * fall a little short. No film has frames as short as this.
 */
export const FRAME_TOLERANCE = 0.001;

/** By how much of itself the shape of a frame differs from that of its video, by rounding alone. */
export const SAME_SHAPE = 0.02;
