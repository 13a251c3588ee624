import type { RunFileInputReference, RunStatus } from '#shared/api/index.ts';
import type { PerhapsCharged } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { Database } from '#service/storage/database.ts';
import { all, text, textOrNull, type Row } from '#service/storage/statements.ts';
import { RunEvents } from './run-event-rows.ts';
import { RunNodes } from './run-node-rows.ts';

/** A file output as it is kept; URLs are made when it is read. */
interface StoredFileOutput {
  type: 'file';
  fileId: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
}

/** `type` is one of string, number, boolean, json, null. */
interface StoredPrimitiveOutput {
  type: string;
  value: unknown;
}

export type StoredOutput = StoredFileOutput | StoredPrimitiveOutput;

/** One of a run's outputs, with the node and pin it came from. */
export interface RunOutputEntry {
  nodeId: string;
  pin: string;
  output: StoredOutput;
}

export interface RunFailure {
  code: string;
  message: string;
  nodeId?: string;
  nodeTitle?: string;
  nodeType?: string;
  /** Set when a model was asked and may have charged, though nothing came of it. */
  perhapsCharged?: PerhapsCharged;
  /** Set when a model answered and is paid, while the file it made could not be fetched yet. */
  paidFile?: PaidFile;
}

/** A file that is paid and lies with its provider still: the next equal run fetches it and asks nobody. */
export interface PaidFile extends PerhapsCharged {
  address: string;
}

export interface RunRow {
  id: string;
  accountId: string;
  projectId: string | null;
  projectVersion: number | null;
  sourceType: string;
  status: RunStatus;
  cancelRequested: boolean;
  readonly graph: Graph;
  targetNodeIds: string[];
  inputFiles: RunFileInputReference[];
  outputs: Record<string, RunOutputEntry>;
  error: RunFailure | null;
  externalId: string | null;
  externalUserId: string | null;
  externalWorkspaceId: string | null;
  createdAt: string;
  updatedAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  executionTimeMs: number | null;
}

export type NewRun = Pick<
  RunRow,
  | 'id'
  | 'accountId'
  | 'projectId'
  | 'projectVersion'
  | 'sourceType'
  | 'graph'
  | 'targetNodeIds'
  | 'inputFiles'
  | 'externalId'
  | 'externalUserId'
  | 'externalWorkspaceId'
>;

/** Rows of runs, with those of their events and nodes. Synchronous; callers open transactions around what belongs together. */
export class RunStore {
  readonly events: RunEvents;
  readonly nodes: RunNodes;
  readonly #db: Database;
  readonly #statements: ReturnType<typeof prepareAll>;
  readonly #timestamp: () => string;

  /** @param getTime milliseconds since the epoch. */
  constructor(db: Database, getTime: () => number) {
    this.#db = db;
    this.#statements = prepareAll(db);
    this.#timestamp = () => new Date(getTime()).toISOString();
    this.events = new RunEvents(db, this.#timestamp);
    this.nodes = new RunNodes(db);
  }

  /** Adds a run in status `accepted`. */
  insert(run: NewRun): void {
    const at = this.#timestamp();
    this.#statements.insert.run(
      run.id,
      run.accountId,
      run.projectId,
      run.projectVersion,
      run.sourceType,
      JSON.stringify(run.graph),
      JSON.stringify(run.targetNodeIds),
      JSON.stringify(run.inputFiles),
      run.externalId,
      run.externalUserId,
      run.externalWorkspaceId,
      at,
      at,
    );
  }

  find(runId: string): RunRow | null {
    const row = this.#statements.find.get(runId);
    return row === undefined ? null : readRun(row, () => this.#graphOf(runId));
  }

  #graphOf(runId: string): Graph {
    const row = this.#statements.graph.get(runId);
    if (row === undefined) throw new Error(`The run ${runId} is gone, and its graph with it.`);
    return JSON.parse(text(row, 'graph')) as Graph;
  }

  /** Status alone, without reading the graph; null when there is no such run or it is another account's. */
  statusOf(runId: string, accountId: string): RunStatus | null {
    const row = this.#statements.status.get(runId, accountId);
    return row === undefined ? null : (row['status'] as RunStatus);
  }

  /** The account of a run; null for a run that is not there. */
  accountOf(runId: string): string | null {
    const row = this.#statements.account.get(runId);
    return row === undefined ? null : text(row, 'account_id');
  }

  /** Ids of runs that have not ended, in the order in which they go on: started ones, those moved to the front, the oldest. */
  unfinished(): string[] {
    return this.#statements.unfinished.all().map((row) => text(row, 'id'));
  }

  setStatus(runId: string, status: RunStatus): void {
    this.#statements.setStatus.run(status, this.#timestamp(), runId);
  }

  /** Before all that were moved before. */
  setMovedToFront(runId: string): void {
    this.#statements.setMovedToFront.run(runId);
  }

  setStarted(runId: string): void {
    const at = this.#timestamp();
    this.#statements.setStarted.run(at, at, runId);
  }

  setCancelRequested(runId: string): void {
    this.#statements.setCancelRequested.run(this.#timestamp(), runId);
  }

