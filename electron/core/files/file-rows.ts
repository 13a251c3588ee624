import { extname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { Batch, FILM_NODE_ID, valuesText, type FileRecord } from '#shared/desk/index.ts';
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
  output_project: z.string().nullable(),
  cell: z.string().nullable(),
});

/**
 * Of several runs that gave the same file the first made it. The project of a run whose graph was not saved is known here alone.
 * `cell`: where in a grid or table that was, as JSON of its layout, place and index.
 */
export const FILE_COLUMNS = `f.*, m.name AS own_name, m.tags AS tags, o.key AS output_key, o.title AS output_title,
  o.hash AS output_hash, o.project_id AS output_project,
  (SELECT json_array(b.layout, i.place, i.item) FROM batch_items i JOIN batches b ON b.id = i.batch_id
    WHERE i.run_id = o.run_id AND b.connection_id = f.connection_id LIMIT 1) AS cell
  FROM files f
  LEFT JOIN file_marks m ON m.connection_id = f.connection_id AND m.file_id = f.file_id
  LEFT JOIN outputs o ON o.id = (SELECT min(id) FROM outputs
    WHERE connection_id = f.connection_id AND file_id = f.file_id AND f.origin = 'run')`;

/** Files of a project, which is the second parameter. */
export const OF_PROJECT =
  '(f.project_id = ?2 OR f.project_id IS NULL) AND coalesce(f.project_id, o.project_id) = ?2';

/** Characters of a name that tell a result from the others of its grid. */
const MAX_CELL_LENGTH = 48;

const json = z.string().transform((text): unknown => jsonOf(Buffer.from(text)));
const Cell = json.pipe(
  z.tuple([json.pipe(Batch.shape.layout).nullable(), json.pipe(z.array(z.int())), z.int()]),
);

/** What tells a result from the others of its grid or table: the words of its cell, or the number of its row; empty of a single one. */
function cellWords(cell: string | null): string {
  const found = cell === null ? undefined : Cell.safeParse(cell).data;
  if (found === undefined) return '';
  const [layout, place, index] = found;
  if (layout === null) return `${index + 1}`;
  const words = valuesText({ layout }, { place }).slice(0, MAX_CELL_LENGTH);
  return words.toWellFormed().replaceAll('\ufffd', '').trim();
}

const isFilm = (key: string): boolean => key === FILM_NODE_ID || key.startsWith(`${FILM_NODE_ID}.`);

/**
 * A file made by a run goes by the name of the output; the service names it after the node that happened to make it. An exported
 * film has the name that it was exported under.
 * @param key of the output. @param title of its node, where that is known. @param cell what tells it from the others of its grid.
 */
export function outputFilename(key: string, title: string | null, filename: string, cell = ''): string {
  if (isFilm(key)) return filename;
  const extension = extname(filename);
  const name = (title ?? labelOfKey(key)).trim();
  if (name === '') return filename;
  const hasExtension = extension !== '' && name.toLowerCase().endsWith(extension.toLowerCase());
  const [stem, ending] = hasExtension
    ? [name.slice(0, -extension.length), name.slice(-extension.length)]
    : [name, extension];
  return `${cell === '' ? stem : `${stem}, ${cell}`}${ending}`.replaceAll(/[/\\\p{Cc}]/gu, '-');
}

const Tags = z.array(z.string());

function toRecord(row: z.infer<typeof Row>): FileRecord {
  const { filename, own_name: customName, output_key: key, output_title: title } = row;
  const generatedName =
    row.origin === 'run' && key !== null
      ? outputFilename(key, title, filename, cellWords(row.cell))
      : filename;
  const displayName = customName ?? stripKey(generatedName);
  const sha256 = row.sha256 ?? row.output_hash;
  const tags = row.tags === null ? undefined : Tags.safeParse(jsonOf(Buffer.from(row.tags))).data;
  return {
    fileId: row.file_id,
    connectionId: row.connection_id,
    projectId: row.project_id ?? row.output_project,
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
