import type { RunEventType } from '#shared/api/index.ts';
import { perhapsChargedOf, type PerhapsCharged } from '#shared/desk/index.ts';
import type { Database } from '#service/storage/database.ts';
import { all, queryRow, run, text, textOrNull } from '#service/storage/statements.ts';

export interface RunEventRow {
  /** Ascending within a run, from 1. */
  sequence: number;
  type: string;
  nodeId: string | null;
  message: string | null;
  progress: number | null;
  /** JSON text. */
  data: string;
  createdAt: string;
}

export interface NewRunEvent {
  type: RunEventType;
  nodeId?: string;
  message?: string;
  progress?: number;
  data?: Record<string, unknown>;
}

const APPEND = `
  INSERT INTO run_events (run_id, sequence, type, node_id, message, progress, data, created_at)
  VALUES (?, (SELECT COALESCE(MAX(sequence), 0) + 1 FROM run_events WHERE run_id = ?), ?, ?, ?, ?, ?, ?)`;

/** Rows of what was said of runs; callers open transactions around what belongs together. */
export class RunEvents {
  readonly #db: Database;
  readonly #timestamp: () => string;

  /** @param timestamp the time now, ISO 8601. */
  constructor(db: Database, timestamp: () => string) {
    this.#db = db;
    this.#timestamp = timestamp;
  }

  async append(runId: string, event: NewRunEvent): Promise<void> {
    await run(
      this.#db,
      APPEND,
      runId,
      runId,
      event.type,
      event.nodeId ?? null,
      event.message ?? null,
      event.progress ?? null,
      JSON.stringify(event.data ?? {}),
      this.#timestamp(),
    );
  }

  /** Events after a sequence number, ascending. */
  async after(runId: string, sequence: number, limit: number): Promise<RunEventRow[]> {
    const rows = await all(
      this.#db,
      'SELECT * FROM run_events WHERE run_id = ? AND sequence > ? ORDER BY sequence LIMIT ?',
      runId,
      sequence,
      limit,
    );
    return rows.map((row) => ({
      sequence: Number(row['sequence']),
      type: text(row, 'type'),
      nodeId: textOrNull(row, 'node_id'),
      message: textOrNull(row, 'message'),
      progress: row['progress'] === null ? null : Number(row['progress']),
      data: text(row, 'data'),
      createdAt: text(row, 'created_at'),
    }));
  }

  /** The newest event; null without events. */
  async last(runId: string): Promise<Pick<RunEventRow, 'sequence' | 'type'> | null> {
    const row = await queryRow(
      this.#db,
      'SELECT sequence, type FROM run_events WHERE run_id = ? ORDER BY sequence DESC LIMIT 1',
      runId,
    );
    return row === undefined ? null : { sequence: Number(row['sequence']), type: text(row, 'type') };
  }

  /** What was said when a node failed; null when it did not. */
  async failureOf(
    runId: string,
    nodeId: string,
  ): Promise<{ code: string; message: string; perhapsCharged?: PerhapsCharged } | null> {
    const row = await queryRow(
      this.#db,
      "SELECT message, data FROM run_events WHERE run_id = ? AND node_id = ? AND type = 'node.failed' LIMIT 1",
      runId,
      nodeId,
    );
    if (row === undefined) return null;
    const data = JSON.parse(text(row, 'data')) as { code?: string };
    const perhapsCharged = perhapsChargedOf(data);
    return {
      code: data.code ?? 'NODE_FAILED',
      message: textOrNull(row, 'message') ?? '',
      ...(perhapsCharged !== null && { perhapsCharged }),
    };
  }
}
