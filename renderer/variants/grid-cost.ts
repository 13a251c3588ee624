import type { BatchLimits, RunEstimate } from '#shared/desk/index.ts';
import { estimateLines } from '#renderer/ui/index.ts';
import { number, words } from '#renderer/words/index.ts';

const t = words.variants.gridCost;

/**
 * What a grid takes, before it starts, in short lines: time and credits with their range, and where a ceiling may stop it.
 * @param estimate null while nothing was read yet
 */
export function gridCostLines(
  total: number,
  estimate: RunEstimate | null,
  { maxRuns, maxMicrocredits }: Pick<BatchLimits, 'maxRuns' | 'maxMicrocredits'>,
): string[] {
  const lines = estimate === null ? [] : estimateLines(estimate);
  if (maxRuns !== null && maxRuns < total) {
    lines.push(t.stopsAfter(maxRuns, number(total)));
  }
  if (maxMicrocredits === null || estimate === null) return lines;
  const maxCost = Number(maxMicrocredits);
  const { microcredits, unpriced } = estimate;
  if (microcredits === null || unpriced > 0) {
    lines.push(t.costsNotYetRun);
  } else if (microcredits.p50 > maxCost) lines.push(t.thanLimitCreditsStops);
  else if (microcredits.p90 > maxCost) lines.push(t.limitCreditsMayStop);
  return lines;
}
