import type { Database } from '#service/storage/database.ts';
import { PreparedResponse, type Caller, type JsonText } from './handler.ts';

/** Bytes held at most, over all responses of one cache. */
export const MAX_CACHED_BYTES = 4 * 1024 * 1024;
const MAX_RESPONSE_BYTES = MAX_CACHED_BYTES / 16;
/** From this length on a response is held as bytes; a shorter one is sent faster in one piece with its head. */
const BYTES_FROM = 4096;

/** Responses that stay the same until something is written to the database. */
export interface ResponseCache {
  /**
   * @param caller who asks; each account has responses of its own.
   * @param key everything else the response depends on beside the rows: for what, and for how long URLs in it stay.
   * @param make the response, as of one moment; called when it is not cached. It waits for the database only.
   */
  get(
    caller: Pick<Caller, 'accountId' | 'dataVersion'>,
    key: readonly string[],
    make: () => unknown,
  ): PreparedResponse | Promise<PreparedResponse>;
}

const encoder = new TextEncoder();

/** What is asked for again and again is written out once. Any write to the database empties the cache. */
export function createResponseCache(db: Database): ResponseCache {
  const responses = new Map<string, JsonText>();
  let dataVersion = -1;
  let changes = -1;
  let size = 0;

  const clear = (): void => {
    responses.clear();
    size = 0;
  };

  const prepare = async (name: string, version: number, make: () => unknown): Promise<PreparedResponse> => {
    const { writeCount } = db;
    const prepared = preparedOf(await db.snapshot(make));
    // A large one is written out in slices, after this.
    if (prepared.slices !== null) return prepared;
    const { json } = prepared;
    // Read while others wrote, it may be older than what is cached now.
    const isCurrent = db.writeCount === writeCount && changes === writeCount && dataVersion === version;
    if (!isCurrent || json.length > MAX_RESPONSE_BYTES) return prepared;
    const body = typeof json === 'string' && json.length >= BYTES_FROM ? encoder.encode(json) : json;
    if (size + body.length > MAX_CACHED_BYTES) clear();
    responses.set(name, body);
    size += body.length;
    return new PreparedResponse(body);
  };

  return {
    get(caller, key, make) {
      // What a transaction has written may still be rolled back.
      if (db.isTransaction) return Promise.resolve(make()).then(preparedOf);
      if (db.writeCount !== changes || caller.dataVersion !== dataVersion) {
        clear();
        changes = db.writeCount;
        dataVersion = caller.dataVersion;
      }
      const name = JSON.stringify([caller.accountId, ...key]);
      const cached = responses.get(name);
      return cached === undefined ? prepare(name, caller.dataVersion, make) : new PreparedResponse(cached);
    },
  };
}

const preparedOf = (response: unknown): PreparedResponse =>
  response instanceof PreparedResponse ? response : new PreparedResponse(JSON.stringify(response));
