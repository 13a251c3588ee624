import { hash, randomBytes } from 'node:crypto';
import { ALL_SCOPES, type Scope } from '#shared/api/index.ts';
import { relaxedTransaction } from '#service/storage/relaxed-transaction.ts';
import type { Database } from '#service/storage/database.ts';
import { dataVersionOf, findKeyByHash, insertKey, setLastUsed, setRevoked, type ApiKey } from './key-rows.ts';

/** API keys. A key is 256 random bits; only its SHA-256 is kept. */

const hashOf = (secret: string): string => hash('sha256', secret);

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
  timestamp: number,
  key: NewKey,
): { id: string; secret: string } {
  const secret = `pb_${randomBytes(32).toString('base64url')}`;
  const id = newId('key');
  insertKey(db, {
    id,
    accountId: key.accountId,
    prefix: secret.slice(0, 8),
    hash: hashOf(secret),
    scopes: key.scopes ?? ALL_SCOPES,
    origins: key.origins ?? null,
    createdAt: new Date(timestamp).toISOString(),
    expiresAt:
      key.expiresInSeconds === undefined
        ? null
        : new Date(timestamp + key.expiresInSeconds * 1000).toISOString(),
  });
  return { id, secret };
}

/** Keys read before, valid until another process writes to the database. */
interface CachedKeys {
  dataVersion: unknown;
  byHash: Map<string, ApiKey>;
}

const cached = new WeakMap<Database, CachedKeys>();
const MAX_CACHED_KEYS = 1000;

/**
 * The key of a secret, revoked and expired ones included. Looked up at every request, so it is remembered; the command
 * that makes and revokes keys is another process, whose commits change SQLite's `data_version`.
 * @param dataVersion read for this request.
 */
export function findKeyBySecret(
  db: Database,
  secret: string,
  dataVersion: number = dataVersionOf(db),
): ApiKey | null {
  let keys = cached.get(db);
  if (!keys || keys.dataVersion !== dataVersion) cached.set(db, (keys = { dataVersion, byHash: new Map() }));
  const hashed = hashOf(secret);
  const found = keys.byHash.get(hashed);
  if (found) return found;
  const key = findKeyByHash(db, hashed);
  if (!key) return null;
  // An account is opened by this process, which would not show in the data version.
  if (key.accountReady && keys.byHash.size < MAX_CACHED_KEYS) keys.byHash.set(hashed, key);
  return key;
}

/** Why a key may not be used now, in a sentence; null where it may. @param timestamp milliseconds since the epoch */
export function keyRejection(
  key: Pick<ApiKey, 'revokedAt' | 'expiresAt'> | null,
  timestamp: number,
): string | null {
  if (!key) return 'This API key is not known here. Check it, or create one with "keys create".';
  if (key.revokedAt !== null) return 'This API key was revoked. Use another one.';
  const hasExpired = key.expiresAt !== null && Date.parse(key.expiresAt) <= timestamp;
  return hasExpired ? 'This API key has expired. Use another one.' : null;
}

/** Revokes by id or by the key itself. @returns the account whose key it is; null when there is no such key. */
export function revokeKey(db: Database, timestamp: number, keyOrId: string): string | null {
  cached.delete(db);
  return setRevoked(db, new Date(timestamp).toISOString(), keyOrId, hashOf(keyOrId));
}

const USE_STEP_MS = 60_000;

/** Notes the last use, at most once a minute. Nobody was promised it, so no request waits for the disk because of it. */
export function noteKeyUse(db: Database, key: ApiKey, timestamp: number): void {
  if (key.lastUsedAt !== null && timestamp - Date.parse(key.lastUsedAt) < USE_STEP_MS) return;
  key.lastUsedAt = new Date(timestamp).toISOString();
  const at = key.lastUsedAt;
  relaxedTransaction(db, () => setLastUsed(db, key.id, at));
}
