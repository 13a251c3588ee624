import type { PinType } from '#shared/graph/pin-type.ts';
import { fieldNumber, words } from '#renderer/words/index.ts';

const t = words.model.numberLimits;

/** `1 to 100, in steps of 5`; null when anything goes. */
export function limitsOf({ min, max, step }: Pick<PinType, 'min' | 'max' | 'step'>): string | null {
  const range =
    min !== undefined && max !== undefined
      ? t.label(fieldNumber(min), fieldNumber(max))
      : min !== undefined
        ? t.orOverflow(fieldNumber(min))
        : max !== undefined
          ? t.orLess(fieldNumber(max))
          : null;
  const steps =
    step !== undefined && step > 0 ? (step === 1 ? t.integerSteps : t.stepsOf(fieldNumber(step))) : null;
  return range !== null && steps !== null ? t.label2(range, steps) : (range ?? (steps && t.label3(steps)));
}
