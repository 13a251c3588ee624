import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { z } from 'zod';
import type { Clock, CoreLog } from '../options.ts';

/**
 * What services answered last, cached for the time when they are away: by connection and path, with the time.
 * Copies only: an entry that cannot be read is dropped, and one that was used longest ago leaves first.
 */

/** Migrations of `responses.sqlite`. Released ones never change. */
export const RESPONSE_CACHE_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE answers (
    connection_id TEXT NOT NULL,
    path TEXT NOT NULL,
    body BLOB NOT NULL,
    digest TEXT NOT NULL,
    known_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    PRIMARY KEY (connection_id, path)
  ) STRICT;
  CREATE INDEX answers_by_use ON answers (used_at);
  CREATE TABLE saved_edits (
    connection_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    from_version INTEGER NOT NULL,
    to_version INTEGER NOT NULL,
    operations TEXT NOT NULL,
    known_at INTEGER NOT NULL,
    PRIMARY KEY (connection_id, project_id, from_version)
  ) STRICT;
  `,
  `
  ALTER TABLE answers RENAME TO responses;
  ALTER TABLE responses RENAME COLUMN known_at TO cached_at;
  ALTER TABLE saved_edits RENAME COLUMN known_at TO cached_at;
  DROP INDEX answers_by_use;
  CREATE INDEX responses_by_use ON responses (used_at);
  `,
];

/** Bytes of one response before packing; a longer one is not cached. */
export const MAX_RESPONSE_BYTES = 24 * 1024 * 1024;
/** The same response again within this time is not written again. */
const SAME_FOR_MS = 5_000;

export interface CachedResponse {
  /** JSON. */
  body: Uint8Array<ArrayBuffer>;
  /** Milliseconds since the epoch. */
  cachedAt: number;
}

export interface ResponseCache {
  /** @param path below `/v1`, with its query. */
  find(connectionId: string, path: string): CachedResponse | null;
  has(connectionId: string, path: string): boolean;
  /** Resolves when it is written down, and also when it cannot be: work goes on without the copy. */
  store(connectionId: string, path: string, body: Uint8Array): Promise<void>;
  /** The service says that there is nothing at this path, or anything below it. */
  evict(connectionId: string, path: string): void;
  removeConnection(connectionId: string): void;
  /** When the connection's service answered last, or null. */
  lastResponseAt(connectionId: string): number | null;
}

const Row = z.object({ body: z.instanceof(Uint8Array), digest: z.string(), cached_at: z.number() });

const pack = promisify(gzip);
const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

/** @param limit bytes of all packed responses together. */
export function createResponseCache(options: {
  database: DatabaseSync;
  limit: number;
  clock: Clock;
  log: CoreLog;
}): ResponseCache {
  const { database, limit, clock, log } = options;
  const select = database.prepare(
    'SELECT body, digest, cached_at FROM responses WHERE connection_id = ? AND path = ?',
  );
  const about = database.prepare(
    'SELECT digest, cached_at FROM responses WHERE connection_id = ? AND path = ?',
  );
  const confirm = database.prepare(
    'UPDATE responses SET cached_at = ?, used_at = ? WHERE connection_id = ? AND path = ?',
  );
  const touch = database.prepare('UPDATE responses SET used_at = ? WHERE connection_id = ? AND path = ?');
  const upsert = database.prepare(`
    INSERT INTO responses (connection_id, path, body, digest, cached_at, used_at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (connection_id, path) DO UPDATE SET body = excluded.body, digest = excluded.digest,
      cached_at = excluded.cached_at, used_at = excluded.used_at`);
  const total = database.prepare('SELECT coalesce(sum(length(body)), 0) AS bytes FROM responses');
  const oldest = database.prepare(
    'SELECT connection_id, path, length(body) AS bytes FROM responses ORDER BY used_at, path LIMIT 50',
  );
  const remove = database.prepare('DELETE FROM responses WHERE connection_id = ? AND path = ?');
  const removeBelow = database.prepare(
    'DELETE FROM responses WHERE connection_id = ? AND (path = ? OR substr(path, 1, ?) = ?)',
  );
  const removeAll = database.prepare('DELETE FROM responses WHERE connection_id = ?');
  const latest = database.prepare('SELECT max(cached_at) AS at FROM responses WHERE connection_id = ?');
  let storedBytes = Number(total.get()?.['bytes']);

  function makeSpace(): void {
    while (storedBytes > limit) {
      const rows = oldest.all();
      if (rows.length === 0) return;
      for (const row of rows) {
        if (storedBytes <= limit) return;
        remove.run(String(row['connection_id']), String(row['path']));
        storedBytes -= Number(row['bytes']);
      }
    }
  }

  /** On a full disk nothing changes here, which is no reason to fail what is asked for. */
  function bestEffort(message: string, work: () => unknown): void {
    try {
      work();
    } catch (error) {
      log.info({ name: error instanceof Error ? error.name : 'unknown' }, message);
    }
  }

  return {
    has: (connectionId, path) => about.get(connectionId, path) !== undefined,

    find(connectionId, path) {
      const found = select.get(connectionId, path);
      if (found === undefined) return null;
      try {
        const row = Row.parse(found);
        const body = new Uint8Array(gunzipSync(row.body));
        if (digestOf(body) !== row.digest) throw new Error('The bytes are not those that were cached.');
        bestEffort('the use of a response was not noted', () => touch.run(clock.now(), connectionId, path));
        return { body, cachedAt: row.cached_at };
      } catch {
        log.warn({ connectionId }, 'a damaged response was dropped');
        bestEffort('a damaged response stays', () => remove.run(connectionId, path));
        return null;
      }
    },

    async store(connectionId, path, body) {
      if (body.byteLength > MAX_RESPONSE_BYTES) return;
      try {
        const digest = digestOf(body);
        const time = clock.now();
        const before = about.get(connectionId, path);
        if (before?.['digest'] === digest) {
          if (time - Number(before['cached_at']) >= SAME_FOR_MS) confirm.run(time, time, connectionId, path);
          return;
        }
        const packed = await pack(body);
        // The app may have closed while it was packed.
        if (!database.isOpen) return;
        upsert.run(connectionId, path, packed, digest, time, time);
        storedBytes = Number(total.get()?.['bytes']);
        makeSpace();
      } catch (error) {
        log.info({ name: error instanceof Error ? error.name : 'unknown' }, 'a response was not cached');
      }
    },

    evict(connectionId, path) {
      const below = `${path}/`;
      bestEffort('a response that is over stays', () =>
        removeBelow.run(connectionId, path, below.length, below),
      );
    },
    removeConnection: (connectionId) => void removeAll.run(connectionId),
    lastResponseAt(connectionId) {
      const at = latest.get(connectionId)?.['at'];
      return typeof at === 'number' ? at : null;
    },
  };
}
