import { extname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isFileOutput, type PublicFileDetail, type PublicRunDetail } from '#shared/api/index.ts';
import { MAX_FILE_COUNT, type FileRecord } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import { areShort, MAX_OUTPUTS, shortText } from '../storage/row-limits.ts';
import { transaction } from '../storage/transaction.ts';
import { createFileMarks, FILE_COLUMNS, OF_PROJECT, outputFilename, readFileRow } from './file-rows.ts';

/** SHA-256 in hex. */
interface ContentHashes {
  sha256: string;
  /** Of the first bytes alone; null for a small file. */
  headSha256: string | null;
}

/** Files this computer has uploaded or seen runs make; the API has no list of them. */
export interface FileLibrary {
  /** Newest first. @param projectId null for all projects. @param limit files, at most. */
  list(connectionId: string, projectId: string | null, limit?: number): FileRecord[];
  noteUpload(
    connectionId: string,
    projectId: string | null,
    file: PublicFileDetail,
    hashes: ContentHashes | null,
  ): void;
  noteOutputs(connectionId: string, run: Pick<PublicRunDetail, 'outputs' | 'projectId' | 'updatedAt'>): void;
  /** A file of the same bytes, type and name that this connection already has: each name is a file of its own. */
  findByContent(
    connectionId: string,
    content: { sha256: string; sizeBytes: number; contentType: string; filename: string },
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
  /**
   * Gives a file a name and tags on this computer; what is left out stays. A name of null is that of the service.
   * @throws DeskError `NOT_FOUND`
   */
  change(
    connectionId: string,
    fileId: string,
    change: { name?: string | null | undefined; tags?: readonly string[] | undefined },
  ): FileRecord;
  clear(connectionId: string, fileId: string): void;
  removeConnection(connectionId: string): void;
}

/** The files of a run that are listed, with the names of their outputs. */
const outputFiles = ({ outputs, updatedAt }: Pick<PublicRunDetail, 'outputs' | 'updatedAt'>) =>
  Object.entries(outputs ?? {})
    .slice(0, MAX_OUTPUTS)
    .flatMap(([name, output]) =>
      isFileOutput(output) && areShort(output.fileId, updatedAt) ? [{ name, output }] : [],
    );

function prepareQueries(database: DatabaseSync) {
  const insert = database.prepare(`
    INSERT INTO files (connection_id, file_id, project_id, filename, content_type, size_bytes, origin, sha256, created_at,
      head_sha256)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (connection_id, file_id) DO UPDATE SET
      project_id = coalesce(excluded.project_id, project_id),
      sha256 = coalesce(excluded.sha256, sha256),
      head_sha256 = coalesce(excluded.head_sha256, head_sha256)`);
  const listAll = database.prepare(
    `SELECT ${FILE_COLUMNS} WHERE f.connection_id = ? ORDER BY f.created_at DESC, f.file_id DESC LIMIT ?`,
  );
  const listProject = database.prepare(
    `SELECT ${FILE_COLUMNS} WHERE f.connection_id = ?1 AND ${OF_PROJECT}
     ORDER BY f.created_at DESC, f.file_id DESC LIMIT ?3`,
  );
  const byContent = database.prepare(`
    SELECT ${FILE_COLUMNS} WHERE f.connection_id = ? AND f.sha256 = ? AND f.size_bytes = ? AND f.content_type = ?
      AND f.filename = ? ORDER BY f.created_at DESC LIMIT 1`);
  // One noted before heads were may be the same; one without a hash can never be found by its content.
  const byHead = database.prepare(`
    SELECT 1 FROM files WHERE connection_id = ? AND size_bytes = ? AND content_type = ? AND sha256 IS NOT NULL
      AND (head_sha256 = ? OR head_sha256 IS NULL) LIMIT 1`);
  const byName = database.prepare(`
    SELECT ${FILE_COLUMNS} WHERE f.connection_id = ?1 AND (f.filename IN (?2, ?3, ?4) OR m.name IN (?2, ?3, ?4))
    ORDER BY f.created_at DESC LIMIT 1`);
  // What a run made is shown under a name that no row holds: that of its node, with the words of its cell.
  const ofRuns = database.prepare(`
    SELECT ${FILE_COLUMNS} WHERE f.connection_id = ?1 AND f.origin = 'run'
      AND lower(substr(f.filename, -length(?2))) = lower(?2)
    ORDER BY f.created_at DESC, f.file_id DESC LIMIT ${MAX_FILE_COUNT}`);
  const setHash = database.prepare('UPDATE files SET sha256 = ? WHERE connection_id = ? AND file_id = ?');
  const byId = database.prepare(`SELECT ${FILE_COLUMNS} WHERE f.connection_id = ? AND f.file_id = ?`);
  const remove = database.prepare('DELETE FROM files WHERE connection_id = ? AND file_id = ?');
  const removeAll = database.prepare('DELETE FROM files WHERE connection_id = ?');
  return {
    insert,
    listAll,
    listProject,
    byContent,
    byHead,
    byName,
    ofRuns,
    setHash,
    byId,
    remove,
    removeAll,
  };
}

/** Finds files by their names: those of rows first, then those under which people see what runs made. */
const nameLookup =
  ({
    byName,
    ofRuns,
  }: Pick<ReturnType<typeof prepareQueries>, 'byName' | 'ofRuns'>): FileLibrary['findByName'] =>
  (connectionId, filename) => {
    const name = filename.normalize('NFC');
    const stored = byName.get(connectionId, filename, name, filename.normalize('NFD'));
    if (stored !== undefined) return readFileRow(stored);
    const extension = extname(name);
    if (extension === '') return null;
    for (const row of ofRuns.iterate(connectionId, extension)) {
      const file = readFileRow(row);
      if (file.filename.normalize('NFC') === name) return file;
    }
    return null;
  };

export function createFileLibrary(database: DatabaseSync): FileLibrary {
  const queries = prepareQueries(database);
  const { insert, listAll, listProject, byContent, byHead, setHash, byId, remove, removeAll } = queries;
  const marks = createFileMarks(database);
  const parseRow = (row: unknown): FileRecord | null => (row === undefined ? null : readFileRow(row));

  return {
    list: (connectionId, projectId, limit = MAX_FILE_COUNT) =>
      (projectId === null
        ? listAll.all(connectionId, limit)
        : listProject.all(connectionId, projectId, limit)
      ).map(readFileRow),
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
      const runFiles = outputFiles(run);
      if (runFiles.length === 0) return;
      // At once: each by itself would wait for the disk.
      transaction(database, () => {
        for (const { name, output } of runFiles) {
          insert.run(
            connectionId,
            output.fileId,
            run.projectId ?? null,
            shortText(outputFilename(shortText(name), null, output.filename)),
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
    findByContent: (connectionId, { sha256, sizeBytes, contentType, filename }) =>
      parseRow(byContent.get(connectionId, sha256, sizeBytes, contentType, shortText(filename))),
    mayKnow: (connectionId, { headSha256, sizeBytes, contentType }) =>
      byHead.get(connectionId, sizeBytes, contentType, headSha256) !== undefined,
    get: (connectionId, fileId) => parseRow(byId.get(connectionId, fileId)),
    findByName: nameLookup(queries),
    noteHash: (connectionId, { fileId }, sha256) => void setHash.run(sha256, connectionId, fileId),
    change(connectionId, fileId, { name, tags }) {
      const before = marks.get(connectionId, fileId);
      marks.set(connectionId, fileId, {
        name: name === undefined ? before.name : name,
        tags: tags ?? before.tags,
      });
      const changed = parseRow(byId.get(connectionId, fileId));
      if (changed !== null) return changed;
      marks.clear(connectionId, fileId);
      throw new DeskError('NOT_FOUND', 'This file is not listed any more.');
    },
    clear(connectionId, fileId) {
      remove.run(connectionId, fileId);
      marks.clear(connectionId, fileId);
    },
    removeConnection(connectionId) {
      removeAll.run(connectionId);
      marks.removeConnection(connectionId);
    },
  };
}
