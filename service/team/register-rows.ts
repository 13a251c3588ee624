import type { TeamRegister } from '#shared/administration/team.ts';
import type { Database } from '#service/storage/database.ts';
import { all, queryRow, run, text, textOrNull, type Row } from '#service/storage/statements.ts';

/** Rows of registers, of the count of writes, and of the changes that were applied. */

/** An output as registers know it. */
export interface RegisterOutput {
  /** Equal for outputs of a project with the same content. */
  hash: string;
  runId: string;
  key: string;
  projectId: string | null;
  content: string;
}

/** What a register is found by. */
export interface RegisterKey {
  field: TeamRegister['field'];
  collectionId: string | null;
  output: RegisterOutput | null;
}

export interface TeamStore {
  storeId: string;
  sequence: number;
  registerCount: number;
}

/** Inside a transaction: where the writes of an account are counted, made where there is none. */
export async function openStore(db: Database, accountId: string, newStoreId: string): Promise<TeamStore> {
  const found = await findStore(db, accountId);
  if (found !== null) return found;
  await run(
    db,
    'INSERT INTO team_stores (account_id, store_id, sequence, register_count) VALUES (?, ?, 0, 0)',
    accountId,
    newStoreId,
  );
  return { storeId: newStoreId, sequence: 0, registerCount: 0 };
}

/** Null before the first write. */
export async function findStore(db: Database, accountId: string): Promise<TeamStore | null> {
  const row = await queryRow(
    db,
    'SELECT store_id, sequence, register_count FROM team_stores WHERE account_id = ?',
    accountId,
  );
  if (row === undefined) return null;
  return {
    storeId: text(row, 'store_id'),
    sequence: Number(row['sequence']),
    registerCount: Number(row['register_count']),
  };
}

export async function saveStore(db: Database, accountId: string, store: TeamStore): Promise<void> {
  await run(
    db,
    'UPDATE team_stores SET sequence = ?, register_count = ? WHERE account_id = ?',
    store.sequence,
    store.registerCount,
    accountId,
  );
}

/** The value of a register as JSON; null where nothing was entry. */
export async function findValue(
  db: Database,
  accountId: string,
  { field, collectionId, output }: RegisterKey,
): Promise<string | null> {
  const row = await queryRow(
    db,
    'SELECT value FROM team_registers WHERE account_id = ? AND field = ? AND collection_id = ? AND output_hash = ?',
    accountId,
    field,
    collectionId ?? '',
    output?.hash ?? '',
  );
  return row === undefined ? null : text(row, 'value');
}

export async function writeRegister(
  db: Database,
  accountId: string,
  { field, collectionId, output }: RegisterKey,
  entry: { value: string; sequence: number; changedAt: string; changedBy: string },
): Promise<void> {
  await run(
    db,
    `INSERT INTO team_registers (account_id, field, collection_id, output_hash, value, sequence, run_id, output_key,
       project_id, content, changed_at, changed_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, field, collection_id, output_hash) DO UPDATE SET value = excluded.value,
       sequence = excluded.sequence, run_id = excluded.run_id, output_key = excluded.output_key,
       changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
    accountId,
    field,
    collectionId ?? '',
    output?.hash ?? '',
    entry.value,
    entry.sequence,
    output?.runId ?? null,
    output?.key ?? null,
    output?.projectId ?? null,
    output?.content ?? null,
    entry.changedAt,
    entry.changedBy,
  );
}

/** Registers written after a sequence number, oldest first. */
export async function registersAfter(
  db: Database,
  accountId: string,
  after: number,
  limit: number,
): Promise<TeamRegister[]> {
  const rows = await all(
    db,
    'SELECT * FROM team_registers WHERE account_id = ? AND sequence > ? ORDER BY sequence LIMIT ?',
    accountId,
    after,
    limit,
  );
  return rows.map(readRegister);
}

function readRegister(row: Row): TeamRegister {
  const collectionId = text(row, 'collection_id');
  const runId = textOrNull(row, 'run_id');
  return {
    field: text(row, 'field') as TeamRegister['field'],
    collectionId: collectionId === '' ? null : collectionId,
    output:
      runId === null
        ? null
        : {
            runId,
            key: text(row, 'output_key'),
            projectId: textOrNull(row, 'project_id'),
            content: text(row, 'content'),
          },
    value: JSON.parse(text(row, 'value')) as TeamRegister['value'],
    sequence: Number(row['sequence']),
    changedAt: text(row, 'changed_at'),
  };
}

/** Notes that a change was applied. @returns false where it was before. */
export async function insertChange(
  db: Database,
  accountId: string,
  id: string,
  at: string,
): Promise<boolean> {
  const sql =
    'INSERT INTO team_changes (account_id, id, applied_at) VALUES (?, ?, ?) ON CONFLICT (account_id, id) DO NOTHING';
  return (await run(db, sql, accountId, id, at)) > 0;
}

/** Forgets changes that were applied before; whoever sent them has long had the answer. */
export async function deleteChangesBefore(db: Database, at: string): Promise<void> {
  await run(db, 'DELETE FROM team_changes WHERE applied_at < ?', at);
}

/** The project and the outputs of a run, as JSON; null where the account has no such run. */
export async function findRunOutputs(
  db: Database,
  accountId: string,
  runId: string,
): Promise<{ projectId: string | null; outputs: string } | null> {
  const row = await queryRow(
    db,
    'SELECT project_id, outputs FROM runs WHERE id = ? AND account_id = ?',
    runId,
    accountId,
  );
  return row === undefined
    ? null
    : { projectId: textOrNull(row, 'project_id'), outputs: text(row, 'outputs') };
}

/** The blob of a file of the account, deleted ones included; null where there is none. */
export async function findBlob(db: Database, accountId: string, fileId: string): Promise<string | null> {
  const row = await queryRow(db, 'SELECT blob FROM files WHERE id = ? AND account_id = ?', fileId, accountId);
  return row === undefined ? null : text(row, 'blob');
}
