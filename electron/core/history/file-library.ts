import { extname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { isFileOutput, type PublicFileDetail, type PublicRunDetail } from '#shared/api/index.ts';
import { FILM_NODE_ID, type FileRecord } from '#shared/desk/index.ts';
import { areShort, MAX_OUTPUTS, shortText } from '../storage/row-limits.ts';
import { transaction } from '../storage/transaction.ts';

/** SHA-256 in hex. */
interface ContentHashes {
  sha256: string;
  /** Of the first bytes alone; null for a small file. */
  headSha256: string | null;
}

/** Files this computer has uploaded or seen runs make; the API has no list of them. */
export interface FileLibrary {
  /** Newest first, at most 1,000. @param projectId null for all projects. */
  list(connectionId: string, projectId: string | null): FileRecord[];
  noteUpload(
    connectionId: string,
    projectId: string | null,
    file: PublicFileDetail,
    hashes: ContentHashes | null,
  ): void;
  noteOutputs(connectionId: string, run: Pick<PublicRunDetail, 'outputs' | 'projectId' | 'updatedAt'>): void;
  /** A file of the same bytes and type that this connection already has. */
  findByContent(
    connectionId: string,
    content: { sha256: string; sizeBytes: number; contentType: string },
  ): FileRecord | null;
  /** Whether a file that begins like this may be known already; only the hash of all its bytes says so for certain. */
  mayKnow(
    connectionId: string,
    content: { headSha256: string; sizeBytes: number; contentType: string },
  ): boolean;
  get(connectionId: string, fileId: string): FileRecord | null;
  /** The newest file of that name; null also for what is no name of a file seen here. */
  findByName(connectionId: string, filename: string): FileRecord | null;
  /** What the bytes of a file were found to be. */
  noteHash(
    connectionId: string,
    file: Pick<PublicFileDetail, 'fileId' | 'filename' | 'contentType' | 'sizeBytes'>,
    sha256: string,
  ): void;
  forget(connectionId: string, fileId: string): void;
  forgetConnection(connectionId: string): void;
}

const Row = z
  .object({
    file_id: z.string(),
    connection_id: z.string(),
    project_id: z.string().nullable(),
    filename: z.string(),
    content_type: z.string(),
    size_bytes: z.number(),
    origin: z.enum(['upload', 'run']),
    created_at: z.string(),
    sha256: z.string().nullable(),
  })
  .transform((row): FileRecord => ({
    fileId: row.file_id,
    connectionId: row.connection_id,
    projectId: row.project_id,
    filename: row.filename,
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    origin: row.origin,
    createdAt: row.created_at,
    ...(row.sha256 !== null && { sha256: row.sha256 }),
  }));

/**
 * A file made by a run goes by the name of the output; the service names it after the node that happened to make it. An exported
 * film has the name that it was exported under.
 */
function outputFilename(name: string, filename: string): string {
  if (name === FILM_NODE_ID || name.startsWith(`${FILM_NODE_ID}.`)) return filename;
  const extension = extname(filename);
  const plain = name.replaceAll(/[/\\\p{Cc}]/gu, '-').trim();
  if (plain === '') return filename;
  return plain.toLowerCase().endsWith(extension.toLowerCase()) ? plain : `${plain}${extension}`;
}

/** The files of a run that are listed, with the names of their outputs. */
const filesMade = ({ outputs, updatedAt }: Pick<PublicRunDetail, 'outputs' | 'updatedAt'>) =>
  Object.entries(outputs ?? {})
    .slice(0, MAX_OUTPUTS)
    .flatMap(([name, output]) =>
      isFileOutput(output) && areShort(output.fileId, updatedAt) ? [{ name, output }] : [],
    );

export function createFileLibrary(database: DatabaseSync): FileLibrary {
  const insert = database.prepare(`
    INSERT INTO files (connection_id, file_id, project_id, filename, content_type, size_bytes, origin, sha256, created_at,
      head_sha256)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (connection_id, file_id) DO UPDATE SET
      project_id = coalesce(excluded.project_id, project_id),
      sha256 = coalesce(excluded.sha256, sha256),
      head_sha256 = coalesce(excluded.head_sha256, head_sha256)`);
  const listAll = database.prepare(
    'SELECT * FROM files WHERE connection_id = ? ORDER BY created_at DESC, file_id DESC LIMIT 1000',
  );
  const listProject = database.prepare(
    'SELECT * FROM files WHERE connection_id = ? AND project_id = ? ORDER BY created_at DESC, file_id DESC LIMIT 1000',
  );
  const byContent = database.prepare(`
    SELECT * FROM files WHERE connection_id = ? AND sha256 = ? AND size_bytes = ? AND content_type = ?
    ORDER BY created_at DESC LIMIT 1`);
  // One noted before heads were may be the same; one without a hash can never be found by its content.
  const byHead = database.prepare(`
    SELECT 1 FROM files WHERE connection_id = ? AND size_bytes = ? AND content_type = ? AND sha256 IS NOT NULL
      AND (head_sha256 = ? OR head_sha256 IS NULL) LIMIT 1`);
  const byName = database.prepare(
    'SELECT * FROM files WHERE connection_id = ? AND filename = ? ORDER BY created_at DESC LIMIT 1',
  );
  const setHash = database.prepare('UPDATE files SET sha256 = ? WHERE connection_id = ? AND file_id = ?');
  const byId = database.prepare('SELECT * FROM files WHERE connection_id = ? AND file_id = ?');
  const remove = database.prepare('DELETE FROM files WHERE connection_id = ? AND file_id = ?');
  const removeAll = database.prepare('DELETE FROM files WHERE connection_id = ?');
  const one = (row: unknown): FileRecord | null => (row === undefined ? null : Row.parse(row));

  return {
    list: (connectionId, projectId) =>
      (projectId === null ? listAll.all(connectionId) : listProject.all(connectionId, projectId)).map((row) =>
        Row.parse(row),
      ),
    noteUpload(connectionId, projectId, file, hashes) {
      if (!areShort(file.fileId, file.createdAt)) return;
      insert.run(
        connectionId,
        file.fileId,
        projectId,
        shortText(file.filename),
        shortText(file.contentType),
        file.sizeBytes,
        'upload',
        hashes?.sha256 ?? null,
        file.createdAt,
        hashes?.headSha256 ?? null,
      );
    },
    noteOutputs(connectionId, run) {
      const made = filesMade(run);
      if (made.length === 0) return;
      // At once: each by itself would wait for the disk.
      transaction(database, () => {
        for (const { name, output } of made) {
          insert.run(
            connectionId,
            output.fileId,
            run.projectId ?? null,
            shortText(outputFilename(shortText(name), output.filename)),
            shortText(output.contentType),
            output.sizeBytes,
            'run',
            null,
            run.updatedAt,
            null,
          );
        }
      });
    },
    findByContent: (connectionId, { sha256, sizeBytes, contentType }) =>
      one(byContent.get(connectionId, sha256, sizeBytes, contentType)),
    mayKnow: (connectionId, { headSha256, sizeBytes, contentType }) =>
      byHead.get(connectionId, sizeBytes, contentType, headSha256) !== undefined,
    get: (connectionId, fileId) => one(byId.get(connectionId, fileId)),
    findByName: (connectionId, filename) => one(byName.get(connectionId, filename)),
    noteHash: (connectionId, { fileId }, sha256) => void setHash.run(sha256, connectionId, fileId),
    forget: (connectionId, fileId) => void remove.run(connectionId, fileId),
    forgetConnection: (connectionId) => void removeAll.run(connectionId),
  };
}
