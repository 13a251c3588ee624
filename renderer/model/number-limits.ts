import type { PinType } from '#shared/graph/pin-type.ts';

/** `1 to 100, in steps of 5`; null when anything goes. */
export function limitsOf({ min, max, step }: Pick<PinType, 'min' | 'max' | 'step'>): string | null {
  const range =
    min !== undefined && max !== undefined
      ? `${min} to ${max}`
      : min !== undefined
        ? `${min} or more`
        : max !== undefined
          ? `${max} or less`
          : null;
  const steps = step !== undefined && step > 0 ? (step === 1 ? 'whole steps' : `steps of ${step}`) : null;
  return range !== null && steps !== null ? `${range}, in ${steps}` : (range ?? (steps && `In ${steps}`));
}
