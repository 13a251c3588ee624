import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ItemError, NodeValue } from '#service/nodes/definition.ts';
import type { Database } from '#service/storage/database.ts';
import { all, run, text } from '#service/storage/statements.ts';

type NodeRunStatus = 'queued' | 'running' | 'succeeded' | 'cached' | 'failed' | 'skipped';

/** What is executed at once: a node, or one item of a node that runs for a list. */
export interface UnitId {
  nodeId: string;
  /** Its place in the lists: `6`, `6.2`, from 0; empty for the node as a whole. */
  item: string;
}

export interface NodeRunRow extends UnitId {
  state: NodeRunStatus;
  outputs: Record<string, NodeValue> | null;
  /** Why an item failed. */
  error: ItemError | null;
  attempts: number;
}

/** Rows that are removed in one transaction. */
const ROWS_PER_CHUNK = 200;

/** Rows of the nodes of runs that go on, and of items of those that run for lists; callers open transactions around what belongs together. */
export class RunNodes {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The nodes and items of a run that were started or found in the cache. */
  async of(runId: string): Promise<NodeRunRow[]> {
    const rows = await all(this.#db, 'SELECT * FROM run_nodes WHERE run_id = ?', runId);
    return rows.map((row) => ({
      nodeId: text(row, 'node_id'),
      item: text(row, 'item'),
      state: row['state'] as NodeRunStatus,
      outputs: row['outputs'] === null ? null : JSON.parse(text(row, 'outputs')),
      error: row['error'] === null ? null : JSON.parse(text(row, 'error')),
      attempts: Number(row['attempts']),
    }));
  }

  /** A run that has ended is not continued: what its nodes gave is in its outputs and files. */
  async clear(runId: string): Promise<void> {
    await run(this.#db, "DELETE FROM run_nodes WHERE run_id = ? AND item = ''", runId);
  }

  /** The same of items, of which there may be thousands: some at a time, after the run has ended. What stays is swept. */
  async clearItems(runId: string, isStopped: () => boolean): Promise<void> {
    const sql = `DELETE FROM run_nodes WHERE run_id = ?1 AND (node_id, item) IN (
      SELECT node_id, item FROM run_nodes WHERE run_id = ?1 LIMIT ${ROWS_PER_CHUNK})`;
    while (!isStopped()) {
      const removed = await this.#db.transaction(() => run(this.#db, sql, runId), { relaxed: true });
      if (removed < ROWS_PER_CHUNK) return;
      await yieldToEventLoop();
    }
  }

  /** Says that work lies in the queue of workers. @param price in microcredits */
  async enqueue(runId: string, { nodeId, item }: UnitId, price: bigint): Promise<void> {
    await run(
      this.#db,
      `INSERT INTO run_nodes (run_id, node_id, item, state, attempts, price) VALUES (?, ?, ?, 'queued', 0, ?)
       ON CONFLICT (run_id, node_id, item) DO NOTHING`,
      runId,
      nodeId,
      item,
      Number(price),
    );
  }

  /** Counts a start, the first one too. @param task.price in microcredits */
  async start(
    runId: string,
    { nodeId, item }: UnitId,
    { price, cacheKey }: { price: bigint; cacheKey: string | null },
  ): Promise<void> {
    await run(
      this.#db,
      `INSERT INTO run_nodes (run_id, node_id, item, state, attempts, price, cache_key) VALUES (?, ?, ?, 'running', 1, ?, ?)
       ON CONFLICT (run_id, node_id, item) DO UPDATE SET state = 'running', attempts = run_nodes.attempts + 1,
         price = excluded.price, cache_key = excluded.cache_key`,
      runId,
      nodeId,
      item,
      Number(price),
      cacheKey,
    );
  }

  /** @param result what it gave; null where nothing is to be stored with it. */
  async finish(
    runId: string,
    { nodeId, item }: UnitId,
    state: Exclude<NodeRunStatus, 'queued' | 'running'>,
    result: { outputs: Record<string, NodeValue> } | { error: ItemError } | null,
  ): Promise<void> {
    const outputs = result !== null && 'outputs' in result ? JSON.stringify(result.outputs) : null;
    const error = result !== null && 'error' in result ? JSON.stringify(result.error) : null;
    await run(
      this.#db,
      `INSERT INTO run_nodes (run_id, node_id, item, state, outputs, error) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (run_id, node_id, item) DO UPDATE SET state = excluded.state, outputs = excluded.outputs,
         error = excluded.error`,
      runId,
      nodeId,
      item,
      state,
      outputs,
      error,
    );
  }

  /** What was stopped with the service, by the service: that start does not count. */
  async removeStart(runId: string, { nodeId, item }: UnitId): Promise<void> {
    await run(
      this.#db,
      `UPDATE run_nodes SET attempts = attempts - 1
       WHERE run_id = ? AND node_id = ? AND item = ? AND state = 'running'`,
      runId,
      nodeId,
      item,
    );
  }
}
