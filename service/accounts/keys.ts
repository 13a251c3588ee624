import { hash, randomBytes } from 'node:crypto';
import { ALL_SCOPES, type Scope } from '#shared/api/index.ts';
import { quickTransaction } from '#service/storage/relaxed-transaction.ts';
import type { Database } from '#service/storage/database.ts';
import { all, one, run, text, textOrNull, type Row } from '#service/storage/statements.ts';

/** API keys. A key is 256 random bits; only its SHA-256 is kept. */

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

const hashOf = (secret: string): string => hash('sha256', secret);

const SELECT = `SELECT k.*, a.name AS account_name, a.opened_at AS opened_at,
  a.sample_project AS sample_project
  FROM api_keys k JOIN accounts a ON a.id = k.account_id`;

const readKey = (row: Row): ApiKey => ({
  id: text(row, 'id'),
  accountId: text(row, 'account_id'),
  accountName: text(row, 'account_name'),
  accountReady: row['opened_at'] !== null && row['sample_project'] !== 'wanted',
  prefix: text(row, 'prefix'),
  scopes: new Set(JSON.parse(text(row, 'scopes')) as Scope[]),
  origins: row['origins'] === null ? null : (JSON.parse(text(row, 'origins')) as string[]),
  createdAt: text(row, 'created_at'),
  expiresAt: textOrNull(row, 'expires_at'),
  revokedAt: textOrNull(row, 'revoked_at'),
  lastUsedAt: textOrNull(row, 'last_used_at'),
});

export interface NewKey {
  accountId: string;
  /** Left out: all scopes. */
  scopes?: readonly Scope[];
  origins?: readonly string[];
  expiresInSeconds?: number;
}

/** Creates a key. @returns the key's secret, which is not kept and cannot be shown again. */
export function createKey(
  db: Database,
  newId: (prefix: string) => string,
  now: number,
  key: NewKey,
): { id: string; secret: string } {
  const secret = `pb_${randomBytes(32).toString('base64url')}`;
  const id = newId('key');
  run(
    db,
    `INSERT INTO api_keys (id, account_id, prefix, hash, scopes, origins, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    key.accountId,
    secret.slice(0, 8),
    hashOf(secret),
    JSON.stringify(key.scopes ?? ALL_SCOPES),
    key.origins ? JSON.stringify(key.origins) : null,
    new Date(now).toISOString(),
    key.expiresInSeconds === undefined ? null : new Date(now + key.expiresInSeconds * 1000).toISOString(),
  );
  return { id, secret };
}

/** Keys read before, valid until another process writes to the database. */
interface KnownKeys {
  dataVersion: unknown;
  byHash: Map<string, ApiKey>;
}

const known = new WeakMap<Database, KnownKeys>();
const KNOWN_LIMIT = 1000;

/**
 * The key of a secret, revoked and expired ones included. Looked up at every request, so it is remembered; the command
 * that makes and revokes keys is another process, whose commits change SQLite's `data_version`.
 */
export function findKeyBySecret(db: Database, secret: string): ApiKey | null {
  const dataVersion = one(db, 'PRAGMA data_version')?.['data_version'];
  let keys = known.get(db);
  if (!keys || keys.dataVersion !== dataVersion) known.set(db, (keys = { dataVersion, byHash: new Map() }));
  const hashed = hashOf(secret);
  const remembered = keys.byHash.get(hashed);
  if (remembered) return remembered;
  const row = one(db, `${SELECT} WHERE k.hash = ?`, hashed);
  if (!row) return null;
  const key = readKey(row);
  // An account is opened by this process, which would not show in the data version.
  if (key.accountReady && keys.byHash.size < KNOWN_LIMIT) keys.byHash.set(hashed, key);
  return key;
}

/** All keys, oldest first. */
export const listKeys = (db: Database): ApiKey[] => all(db, `${SELECT} ORDER BY k.id`).map(readKey);

/** Revokes by id or by the key itself. @returns whether there is such a key. */
export function revokeKey(db: Database, now: number, keyOrId: string): boolean {
  known.delete(db);
  return (
    run(
      db,
      'UPDATE api_keys SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ? OR hash = ?',
      new Date(now).toISOString(),
      keyOrId,
      hashOf(keyOrId),
    ) > 0
  );
}

const USE_STEP_MS = 60_000;

/** Notes the last use, at most once a minute. Nobody was promised it, so no request waits for the disk because of it. */
export function noteKeyUse(db: Database, key: ApiKey, now: number): void {
  if (key.lastUsedAt !== null && now - Date.parse(key.lastUsedAt) < USE_STEP_MS) return;
  key.lastUsedAt = new Date(now).toISOString();
  const at = key.lastUsedAt;
  quickTransaction(db, () => run(db, 'UPDATE api_keys SET last_used_at = ? WHERE id = ?', at, key.id));
}
