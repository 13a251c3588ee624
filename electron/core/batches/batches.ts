import type { Readable } from 'node:stream';
import {
  BatchId,
  MAX_GRID_ITEMS,
  MAX_ITEMS_IN_REQUEST,
  MAX_TABLE_ITEMS,
  outputFileName,
  type Batch,
  type BatchChange,
  type BatchDraft,
  type BatchItem,
  type BatchItemsChange,
  type BatchItemValues,
  type BatchItemState,
  type BatchLimits,
  type DeskEvent,
  type NewBatchItem,
} from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import { errorFields } from '../error-fields.ts';
import type { ZipMember } from '../library/zip-stream.ts';
import type { RunReader } from '../runs/run-reader.ts';
import type { StoredBatch } from './batch-store.ts';
import { withTargets, type ShowItems } from './item-names.ts';
import { storedText } from './item-results.ts';
import { readText } from './read-run.ts';
import { resultMembers, savedCells } from './result-files.ts';
import { checkItemValues } from './item-values.ts';
import { csvStream, type ItemPages } from './results-csv.ts';
import { BatchRunner, type RunnerDeps } from './runner.ts';

/** Values of all items of a batch together. Bytes. */
const MAX_BATCH_BYTES = 256 * 1024 * 1024;
/** A page gets a batch's figures at most this often. Milliseconds. */
const NOTIFY_INTERVAL_MS = 100;

/** Items that are read at once while results are saved. */
const SAVED_PAGE_SIZE = 250;

/** Opens the bytes of a file. @throws DeskError */
type OpenResultFile = (
  connectionId: string,
  fileId: string,
  signal: AbortSignal,
) => Promise<Readable | Buffer>;

type BatchesDeps = Omit<RunnerDeps, 'onBatch' | 'onItems' | 'mayBegin'> & {
  emit: (event: DeskEvent) => void;
  present: ShowItems;
  results: Pick<RunReader, 'resultOf'>;
};

/** All batches of this computer: what pages ask of them, and a runner for each that has work to do. */
export class Batches {
  readonly #deps: BatchesDeps;
  readonly #runners = new Map<string, BatchRunner>();
  readonly #changed = new Set<string>();
  readonly #closing = new AbortController();
  #notifying: Promise<void> | null = null;

  constructor(deps: BatchesDeps) {
    this.#deps = deps;
  }

