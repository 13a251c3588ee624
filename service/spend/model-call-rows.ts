import { batchOfRun, type PerhapsCharged } from '#shared/desk/index.ts';
import type { Database } from '#service/storage/database.ts';
import { all, queryRow, run, text, textList, textOrNull, type Row } from '#service/storage/statements.ts';
import { TEMPLATE_PROJECT } from './rows.ts';

/**
 * Requests to models, written down before they leave. Callers open transactions around what belongs
 * together. A call goes from `asked` to one of the others, and never back.
 */
type CallState =
  /** The request may be under way. */
  | 'asked'
  /** The answer was stored, and its price was booked. */
  | 'answered'
  /** The model refused it, or was not reached: nothing can have been charged. */
  | 'not-taken'
  /** No answer that could be used arrived: it may have been charged. */
  | 'unknown'
  /** It was answered with the address of a file, and its price was booked; the file was not fetched yet. */
  | 'paid-file'
  /** As that, but the file can be had no more. */
  | 'file-lost'
  /** It was answered, and what it makes was not there yet when nobody waited any more: the next run follows it. */
  | 'job-open'
  /** A person stopped the run meanwhile: it may have been charged. */
  | 'stopped'
  /** Not sent: the outcome of an equal call is not known. */
  | 'withheld';

/** The order of the run that was accepted last: a time says nothing of what came first once the clock was set back. */
const LATEST_ORDER = '(SELECT MAX(accepted_order) FROM runs)';

/** Of which node of which run a call is, and of which of its items. */
export interface CallKey {
  runId: string;
  nodeId: string;
  /** Empty for a node that runs for no list. */
  item: string;
}

export interface NewCall extends CallKey {
  accountId: string;
  /** Null: the project that the template of the run was published from, if it was one. */
  projectId: string | null;
  externalId: string | null;
  nodeTitle: string;
  nodeType: string;
  provider: string;
  model: string;
  /** Microcredits. */
  price: bigint;
  cacheKey: string | null;
}

/** The state of the newest call of a node; null when it asked nobody. */
export async function callStateOf(db: Database, { runId, nodeId, item }: CallKey): Promise<CallState | null> {
  const row = await queryRow(
    db,
    'SELECT state FROM model_calls WHERE run_id = ? AND node_id = ? AND item = ? ORDER BY attempt DESC LIMIT 1',
    runId,
    nodeId,
    item,
  );
  return row === undefined ? null : (text(row, 'state') as CallState);
}

/**
 * Adds a call.
 * @param at ISO 8601
 * @returns its number within the node of the run, from 1.
 */
