import type { Scope } from '#shared/api/index.ts';
import type { Database } from '#service/storage/database.ts';
import { all, queryRow, run, text, textOrNull, type Row } from '#service/storage/statements.ts';
import { sampleRequestOf } from './rows.ts';

export interface ApiKey {
  id: string;
  accountId: string;
  accountName: string;
  /** Whether the account has been given all that it begins with. */
  accountReady: boolean;
  prefix: string;
  scopes: ReadonlySet<Scope>;
  /** Origins of a browser app key; null for a backend key. */
  origins: string[] | null;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
}

const SELECT = `SELECT k.*, a.name AS account_name, a.opened_at AS opened_at,
  a.sample_project AS sample_project
  FROM api_keys k JOIN accounts a ON a.id = k.account_id`;

const readKey = (row: Row): ApiKey => ({
  id: text(row, 'id'),
  accountId: text(row, 'account_id'),
  accountName: text(row, 'account_name'),
  accountReady: row['opened_at'] !== null && sampleRequestOf(row) === null,
  prefix: text(row, 'prefix'),
  scopes: new Set(JSON.parse(text(row, 'scopes')) as Scope[]),
  origins: row['origins'] === null ? null : (JSON.parse(text(row, 'origins')) as string[]),
  createdAt: text(row, 'created_at'),
  expiresAt: textOrNull(row, 'expires_at'),
  revokedAt: textOrNull(row, 'revoked_at'),
  lastUsedAt: textOrNull(row, 'last_used_at'),
});

/** All keys, oldest first. */
export const listKeys = async (db: Database): Promise<ApiKey[]> =>
  (await all(db, `${SELECT} ORDER BY k.id`)).map(readKey);

/** The key with that hash, revoked and expired ones included. */
export async function findKeyByHash(db: Database, hash: string): Promise<ApiKey | null> {
  const row = await queryRow(db, `${SELECT} WHERE k.hash = ?`, hash);
  return row ? readKey(row) : null;
}

/** Until when a key may be used; null for one that is not there. */
export async function findKeyTerm(
  db: Database,
  id: string,
): Promise<Pick<ApiKey, 'revokedAt' | 'expiresAt'> | null> {
  const row = await queryRow(db, 'SELECT revoked_at, expires_at FROM api_keys WHERE id = ?', id);
  return row ? { revokedAt: textOrNull(row, 'revoked_at'), expiresAt: textOrNull(row, 'expires_at') } : null;
}

export interface NewKeyRow {
  id: string;
  accountId: string;
  prefix: string;
  /** SHA-256 of the key. */
  hash: string;
  scopes: readonly Scope[];
  origins: readonly string[] | null;
  createdAt: string;
  expiresAt: string | null;
}

export async function insertKey(db: Database, key: NewKeyRow): Promise<void> {
  await run(
    db,
    `INSERT INTO api_keys (id, account_id, prefix, hash, scopes, origins, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    key.id,
    key.accountId,
    key.prefix,
    key.hash,
    JSON.stringify(key.scopes),
    key.origins ? JSON.stringify(key.origins) : null,
    key.createdAt,
    key.expiresAt,
  );
}

/**
 * Revokes by id or hash; a key that was revoked before keeps its time.
 * @returns the account whose key it is; null when there is no such key.
 */
export async function setRevoked(db: Database, at: string, id: string, hash: string): Promise<string | null> {
  const row = await queryRow(
    db,
    'UPDATE api_keys SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ? OR hash = ? RETURNING account_id',
    at,
    id,
    hash,
  );
  return row === undefined ? null : text(row, 'account_id');
}

export async function setLastUsed(db: Database, id: string, at: string): Promise<void> {
  await run(db, 'UPDATE api_keys SET last_used_at = ? WHERE id = ?', at, id);
}

/** True when a valid browser app key names this origin. @param at ISO time for which keys must be valid. */
export async function isAppOrigin(db: Database, origin: string, at: string): Promise<boolean> {
  const rows = await all(
    db,
    'SELECT origins FROM api_keys WHERE origins IS NOT NULL AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)',
    at,
  );
  return rows.some((row) => (JSON.parse(text(row, 'origins')) as string[]).includes(origin));
}
