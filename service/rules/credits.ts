/** Microcredits in one credit. */
export const MICROCREDITS_PER_CREDIT = 1_000_000n;

/** Whole credits for display: microcredits rounded down. The exact amount goes beside it. */
export const wholeCredits = (microcredits: bigint): number => Number(microcredits / MICROCREDITS_PER_CREDIT);
