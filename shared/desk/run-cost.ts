import type { PublicRunDetail } from '../api/schemas/index.ts';

const MICROCREDITS_PER_CREDIT = 1_000_000n;

/**
 * What a run cost, in microcredits; null where the service does not say it.
 * @param run its detail; the exact amount counts before the rounded one.
 */
export function runCost(
  run: Pick<PublicRunDetail, 'creditsUsed' | 'creditsUsedMicrocredits' | 'spend'>,
): bigint | null {
  const exact = run.creditsUsedMicrocredits ?? run.spend?.totalMicrocredits ?? null;
  if (exact !== null) return /^\d+$/.test(exact) ? BigInt(exact) : null;
  const credits = run.creditsUsed ?? run.spend?.totalCredits ?? null;
  return credits === null || credits < 0 ? null : BigInt(credits) * MICROCREDITS_PER_CREDIT;
}
