import type { RunFileInputReference, RunStatus } from '#shared/api/index.ts';
import type { PerhapsCharged } from '#shared/desk/index.ts';
import { splitItemKey } from '#shared/graph/item-key.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { ItemError } from '#service/nodes/definition.ts';
import type { Database } from '#service/storage/database.ts';
import { all, queryRow, run, text, textOrNull, type Row } from '#service/storage/statements.ts';
import { RunEvents } from './run-event-rows.ts';
import { RunNodes } from './run-node-rows.ts';

/** A file output as it is kept; URLs are made when it is read. */
interface StoredFileOutput {
  type: 'file' | 'list';
  fileId: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
  /** Of a list that lies in the file: how many items it has, how many of them are missing, and which files it names. */
  count?: number;
  failed?: number;
  itemFiles?: readonly string[];
}

/** A list as it is kept: each item a file, a value, a list of its own, or why it is missing. */
export interface StoredListOutput {
  type: 'list';
  value: readonly StoredListItem[];
  count: number;
  failed: number;
}

export type StoredListItem = (
  | StoredFileOutput
  | StoredPrimitiveOutput
  | { type: 'missing'; error: ItemError }
) & { trace: readonly string[] };

/** `type` is one of string, number, boolean, json, null. */
interface StoredPrimitiveOutput {
  type: string;
  value: unknown;
}

export type StoredOutput = StoredFileOutput | StoredListOutput | StoredPrimitiveOutput;

export const isStoredListOutput = (output: StoredOutput): output is StoredListOutput =>
  output.type === 'list' && !('fileId' in output) && 'count' in output;

/** One of a run's outputs, with the node and pin it came from. */
export interface RunOutputEntry {
  nodeId: string;
  pin: string;
  output: StoredOutput;
}

