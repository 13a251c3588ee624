import type { BatchLimits, RunEstimate } from '#shared/desk/index.ts';
import { estimateLines, plural } from '#renderer/ui/index.ts';
import { number } from '#renderer/words/index.ts';

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
    lines.push(`Stops after ${plural(maxRuns, 'run')} of ${number(total)}.`);
  }
  if (maxMicrocredits === null || estimate === null) return lines;
  const ceiling = Number(maxMicrocredits);
  const { microcredits, unpriced } = estimate;
  if (microcredits === null || unpriced > 0) {
    lines.push(
      'What this costs is not known yet, so one run at a time finds it out; none is begun that may pass the limit.',
    );
  } else if (microcredits.p50 > ceiling)
    lines.push('More than the limit of credits: it stops before the end.');
  else if (microcredits.p90 > ceiling) lines.push('The limit of credits may stop it before the end.');
  return lines;
}
