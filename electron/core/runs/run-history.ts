import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { isTerminalRunStatus, TERMINAL_RUN_STATUSES, type PublicRunDetail } from '#shared/api/index.ts';
import {
  batchOfRun,
  perhapsChargedOf,
  runCost,
  type RemoteBatch,
  type RunRecord,
} from '#shared/desk/index.ts';
import { readRunPurpose } from './run-purpose.ts';

/** What is remembered of a run, of a project or of a template. */
export type ObservedRun = Pick<
  PublicRunDetail,
  | 'id'
  | 'status'
  | 'createdAt'
  | 'updatedAt'
  | 'projectId'
  | 'projectVersion'
  | 'executionTimeMs'
  | 'creditsUsed'
  | 'creditsUsedMicrocredits'
  | 'spend'
  | 'error'
> & { templateId?: string; endpointId?: string; externalId?: string | null | undefined };

/** Runs this computer has started or looked at; the API has no list of them. */
export interface RunHistory {
  /**
   * Newest first, at most 200; of one project, one template, or all. Those of a batch are listed by their batch, and
   * with nothing else.
   */
  list(
    connectionId: string,
    of?: {
      projectId?: string | undefined;
      templateId?: string | undefined;
      /** Those of a grid or batch, first started first. */
      batchId?: string | undefined;
    },
  ): RunRecord[];
  find(connectionId: string, runId: string): RunRecord | null;
  /** @returns the record when it is new or changed, else null. */
  note(connectionId: string, run: ObservedRun): RunRecord | null;
  /** Keeps where the event stream was left. @returns false when the run is not known. */
  saveEventId(connectionId: string, runId: string, lastEventId: string): boolean;
  /** Those that were going on when last polled, newest first, at most 2,000. */
  active(): RunRecord[];
  /** Those of a connection that go on and belong to no batch, oldest first, at most 5,000. */
  activeRuns(connectionId: string): RunRecord[];
  /** Those of a connection that ended last and belong to no batch, the last first, at most 50. */
  lastFinished(connectionId: string): RunRecord[];
  /** The how-manieth run of its project or template it is, from 1. */
  numberOf(run: RunRecord): number;
  /** Those that ended without a page that followed them, newest first, at most 50. */
  unseen(): RunRecord[];
  /** @returns the record when it had not been marked as seen before, else null. */
  markRead(connectionId: string, runId: string): RunRecord | null;
  /**
   * Notes that a run was met at its service and not started here.
   * @param startedBy who of the account started it, null for a key of no person; undefined for whoever works here
   * @returns the record when that was not known, else null.
   */
  setOrigin(
    connectionId: string,
    runId: string,
    origin: { startedBy: string | null | undefined; isRemote: boolean },
  ): RunRecord | null;
  /** Of a project, newest first, at most 200: those whose definitions are on another computer. */
  remoteBatches(connectionId: string, projectId: string): RemoteBatch[];
  /** The project was made anew under another id: its runs lead there. */
  moveProject(connectionId: string, from: string, to: string): void;
  removeConnection(connectionId: string): void;
}

const Row = z
  .object({
    run_id: z.string(),
    connection_id: z.string(),
    project_id: z.string().nullable(),
    status: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    project_version: z.number().nullable(),
    execution_time_ms: z.number().nullable(),
    credits_used_microcredits: z.string().nullable(),
    perhaps_charged: z.string().nullable(),
    last_event_id: z.string().nullable(),
    seen: z.number(),
    template_id: z.string().nullable(),
    endpoint_id: z.string().nullable(),
    batch_id: z.string().nullable(),
    occasion: z.string().nullable().transform(readRunPurpose),
    started_by: z.string().nullable(),
  })
  .transform((row): RunRecord => ({
    runId: row.run_id,
    connectionId: row.connection_id,
    projectId: row.project_id,
    ...(row.template_id === null ? {} : { templateId: row.template_id }),
    ...(row.endpoint_id === null ? {} : { endpointId: row.endpoint_id }),
    ...(row.batch_id === null ? {} : { batchId: row.batch_id }),
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    projectVersion: row.project_version,
    executionTimeMs: row.execution_time_ms,
    creditsUsedMicrocredits: row.credits_used_microcredits,
    ...(row.perhaps_charged === null ? {} : { perhapsCharged: row.perhaps_charged }),
    lastEventId: row.last_event_id,
    ...(row.occasion === undefined ? {} : { occasion: row.occasion }),
    ...(row.started_by === null ? {} : { startedBy: row.started_by === '' ? null : row.started_by }),
    unseen: row.seen === 0 && isTerminalRunStatus(row.status),
  }));

