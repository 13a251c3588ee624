import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import {
  BatchField,
  BatchLimits,
  BatchState,
  type Batch,
  type BatchDraft,
  type BatchOrigin,
} from '#shared/desk/index.ts';
import { transaction } from '../storage/transaction.ts';

/** Rows of batches in the desk's database; those of their items are in `item-rows.ts`. */

const json = z.string().transform((text): unknown => JSON.parse(text));

const Row = z
  .object({
    id: z.string(),
    connection_id: z.string(),
    kind: z.enum(['grid', 'table']),
    name: z.string(),
    origin: json,
    fingerprint: z.string().nullable(),
    fields: json.pipe(z.array(BatchField)),
    layout: json.nullable(),
    limits: json.pipe(BatchLimits),
    state: BatchState,
    reason: z.string().nullable(),
    moved_to_front: z.number(),
    runs_started: z.number(),
    spent_microcredits: z.string(),
    priced_runs: z.number(),
    unpriced_runs: z.number(),
    highest_microcredits: z.string().nullable(),
    size_bytes: z.number(),
    retries_only: z.number(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    connectionId: row.connection_id,
    kind: row.kind,
    name: row.name,
    origin: row.origin as BatchOrigin,
    /** What the template was like when the batch began; null of a graph. */
    fingerprint: row.fingerprint,
    fields: row.fields,
    layout: row.layout as Batch['layout'],
    limits: row.limits,
    state: row.state,
    reason: row.reason,
    movedToFront: row.moved_to_front,
    runsStarted: row.runs_started,
    spentMicrocredits: row.spent_microcredits,
    pricedRuns: row.priced_runs,
    /** Ended runs whose cost the service did not say. */
    unpricedRuns: row.unpriced_runs,
    highestMicrocredits: row.highest_microcredits,
    /** Bytes of the values of all items. */
    sizeBytes: row.size_bytes,
    /** Only items that ran before are run; the others wait until a person goes on. */
    retriesOnly: row.retries_only === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));
/** A batch without the counts of its items. */
export type StoredBatch = z.infer<typeof Row>;

export interface BatchRows {
  /** @param graph compressed, or null of a template. */
  insert(draft: BatchDraft, origin: BatchOrigin, graph: Uint8Array | null, at: string): void;
  find(id: string): StoredBatch | null;
  /** Newest first, at most 500. */
  list(
    connectionId: string,
    of?: { projectId?: string | undefined; templateId?: string | undefined },
  ): StoredBatch[];
  /** Those of a connection that run and are served before `rank`, the first one first. */
  servedBefore(connectionId: string, rank: number): StoredBatch[];
  /** Those that go on, and those with runs under way. */
  pending(): StoredBatch[];
  graph(id: string): Uint8Array | null;
  /** Writes what may change of a batch. */
  save(batch: StoredBatch): void;
  delete(id: string): void;
  removeConnection(connectionId: string): void;
  moveProject(connectionId: string, from: string, to: string): void;
  /** Runs work as one transaction. @throws what the work throws; then nothing is written. */
  transaction<T>(work: () => T): T;
}

export function createBatchRows(database: DatabaseSync): BatchRows {
  const insert = database.prepare(`
    INSERT INTO batches (id, connection_id, project_id, template_id, kind, name, origin, graph, fields, layout, limits,
      state, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'draft', ?, ?)`);
  const columns = `id, connection_id, kind, name, origin, fingerprint, fields, layout, limits, state, reason, runs_started,
    spent_microcredits, priced_runs, unpriced_runs, highest_microcredits, size_bytes, retries_only, created_at,
    updated_at, moved_to_front`;
  const byId = database.prepare(`SELECT ${columns} FROM batches WHERE id = ?`);
  const ordered = 'ORDER BY created_at DESC, id LIMIT 500';
  const ofConnection = database.prepare(`SELECT ${columns} FROM batches WHERE connection_id = ? ${ordered}`);
  const ofProject = database.prepare(
    `SELECT ${columns} FROM batches WHERE connection_id = ? AND project_id = ? ${ordered}`,
  );
  const ofTemplate = database.prepare(
    `SELECT ${columns} FROM batches WHERE connection_id = ? AND template_id = ? ${ordered}`,
  );
  const pending = database.prepare(`
    SELECT ${columns} FROM batches WHERE state = 'running'
      OR id IN (SELECT batch_id FROM batch_items WHERE state = 'submitted')`);
  const servedBefore = database.prepare(`
    SELECT ${columns} FROM batches WHERE connection_id = ? AND state = 'running' AND moved_to_front > ?
    ORDER BY moved_to_front DESC`);
  const graph = database.prepare('SELECT graph FROM batches WHERE id = ?');
  const save = database.prepare(`
    UPDATE batches SET name = ?, layout = ?, limits = ?, state = ?, reason = ?, fingerprint = ?, runs_started = ?,
      spent_microcredits = ?, priced_runs = ?, unpriced_runs = ?, highest_microcredits = ?, size_bytes = ?,
      retries_only = ?, moved_to_front = ?, updated_at = ?
    WHERE id = ?`);

  // One that cannot be understood must not hide the others.
  const readAll = (rows: unknown[]) => rows.flatMap((row) => Row.safeParse(row).data ?? []);

  return {
    insert(draft, origin, bytes, at) {
      insert.run(
        draft.id,
        draft.connectionId,
        origin.kind === 'graph' ? origin.projectId : null,
        origin.kind === 'template' ? origin.templateId : null,
        draft.kind,
        draft.name,
        JSON.stringify(origin),
        bytes,
        JSON.stringify(draft.fields),
        draft.layout === null ? null : JSON.stringify(draft.layout),
        JSON.stringify(draft.limits),
        at,
        at,
      );
    },
    find(id) {
      const row = byId.get(id);
      return row === undefined ? null : Row.parse(row);
    },
    list(connectionId, { projectId, templateId } = {}) {
      if (projectId !== undefined) return readAll(ofProject.all(connectionId, projectId));
      if (templateId !== undefined) return readAll(ofTemplate.all(connectionId, templateId));
      return readAll(ofConnection.all(connectionId));
    },
    servedBefore: (connectionId, rank) => readAll(servedBefore.all(connectionId, rank)),
    pending: () => readAll(pending.all()),
    graph(id) {
      const bytes = graph.get(id)?.['graph'];
      return bytes instanceof Uint8Array ? bytes : null;
    },
    save(batch) {
      save.run(
        batch.name,
        batch.layout === null ? null : JSON.stringify(batch.layout),
        JSON.stringify(batch.limits),
        batch.state,
        batch.reason,
        batch.fingerprint,
        batch.runsStarted,
        batch.spentMicrocredits,
        batch.pricedRuns,
        batch.unpricedRuns,
        batch.highestMicrocredits,
        batch.sizeBytes,
        batch.retriesOnly ? 1 : 0,
        batch.movedToFront,
        batch.updatedAt,
        batch.id,
      );
    },
    ...createBatchMoves(database),
    transaction: (work) => transaction(database, work),
  };
}

/** Batches that go, or go elsewhere. */
function createBatchMoves(
  database: DatabaseSync,
): Pick<BatchRows, 'delete' | 'removeConnection' | 'moveProject'> {
  const remove = database.prepare('DELETE FROM batches WHERE id = ?');
  const removeAll = database.prepare('DELETE FROM batches WHERE connection_id = ?');
  const move = database.prepare(
    `UPDATE batches SET project_id = :to, origin = json_set(origin, '$.projectId', :to)
     WHERE connection_id = :connection AND project_id = :from`,
  );
  return {
    delete: (id) => void remove.run(id),
    removeConnection: (connectionId) => void removeAll.run(connectionId),
    moveProject: (connectionId, from, to) =>
      void move.run({ ':to': to, ':connection': connectionId, ':from': from }),
  };
}
