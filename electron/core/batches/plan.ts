import type { BatchCounts, BatchLimits } from '#shared/desk/index.ts';

/** What a batch does next, worked out from its figures alone. */
export type NextStep =
  | { kind: 'submit' }
  /** Until a run ends. */
  | { kind: 'wait' }
  | { kind: 'finish' }
  /** @param reason a sentence that says what to do. */
  | { kind: 'stop'; reason: string };

export interface BatchFigures {
  /** `waiting`: whether there is a next one; more than 0 means yes. */
  counts: Pick<BatchCounts, 'waiting' | 'submitted'>;
  limits: BatchLimits;
  runsStarted: number;
  spentMicrocredits: string;
  highestMicrocredits: string | null;
  unpricedRuns: number;
}

/**
 * The next step of a batch that runs. Neither ceiling is passed: of the runs under way and the next one, each is
 * counted as the dearest that is known; while none is known, one run at a time finds it out.
 */
export function nextStep(figures: BatchFigures): NextStep {
  const step = stepByLimits(figures);
  // It stops when nothing is under way any more: what was asked for before a crash is asked for again until then.
  return step.kind === 'stop' && figures.counts.submitted > 0 ? { kind: 'wait' } : step;
}

function stepByLimits(figures: BatchFigures): NextStep {
  const { counts, limits, runsStarted } = figures;
  if (counts.waiting === 0) return { kind: counts.submitted === 0 ? 'finish' : 'wait' };
  if (counts.submitted >= limits.inFlight) return { kind: 'wait' };
  if (limits.maxRuns !== null && runsStarted >= limits.maxRuns) {
    const runs = limits.maxRuns === 1 ? '1 run' : `${limits.maxRuns.toLocaleString('en')} runs`;
    return { kind: 'stop', reason: `The ceiling of ${runs} is reached. Raise it to go on.` };
  }
  return limits.maxMicrocredits === null
    ? { kind: 'submit' }
    : stepByCredits(figures, BigInt(limits.maxMicrocredits));
}

function stepByCredits(figures: BatchFigures, maxMicrocredits: bigint): NextStep {
  const { counts, unpricedRuns } = figures;
  if (unpricedRuns > 0) {
    return {
      kind: 'stop',
      reason:
        'The service does not say what these runs cost, so a ceiling on credits cannot be held. Set a ceiling on runs instead.',
    };
  }
  const spent = BigInt(figures.spentMicrocredits);
  const left = maxMicrocredits - spent;
  const hasWorkInFlight = counts.submitted > 0;
  if (figures.highestMicrocredits === null) {
    if (left <= 0n) return { kind: 'stop', reason: isAtLimit(maxMicrocredits, spent, null) };
    return { kind: hasWorkInFlight ? 'wait' : 'submit' };
  }
  const highest = BigInt(figures.highestMicrocredits);
  if (highest * BigInt(counts.submitted + 1) <= left) return { kind: 'submit' };
  // What is under way may turn out cheaper: it is looked at again when that has ended.
  return { kind: 'stop', reason: isAtLimit(maxMicrocredits, spent, highest) };
}

const isAtLimit = (maxMicrocredits: bigint, spent: bigint, highest: bigint | null): string =>
  `${credits(spent)} of ${credits(maxMicrocredits)} credits are used${
    highest === null ? '' : `, and one more run may cost ${credits(highest)}`
  }. Raise the ceiling to go on.`;

/** `1250000` as `1.25`. */
function credits(microcredits: bigint): string {
  const fraction = String(microcredits % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${(microcredits / 1_000_000n).toLocaleString('en')}${fraction === '' ? '' : `.${fraction}`}`;
}