/** Runs with what they were for, which is recorded beside their graphs. */
const RUNS = `SELECT runs.*, (SELECT s.occasion FROM run_sources s
  WHERE s.connection_id = runs.connection_id AND s.run_id = runs.run_id) AS occasion FROM runs`;

/** What a run can end as; a status that is none of these goes on. */
const TERMINAL_STATUSES = `(${TERMINAL_RUN_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** What the queue shows of runs. */
function createQueueReads(
  database: DatabaseSync,
): Pick<RunHistory, 'activeRuns' | 'lastFinished' | 'numberOf'> {
  const selectActive = database.prepare(`
    ${RUNS} WHERE connection_id = ? AND status NOT IN ${TERMINAL_STATUSES} AND batch_id IS NULL
    ORDER BY created_at, run_id LIMIT 5000`);
  const selectFinished = database.prepare(`
    ${RUNS} WHERE connection_id = ? AND status IN ${TERMINAL_STATUSES} AND batch_id IS NULL
    ORDER BY updated_at DESC, run_id LIMIT 50`);
  const countInProject = database.prepare(`
    SELECT count(*) AS n FROM runs WHERE connection_id = ? AND project_id = ? AND batch_id IS NULL
      AND (created_at, run_id) <= (?, ?)`);
  const countInTemplate = database.prepare(`
    SELECT count(*) AS n FROM runs WHERE connection_id = ? AND template_id = ? AND batch_id IS NULL
      AND (created_at, run_id) <= (?, ?)`);
  return {
    activeRuns: (connectionId) => selectActive.all(connectionId).map((row) => Row.parse(row)),
    lastFinished: (connectionId) => selectFinished.all(connectionId).map((row) => Row.parse(row)),
    numberOf({ connectionId, projectId, templateId, createdAt, runId }) {
      const row =
        templateId === undefined
          ? countInProject.get(connectionId, projectId, createdAt, runId)
          : countInTemplate.get(connectionId, templateId, createdAt, runId);
      return Number(row?.['n'] ?? 0);
    },
  };
}

/** The newest runs, of all or of one project or template. */
function createList(database: DatabaseSync): RunHistory['list'] {
  const listAll = database.prepare(
    `${RUNS} WHERE connection_id = ? ORDER BY created_at DESC, run_id DESC LIMIT 200`,
  );
  const listProject = database.prepare(
    `${RUNS} WHERE connection_id = ? AND project_id = ? AND batch_id IS NULL
    ORDER BY created_at DESC, run_id DESC LIMIT 200`,
  );
  const listTemplate = database.prepare(
    `${RUNS} WHERE connection_id = ? AND template_id = ? AND batch_id IS NULL
    ORDER BY created_at DESC, run_id DESC LIMIT 200`,
  );
  const listBatch = database.prepare(
    `${RUNS} WHERE connection_id = ? AND batch_id = ? ORDER BY created_at, run_id LIMIT 200`,
  );
  return (connectionId, { projectId, templateId, batchId } = {}) => {
    const rows =
      batchId !== undefined
        ? listBatch.all(connectionId, batchId)
        : projectId !== undefined
          ? listProject.all(connectionId, projectId)
          : templateId !== undefined
            ? listTemplate.all(connectionId, templateId)
            : listAll.all(connectionId);
    return rows.map((row) => Row.parse(row));
  };
}

/** What was met at a service and not started here. */
function createRemoteReads(
  database: DatabaseSync,
  find: RunHistory['find'],
): Pick<RunHistory, 'setOrigin' | 'remoteBatches'> {
  const update = database.prepare(`
    UPDATE runs SET started_by = coalesce(?1, started_by), is_discovered = max(is_discovered, ?2)
    WHERE connection_id = ?3 AND run_id = ?4 AND (started_by IS NOT coalesce(?1, started_by) OR is_discovered < ?2)`);
  const batches = database.prepare(`
    SELECT batch_id, count(*) AS runs, sum(status = 'succeeded') AS succeeded, sum(status = 'failed') AS failed,
      min(created_at) AS created_at, max(started_by) AS started_by,
      CAST(sum(CAST(coalesce(credits_used_microcredits, '0') AS INTEGER)) AS TEXT) AS microcredits
    FROM runs WHERE connection_id = ?1 AND project_id = ?2 AND is_discovered = 1 AND batch_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM batches b WHERE b.id = runs.batch_id)
    GROUP BY batch_id ORDER BY created_at DESC, batch_id LIMIT 200`);
  return {
    setOrigin: (connectionId, runId, { startedBy, isRemote }) =>
      update.run(startedBy === undefined ? null : (startedBy ?? ''), isRemote ? 1 : 0, connectionId, runId)
        .changes > 0
        ? find(connectionId, runId)
        : null,
    remoteBatches: (connectionId, projectId) =>
      batches.all(connectionId, projectId).map((row) => ({
        batchId: String(row['batch_id']),
        connectionId,
        runs: Number(row['runs']),
        succeeded: Number(row['succeeded']),
        failed: Number(row['failed']),
        createdAt: String(row['created_at']),
        ...(row['started_by'] === null
          ? {}
          : { startedBy: row['started_by'] === '' ? null : String(row['started_by']) }),
        microcredits: String(row['microcredits']),
      })),
  };
}

export function createRunHistory(database: DatabaseSync): RunHistory {
  const upsert = database.prepare(`
    INSERT INTO runs (connection_id, run_id, project_id, status, created_at, updated_at, project_version,
      execution_time_ms, credits_used_microcredits, seen, template_id, endpoint_id,
      batch_id, perhaps_charged)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12,
      coalesce(?13, (SELECT batch_id FROM batch_items WHERE run_id = ?2)), ?14)
    ON CONFLICT (connection_id, run_id) DO UPDATE SET
      project_id = coalesce(excluded.project_id, project_id), status = excluded.status, updated_at = excluded.updated_at,
      project_version = excluded.project_version, execution_time_ms = excluded.execution_time_ms,
      credits_used_microcredits = excluded.credits_used_microcredits, batch_id = coalesce(excluded.batch_id, batch_id),
      perhaps_charged = excluded.perhaps_charged
    WHERE excluded.updated_at >= updated_at`);
  const byId = database.prepare(`${RUNS} WHERE connection_id = ? AND run_id = ?`);
  const updateLastEvent = database.prepare(
    'UPDATE runs SET last_event_id = ? WHERE connection_id = ? AND run_id = ?',
  );
  const active = database.prepare(
    `${RUNS} WHERE status NOT IN ${TERMINAL_STATUSES} ORDER BY created_at DESC LIMIT 2000`,
  );
  const selectUnviewed = database.prepare(
    `${RUNS} WHERE seen = 0 AND status IN ${TERMINAL_STATUSES} ORDER BY updated_at DESC, run_id LIMIT 50`,
  );
  const updateViewed = database.prepare(
    'UPDATE runs SET seen = 1 WHERE connection_id = ? AND run_id = ? AND seen = 0',
  );
  const move = database.prepare('UPDATE runs SET project_id = ? WHERE connection_id = ? AND project_id = ?');
  const removeAll = database.prepare('DELETE FROM runs WHERE connection_id = ?');

  const find = (connectionId: string, runId: string): RunRecord | null =>
    Row.nullable().parse(byId.get(connectionId, runId) ?? null);

  return {
    list: createList(database),
    find,
    note(connectionId, run) {
      const before = find(connectionId, run.id);
      upsert.run(
        connectionId,
        run.id,
        run.projectId ?? null,
        run.status,
        run.createdAt,
        run.updatedAt,
        run.projectVersion ?? null,
        run.executionTimeMs ?? null,
        runCost(run)?.toString() ?? null,
        // One that had ended before it was first looked at here is no event.
        isTerminalRunStatus(run.status) ? 1 : 0,
        run.templateId ?? null,
        run.endpointId ?? null,
        batchOfRun(run.externalId)?.batchId ?? null,
        perhapsChargedOf(run.error)?.microcredits ?? null,
      );
      const after = find(connectionId, run.id);
      return JSON.stringify(after) === JSON.stringify(before) ? null : after;
    },
    saveEventId: (connectionId, runId, lastEventId) =>
      updateLastEvent.run(lastEventId, connectionId, runId).changes > 0,
    active: () => active.all().map((row) => Row.parse(row)),
    ...createQueueReads(database),
    ...createRemoteReads(database, find),
    unseen: () => selectUnviewed.all().map((row) => Row.parse(row)),
    markRead: (connectionId, runId) =>
      updateViewed.run(connectionId, runId).changes > 0 ? find(connectionId, runId) : null,
    moveProject: (connectionId, from, to) => void move.run(to, connectionId, from),
    removeConnection: (connectionId) => void removeAll.run(connectionId),
  };
}
