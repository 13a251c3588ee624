import { gunzipSync, gzipSync } from 'node:zlib';
import type { DatabaseSync } from 'node:sqlite';
import type { InlineGraph } from '#shared/api/index.ts';
import type { Batch, BatchCounts, BatchDraft, BatchItemsChange, NewBatchItem } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import { createBatchRows, type StoredBatch } from './batch-rows.ts';
import { createItemRows, type StoredItem } from './item-rows.ts';

/** How the run of an item ended. Amounts in microcredits, times in milliseconds. */
export interface ItemOutcome {
  state: 'done' | 'failed' | 'canceled';
  error: string | null;
  /** What a model may have charged though the item failed, in microcredits. */
  perhapsCharged: string | null;
  /** A picture that was paid in an earlier try is lost, so the next one pays for it again. */
  isExpired?: boolean;
  /** Null where the service did not say it. */
  cost: bigint | null;
}

export type { StoredBatch, StoredItem };

/**
 * Batches and their items as they are stored. Each method is one transaction that is on the disk when it returns, so
 * that a batch goes on after a crash exactly where it was.
 */
export class BatchStore {
  readonly #rows;
  readonly #items;
  readonly #getTime: () => number;
  readonly #counts = new Map<string, BatchCounts>();

  /** @param getTime milliseconds since the epoch */
  constructor(database: DatabaseSync, getTime: () => number) {
    this.#rows = createBatchRows(database);
    this.#items = createItemRows(database);
    this.#getTime = getTime;
  }