export async function insertCall(
  db: Database,
  call: NewCall,
  state: 'asked' | 'withheld',
  at: string,
): Promise<number> {
  const last = await queryRow(
    db,
    'SELECT MAX(attempt) AS last FROM model_calls WHERE run_id = ? AND node_id = ?',
    call.runId,
    call.nodeId,
  );
  const attempt = Number(last?.['last'] ?? 0) + 1;
  await run(
    db,
    `INSERT INTO model_calls (run_id, node_id, attempt, account_id, project_id, external_id, node_title, node_type, provider,
       model, price, cache_key, state, asked_at, item)
     VALUES (?, ?, ?, ?, COALESCE(?, (${TEMPLATE_PROJECT})), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    call.runId,
    call.nodeId,
    attempt,
    call.accountId,
    call.projectId,
    call.runId,
    call.externalId,
    call.nodeTitle,
    call.nodeType,
    call.provider,
    call.model,
    Number(call.price),
    call.cacheKey,
    state,
    at,
    call.item,
  );
  return attempt;
}

/** Says how the call that is under way ended, if there is one. @param at ISO 8601 */
export async function endCall(
  db: Database,
  { runId, nodeId, item }: CallKey,
  state: Exclude<CallState, 'asked' | 'withheld'>,
  at: string,
): Promise<void> {
  await run(
    db,
    `UPDATE model_calls SET state = ?1, ended_at = ?2, ended_order = ${LATEST_ORDER},
       file_address = CASE ?1 WHEN 'paid-file' THEN file_address END, job = CASE ?1 WHEN 'job-open' THEN job END
     WHERE run_id = ?3 AND node_id = ?4 AND item = ?5 AND state = 'asked'`,
    state,
    at,
    runId,
    nodeId,
    item,
  );
}

/** Of runs that none of the processes has whose names are given as a list. */
const ORPHANED = `state = 'asked' AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = model_calls.run_id
  AND r.owner IN (SELECT value FROM json_each(?)))`;

/**
 * What processes had asked that are over: nobody will hear an answer to it, but for one that says where to look.
 * @param live all others @param at ISO 8601
 */
export const endOrphanedCalls = (db: Database, live: readonly string[], at: string): Promise<number> =>
  run(
    db,
    `UPDATE model_calls SET state = CASE WHEN job IS NULL THEN 'unknown' ELSE 'job-open' END, ended_at = ?, ended_order = ${LATEST_ORDER} WHERE ${ORPHANED}`,
    at,
    textList(live),
  );

/** Notes where the file lies that the call under way was answered. */
export const setFileAddress = async (
  db: Database,
  { runId, nodeId, item }: CallKey,
  address: string,
): Promise<void> => {
  await run(
    db,
    `UPDATE model_calls SET file_address = ? WHERE run_id = ? AND node_id = ? AND item = ? AND state = 'asked'`,
    address,
    runId,
    nodeId,
    item,
  );
};

/** Stores what the call under way was answered. @param answer JSON, without any key */
export const setJob = async (
  db: Database,
  { runId, nodeId, item }: CallKey,
  answer: string,
): Promise<void> => {
  await run(
    db,
    `UPDATE model_calls SET job = ? WHERE run_id = ? AND node_id = ? AND item = ? AND state = 'asked'`,
    answer,
    runId,
    nodeId,
    item,
  );
};

/** Whether the call under way was answered, so that what comes of it can be followed later. */
export const hasJob = async (db: Database, { runId, nodeId, item }: CallKey): Promise<boolean> =>
  (await queryRow(
    db,
    `SELECT 1 FROM model_calls WHERE run_id = ? AND node_id = ? AND item = ? AND state = 'asked' AND job IS NOT NULL`,
    runId,
    nodeId,
    item,
  )) !== undefined;

/** A call that was answered and whose result nobody has yet. */
export interface OpenJob {
  answer: string;
  /** What was expected when it was asked, in microcredits. */
  price: bigint;
}

/** The job of the same work that nobody follows, the oldest first; null when there is none. */
export async function findOpenJob(
  db: Database,
  { accountId, cacheKey }: Pick<NewCall, 'accountId' | 'cacheKey'>,
): Promise<OpenJob | null> {
  if (cacheKey === null) return null;
  const row = await queryRow(
    db,
    `SELECT job, price FROM model_calls WHERE account_id = ? AND cache_key = ? AND state = 'job-open' ORDER BY asked_at LIMIT 1`,
    accountId,
    cacheKey,
  );
  return row === undefined ? null : { answer: text(row, 'job'), price: BigInt(Number(row['price'])) };
}

/** What became of a job that was followed: its result is stored, or it has none. */
export const settleJob = async (
  db: Database,
  { accountId, cacheKey }: Pick<NewCall, 'accountId' | 'cacheKey'>,
  answer: string,
  state: 'answered' | 'unknown',
): Promise<void> => {
  await run(
    db,
    `UPDATE model_calls SET state = ?, job = NULL WHERE account_id = ? AND cache_key = ? AND state = 'job-open' AND job = ?`,
    state,
    accountId,
    cacheKey,
    answer,
  );
};

/** A call that was answered with the address of a file, as its charge is booked. */
export interface PaidFileCall extends CallKey {
  accountId: string;
  projectId: string | null;
  nodeTitle: string;
  nodeType: string;
  provider: string;
  model: string;
  price: bigint;
  address: string;
}

const readFile = (row: Row): PaidFileCall => ({
  runId: text(row, 'run_id'),
  nodeId: text(row, 'node_id'),
  item: text(row, 'item'),
  accountId: text(row, 'account_id'),
  projectId: textOrNull(row, 'project_id'),
  nodeTitle: text(row, 'node_title'),
  nodeType: text(row, 'node_type'),
  provider: text(row, 'provider'),
  model: text(row, 'model'),
  price: BigInt(Number(row['price'])),
  address: text(row, 'file_address'),
});

/**
 * Calls under way whose answer is known to lie at an address.
 * @param selection of one node, or of all runs that none of these processes has.
 */
export const filesOfOpenCalls = async (
  db: Database,
  selection: CallKey | readonly string[],
): Promise<PaidFileCall[]> =>
  ('runId' in selection
    ? await all(
        db,
        `SELECT * FROM model_calls WHERE state = 'asked' AND file_address IS NOT NULL AND run_id = ? AND node_id = ? AND item = ?`,
        selection.runId,
        selection.nodeId,
        selection.item,
      )
    : await all(
        db,
        `SELECT * FROM model_calls WHERE file_address IS NOT NULL AND ${ORPHANED}`,
        textList(selection),
      )
  ).map(readFile);

/** The file that was paid for the same work and not fetched yet, the oldest first; null when there is none. */
export async function findPaidFile(
  db: Database,
  { accountId, cacheKey }: Pick<NewCall, 'accountId' | 'cacheKey'>,
): Promise<PaidFileCall | null> {
  if (cacheKey === null) return null;
  const row = await queryRow(
    db,
    `SELECT * FROM model_calls WHERE account_id = ? AND cache_key = ? AND state = 'paid-file' ORDER BY asked_at LIMIT 1`,
    accountId,
    cacheKey,
  );
  return row === undefined ? null : readFile(row);
}

/** What became of a file that was paid: it is stored, or can be had no more. */
export const settlePaidFile = async (
  db: Database,
  { accountId, cacheKey }: Pick<NewCall, 'accountId' | 'cacheKey'>,
  address: string,
  state: 'answered' | 'file-lost',
): Promise<void> => {
  await run(
    db,
    `UPDATE model_calls SET state = ?, file_address = NULL
     WHERE account_id = ? AND cache_key = ? AND state = 'paid-file' AND file_address = ?`,
    state,
    accountId,
    cacheKey,
    address,
  );
};

/** What the files cost that an account has paid and not fetched yet, in microcredits: their runs cost nothing more. */
export const priceOfPaidFiles = async (db: Database, accountId: string): Promise<bigint> =>
  BigInt(
    Number(
      (
        await queryRow(
          db,
          `SELECT COALESCE(SUM(price), 0) AS price FROM model_calls WHERE account_id = ? AND state = 'paid-file'`,
          accountId,
        )
      )?.['price'],
    ),
  );

/**
 * After the database was replaced by an earlier copy of it: the runs that were under way then may have asked models since, so they
 * ask none by themselves.
 */
export const markRunsFromBackup = (db: Database): Promise<number> =>
  run(db, `UPDATE runs SET is_from_backup = 1 WHERE status IN ('accepted', 'queued', 'running')`);

/** Whether a run came back with an earlier copy of the database, and was under way when that was made. */
export const isRunOfCopy = async (db: Database, runId: string): Promise<boolean> =>
  (await queryRow(db, 'SELECT 1 FROM runs WHERE id = ? AND is_from_backup = 1', runId)) !== undefined;

/** What is asked about a call before it is sent. */
export type CallQuery = Pick<NewCall, 'accountId' | 'runId' | 'nodeId' | 'item' | 'externalId' | 'cacheKey'>;

/**
 * Whether an equal call, of this run or another, ended with an unknown outcome, and nobody has asked for a new one since: the run
 * was accepted before that end, or it is another item of the same batch that was not held back before.
 */
export async function mustWithhold(db: Database, query: CallQuery): Promise<boolean> {
  const { accountId, runId, nodeId, item, externalId, cacheKey } = query;
  if (cacheKey === null) return false;
  const rows = await all(
    db,
    `SELECT external_id, state, ended_order >= (SELECT accepted_order FROM runs WHERE id = ?) AS was_accepted FROM model_calls
     WHERE account_id = ? AND cache_key = ? AND NOT (run_id = ? AND node_id = ? AND item = ?)`,
    runId,
    accountId,
    cacheKey,
    runId,
    nodeId,
    item,
  );
  const batchId = batchOfRun(externalId)?.batchId;
  const isRetry = externalId !== null && rows.some((row) => row['external_id'] === externalId);
  return rows.some((row) => {
    if (row['state'] !== 'unknown') return false;
    if (row['was_accepted'] === 1) return true;
    const batch = typeof row['external_id'] === 'string' ? batchOfRun(row['external_id']) : null;
    return batchId !== undefined && !isRetry && batch?.batchId === batchId;
  });
}

/** A call that may have been charged. */
export interface UncertainCall extends PerhapsCharged {
  id: string;
  runId: string;
  nodeId: string;
  nodeTitle: string;
  nodeType: string;
  isStopped: boolean;
  isTemplateRun: boolean;
  /** ISO 8601 */
  askedAt: string;
}

/** The newest calls of a project that may have been charged and have a price, the newest first. */
export const uncertainCalls = async (
  db: Database,
  projectId: string,
  limit: number,
): Promise<UncertainCall[]> =>
  (
    await all(
      db,
      `SELECT *, EXISTS (SELECT 1 FROM template_runs t WHERE t.run_id = model_calls.run_id) AS by_template
     FROM model_calls WHERE project_id = ? AND state IN ('unknown', 'stopped') AND price > 0
     ORDER BY asked_at DESC, run_id DESC, node_id LIMIT ?`,
      projectId,
      limit,
    )
  ).map((row) => ({
    id: `${text(row, 'run_id')}.${text(row, 'node_id')}.${String(row['attempt'])}`,
    runId: text(row, 'run_id'),
    nodeId: text(row, 'node_id'),
    nodeTitle: text(row, 'node_title'),
    nodeType: text(row, 'node_type'),
    provider: text(row, 'provider'),
    model: text(row, 'model'),
    microcredits: String(row['price']),
    isStopped: row['state'] === 'stopped',
    isTemplateRun: row['by_template'] === 1,
    askedAt: text(row, 'asked_at'),
  }));
