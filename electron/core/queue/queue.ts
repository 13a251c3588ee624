import type {
  Batch,
  FinishedItem,
  QueuedBatch,
  QueuedFile,
  QueuedRun,
  QueueItem,
  QueueSummary,
  RunRecord,
  Spread,
} from '#shared/desk/index.ts';
import { LOCAL_CONNECTION_ID, QUEUE_PAGE_SIZE } from '#shared/desk/index.ts';
import { toPublicProgress, type TrackedProgress } from './run-progress.ts';

/** What goes on at a connection, put in order from what the parts of the core know of it. */

const MAX_FINISHED = 50;

export interface QueueSources {
  activeRuns(connectionId: string): RunRecord[];
  finishedLast(connectionId: string): RunRecord[];
  numberOf(run: RunRecord): number;
  batches(connectionId: string): Batch[];
  /** Uploads, exports, imports and ZIPs, also those that have ended. */
  files(connectionId: string): QueuedFile[];
  progressOf(connectionId: string, runId: string): TrackedProgress;
  expected(connectionId: string, runId: string): Spread | null;
  /** Ids of the runs that wait at the local service, the next one first; null when it cannot be asked. */
  pendingRunIds(): Promise<readonly string[] | null>;
}

/** A run before it is numbered, which only those on a page are. */
type UnnumberedRun = Omit<QueuedRun, 'number'>;
type Entry = UnnumberedRun | QueuedBatch | QueuedFile;

const finishedItems = ({ counts }: Batch): number =>
  counts.done + counts.failed + counts.canceled + counts.skipped;

const isFinished = ({ state, counts }: Batch): boolean =>
  (state === 'done' || state === 'canceled') && counts.submitted === 0;

const fractionOf = (entry: Entry): number | null => {
  if (entry.kind === 'run') return entry.progress.fraction;
  if (entry.kind === 'file') return entry.fraction;
  const { total } = entry.batch.counts;
  return total === 0 ? null : finishedItems(entry.batch) / total;
};

const isPaused = ({ batch }: QueuedBatch): boolean => batch.state === 'paused';

function keyOf(entry: Entry): string {
  if (entry.kind === 'file') return `file ${entry.id}`;
  return entry.kind === 'run' ? `run ${entry.run.runId}` : `batch ${entry.batch.id}`;
}

const isFileFinished = ({ state, canRetry }: QueuedFile): boolean =>
  state === 'done' || state === 'canceled' || (state === 'failed' && !canRetry);

interface Sorted {
  running: UnnumberedRun[];
  waiting: UnnumberedRun[];
  batches: QueuedBatch[];
  files: QueuedFile[];
}

export class Queue {
  readonly #sources: QueueSources;

  constructor(sources: QueueSources) {
    this.#sources = sources;
  }

  async summary(connectionId: string): Promise<QueueSummary> {
    const { running, waiting: pending, batches, files } = await this.#sorted(connectionId);
    const active = [
      ...batches.filter((item) => !isPaused(item)),
      ...running,
      ...files.filter(({ state }) => state === 'working'),
    ];
    const fractions = active.flatMap((entry) => fractionOf(entry) ?? []);
    return {
      running: active.length,
      waiting: pending.length + files.filter(({ state }) => state === 'waiting').length,
      fraction:
        fractions.length === 0 ? null : fractions.reduce((sum, value) => sum + value, 0) / fractions.length,
      order: connectionId === LOCAL_CONNECTION_ID ? 'here' : 'service',
    };
  }