  /** Goes on with what was under way when the app was closed. */
  start(): void {
    for (const { id } of this.#deps.store.pending()) this.#runner(id).wake();
  }

  serviceIsBack(connectionId: string): void {
    for (const [id, runner] of this.#runners) {
      if (this.#deps.store.find(id)?.connectionId === connectionId) runner.serviceIsBack();
    }
  }

  /** Leaves the runs of a connection that is removed. */
  async leaveConnection(connectionId: string): Promise<void> {
    const ids = [...this.#runners.keys()].filter(
      (id) => this.#deps.store.find(id)?.connectionId === connectionId,
    );
    await Promise.all(ids.map((id) => this.#leave(id)));
  }

  removeConnection(connectionId: string): void {
    this.#deps.store.removeConnection(connectionId);
  }

  /** The service brought a project back under another id: its batches go with it. */
  moveProject(connectionId: string, from: string, to: string): void {
    this.#deps.store.moveProject(connectionId, from, to);
    for (const { id } of this.#deps.store.list(connectionId, { projectId: to })) this.#announce(id);
  }

  list(
    connectionId: string,
    of: { projectId?: string | undefined; templateId?: string | undefined },
  ): Batch[] {
    return this.#deps.store.list(connectionId, of).map((batch) => this.#toPublic(batch));
  }

  /** @throws DeskError `NOT_FOUND` */
  get(id: string): Batch {
    return this.#toPublic(this.#deps.store.get(id));
  }

  /** @throws DeskError `INVALID_REQUEST` for fields that do not fit the source. */
  create(draft: BatchDraft): Batch {
    const isGraph = draft.source.kind === 'graph';
    if (draft.fields.some(({ of }) => (of === 'template') === isGraph)) {
      throw new DeskError('INVALID_REQUEST', 'These inputs do not belong to what the batch runs.');
    }
    if (draft.source.kind === 'template' && draft.limits.maxMicrocredits !== null) {
      throw new DeskError(
        'INVALID_REQUEST',
        'Services do not say what runs of templates cost, so set a ceiling on runs instead of credits.',
      );
    }
    this.#deps.store.create(withTargets(draft));
    return this.#announce(draft.id);
  }

  /** @throws DeskError `INVALID_REQUEST` past a limit, or once the batch has begun. */
  append(id: string, from: number, items: readonly NewBatchItem[]): Batch {
    const batch = this.#deps.store.get(id);
    if (batch.state !== 'draft') {
      throw new DeskError(
        'INVALID_REQUEST',
        'This batch has begun, so nothing can be added. Make a new one.',
      );
    }
    const max = batch.kind === 'grid' ? MAX_GRID_ITEMS : MAX_TABLE_ITEMS;
    if (from + items.length > max) {
      throw new DeskError(
        'INVALID_REQUEST',
        `A ${batch.kind === 'grid' ? 'grid' : 'batch'} may hold ${max.toLocaleString('en')} runs. Take fewer values.`,
      );
    }
    const { total } = this.#deps.store.counts(id);
    if (from > total) throw new DeskError('INVALID_REQUEST', `Items ${total} to ${from - 1} are missing.`);
    let bytes = batch.sizeBytes;
    items.forEach(({ values }, at) => {
      bytes += checkItemValues(batch.fields.length, from + at, values);
      if (bytes > MAX_BATCH_BYTES) {
        throw new DeskError(
          'INVALID_REQUEST',
          'All values together are longer than 256 MB. Make several batches.',
        );
      }
    });
    this.#deps.store.append(id, from, items);
    return this.#announce(id);
  }

  items(id: string, query: { from?: string; limit?: string; state?: BatchItemState }): BatchItem[] {
    this.#deps.store.get(id);
    const limit = Math.min(Number(query.limit ?? 200), MAX_ITEMS_IN_REQUEST);
    return this.#deps.present(id, this.#deps.store.page(id, Number(query.from ?? 0), limit, query.state));
  }

  /** All results as a CSV file. @throws DeskError `NOT_FOUND` */
  results(id: string): Response {
    const batch = this.get(id);
    return new Response(csvStream(batch, this.#pages(id), savedCells(batch)), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${batch.name}.csv`)}`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    });
  }

  /** What a ZIP of all results holds, read as it is written. @throws DeskError `NOT_FOUND` */
  resultFiles(id: string, openFile: OpenResultFile): { name: string; members: Iterable<ZipMember> } {
    const batch = this.get(id);
    const { connectionId, origin } = batch;
    const api = this.#deps.api(connectionId);
    const { results } = this.#deps;
    const members = resultMembers(batch, {
      pages: this.#pages(id),
      completedPages: this.#pages(id, 'done'),
      openFile: (fileId, signal) => openFile(connectionId, fileId, signal),
      fullText: async ({ runId }, key, signal) =>
        storedText(results.resultOf(connectionId, runId ?? ''), key) ??
        readText(api, origin, { runId: runId ?? '', key }, signal),
    });
    const name = outputFileName({ project: null, output: batch.name, version: null, extension: 'zip' });
    return { name, members };
  }

  #pages(id: string, state?: BatchItemState): ItemPages {
    return (from) => this.#deps.present(id, this.#deps.store.page(id, from, SAVED_PAGE_SIZE, state));
  }

  change(id: string, change: BatchChange): Batch {
    this.#deps.store.update(id, change);
    this.#wakeIfNeeded(id);
    return this.#announce(id);
  }

  mark(id: string, change: BatchItemsChange): Batch {
    this.#deps.store.get(id);
    const items = this.#deps.store.mark(id, change);
    this.#deps.emit({ type: 'batch-items', batchId: id, items: this.#deps.present(id, items) });
    this.#wakeIfNeeded(id);
    return this.#announce(id);
  }

  /** @throws DeskError `INVALID_REQUEST` for an item that has a result or runs, or values that do not fit. */
  setValues(id: string, { item, values }: BatchItemValues): Batch {
    const batch = this.#deps.store.get(id);
    checkItemValues(batch.fields.length, item, values);
    const changed = this.#deps.store.setValues(id, item, values);
    if (changed === null) {
      throw new DeskError('INVALID_REQUEST', 'This row has run or runs now. Make a new batch to change it.');
    }
    this.#deps.emit({ type: 'batch-items', batchId: id, items: this.#deps.present(id, [changed]) });
    this.#wakeIfNeeded(id);
    return this.#announce(id);
  }

  resume(id: string, limits: BatchLimits | undefined): Batch {
    const { total } = this.#deps.store.counts(id);
    if (total === 0) throw new DeskError('INVALID_REQUEST', 'There is nothing to run yet.');
    return this.#run(id, { retriesOnly: false, ...(limits ? { limits } : {}) });
  }

  #run(id: string, change: Partial<Pick<StoredBatch, 'limits' | 'retriesOnly'>>): Batch {
    this.#deps.store.update(id, { state: 'running', reason: null, ...change });
    this.#runner(id).serviceIsBack();
    this.#runner(id).wake();
    return this.#announce(id);
  }

  pause(id: string): Batch {
    if (this.#deps.store.get(id).state === 'running') {
      this.#deps.store.update(id, { state: 'paused', reason: null });
      this.#wakeRemaining(id);
    }
    return this.#announce(id);
  }

  /** Its runs are begun before those of all other batches of its connection. @throws DeskError `NOT_FOUND` */
  moveToFront(id: string): Batch {
    const { connectionId } = this.#deps.store.get(id);
    const first = this.#deps.store.servedBefore(connectionId, 0).find((batch) => batch.id !== id);
    this.#deps.store.update(id, { movedToFront: (first?.movedToFront ?? 0) + 1 });
    this.#wakeRemaining(id);
    for (const runnerId of this.#runners.keys()) if (runnerId !== id) this.#scheduleNotify(runnerId);
    return this.#announce(id);
  }

  async cancel(id: string): Promise<Batch> {
    const { state, origin } = this.#deps.store.get(id);
    if (state !== 'done') {
      const reason =
        origin.kind === 'template' && this.#deps.store.counts(id).submitted > 0
          ? 'Nothing more is started. The API cannot cancel runs of templates, so those that are going on come to their end.'
          : null;
      this.#deps.store.update(id, { state: 'canceled', reason });
      await this.#runner(id).cancelRuns();
      this.#runner(id).wake();
      this.#wakeRemaining(id);
    }
    return this.#announce(id);
  }

  /**
   * Runs failed and canceled items once more: those named, or all. Where the batch does not run, they run alone, and a
   * ceiling on runs is raised by what they need; one on credits never is.
   */
  retry(id: string, items: readonly number[] | undefined, isConfirmed = true): Batch {
    const { state, limits, runsStarted } = this.#deps.store.get(id);
    const retried = items === undefined ? this.#retryAll(id, isConfirmed) : this.#retrySome(id, items);
    if (retried === 0) return this.#announce(id);
    if (state === 'running') {
      this.#runner(id).wake();
      return this.#announce(id);
    }
    const retriesOnly = this.#deps.store.counts(id).waiting > retried;
    const maxRuns = limits.maxRuns === null ? null : Math.max(limits.maxRuns, runsStarted + retried);
    return this.#run(id, { limits: { ...limits, maxRuns }, retriesOnly });
  }

  /** @param isConfirmed those that surely cost nothing, else those that a model may have charged. */
  #retryAll(id: string, isConfirmed: boolean): number {
    let retried = 0;
    for (const state of ['failed', 'canceled'] as const) {
      for (let from = 0; ;) {
        const page = this.#deps.store.page(id, from, MAX_ITEMS_IN_REQUEST, state);
        const last = page.at(-1);
        if (last === undefined) break;
        from = last.index + 1;
        const eligible = page.filter(({ perhapsCharged }) => (perhapsCharged === null) === isConfirmed);
        retried += this.#retrySome(
          id,
          eligible.map(({ index }) => index),
        );
      }
    }
    return retried;
  }

  /** @returns how many wait again. */
  #retrySome(id: string, items: readonly number[]): number {
    const changed = this.#deps.store.retry(id, items);
    this.#deps.emit({ type: 'batch-items', batchId: id, items: this.#deps.present(id, changed) });
    return changed.length;
  }

  async delete(id: string): Promise<void> {
    BatchId.parse(id);
    await this.#leave(id);
    this.#deps.store.delete(id);
    this.#wakeRemaining(id);
    this.#deps.emit({ type: 'batch', batchId: id, batch: null });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#runners.values()].map((runner) => runner.close()));
    await this.#notifying;
  }

  async #leave(id: string): Promise<void> {
    const runner = this.#runners.get(id);
    this.#runners.delete(id);
    await runner?.close();
  }

  #wakeIfNeeded(id: string): void {
    const { state } = this.#deps.store.get(id);
    const { waiting: waitReason } = this.#deps.store.counts(id);
    // One whose skipped item is wanted after all is not done any more.
    if (state === 'done' && waitReason > 0) this.#deps.store.update(id, { state: 'paused', reason: null });
    if (state === 'running') this.#runner(id).wake();
  }

  #runner(id: string): BatchRunner {
    const existing = this.#runners.get(id);
    if (existing) return existing;
    const runner = new BatchRunner(id, {
      ...this.#deps,
      mayBegin: (runnerId) => this.#servedFirst(runnerId) === null,
      onBatch: (changed) => this.#scheduleNotify(changed),
      onItems: (batchId, items) =>
        this.#deps.emit({ type: 'batch-items', batchId, items: this.#deps.present(batchId, items) }),
    });
    this.#runners.set(id, runner);
    return runner;
  }

