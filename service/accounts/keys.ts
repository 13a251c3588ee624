import { hash, randomBytes } from 'node:crypto';
import { ALL_SCOPES, type Scope } from '#shared/api/index.ts';
import { relaxedTransaction, type Database } from '#service/storage/database.ts';
import { findKeyByHash, insertKey, setLastUsed, setRevoked, type ApiKey, type KeyTerm } from './key-rows.ts';

/** API keys. A key is 256 random bits; only its SHA-256 is kept. */

const hashOf = (secret: string): string => hash('sha256', secret);

export interface NewKey {
  accountId: string;
  /** Whose it is. */
  personId?: string;
  /** Left out: all scopes. */
  scopes?: readonly Scope[];
  origins?: readonly string[];
  expiresInSeconds?: number;
}

/** Creates a key. @returns the key's secret, which is not kept and cannot be shown again. */
export async function createKey(
  db: Database,
  newId: (prefix: string) => string,
  timestamp: number,
  key: NewKey,
): Promise<{ id: string; secret: string }> {
  const secret = `pb_${randomBytes(32).toString('base64url')}`;
  const id = newId('key');
  await insertKey(db, {
    id,
    accountId: key.accountId,
    personId: key.personId ?? null,
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
 * that makes and revokes keys is another process, whose commits the database tells of (`externalWrites`).
 * @param dataVersion `externalWrites` of the database, read for this request.
 */
export function findKeyBySecret(
  db: Database,
  secret: string,
  dataVersion: number,
): ApiKey | Promise<ApiKey | null> {
  let keys = cached.get(db);
  if (!keys || keys.dataVersion !== dataVersion) cached.set(db, (keys = { dataVersion, byHash: new Map() }));
  const hashed = hashOf(secret);
  return keys.byHash.get(hashed) ?? loadKey(db, keys, hashed);
}

async function loadKey(db: Database, keys: CachedKeys, hashed: string): Promise<ApiKey | null> {
  const key = await findKeyByHash(db, hashed);
  if (!key) return null;
  // An account is opened by this process, which would not show in the data version.
  // One that was read before another write may be revoked by now.
  const isCurrent = cached.get(db) === keys;
  if (key.accountReady && isCurrent && keys.byHash.size < MAX_CACHED_KEYS) keys.byHash.set(hashed, key);
  return key;
}

/** Why a key may not be used now, in a sentence; null where it may. @param timestamp milliseconds since the epoch */
export function keyRejection(key: KeyTerm | null, timestamp: number): string | null {
  if (!key) return 'This API key is not known here. Check it, or create one with "keys create".';
  if (key.person !== null && key.person.disabledAt !== null)
    return 'Whoever this API key belongs to was disabled. Ask who runs this service.';
  if (key.revokedAt !== null) return 'This API key was revoked. Use another one.';
  const hasExpired = key.expiresAt !== null && Date.parse(key.expiresAt) <= timestamp;
  return hasExpired ? 'This API key has expired. Use another one.' : null;
}

/** Looks keys up anew, once the open transaction is committed: something of them was changed. */
export const invalidateKeys = (db: Database): void => db.afterCommit(() => cached.delete(db));

/** Revokes by id or by the key itself. @returns its id and account; null when there is no such key. */
export async function revokeKey(
  db: Database,
  timestamp: number,
  keyOrId: string,
): Promise<{ id: string; accountId: string } | null> {
  const revoked = await setRevoked(db, new Date(timestamp).toISOString(), keyOrId, hashOf(keyOrId));
  invalidateKeys(db);
  return revoked;
}

const USE_STEP_MS = 60_000;

/** Whether a use is to be noted: once a minute. */
export const isUseStale = ({ lastUsedAt }: ApiKey, timestamp: number): boolean =>
  lastUsedAt === null || timestamp - Date.parse(lastUsedAt) >= USE_STEP_MS;

/** Notes the last use. Nobody was promised it, so no request waits for the disk because of it. */
export async function noteKeyUse(db: Database, key: ApiKey, timestamp: number): Promise<void> {
  key.lastUsedAt = new Date(timestamp).toISOString();
  const at = key.lastUsedAt;
  await relaxedTransaction(db, () => setLastUsed(db, key.id, at));
}
