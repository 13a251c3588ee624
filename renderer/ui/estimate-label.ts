import type { RunEstimate, Spread } from '#shared/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import { formatCredits, formatDuration } from './format.ts';

const t = words.ui.estimateLabel;

/** What a run is expected to take, as sentences; none when nothing runs. */
export function estimateLines(estimate: RunEstimate): string[] {
  const { nodes, duration } = estimate;
  if (nodes === 0) return [];
  const cost = costText(estimate);
  if (duration === null) {
    return [cost === null ? unknownEstimate() : t.showsAfterRuns(capital(cost)), ...optionalLines(estimate)];
  }
  const price = cost ?? t.costNotYet;
  return [`${timeText(duration, estimate.unknown > 0)}, ${price}.`, ...optionalLines(estimate)];
}

const optionalLines = ({ optional = 0 }: RunEstimate): string[] =>
  optional > 0 ? [t.dependsOnSwitch(optional)] : [];

/** What is said where nothing is known. */
export const unknownEstimate = (): string => t.timeCostNotYet;

/**
 * What a run is known to cost beforehand, for the button that starts it.
 * @returns `12 credits`; null for what is free, where part of it is not known, or nothing runs.
 */
export function priceLabel({ nodes, microcredits, unpriced, optional = 0 }: RunEstimate): string | null {
  if (nodes === 0 || microcredits === null || unpriced > 0 || microcredits.p50 === 0) return null;
  const price = inCredits(microcredits.p50);
  return optional > 0 ? t.most(price) : price;
}

/** The words of a button with what it costs, where that is known and not free. */
export function pricedLabel(label: string, estimate: RunEstimate | null | undefined): string {
  const price = estimate ? priceLabel(estimate) : null;
  return price === null ? label : `${label} · ${price}`;
}

/** What something costs, beside the button that does it. @param microcredits null where nobody knows */
export const priceText = (microcredits: number | null): string =>
  microcredits === null ? t.costNotYet2 : capital(inCredits(microcredits));

/** Whether a run may cost something; only what is known to be free may not. */
export const canCost = ({ microcredits, unpriced }: RunEstimate): boolean =>
  unpriced > 0 || microcredits === null || microcredits.p90 > 0;

/** The same as sentences in a row. */
export const estimateText = (lines: readonly string[]): string =>
  lines.map((line) => (line.endsWith('.') ? line : `${line}.`)).join(' ');

const inCredits = (microcredits: number): string => formatCredits(String(microcredits)) ?? 'unknown';
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Null where nothing is known of the cost. */
function costText({ microcredits, unpriced, optional = 0 }: RunEstimate): string | null {
  // A sum of nothing says something only where every node is in it.
  if (microcredits === null || (microcredits.p90 === 0 && unpriced > 0)) return null;
  const [median, high] = [inCredits(microcredits.p50), inCredits(microcredits.p90)];
  const range = median === high ? median : t.upTo(median, high);
  if (optional > 0 && unpriced === 0 && microcredits.p90 > 0) return t.most(high);
  return unpriced > 0 ? t.atLeast(range) : range;
}

const SECOND_MS = 1000;

/** @param isLeast part of the nodes is not in it. */
function timeText({ p50, p90 }: Spread, isLeast: boolean): string {
  const roundedDuration = (ms: number): string => formatDuration(Math.round(ms / SECOND_MS) * SECOND_MS);
  if (p90 < SECOND_MS / 2 && !isLeast) return t.underS;
  const median = Math.max(p50, SECOND_MS);
  const isWide = p90 >= 2 * median;
  return `${isLeast ? t.atLeast2 : t.approximately} ${roundedDuration(median)}${isWide ? t.atMost(roundedDuration(p90)) : ''}`;
}
