import type { Database } from '#service/storage/database.ts';
import {
  all,
  queryRow,
  run,
  text,
  textOrNull,
  type Row,
  type SqlValue,
} from '#service/storage/statements.ts';

/** Rows of people. An account is the workspace of a team; a person is somebody who works in it. */

export interface PersonLimits {
  /** Microcredits in a calendar month (UTC); null without a limit. */
  spendLimit: number | null;
  /** Bytes of uploads that are kept. */
  storageLimit: number | null;
  /** Requests a minute over all keys. */
  rateLimit: number | null;
}

export interface PersonRow extends PersonLimits {
  id: string;
  accountId: string;
  accountName: string;
  name: string;
  createdAt: string;
  disabledAt: string | null;
}

/** A person with what was used. */
export interface PersonUse extends PersonRow {
  lastUsedAt: string | null;
  /** Microcredits since the month began. */
  spent: number;
  storageUsed: number;
}

const COLUMNS = 'p.*, a.name AS account_name';
const FROM = 'FROM people p JOIN accounts a ON a.id = p.account_id';

const limit = (row: Row, column: string): number | null =>
  row[column] === null ? null : Number(row[column]);

const readPerson = (row: Row): PersonRow => ({
  id: text(row, 'id'),
  accountId: text(row, 'account_id'),
  accountName: text(row, 'account_name'),
  name: text(row, 'name'),
  createdAt: text(row, 'created_at'),
  disabledAt: textOrNull(row, 'disabled_at'),
  spendLimit: limit(row, 'spend_limit'),
  storageLimit: limit(row, 'storage_limit'),
  rateLimit: limit(row, 'rate_limit'),
});

const readUse = (row: Row): PersonUse => ({
  ...readPerson(row),
  lastUsedAt: textOrNull(row, 'last_used_at'),
  spent: Number(row['spent']),
  storageUsed: Number(row['stored']),
});

const USE = `
  (SELECT MAX(k.last_used_at) FROM api_keys k WHERE k.person_id = p.id) AS last_used_at,
  (SELECT COALESCE(SUM(l.microcredits), 0) FROM ledger l WHERE l.person_id = p.id AND l.created_at >= ?) AS spent,
  (SELECT COALESCE(SUM(f.size_bytes), 0) FROM files f
   WHERE f.person_id = p.id AND f.deleted_at IS NULL AND f.origin = 'upload') AS stored`;

/** Whose people are listed, and how many. */
interface PeopleSelection {
  /** Null of all accounts. */
  accountName: string | null;
  atMost: number;
}

/** People by account and name, with what they have used. @param since when the month began */
export const listPeople = async (
  db: Database,
  since: string,
  { accountName, atMost }: PeopleSelection,
): Promise<PersonUse[]> =>
  (
    await all(
      db,
      `SELECT ${COLUMNS}, ${USE} ${FROM} WHERE CAST(? AS TEXT) IS NULL OR a.name = ?
       ORDER BY a.name, p.name LIMIT ?`,
      since,
      accountName,
      accountName,
      atMost,
    )
  ).map(readUse);

/** A person with what was used. */
export async function findPersonUse(db: Database, id: string, since: string): Promise<PersonUse | null> {
  const row = await queryRow(db, `SELECT ${COLUMNS}, ${USE} ${FROM} WHERE p.id = ?`, since, id);
  return row === undefined ? null : readUse(row);
}

export async function findPerson(db: Database, id: string): Promise<PersonRow | null> {
  const row = await queryRow(db, `SELECT ${COLUMNS} ${FROM} WHERE p.id = ?`, id);
  return row === undefined ? null : readPerson(row);
}

/** People of that name, in all accounts or in one. */
export const peopleNamed = async (
  db: Database,
  name: string,
  accountName: string | null,
): Promise<PersonRow[]> =>
  (
    await all(
      db,
      `SELECT ${COLUMNS} ${FROM} WHERE p.name = ?1 AND (CAST(?2 AS TEXT) IS NULL OR a.name = ?2)`,
      name,
      accountName,
    )
  ).map(readPerson);

/** @returns false where the account has one of that name */
export async function insertPerson(
  db: Database,
  person: Omit<PersonRow, 'accountName' | 'disabledAt'>,
): Promise<boolean> {
  const added = await run(
    db,
    `INSERT INTO people (id, account_id, name, created_at, spend_limit, storage_limit, rate_limit)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account_id, name) DO NOTHING`,
    person.id,
    person.accountId,
    person.name,
    person.createdAt,
    person.spendLimit,
    person.storageLimit,
    person.rateLimit,
  );
  return added === 1;
}

export async function setLimits(db: Database, id: string, limits: PersonLimits): Promise<void> {
  const values: SqlValue[] = [limits.spendLimit, limits.storageLimit, limits.rateLimit, id];
  await db.run('UPDATE people SET spend_limit = ?, storage_limit = ?, rate_limit = ? WHERE id = ?', values);
}

/** @param at since when; null to let them work again. */
export async function setDisabled(db: Database, id: string, at: string | null): Promise<void> {
  await run(db, 'UPDATE people SET disabled_at = ? WHERE id = ?', at, id);
}

/** Runs of a person that have not ended. */
export const activeRunsOf = async (db: Database, personId: string): Promise<string[]> =>
  (
    await all(
      db,
      "SELECT id FROM runs WHERE person_id = ? AND status IN ('accepted', 'queued', 'running') ORDER BY id",
      personId,
    )
  ).map((row) => text(row, 'id'));

/** Keys of people, oldest first. @param ofPerson of one person; null of all */
export const keysOfPeople = async (db: Database, ofPerson: string | null) =>
  (
    await all(
      db,
      `SELECT id, person_id, prefix, created_at, expires_at, revoked_at, last_used_at FROM api_keys
       WHERE person_id IS NOT NULL AND (CAST(?1 AS TEXT) IS NULL OR person_id = ?1) ORDER BY id`,
      ofPerson,
    )
  ).map((row) => ({
    keyId: text(row, 'id'),
    personId: text(row, 'person_id'),
    prefix: text(row, 'prefix'),
    createdAt: text(row, 'created_at'),
    expiresAt: textOrNull(row, 'expires_at'),
    revokedAt: textOrNull(row, 'revoked_at'),
    lastUsedAt: textOrNull(row, 'last_used_at'),
  }));
