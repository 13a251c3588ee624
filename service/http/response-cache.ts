import type { Database } from '#service/storage/database.ts';
import { PreparedAnswer } from './handler.ts';
import { stateOf } from './response-cache-rows.ts';

/** Characters held at most, over all responses of one cache. */
export const MAX_CACHED_CHARACTERS = 4 * 1024 * 1024;

/** Responses that stay the same until something is written to the database. */
export interface ResponseCache {
  /**
   * @param key everything the response depends on beside the rows: who asks, for what, and for how long URLs in it stay.
   * @param make the response; called when it is not cached.
   */
  get(key: readonly string[], make: () => unknown): PreparedAnswer;
}

/** A list that is asked for again and again is written out once. Any write to the database empties the cache. */
export function createResponseCache(db: Database): ResponseCache {
  const responses = new Map<string, string>();
  let state = '';
  let characters = 0;

  const clear = (): void => {
    responses.clear();
    characters = 0;
  };

  return {
    get(key, make) {
      // What a transaction has written may still be rolled back.
      if (db.isTransaction) return new PreparedAnswer(JSON.stringify(make()));
      const now = stateOf(db);
      if (now !== state) {
        clear();
        state = now;
      }
      const name = JSON.stringify(key);
      const cached = responses.get(name);
      if (cached !== undefined) return new PreparedAnswer(cached);
      const json = JSON.stringify(make());
      if (json.length > MAX_CACHED_CHARACTERS / 16) return new PreparedAnswer(json);
      if (characters + json.length > MAX_CACHED_CHARACTERS) clear();
      responses.set(name, json);
      characters += json.length;
      return new PreparedAnswer(json);
    },
  };
}
