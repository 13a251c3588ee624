import type { RunEventType } from '#shared/api/index.ts';
import { perhapsChargedOf, type PerhapsCharged } from '#shared/desk/index.ts';
import type { Database } from '#service/storage/database.ts';
import { text, textOrNull } from '#service/storage/statements.ts';

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

/** Rows of what was said of runs. Synchronous; callers open transactions around what belongs together. */
export class RunEvents {
  readonly #statements: ReturnType<typeof prepareAll>;
  readonly #timestamp: () => string;

  /** @param timestamp the time now, ISO 8601. */
  constructor(db: Database, timestamp: () => string) {
    this.#statements = prepareAll(db);
    this.#timestamp = timestamp;
  }

  /** @returns the event's sequence number. */
  append(runId: string, event: NewRunEvent): number {
    const row = this.#statements.append.get(
      runId,
      runId,
      event.type,
      event.nodeId ?? null,
      event.message ?? null,
      event.progress ?? null,
      JSON.stringify(event.data ?? {}),
      this.#timestamp(),
    );
    return Number(row?.['sequence']);
  }

  /** Events after a sequence number, ascending. */
  after(runId: string, sequence: number, limit: number): RunEventRow[] {
    return this.#statements.after.all(runId, sequence, limit).map((row) => ({
      sequence: Number(row['sequence']),
      type: text(row, 'type'),
      nodeId: textOrNull(row, 'node_id'),
      message: textOrNull(row, 'message'),
      progress: row['progress'] === null ? null : Number(row['progress']),
      data: text(row, 'data'),
      createdAt: text(row, 'created_at'),
    }));
  }

  /** The sequence number of the newest event; 0 without events. */
  lastSequence(runId: string): number {
    return Number(this.#statements.lastSequence.get(runId)?.['last'] ?? 0);
  }

  /** What was said when a node failed; null when it did not. */
  failureOf(
    runId: string,
    nodeId: string,
  ): { code: string; message: string; perhapsCharged?: PerhapsCharged } | null {
    const row = this.#statements.failure.get(runId, nodeId);
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

function prepareAll(db: Database) {
  return {
    append: db.prepare(`
      INSERT INTO run_events (run_id, sequence, type, node_id, message, progress, data, created_at)
      VALUES (?, (SELECT COALESCE(MAX(sequence), 0) + 1 FROM run_events WHERE run_id = ?), ?, ?, ?, ?, ?, ?)
      RETURNING sequence`),
    after: db.prepare('SELECT * FROM run_events WHERE run_id = ? AND sequence > ? ORDER BY sequence LIMIT ?'),
    lastSequence: db.prepare('SELECT MAX(sequence) AS last FROM run_events WHERE run_id = ?'),
    failure: db.prepare(
      "SELECT message, data FROM run_events WHERE run_id = ? AND node_id = ? AND type = 'node.failed' LIMIT 1",
    ),
  };
}