/** An output of a run, or an item of a list by its own key, `Cards[7.2]`; null where there is none. */
export function entryAt(
  outputs: Readonly<Record<string, RunOutputEntry>>,
  key: string,
): RunOutputEntry | null {
  if (Object.hasOwn(outputs, key)) return outputs[key]!;
  const { output: name = '', item: path = '' } = splitItemKey(key) ?? {};
  const entry = Object.hasOwn(outputs, name) ? outputs[name]! : null;
  if (entry === null || !isStoredListOutput(entry.output)) return null;
  let found: StoredListItem | undefined;
  let items = entry.output.value;
  for (const index of path.split('.').map(Number)) {
    found = items[index - 1];
    items =
      found !== undefined && 'value' in found && found.type === 'list'
        ? (found.value as StoredListItem[])
        : [];
  }
  if (found === undefined || 'error' in found) return null;
  const { trace: _trace, ...output } = found;
  return { ...entry, output };
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

/** How a node failed, as it is shown. */
export type NodeFailed = Pick<RunFailure, 'code' | 'message' | 'perhapsCharged' | 'paidFile'>;

/** A file that is paid and lies with its provider still: the next equal run fetches it and asks nobody. */
export interface PaidFile extends PerhapsCharged {
  address: string;
}

export interface RunRow {
  id: string;
  accountId: string;
  /** Who started it; null for a key of nobody in particular, and for calls of templates. */
  personId: string | null;
  projectId: string | null;
  projectVersion: number | null;
  sourceType: string;
  status: RunStatus;
  cancelRequested: boolean;
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
  | 'targetNodeIds'
  | 'inputFiles'
  | 'externalId'
  | 'externalUserId'
  | 'externalWorkspaceId'
> & { graph: Graph; personId?: string | null };

const INSERT = `
  INSERT INTO runs (id, account_id, project_id, project_version, source_type, status, graph, target_node_ids,
    input_files, external_id, external_user_id, external_workspace_id, created_at, updated_at, person_id, accepted_order)
  VALUES (?, ?, ?, ?, ?, 'accepted', ?, ?, ?, ?, ?, ?, ?, ?, ?, 1 + (SELECT COALESCE(MAX(latest), 0) FROM (
    SELECT MAX(accepted_order) AS latest FROM runs UNION ALL SELECT MAX(ended_order) FROM model_calls) AS orders))`;

const FIND = `
  SELECT id, account_id, project_id, project_version, source_type, status, cancel_requested, target_node_ids,
    input_files, outputs, error, external_id, external_user_id, external_workspace_id, created_at, updated_at,
    started_at, finished_at, execution_time_ms, person_id FROM runs WHERE id = ?`;

const ACTIVE_STATUSES = `
  SELECT id FROM runs WHERE status IN ('accepted', 'queued', 'running')
  ORDER BY started_at IS NULL, moved_to_front IS NULL, moved_to_front DESC, created_at, id`;

const MOVE_TO_FRONT = `
  UPDATE runs SET moved_to_front = (
    SELECT COALESCE(MAX(moved_to_front), 0) + 1 FROM runs WHERE moved_to_front IS NOT NULL)
  WHERE id = ?`;

const FINISH = `
  UPDATE runs SET status = ?, outputs = ?, error = ?, execution_time_ms = ?, finished_at = ?, updated_at = ?
  WHERE id = ?`;

/** Rows of runs, with those of their events and nodes; callers open transactions around what belongs together. */
export class RunStore {
  readonly events: RunEvents;
  readonly nodes: RunNodes;
  readonly #db: Database;
  readonly #timestamp: () => string;

  /** @param getTime milliseconds since the epoch. */
  constructor(db: Database, getTime: () => number) {
    this.#db = db;
    this.#timestamp = () => new Date(getTime()).toISOString();
    this.events = new RunEvents(db, this.#timestamp);
    this.nodes = new RunNodes(db);
  }

  /** Adds a run in status `accepted`. */
  async insert(newRun: NewRun): Promise<void> {
    const at = this.#timestamp();
    await run(
      this.#db,
      INSERT,
      newRun.id,
      newRun.accountId,
      newRun.projectId,
      newRun.projectVersion,
      newRun.sourceType,
      JSON.stringify(newRun.graph),
      JSON.stringify(newRun.targetNodeIds),
      JSON.stringify(newRun.inputFiles),
      newRun.externalId,
      newRun.externalUserId,
      newRun.externalWorkspaceId,
      at,
      at,
      newRun.personId ?? null,
    );
  }

  async find(runId: string): Promise<RunRow | null> {
    const row = await queryRow(this.#db, FIND, runId);
    return row === undefined ? null : readRun(row);
  }

  /** The graph that a run executes; read apart, as whoever polls a run wants its status, and a graph can be megabytes. */
  async graphOf(runId: string): Promise<Graph> {
    const row = await queryRow(this.#db, 'SELECT graph FROM runs WHERE id = ?', runId);
    if (row === undefined) throw new Error(`The run ${runId} is gone, and its graph with it.`);
    return JSON.parse(text(row, 'graph')) as Graph;
  }

  /** Status alone, without reading the graph; null when there is no such run or it is another account's. */
  async statusOf(runId: string, accountId: string): Promise<RunStatus | null> {
    const row = await queryRow(
      this.#db,
      'SELECT status FROM runs WHERE id = ? AND account_id = ?',
      runId,
      accountId,
    );
    return row === undefined ? null : (row['status'] as RunStatus);
  }

  /** The account of a run; null for a run that is not there. */
  async accountOf(runId: string): Promise<string | null> {
    const row = await queryRow(this.#db, 'SELECT account_id FROM runs WHERE id = ?', runId);
    return row === undefined ? null : text(row, 'account_id');
  }

  /** Ids of runs that have not ended, in the order in which they go on: started ones, those moved to the front, the oldest. */
  async activeIds(): Promise<string[]> {
    return (await all(this.#db, ACTIVE_STATUSES)).map((row) => text(row, 'id'));
  }

  /** Says that an accepted run waits. @returns false for one that waits already, or has begun. */
  async setQueued(runId: string): Promise<boolean> {
    const sql = "UPDATE runs SET status = 'queued', updated_at = ? WHERE id = ? AND status = 'accepted'";
    return (await run(this.#db, sql, this.#timestamp(), runId)) > 0;
  }

  /** Before all that were moved before. */
  async prioritize(runId: string): Promise<void> {
    await run(this.#db, MOVE_TO_FRONT, runId);
  }

  async setStarted(runId: string): Promise<void> {
    const at = this.#timestamp();
    await run(
      this.#db,
      "UPDATE runs SET status = 'running', started_at = COALESCE(started_at, ?), updated_at = ? WHERE id = ?",
      at,
      at,
      runId,
    );
  }

  async setCancelRequested(runId: string): Promise<void> {
    await run(
      this.#db,
      'UPDATE runs SET cancel_requested = 1, updated_at = ? WHERE id = ?',
      this.#timestamp(),
      runId,
    );
  }

  async finish(
    runId: string,
    status: RunStatus,
    outputs: Record<string, RunOutputEntry>,
    error: RunFailure | null,
    executionTimeMs: number | null,
  ): Promise<void> {
    const at = this.#timestamp();
    await run(
      this.#db,
      FINISH,
      status,
      JSON.stringify(outputs),
      error === null ? null : JSON.stringify(error),
      executionTimeMs,
      at,
      at,
      runId,
    );
  }
}

function readRun(row: Row): RunRow {
  return {
    id: text(row, 'id'),
    accountId: text(row, 'account_id'),
    personId: textOrNull(row, 'person_id'),
    projectId: textOrNull(row, 'project_id'),
    projectVersion: row['project_version'] === null ? null : Number(row['project_version']),
    sourceType: text(row, 'source_type'),
    status: row['status'] as RunStatus,
    cancelRequested: row['cancel_requested'] === 1,
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
export interface ActiveWork {
  personId: string | null;
  graph: Graph;
  targetNodeIds: string[];
  finishedNodeIds: ReadonlySet<string>;
}

/** The work of an account's runs that have not ended. */
export async function activeWork(db: Database, accountId: string): Promise<ActiveWork[]> {
  const [runs, nodes] = [
    await all(
      db,
      `SELECT id, graph, target_node_ids, person_id FROM runs
       WHERE status IN ('accepted', 'queued', 'running') AND account_id = ?`,
      accountId,
    ),
    await all(
      db,
      `SELECT n.run_id, n.node_id FROM runs r JOIN run_nodes n ON n.run_id = r.id
       WHERE r.status IN ('accepted', 'queued', 'running') AND r.account_id = ? AND n.state NOT IN ('running', 'queued')
         AND n.item = ''`,
      accountId,
    ),
  ];
  const finished = Map.groupBy(nodes, (node) => text(node, 'run_id'));
  return runs.map((row) => ({
    personId: textOrNull(row, 'person_id'),
    graph: JSON.parse(text(row, 'graph')),
    targetNodeIds: JSON.parse(text(row, 'target_node_ids')),
    finishedNodeIds: new Set(finished.get(text(row, 'id'))?.map((node) => text(node, 'node_id'))),
  }));
}
