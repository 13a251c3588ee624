import type { NodeValue } from '#service/nodes/definition.ts';
import type { Database } from '#service/storage/database.ts';
import { all, run, text } from '#service/storage/statements.ts';

type NodeRunStatus = 'queued' | 'running' | 'succeeded' | 'cached' | 'failed';

interface NodeRunRow {
  nodeId: string;
  state: NodeRunStatus;
  outputs: Record<string, NodeValue> | null;
  attempts: number;
}

/** Rows of the nodes of runs that go on; callers open transactions around what belongs together. */
export class RunNodes {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The nodes of a run that were started or found in the cache. */
  async of(runId: string): Promise<NodeRunRow[]> {
    const rows = await all(this.#db, 'SELECT * FROM run_nodes WHERE run_id = ?', runId);
    return rows.map((row) => ({
      nodeId: text(row, 'node_id'),
      state: row['state'] as NodeRunStatus,
      outputs: row['outputs'] === null ? null : JSON.parse(text(row, 'outputs')),
      attempts: Number(row['attempts']),
    }));
  }

  /** A run that has ended is not continued: what its nodes gave is in its outputs and files. */
  async clear(runId: string): Promise<void> {
    await run(this.#db, 'DELETE FROM run_nodes WHERE run_id = ?', runId);
  }

  /** Says that a node's work lies in the queue of workers. @param price in microcredits */
  async enqueue(runId: string, nodeId: string, price: bigint): Promise<void> {
    await run(
      this.#db,
      `INSERT INTO run_nodes (run_id, node_id, state, attempts, price) VALUES (?, ?, 'queued', 0, ?)
       ON CONFLICT (run_id, node_id) DO NOTHING`,
      runId,
      nodeId,
      Number(price),
    );
  }

  /** Counts a start, the first one too. @param task.price in microcredits */
  async start(
    runId: string,
    nodeId: string,
    { price, cacheKey }: { price: bigint; cacheKey: string | null },
  ): Promise<void> {
    await run(
      this.#db,
      `INSERT INTO run_nodes (run_id, node_id, state, attempts, price, cache_key) VALUES (?, ?, 'running', 1, ?, ?)
       ON CONFLICT (run_id, node_id) DO UPDATE SET state = 'running', attempts = run_nodes.attempts + 1,
         price = excluded.price, cache_key = excluded.cache_key`,
      runId,
      nodeId,
      Number(price),
      cacheKey,
    );
  }

  async finish(
    runId: string,
    nodeId: string,
    state: Exclude<NodeRunStatus, 'queued' | 'running'>,
    outputs: Record<string, NodeValue> | null,
  ): Promise<void> {
    await run(
      this.#db,
      `INSERT INTO run_nodes (run_id, node_id, state, outputs) VALUES (?, ?, ?, ?)
       ON CONFLICT (run_id, node_id) DO UPDATE SET state = excluded.state, outputs = excluded.outputs`,
      runId,
      nodeId,
      state,
      outputs === null ? null : JSON.stringify(outputs),
    );
  }

  /** A node that was stopped with the service, by the service: that start does not count. */
  async removeStart(runId: string, nodeId: string): Promise<void> {
    await run(
      this.#db,
      "UPDATE run_nodes SET attempts = attempts - 1 WHERE run_id = ? AND node_id = ? AND state = 'running'",
      runId,
      nodeId,
    );
  }
}
