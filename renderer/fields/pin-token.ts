import type { PinBase } from '#shared/graph/pin-type.ts';

/** The style token with the color of a pin type. */
export const pinToken = (base: PinBase): string => `--pin-${base === 'choice' ? 'text' : base}`;