  finish(
    runId: string,
    status: RunStatus,
    outputs: Record<string, RunOutputEntry>,
    error: RunFailure | null,
    executionTimeMs: number | null,
  ): void {
    const at = this.#timestamp();
    this.#statements.finish.run(
      status,
      JSON.stringify(outputs),
      error === null ? null : JSON.stringify(error),
      executionTimeMs,
      at,
      at,
      runId,
    );
  }

  get database(): Database {
    return this.#db;
  }
}

/** The order of the run that was accepted last; 0 without one. */
const LATEST_ORDER = 'COALESCE((SELECT MAX(accepted_order) FROM runs), 0)';

function prepareAll(db: Database) {
  return {
    insert: db.prepare(`
      INSERT INTO runs (id, account_id, project_id, project_version, source_type, status, graph, target_node_ids,
        input_files, external_id, external_user_id, external_workspace_id, created_at, updated_at, accepted_order)
      VALUES (?, ?, ?, ?, ?, 'accepted', ?, ?, ?, ?, ?, ?, ?, ?, 1 + MAX(${LATEST_ORDER},
        COALESCE((SELECT MAX(ended_order) FROM model_calls), 0)))`),
    find: db.prepare(`
      SELECT id, account_id, project_id, project_version, source_type, status, cancel_requested, target_node_ids,
        input_files, outputs, error, external_id, external_user_id, external_workspace_id, created_at, updated_at,
        started_at, finished_at, execution_time_ms FROM runs WHERE id = ?`),
    graph: db.prepare('SELECT graph FROM runs WHERE id = ?'),
    account: db.prepare('SELECT account_id FROM runs WHERE id = ?'),
    status: db.prepare('SELECT status FROM runs WHERE id = ? AND account_id = ?'),
    unfinished: db.prepare(`
      SELECT id FROM runs WHERE status IN ('accepted', 'queued', 'running')
      ORDER BY started_at IS NULL, moved_to_front IS NULL, moved_to_front DESC, created_at, id`),
    setMovedToFront: db.prepare(`
      UPDATE runs SET moved_to_front = (
        SELECT COALESCE(MAX(moved_to_front), 0) + 1 FROM runs WHERE moved_to_front IS NOT NULL)
      WHERE id = ?`),
    setStatus: db.prepare('UPDATE runs SET status = ?, updated_at = ? WHERE id = ?'),
    setStarted: db.prepare(
      "UPDATE runs SET status = 'running', started_at = COALESCE(started_at, ?), updated_at = ? WHERE id = ?",
    ),
    setCancelRequested: db.prepare('UPDATE runs SET cancel_requested = 1, updated_at = ? WHERE id = ?'),
    finish: db.prepare(`
      UPDATE runs SET status = ?, outputs = ?, error = ?, execution_time_ms = ?, finished_at = ?, updated_at = ?
      WHERE id = ?`),
  };
}

function readRun(row: Row, graphOf: () => Graph): RunRow {
  let graph: Graph | null = null;
  return {
    id: text(row, 'id'),
    accountId: text(row, 'account_id'),
    projectId: textOrNull(row, 'project_id'),
    projectVersion: row['project_version'] === null ? null : Number(row['project_version']),
    sourceType: text(row, 'source_type'),
    status: row['status'] as RunStatus,
    cancelRequested: row['cancel_requested'] === 1,
    // Read when somebody asks: whoever polls a run wants its status, and a graph can be megabytes.
    get graph() {
      graph ??= graphOf();
      return graph;
    },
    targetNodeIds: JSON.parse(text(row, 'target_node_ids')),
    inputFiles: JSON.parse(text(row, 'input_files')),
    outputs: JSON.parse(text(row, 'outputs')),
    error: row['error'] === null ? null : JSON.parse(text(row, 'error')),
    externalId: textOrNull(row, 'external_id'),
    externalUserId: textOrNull(row, 'external_user_id'),
    externalWorkspaceId: textOrNull(row, 'external_workspace_id'),
    createdAt: text(row, 'created_at'),
    updatedAt: text(row, 'updated_at'),
    startedAt: textOrNull(row, 'started_at'),
    finishedAt: textOrNull(row, 'finished_at'),
    executionTimeMs: row['execution_time_ms'] === null ? null : Number(row['execution_time_ms']),
  };
}

/** What an unfinished run has to execute, and the nodes that it has behind it. */
export interface UnfinishedWork {
  graph: Graph;
  targetNodeIds: string[];
  finishedNodeIds: ReadonlySet<string>;
}

/** The work of an account's runs that have not ended. */
export function* unfinishedWork(db: Database, accountId: string): Generator<UnfinishedWork> {
  const runs = all(
    db,
    `SELECT id, graph, target_node_ids FROM runs
     WHERE status IN ('accepted', 'queued', 'running') AND account_id = ?`,
    accountId,
  );
  for (const run of runs) {
    const finished = all(
      db,
      `SELECT node_id FROM run_nodes WHERE run_id = ? AND state <> 'running'`,
      text(run, 'id'),
    );
    yield {
      graph: JSON.parse(text(run, 'graph')),
      targetNodeIds: JSON.parse(text(run, 'target_node_ids')),
      finishedNodeIds: new Set(finished.map((node) => text(node, 'node_id'))),
    };
  }
}
