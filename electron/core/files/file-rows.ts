import { extname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { FILM_NODE_ID, type FileRecord } from '#shared/desk/index.ts';
import { stripKey, labelOfKey } from '#shared/graph/index.ts';
import { jsonOf } from '../response-cache/json-of.ts';

/** Files as they are listed: with the name that people know them by, which may not be the one at the service. */

const Row = z.object({
  file_id: z.string(),
  connection_id: z.string(),
  project_id: z.string().nullable(),
  filename: z.string(),
  content_type: z.string(),
  size_bytes: z.number(),
  origin: z.enum(['upload', 'run']),
  created_at: z.string(),
  sha256: z.string().nullable(),
  own_name: z.string().nullable(),
  tags: z.string().nullable(),
  output_key: z.string().nullable(),
  output_title: z.string().nullable(),
  output_hash: z.string().nullable(),
});

/** Of several runs that gave the same file the first made it. */
export const FILE_COLUMNS = `f.*, m.name AS own_name, m.tags AS tags, o.key AS output_key, o.title AS output_title,
  o.hash AS output_hash
  FROM files f
  LEFT JOIN file_marks m ON m.connection_id = f.connection_id AND m.file_id = f.file_id
  LEFT JOIN outputs o ON o.id = (SELECT min(id) FROM outputs
    WHERE connection_id = f.connection_id AND file_id = f.file_id AND f.origin = 'run')`;

const isFilm = (key: string): boolean => key === FILM_NODE_ID || key.startsWith(`${FILM_NODE_ID}.`);

/**
 * A file made by a run goes by the name of the output; the service names it after the node that happened to make it. An exported
 * film has the name that it was exported under.
 * @param key of the output. @param title of its node, where that is known.
 */
export function outputFilename(key: string, title: string | null, filename: string): string {
  if (isFilm(key)) return filename;
  const extension = extname(filename);
  const sanitized = (title ?? labelOfKey(key)).replaceAll(/[/\\\p{Cc}]/gu, '-').trim();
  if (sanitized === '') return filename;
  return sanitized.toLowerCase().endsWith(extension.toLowerCase()) ? sanitized : `${sanitized}${extension}`;
}

const Tags = z.array(z.string());

function toRecord(row: z.infer<typeof Row>): FileRecord {
  const { filename, own_name: customName, output_key: key, output_title: title } = row;
  const generatedName =
    row.origin === 'run' && key !== null ? outputFilename(key, title, filename) : filename;
  const displayName = customName ?? stripKey(generatedName);
  const sha256 = row.sha256 ?? row.output_hash;
  const tags = row.tags === null ? undefined : Tags.safeParse(jsonOf(Buffer.from(row.tags))).data;
  return {
    fileId: row.file_id,
    connectionId: row.connection_id,
    projectId: row.project_id,
    filename: displayName,
    ...(displayName !== filename && { formerName: filename }),
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    origin: row.origin,
    createdAt: row.created_at,
    ...(sha256 !== null && { sha256 }),
    ...(tags !== undefined && tags.length > 0 && { tags }),
  };
}

export const readFileRow = (row: unknown): FileRecord => toRecord(Row.parse(row));

/** What a person gives a file on this computer; the service has no such thing. */
export interface FileMarks {
  /** @param name null: as the service calls it */
  set(connectionId: string, fileId: string, marks: { name: string | null; tags: readonly string[] }): void;
  get(connectionId: string, fileId: string): { name: string | null; tags: string[] };
  clear(connectionId: string, fileId: string): void;
  removeConnection(connectionId: string): void;
}

export function createFileMarks(database: DatabaseSync): FileMarks {
  const set =
    database.prepare(`INSERT INTO file_marks (connection_id, file_id, name, tags) VALUES (?, ?, ?, ?)
    ON CONFLICT (connection_id, file_id) DO UPDATE SET name = excluded.name, tags = excluded.tags`);
  const get = database.prepare('SELECT name, tags FROM file_marks WHERE connection_id = ? AND file_id = ?');
  const remove = database.prepare('DELETE FROM file_marks WHERE connection_id = ? AND file_id = ?');
  const removeAll = database.prepare('DELETE FROM file_marks WHERE connection_id = ?');
  return {
    set: (connectionId, fileId, { name, tags }) =>
      void set.run(connectionId, fileId, name, JSON.stringify(tags)),
    get(connectionId, fileId) {
      const row = get.get(connectionId, fileId);
      const name = row?.['name'];
      const tags = Tags.safeParse(jsonOf(Buffer.from(String(row?.['tags'] ?? '[]'))));
      return { name: typeof name === 'string' ? name : null, tags: tags.success ? tags.data : [] };
    },
    clear: (connectionId, fileId) => void remove.run(connectionId, fileId),
    removeConnection: (connectionId) => void removeAll.run(connectionId),
  };
}
