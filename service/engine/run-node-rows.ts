import type { NodeValue } from '#service/nodes/definition.ts';
import type { Database } from '#service/storage/database.ts';
import { text } from '#service/storage/statements.ts';

type NodeRunStatus = 'running' | 'succeeded' | 'cached' | 'failed';

interface NodeRunRow {
  nodeId: string;
  state: NodeRunStatus;
  outputs: Record<string, NodeValue> | null;
  attempts: number;
}

/** Rows of the nodes of runs that go on. Synchronous; callers open transactions around what belongs together. */
export class RunNodes {
  readonly #statements: ReturnType<typeof prepareAll>;

  constructor(db: Database) {
    this.#statements = prepareAll(db);
  }

  /** The nodes of a run that were started or found in the cache. */
  of(runId: string): NodeRunRow[] {
    return this.#statements.of.all(runId).map((row) => ({
      nodeId: text(row, 'node_id'),
      state: row['state'] as NodeRunStatus,
      outputs: row['outputs'] === null ? null : JSON.parse(text(row, 'outputs')),
      attempts: Number(row['attempts']),
    }));
  }

  /** A run that has ended is not continued: what its nodes gave is in its outputs and files. */
  clear(runId: string): void {
    this.#statements.forget.run(runId);
  }

  /** Counts a start, the first one too. */
  start(runId: string, nodeId: string): void {
    this.#statements.start.run(runId, nodeId);
  }

  finish(
    runId: string,
    nodeId: string,
    state: Exclude<NodeRunStatus, 'running'>,
    outputs: Record<string, NodeValue> | null,
  ): void {
    const json = outputs === null ? null : JSON.stringify(outputs);
    this.#statements.finish.run(runId, nodeId, state, json);
  }

  /** A node that was stopped with the service, by the service: that start does not count. */
  removeStart(runId: string, nodeId: string): void {
    this.#statements.forgetStart.run(runId, nodeId);
  }
}

function prepareAll(db: Database) {
  return {
    of: db.prepare('SELECT * FROM run_nodes WHERE run_id = ?'),
    start: db.prepare(`
      INSERT INTO run_nodes (run_id, node_id, state, attempts) VALUES (?, ?, 'running', 1)
      ON CONFLICT (run_id, node_id) DO UPDATE SET state = 'running', attempts = attempts + 1`),
    finish: db.prepare(`
      INSERT INTO run_nodes (run_id, node_id, state, outputs) VALUES (?, ?, ?, ?)
      ON CONFLICT (run_id, node_id) DO UPDATE SET state = excluded.state, outputs = excluded.outputs`),
    forget: db.prepare('DELETE FROM run_nodes WHERE run_id = ?'),
    forgetStart: db.prepare(
      "UPDATE run_nodes SET attempts = attempts - 1 WHERE run_id = ? AND node_id = ? AND state = 'running'",
    ),
  };
}
