import { createHash } from 'node:crypto';
import { joinKey } from '#shared/language/join-key.ts';
import { createSerializeByKey } from '#shared/language/serialize.ts';
import { transaction, type Database } from '../storage/database.ts';
import { REPLAY_HOURS } from '#service/rules/replay-hours.ts';
import { deleteResponsesUntil, findResponse, saveResponse, type SavedResponse } from './idempotency-rows.ts';
import { Problem } from '#service/problems/problem.ts';
import { invalid } from '#service/problems/validation-problem.ts';

/** Thrown by `commit` when another process or an earlier request saved the response first. */
export class Replay extends Error {
  override name = 'Replay';
  readonly response: SavedResponse;
  constructor(response: SavedResponse) {
    super('This request was answered before.');
    this.response = response;
  }
}

/** What an idempotency key may be. @throws ValidationProblem */
export function checkedIdempotencyKey(key: string | null): string | null {
  if (key === null || /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw invalid(['header', 'idempotency-key'], 'Use 1 to 255 visible ASCII characters.');
}

/** @param segments each a text, or the pieces of one in UTF-8. */
export const fingerprintOf = (segments: readonly (string | readonly Uint8Array[])[]): string => {
  const hash = createHash('sha256');
  for (const segment of segments) {
    const chunks = typeof segment === 'string' ? [Buffer.from(segment)] : segment;
    hash.update(`${chunks.reduce((sum, { length }) => sum + length, 0)}:`);
    for (const chunk of chunks) hash.update(chunk);
  }
  return hash.digest('hex');
};

export interface IdempotencyStore {
  /**
   * The saved response of this key, or null.
   * @throws Problem IDEMPOTENCY_CONFLICT when the key was used for another request.
   */
  find(accountId: string, key: string, fingerprint: string): Promise<SavedResponse | null>;
  save(
    accountId: string,
    endpoint: string,
    key: string,
    fingerprint: string,
    response: SavedResponse,
  ): Promise<void>;
  /** Runs `work` after every earlier request with the same key has been answered. */
  serialize<T>(accountId: string, key: string, work: () => Promise<T>): Promise<T>;
  /** Forgets responses that are too old to be replayed. */
  sweep(): Promise<void>;
}

const oldestAt = (timestamp: number): string => new Date(timestamp - REPLAY_HOURS * 3_600_000).toISOString();

/** Whether a request with this key was answered before: one that is repeated takes no room, and is told what it was told then. */
export const hasResponse = async (
  store: { db: Database; getTime: () => number },
  accountId: string,
  key: string | null,
): Promise<boolean> =>
  key !== null && (await findResponse(store.db, accountId, key, oldestAt(store.getTime()))) !== null;

export function createIdempotencyStore(db: Database, getTime: () => number): IdempotencyStore {
  const serialize = createSerializeByKey();
  const oldest = () => oldestAt(getTime());

  return {
    async find(accountId, key, fingerprint) {
      const saved = await findResponse(db, accountId, key, oldest());
      if (!saved) return null;
      if (saved.fingerprint !== fingerprint) {
        throw Problem.of(
          'IDEMPOTENCY_CONFLICT',
          'This Idempotency-Key was used for a different request. Use a new key.',
        );
      }
      return saved.response;
    },
    save: (accountId, endpoint, key, fingerprint, response) =>
      saveResponse(db, {
        accountId,
        endpoint,
        key,
        fingerprint,
        response,
        at: new Date(getTime()).toISOString(),
      }),
    serialize: (accountId, key, work) => serialize(joinKey(accountId, key), work),
    sweep: () => transaction(db, () => deleteResponsesUntil(db, oldest())),
  };
}
