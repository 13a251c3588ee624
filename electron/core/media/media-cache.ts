import { randomBytes } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Clock } from '../options.ts';

/** Bytes of media cached on this disk; what was used longest ago leaves first. */

export interface CachedMedia {
  path: string;
  contentType: string;
  sizeBytes: number;
  filename: string | null;
  /** Milliseconds since the epoch. */
  storedAt: number;
}

export interface MediaCache {
  /** Bytes of the largest entry worth keeping. */
  readonly maxEntry: number;
  /** @returns a complete entry, or null. */
  find(key: string): CachedMedia | null;
  /** A path to write an entry to before it is whole. */
  temporaryPath(): string;
  /** Takes a written file in under a key, and makes room. */
  keep(
    key: string,
    temporary: string,
    info: { contentType: string; sizeBytes: number; filename: string | null },
  ): Promise<CachedMedia>;
  clear(keyPrefix: string): Promise<void>;
  /** Clears files without an entry and entries without a file. */
  cleanUp(): Promise<void>;
}

const Row = z.object({
  key: z.string(),
  file: z.string(),
  content_type: z.string(),
  size_bytes: z.number(),
  filename: z.string().nullable(),
  stored_at: z.number(),
});

export function createMediaCache(options: {
  directory: string;
  database: DatabaseSync;
  /** Bytes. */
  limit: number;
  clock: Clock;
}): MediaCache {
  const { directory, database, limit, clock } = options;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const select = database.prepare('SELECT * FROM cached_media WHERE key = ?');
  const touch = database.prepare('UPDATE cached_media SET used_at = ? WHERE key = ?');
  const upsert = database.prepare(`
    INSERT INTO cached_media (key, file, content_type, size_bytes, filename, stored_at, used_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET file = excluded.file, content_type = excluded.content_type,
      size_bytes = excluded.size_bytes, filename = excluded.filename, stored_at = excluded.stored_at,
      used_at = excluded.used_at`);
  const remove = database.prepare('DELETE FROM cached_media WHERE key = ?');
  const total = database.prepare('SELECT coalesce(sum(size_bytes), 0) AS bytes FROM cached_media');
  const oldest = database.prepare('SELECT * FROM cached_media ORDER BY used_at, key LIMIT 20');
  const all = database.prepare('SELECT * FROM cached_media');
  const below = database.prepare('SELECT * FROM cached_media WHERE substr(key, 1, ?) = ?');

  const displayed = (row: z.infer<typeof Row>): CachedMedia => ({
    path: join(directory, row.file),
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    filename: row.filename,
    storedAt: row.stored_at,
  });

  async function drop(row: z.infer<typeof Row>): Promise<void> {
    remove.run(row.key);
    await rm(join(directory, row.file), { force: true });
  }

  async function makeSpace(): Promise<void> {
    let bytes = Number(total.get()?.['bytes']);
    while (bytes > limit) {
      const rows = oldest.all().map((row) => Row.parse(row));
      if (rows.length === 0) return;
      for (const row of rows) {
        if (bytes <= limit) return;
        await drop(row);
        bytes -= row.size_bytes;
      }
    }
  }

  return {
    maxEntry: Math.floor(limit / 4),

    find(key) {
      const found = select.get(key);
      if (found === undefined) return null;
      const row = Row.parse(found);
      // A file that is not as long as what was stored has been damaged: it is fetched anew.
      const size = statSync(join(directory, row.file), { throwIfNoEntry: false })?.size;
      if (size !== row.size_bytes) {
        remove.run(key);
        return null;
      }
      touch.run(clock.now(), key);
      return displayed(row);
    },

    temporaryPath: () => join(directory, `${randomBytes(12).toString('hex')}.part`),

    async keep(key, temporary, info) {
      const before = select.get(key);
      const file = randomBytes(12).toString('hex');
      await rename(temporary, join(directory, file));
      const timestamp = clock.now();
      upsert.run(key, file, info.contentType, info.sizeBytes, info.filename, timestamp, timestamp);
      if (before !== undefined) await rm(join(directory, Row.parse(before).file), { force: true });
      await makeSpace();
      return { path: join(directory, file), storedAt: timestamp, ...info };
    },

    async clear(keyPrefix) {
      for (const row of below.all(keyPrefix.length, keyPrefix)) await drop(Row.parse(row));
    },

    async cleanUp() {
      const rows = all.all().map((row) => Row.parse(row));
      const files = new Set(await readdir(directory));
      for (const row of rows) if (!files.has(row.file)) remove.run(row.key);
      const existing = new Set(rows.map(({ file }) => file));
      for (const file of files) if (!existing.has(file)) await rm(join(directory, file), { force: true });
      await makeSpace();
    },
  };
}
