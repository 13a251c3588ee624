import { MIN_SAMPLES, type Accuracy, type RunEstimate, type Spread } from '#shared/desk/index.ts';
import { formatCredits, formatDuration, plural } from './format.ts';

/** What a run is expected to take, in short lines; none when nothing runs. */
export function estimateLines(estimate: RunEstimate, accuracy: Accuracy | null): string[] {
  const { nodes, unknown, samples, duration, microcredits, unpriced } = estimate;
  if (nodes === 0) return [];
  // A sum of nothing says something only where every node is in it.
  const isFree = microcredits?.p90 === 0 && unpriced === 0;
  if (duration === null && isFree) {
    return [`Time unknown: fewer than ${MIN_SAMPLES} earlier runs of these nodes. Free.`];
  }
  if (duration === null) {
    return [unknownEstimate('earlier runs of these nodes')];
  }
  const time = `${unknown > 0 ? 'At least ' : ''}${range(duration, formatDuration)}`;
  const cost =
    microcredits === null || (microcredits.p90 === 0 && !isFree) ? null : range(microcredits, inCredits);
  const price = cost === null ? 'cost unknown' : `${unpriced > 0 && unknown === 0 ? 'at least ' : ''}${cost}`;
  return [
    `${time}, ${price} (n = ${samples})`,
    ...(unknown > 0 ? [`${plural(unknown, 'node')} not counted: too few earlier runs`] : []),
    ...(accuracy === null ? [] : accuracyLines(accuracy)),
  ];
}

/** What is said where too little is known. @param runs those that are too few, as `earlier runs of these nodes`. */
export const unknownEstimate = (runs: string): string =>
  `Time and cost unknown: fewer than ${MIN_SAMPLES} ${runs}.`;

/** The same as sentences in a row. */
export const estimateText = (lines: readonly string[]): string =>
  lines.map((line) => (line.endsWith('.') ? line : `${line}.`)).join(' ');

const inCredits = (microcredits: number): string => formatCredits(String(microcredits)) ?? 'unknown';

/** What is usual, and what one run of ten exceeds. */
function range({ p50, p90 }: Spread, format: (value: number) => string): string {
  const usual = format(p50);
  const high = format(p90);
  return usual === high ? usual : `${usual} (up to ${high})`;
}

const percent = (part: number): string => `${Math.round(part * 100)} %`;

function accuracyLines({ runs, duration, microcredits }: Accuracy): string[] {
  const parts = [
    ...(duration === null ? [] : [`${percent(duration)} in time`]),
    ...(microcredits === null ? [] : [`${percent(microcredits)} in cost`]),
  ];
  if (parts.length === 0) return [];
  return [`Estimates of the last ${plural(runs, 'run')} were off by ${parts.join(', ')}`];
}