  /** Does nothing when there is one of this id already. */
  create(draft: BatchDraft): void {
    if (this.#rows.find(draft.id)) return;
    const { source } = draft;
    const at = new Date(this.#getTime()).toISOString();
    if (source.kind === 'template') this.#rows.insert(draft, source, null, at);
    else {
      const { graph, ...origin } = source;
      this.#rows.insert(draft, origin, gzipSync(JSON.stringify(graph)), at);
    }
  }

  find(id: string): StoredBatch | null {
    return this.#rows.find(id);
  }

  /** @throws DeskError `NOT_FOUND` */
  get(id: string): StoredBatch {
    const batch = this.#rows.find(id);
    if (batch) return batch;
    throw new DeskError('NOT_FOUND', 'This batch is not on this computer any more.');
  }

  list(...args: Parameters<ReturnType<typeof createBatchRows>['list']>): StoredBatch[] {
    return this.#rows.list(...args);
  }

  servedBefore(connectionId: string, rank: number): StoredBatch[] {
    return this.#rows.servedBefore(connectionId, rank);
  }

  pending(): StoredBatch[] {
    return this.#rows.pending();
  }

  /** The graph that every item of the batch runs; null of a template. */
  graph(id: string): InlineGraph | null {
    const bytes = this.#rows.graph(id);
    return bytes === null ? null : (JSON.parse(gunzipSync(bytes).toString()) as InlineGraph);
  }

  /** As pages see it. */
  present(stored: StoredBatch): Batch {
    const {
      fingerprint: _fingerprint,
      unpricedRuns: _unpricedRuns,
      sizeBytes: _sizeBytes,
      retriesOnly: _retriesOnly,
      ...batch
    } = stored;
    return { ...batch, counts: this.counts(stored.id) };
  }

  counts(id: string): BatchCounts {
    const counts = this.#counts.get(id) ?? this.#items.counts(id);
    this.#counts.set(id, counts);
    return counts;
  }

  /** Changes a batch. @throws DeskError `NOT_FOUND` */
  update(id: string, change: Partial<StoredBatch>): StoredBatch {
    const batch = { ...this.get(id), ...change, updatedAt: new Date(this.#getTime()).toISOString() };
    this.#rows.save(batch);
    return batch;
  }

  delete(id: string): void {
    this.#rows.delete(id);
    this.#counts.delete(id);
  }

  removeConnection(connectionId: string): void {
    this.#rows.removeConnection(connectionId);
    this.#counts.clear();
  }

  moveProject(connectionId: string, from: string, to: string): void {
    this.#rows.moveProject(connectionId, from, to);
  }

  append(id: string, from: number, items: readonly NewBatchItem[]): StoredBatch {
    this.#counts.delete(id);
    return this.#rows.transaction(() => {
      const { sizeBytes } = this.get(id);
      return this.update(id, { sizeBytes: sizeBytes + this.#items.append(id, from, items) });
    });
  }

  page(...args: Parameters<ReturnType<typeof createItemRows>['page']>): StoredItem[] {
    return this.#items.page(...args);
  }

  /** The newest runs that are done. */
  finishedRuns(id: string): string[] {
    return this.#items.finishedRuns(id);
  }

  item(id: string, index: number): StoredItem | null {
    return this.#items.find(id, index);
  }

  /** The next item to run: of those that wait for a retry alone, or of all that wait. */
  nextPending(id: string, retriesOnly: boolean): StoredItem | null {
    return retriesOnly ? this.#items.nextRetried(id) : this.#items.nextPending(id);
  }

  submitted(id: string): StoredItem[] {
    return this.#items.submitted(id);
  }

  /** The run of an item is about to be asked for: from here on it may have been paid. */
  begin(id: string, index: number): StoredItem {
    return this.#rows.transaction(() => {
      const { runsStarted } = this.get(id);
      this.update(id, { runsStarted: runsStarted + 1 });
      return this.#change(id, index, (item) => ({
        ...item,
        state: 'submitted',
        attempt: item.attempt + 1,
        submittedAt: this.#getTime(),
        runId: null,
        error: null,
        perhapsCharged: null,
      }));
    });
  }

  /** The service certainly did not take it: it waits as if nothing had been asked. */
  rejected(id: string, index: number): StoredItem {
    return this.#rows.transaction(() => {
      const { runsStarted } = this.get(id);
      this.update(id, { runsStarted: Math.max(0, runsStarted - 1) });
      return this.#change(id, index, (item) => ({
        ...item,
        state: 'waiting',
        attempt: item.attempt - 1,
        submittedAt: null,
      }));
    });
  }

  accepted(id: string, index: number, runId: string): StoredItem {
    return this.#change(id, index, (item) => ({ ...item, runId }));
  }

  /** @param wasRun false for an item that the service refused: it cost nothing. */
  finished(id: string, index: number, outcome: ItemOutcome, wasRun: boolean): StoredItem {
    return this.#rows.transaction(() => {
      const { cost, isExpired = false, ...ending } = outcome;
      if (wasRun) this.update(id, addCost(this.get(id), cost));
      return this.#change(id, index, (item) => ({
        ...item,
        ...ending,
        alreadyPaid:
          isExpired || outcome.state === 'done' ? null : withCharge(item.alreadyPaid, wasRun ? cost : null),
      }));
    });
  }

  /** Failed and canceled items wait again. @param items their indexes @returns those changed */
  retry(id: string, items: readonly number[]): StoredItem[] {
    return this.#rows.transaction(() =>
      items.flatMap((index) => {
        const { state } = this.#items.find(id, index) ?? { state: null };
        if (state !== 'failed' && state !== 'canceled') return [];
        return [
          this.#change(id, index, (old) => ({
            ...old,
            state: 'waiting',
            runId: null,
            error: null,
            perhapsCharged: null,
            submittedAt: null,
          })),
        ];
      }),
    );
  }

  /** Gives an item without a result other values: it waits again. @returns null for one that has run or runs. */
  setValues(id: string, index: number, values: StoredItem['values']): StoredItem | null {
    return this.#rows.transaction(() => {
      const before = this.#items.find(id, index);
      if (before === null || before.state === 'done' || before.state === 'submitted') return null;
      const { sizeBytes } = this.get(id);
      this.update(id, { sizeBytes: sizeBytes + this.#items.setValues(id, before, values) });
      return this.#change(id, index, (item) => ({
        ...item,
        state: 'waiting',
        runId: null,
        error: null,
        perhapsCharged: null,
        // Other values ask for other work.
        alreadyPaid: null,
        submittedAt: null,
      }));
    });
  }

  /** What a person marks. An item that has run is not skipped any more. */
  mark(id: string, { items, starred, hidden, skipped }: BatchItemsChange): StoredItem[] {
    return this.#rows.transaction(() =>
      items.flatMap((index) => {
        if (this.#items.find(id, index) === null) return [];
        return [
          this.#change(id, index, (item) => ({
            ...item,
            starred: starred ?? item.starred,
            hidden: hidden ?? item.hidden,
            state: skipped === undefined ? item.state : skippedState(item.state, skipped),
            error: skipped === false && item.state === 'skipped' ? null : item.error,
          })),
        ];
      }),
    );
  }

  #change(id: string, index: number, change: (item: StoredItem) => StoredItem): StoredItem {
    const before = this.#items.find(id, index);
    if (before === null) throw new DeskError('NOT_FOUND', 'The batch has no such item.');
    const after = change(before);
    // Counted before it is written: a transaction that fails leaves no wrong count behind.
    const counts = { ...this.counts(id) };
    this.#counts.delete(id);
    this.#items.save(id, after);
    counts[before.state] -= 1;
    counts[after.state] += 1;
    counts.starred += Number(after.starred) - Number(before.starred);
    counts.hidden += Number(after.hidden) - Number(before.hidden);
    const isUncertain = (item: StoredItem): number => Number(item.perhapsCharged !== null);
    counts.perhapsCharged = (counts.perhapsCharged ?? 0) + isUncertain(after) - isUncertain(before);
    this.#counts.set(id, counts);
    return after;
  }
}

const skippedState = (state: StoredItem['state'], skipped: boolean): StoredItem['state'] => {
  if (skipped) return state === 'waiting' ? 'skipped' : state;
  return state === 'skipped' ? 'waiting' : state;
};

/** What was paid with what one more try was charged. */
const withCharge = (paid: string | null, cost: bigint | null): string | null =>
  cost === null ? paid : String(BigInt(paid ?? 0) + cost);

function addCost(batch: StoredBatch, cost: bigint | null): Partial<StoredBatch> {
  if (cost === null) return { unpricedRuns: batch.unpricedRuns + 1 };
  const highest = batch.highestMicrocredits === null ? null : BigInt(batch.highestMicrocredits);
  return {
    spentMicrocredits: String(BigInt(batch.spentMicrocredits) + cost),
    pricedRuns: batch.pricedRuns + 1,
    highestMicrocredits: String(highest === null || cost > highest ? cost : highest),
  };
}
