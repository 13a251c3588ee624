/**
 * Seconds that a frame may begin after the time it is asked for: containers round times to milliseconds, and sums of fractions
 * fall a little short. No film has frames as short as this.
 */
export const FRAME_TOLERANCE = 0.001;