  /** The name of a batch whose runs are begun before those of this one; null when there is none. */
  #servedFirst(id: string): string | null {
    const { store } = this.#deps;
    const batch = store.find(id);
    if (batch === null) return null;
    const before = store
      .servedBefore(batch.connectionId, batch.movedToFront)
      // One that waits for its service keeps no other waiting.
      .find(
        (candidate) =>
          store.counts(candidate.id).waiting > 0 && !this.#runners.get(candidate.id)?.pendingReason,
      );
    return before?.name ?? null;
  }

  /** What one batch begins or ends may be what others wait for. */
  #wakeRemaining(id: string): void {
    for (const [runnerId, runner] of this.#runners) if (runnerId !== id) runner.wake();
  }

  #reasonToWait(batch: StoredBatch): string | null {
    const first = this.#servedFirst(batch.id);
    if (first !== null)
      return `It goes on once all runs of “${first}” have begun, which was moved to the front.`;
    return this.#runners.get(batch.id)?.pendingReason ?? null;
  }

  #toPublic(batch: StoredBatch): Batch {
    const waitReason = batch.state === 'running' ? this.#reasonToWait(batch) : null;
    const publicBatch = this.#deps.store.present(batch);
    return waitReason === null ? publicBatch : { ...publicBatch, reason: waitReason };
  }

  #announce(id: string): Batch {
    const batch = this.get(id);
    this.#deps.emit({ type: 'batch', batchId: id, batch });
    return batch;
  }

  #scheduleNotify(id: string): void {
    this.#changed.add(id);
    this.#notifying ??= this.#deps.clock
      .sleep(NOTIFY_INTERVAL_MS, this.#closing.signal)
      .then(() => this.#notifyChanged())
      .catch((error: unknown) => {
        if (this.#closing.signal.aborted) return;
        this.#deps.log.warn(errorFields(error), 'pages were not told of a batch');
      })
      .finally(() => {
        this.#notifying = null;
      });
  }

  #notifyChanged(): void {
    const ids = [...this.#changed];
    this.#changed.clear();
    for (const id of ids) {
      const batch = this.#deps.store.find(id);
      if (batch) this.#announce(id);
      if (batch === null || batch.movedToFront > 0) this.#wakeRemaining(id);
    }
  }
}
