import type {
  Batch,
  FinishedItem,
  QueuedFile,
  QueuedRun,
  QueueSummary,
  RunRecord,
} from '#shared/desk/index.ts';
import {
  formatBytes,
  formatCharged,
  formatCredits,
  formatDuration,
  formatUncertain,
} from '#renderer/ui/index.ts';
import { ordinal, quote, words } from '#renderer/words/index.ts';

const t = words.queue.labels;

/** What the queue says of its items, in words. */

/**
 * `Run 3 of “Poster”`; of a run that exports a film `Export of “Poster.mp4”`.
 * @param owner of the project or template; null while it is not read, or of neither.
 */
export function runName(
  number: number,
  owner: string | null | undefined,
  purpose?: RunRecord['occasion'],
): string {
  if (purpose?.kind === 'film') return words.runs.exportOf(purpose.filename);
  return owner ? t.runOf(number, owner) : t.run(number);
}

const joined = (segments: readonly (string | null)[]): string =>
  segments.filter((segment) => segment !== null && segment !== '').join(' · ');

function positionText({ position }: QueuedRun): string {
  if (position === null) return t.waitsService;
  return position === 1 ? t.startsNext : t.inLine(ordinal(position));
}

/** What such a run usually takes: `usually 40 s to 1 min`. */
function durationText({ expected }: QueuedRun): string | null {
  if (expected === null) return null;
  const duration = formatDuration(expected.p50);
  const most = formatDuration(expected.p90);
  return duration === most ? t.usually(duration) : t.usuallyMost(duration, most);
}

const costText = ({ creditsUsedMicrocredits }: RunRecord): string | null =>
  creditsUsedMicrocredits === null || creditsUsedMicrocredits === '0'
    ? null
    : t.spent(formatCredits(creditsUsedMicrocredits) ?? '');

/** @param isUnavailable the service does not answer now. @param now milliseconds since the epoch. */
export function runText(
  item: QueuedRun,
  { isUnavailable, timestamp }: { isUnavailable: boolean; timestamp: number },
): string {
  if (item.state === 'waiting') return joined([positionText(item), isUnavailable ? t.serviceDoesNot : null]);
  const { doneNodes, totalNodes, startedAt } = item.progress;
  const elapsed = startedAt === null ? null : Math.max(0, timestamp - Date.parse(startedAt));
  return joined([
    isUnavailable ? t.serviceDoesNotRun : item.state === 'canceling' ? t.canceling : t.running2,
    // Of one there is nothing to count: it is done when the run is.
    totalNodes === null || totalNodes === 1 ? null : t.label(doneNodes, totalNodes),
    elapsed === null || isUnavailable ? null : formatDuration(Math.floor(elapsed / 1000) * 1000 || 0),
    durationText(item),
    costText(item.run),
  ]);
}

export const batchFraction = ({ counts }: Batch): number | null =>
  counts.total === 0 ? null : (counts.done + counts.failed + counts.canceled + counts.skipped) / counts.total;

/** How much of it is done: rows of a table, cells of a grid. */
const countText = ({ kind, counts }: Batch): string =>
  kind === 'table'
    ? t.rowCount(counts.done, counts.total - counts.skipped)
    : t.cellCount(counts.done, counts.total - counts.skipped);

export function batchText(batch: Batch): string {
  const { counts, state, spentMicrocredits, pricedRuns } = batch;
  const word = {
    draft: t.noStarted,
    running: t.running2,
    paused: t.paused,
    canceled: t.canceling,
    done: words.common.finished,
  };
  return joined([
    word[state],
    countText(batch),
    counts.failed > 0 ? t.failed(counts.failed) : null,
    (counts.perhapsCharged ?? 0) > 0 ? `${counts.perhapsCharged} ${words.runs.perhapsCharged(null)}` : null,
    pricedRuns > 0 ? formatCharged(spentMicrocredits) : null,
  ]);
}

const WORK = { upload: t.uploadOf, export: t.exportOf, import: t.importOf, zip: t.savingOf };

/** `Upload of “sky.png”`. */
export const fileName = ({ work, name }: QueuedFile): string =>
  `${WORK[work]} ${name === null ? t.project : quote(name)}`;

/** How a file on its way stands; a failure is its sentence. */
export function fileText({ work, state, fraction, totalBytes, error }: QueuedFile): string {
  const states = {
    working: { upload: t.uploading, export: t.exporting, import: t.importing, zip: t.saving }[work],
    waiting: t.waitsService,
    paused: t.paused,
    done: t.finished,
    failed: t.failed2,
    canceled: t.canceled,
  };
  const isInProgress = state === 'working' || state === 'waiting' || state === 'paused';
  return joined([
    state === 'failed' && error !== null ? words.sentences.translate(error) : states[state],
    isInProgress && fraction !== null ? `${Math.floor(fraction * 100)} %` : null,
    totalBytes === null || state === 'failed' ? null : formatBytes(totalBytes),
    state === 'waiting' && error !== null ? words.sentences.translate(error) : null,
  ]);
}

const ENDS: Readonly<Record<string, string>> = {
  succeeded: t.finished,
  failed: t.failed2,
  canceled: t.stopped,
};

/** How something ended, without when. */
export function finishedText(item: FinishedItem): string {
  if (item.kind === 'file') return fileText(item);
  if (item.kind === 'batch') {
    const { counts, state, spentMicrocredits, pricedRuns } = item.batch;
    return joined([
      state === 'done' ? t.finished : t.stopped,
      countText(item.batch),
      counts.failed > 0 ? t.failed(counts.failed) : null,
      (counts.perhapsCharged ?? 0) > 0 ? `${counts.perhapsCharged} ${words.runs.perhapsCharged(null)}` : null,
      pricedRuns > 0 ? formatCharged(spentMicrocredits) : null,
    ]);
  }
  const { status, executionTimeMs, creditsUsedMicrocredits, perhapsCharged } = item.run;
  return joined([
    ENDS[status] ?? t.terminated,
    executionTimeMs === null ? null : formatDuration(executionTimeMs),
    formatCharged(creditsUsedMicrocredits),
    perhapsCharged === undefined ? null : words.runs.perhapsCharged(formatUncertain(perhapsCharged)),
  ]);
}

const percentOf = ({ fraction }: QueueSummary): string | null =>
  fraction === null ? null : `${Math.floor(fraction * 100)} %`;

/** `2 running, 3 waiting`; `Nothing is running` when nothing does. */
export function summaryText({ running, waiting }: QueueSummary): string {
  const segments = [running > 0 ? t.running(running) : '', waiting > 0 ? t.pending(waiting) : ''];
  return segments.filter((segment) => segment !== '').join(', ') || t.noRunning;
}

/** What stands before a page's name while something goes on: `(2) 45 %`. Null while nothing does. */
export function titleText(summary: QueueSummary): string | null {
  const count = summary.running + summary.waiting;
  if (count === 0) return null;
  const percent = percentOf(summary);
  return percent === null ? `(${count})` : `(${count}) ${percent}`;
}

/** What stands on the button of the queue: `2 · 45 %`. Null while nothing goes on. */
export function buttonText(summary: QueueSummary): string | null {
  const count = summary.running + summary.waiting;
  if (count === 0) return null;
  const percent = percentOf(summary);
  return percent === null ? `${count}` : `${count} · ${percent}`;
}
