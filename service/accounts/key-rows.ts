import type { Scope } from '#shared/api/index.ts';
import type { Database } from '#service/storage/database.ts';
import { all, queryRow, run, text, textOrNull, type Row } from '#service/storage/statements.ts';
import { sampleRequestOf } from './rows.ts';

/** What is asked of the person at each request. */
interface KeyPerson {
  id: string;
  name: string;
  disabledAt: string | null;
  /** Requests a minute over all of their keys; null without a limit. */
  rateLimit: number | null;
}

export interface ApiKey {
  id: string;
  accountId: string;
  accountName: string;
  /** Whose key it is; null for one of nobody in particular. */
  person: KeyPerson | null;
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
  a.sample_project AS sample_project, p.name AS person_name, p.disabled_at AS disabled_at, p.rate_limit AS rate_limit
  FROM api_keys k JOIN accounts a ON a.id = k.account_id LEFT JOIN people p ON p.id = k.person_id`;

const readKey = (row: Row): ApiKey => ({
  id: text(row, 'id'),
  accountId: text(row, 'account_id'),
  accountName: text(row, 'account_name'),
  person:
    row['person_id'] === null
      ? null
      : {
          id: text(row, 'person_id'),
          name: text(row, 'person_name'),
          disabledAt: textOrNull(row, 'disabled_at'),
          rateLimit: row['rate_limit'] === null ? null : Number(row['rate_limit']),
        },
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

/** What decides whether a key may be used. */
export type KeyTerm = Pick<ApiKey, 'revokedAt' | 'expiresAt'> & {
  person: Pick<KeyPerson, 'disabledAt'> | null;
};

/** Until when a key may be used; null for one that is not there. */
export async function findKeyTerm(db: Database, id: string): Promise<KeyTerm | null> {
  const row = await queryRow(
    db,
    `SELECT k.revoked_at, k.expires_at, p.disabled_at FROM api_keys k LEFT JOIN people p ON p.id = k.person_id
     WHERE k.id = ?`,
    id,
  );
  if (row === undefined) return null;
  const disabledAt = textOrNull(row, 'disabled_at');
  return {
    revokedAt: textOrNull(row, 'revoked_at'),
    expiresAt: textOrNull(row, 'expires_at'),
    person: { disabledAt },
  };
}

export interface NewKeyRow {
  id: string;
  accountId: string;
  personId: string | null;
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
    `INSERT INTO api_keys (id, account_id, prefix, hash, scopes, origins, created_at, expires_at, person_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    key.id,
    key.accountId,
    key.prefix,
    key.hash,
    JSON.stringify(key.scopes),
    key.origins ? JSON.stringify(key.origins) : null,
    key.createdAt,
    key.expiresAt,
    key.personId,
  );
}

/**
 * Revokes by id or hash; a key that was revoked before keeps its time.
 * @returns its id and account; null when there is no such key.
 */
export async function setRevoked(
  db: Database,
  at: string,
  id: string,
  hash: string,
): Promise<{ id: string; accountId: string } | null> {
  const row = await queryRow(
    db,
    'UPDATE api_keys SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ? OR hash = ? RETURNING id, account_id',
    at,
    id,
    hash,
  );
  return row === undefined ? null : { id: text(row, 'id'), accountId: text(row, 'account_id') };
}

export async function setLastUsed(db: Database, id: string, at: string): Promise<void> {
  await run(db, 'UPDATE api_keys SET last_used_at = ? WHERE id = ?', at, id);
}

/** True when a valid browser app key names this origin. @param at ISO time for which keys must be valid. */
export async function isAppOrigin(db: Database, origin: string, at: string): Promise<boolean> {
  const rows = await all(
    db,
    `SELECT k.origins FROM api_keys k LEFT JOIN people p ON p.id = k.person_id
     WHERE k.origins IS NOT NULL AND k.revoked_at IS NULL AND p.disabled_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > ?)`,
    at,
  );
  return rows.some((row) => (JSON.parse(text(row, 'origins')) as string[]).includes(origin));
}