  /** @param cursor of the page before; one of an earlier order goes on near where it was. */
  async page(
    connectionId: string,
    cursor?: string,
  ): Promise<{ items: QueueItem[]; nextCursor: string | null }> {
    const { running, waiting: pending, batches, files } = await this.#sorted(connectionId);
    const entries: Entry[] = [
      ...batches.filter((item) => !isPaused(item)),
      ...running,
      ...files,
      ...pending,
      ...batches.filter(isPaused),
    ];
    const from = startOf(entries, cursor);
    const page = entries.slice(from, from + QUEUE_PAGE_SIZE);
    const last = page.at(-1);
    const end = from + page.length;
    return {
      items: page.map((entry) =>
        entry.kind === 'run' ? { ...entry, number: this.#sources.numberOf(entry.run) } : entry,
      ),
      nextCursor: last === undefined || end >= entries.length ? null : `${end} ${keyOf(last)}`,
    };
  }

  finished(connectionId: string): FinishedItem[] {
    const runs = this.#sources.finishedLast(connectionId).map((run) => ({ kind: 'run' as const, run }));
    const batches = this.#sources
      .batches(connectionId)
      .filter(isFinished)
      .map((batch) => ({ kind: 'batch' as const, batch }));
    const files = this.#sources.files(connectionId).filter(isFileFinished);
    const finishTime = (item: (typeof runs)[number] | (typeof batches)[number] | QueuedFile): string => {
      if (item.kind === 'file') return item.at;
      return item.kind === 'run' ? item.run.updatedAt : item.batch.updatedAt;
    };
    return [...runs, ...batches, ...files]
      .sort((a, b) => finishTime(b).localeCompare(finishTime(a)))
      .slice(0, MAX_FINISHED)
      .map((item) => (item.kind === 'run' ? { ...item, number: this.#sources.numberOf(item.run) } : item));
  }

  async #sorted(connectionId: string): Promise<Sorted> {
    const records = this.#sources.activeRuns(connectionId);
    const isLocal = connectionId === LOCAL_CONNECTION_ID;
    const mayWait = records.some(({ status }) => status !== 'running');
    const order = isLocal && mayWait ? await this.#sources.pendingRunIds() : null;
    const positions = order === null ? null : new Map(order.map((id, index) => [id, index]));
    const running: UnnumberedRun[] = [];
    const pending: UnnumberedRun[] = [];
    for (const run of records) {
      const progress = this.#sources.progressOf(connectionId, run.runId);
      const hasStarted = run.status === 'running' || progress.startedAt !== null;
      const isPending = positions === null ? !hasStarted : positions.has(run.runId);
      const state = progress.isCanceling ? 'canceling' : isPending ? 'waiting' : 'running';
      (isPending ? pending : running).push({
        kind: 'run',
        run,
        state,
        position: null,
        progress: toPublicProgress(progress),
        expected: this.#sources.expected(connectionId, run.runId),
        // The API cannot end runs of templates.
        canCancel: run.templateId === undefined && state !== 'canceling',
        canMove: false,
      });
    }
    if (positions !== null) assignPositions(pending, positions);
    const batches = this.#sources.batches(connectionId).filter(isActive);
    const files = this.#sources
      .files(connectionId)
      .filter((file) => !isFileFinished(file))
      .toSorted((a, b) => a.at.localeCompare(b.at));
    return { running, waiting: pending, batches: inFeedingOrder(batches), files };
  }
}

const isActive = (batch: Batch): boolean => batch.state !== 'draft' && !isFinished(batch);

function assignPositions(pending: UnnumberedRun[], positions: ReadonlyMap<string, number>): void {
  const positionOf = ({ run }: UnnumberedRun): number => positions.get(run.runId) ?? positions.size;
  pending.sort((a, b) => positionOf(a) - positionOf(b));
  pending.forEach((item, at) => {
    item.position = at + 1;
    item.canMove = at > 0;
  });
}

/** Those that were moved to the front first, then the oldest. */
function inFeedingOrder(batches: readonly Batch[]): QueuedBatch[] {
  const sorted = batches.toSorted(
    (a, b) => b.movedToFront - a.movedToFront || a.createdAt.localeCompare(b.createdAt),
  );
  const running = sorted.filter(({ state }) => state === 'running');
  return sorted.map((batch) => ({
    kind: 'batch',
    batch,
    canMove: running.length > 1 && running.indexOf(batch) > -1 && !isFirst(running, batch),
  }));
}

/** Whether a batch is served before all others already. */
const isFirst = (running: readonly Batch[], batch: Batch): boolean =>
  batch.movedToFront > 0 &&
  running.every((candidate) => candidate === batch || candidate.movedToFront < batch.movedToFront);

function startOf(entries: readonly Entry[], cursor: string | undefined): number {
  const [, cursorPosition, key] = /^(\d{1,9}) (.+)$/.exec(cursor ?? '') ?? [];
  if (cursorPosition === undefined || key === undefined) return 0;
  const at = entries.findIndex((entry) => keyOf(entry) === key);
  return at === -1 ? Number(cursorPosition) : at + 1;
}
