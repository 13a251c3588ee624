import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { LOCAL_CONNECTION_ID } from '#shared/desk/index.ts';
import type { CallAdministration } from '../administration/administration-client.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreLog } from '../options.ts';
import type { OutputEntry } from './output-entries.ts';

/** Outputs of a project with the same content: one tile in the gallery, with one star and one note. */

/** Files of one size whose bytes are compared with those of a new run. */
const MAX_CANDIDATES = 50;
/** Files that are asked for at once. */
const MAX_HASHED = 500;
const MAX_ORIGINS = 200;

const SAME = `connection_id = ?1 AND project_id IS ?2 AND kind = ?3
  AND coalesce(hash, file_id) = ?4`;

/** What makes an output one with others. */
export interface OutputBytes {
  connectionId: string;
  projectId: string | null;
  kind: string;
  /** Its hash, else its file; null of a value that is not kept. */
  contentKey: string | null;
}

/**
 * What a text, number or JSON is known by: the same value of the same output. A number of another node means something else.
 * @param value JSON
 */
export const hashOfValue = (key: string, value: string): string =>
  createHash('sha256').update(`${key}\n${value}`).digest('base64url');

export function createEqualBytes(database: DatabaseSync) {
  const marks = database.prepare(
    `SELECT max(starred) AS starred, (SELECT note FROM outputs WHERE ${SAME} AND note IS NOT NULL
      ORDER BY created_at DESC, id DESC LIMIT 1) AS note FROM outputs WHERE ${SAME}`,
  );
  const origins = database.prepare(
    `SELECT * FROM outputs WHERE ${SAME} AND hidden = 0 ORDER BY created_at DESC, id DESC LIMIT ${MAX_ORIGINS}`,
  );
  const hide = database.prepare(`UPDATE outputs SET hidden = ?5 WHERE ${SAME}`);
  const setStar = database.prepare(
    `UPDATE outputs SET starred = ?5 WHERE ${SAME} AND starred <> ?5 RETURNING run_id`,
  );
  const unhashed = database.prepare(
    `SELECT DISTINCT file_id FROM outputs WHERE connection_id = ? AND size_bytes = ? AND file_id IS NOT NULL
      AND hash IS NULL AND missing = 0 LIMIT ${MAX_CANDIDATES}`,
  );
  const ofSize = database.prepare(
    'SELECT 1 FROM outputs WHERE connection_id = ? AND size_bytes = ? AND file_id IS NOT NULL LIMIT 1',
  );
  const setHash = database.prepare('UPDATE outputs SET hash = ? WHERE connection_id = ? AND file_id = ?');
  const existing = database.prepare(
    'SELECT hash FROM outputs WHERE connection_id = ? AND file_id = ? AND hash IS NOT NULL LIMIT 1',
  );
  const keys = ({ connectionId, projectId, kind, contentKey }: OutputBytes) =>
    [connectionId, projectId, kind, contentKey] as const;
  return {
    /** The star and note that a person gave the same bytes before. */
    marksOf(bytes: OutputBytes): { starred: boolean; note: string | null } {
      const row = bytes.contentKey === null ? undefined : marks.get(...keys(bytes));
      const note = row?.['note'];
      return { starred: row?.['starred'] === 1, note: typeof note === 'string' ? note : null };
    },
    /** Rows of all outputs with this content. */
    origins: (bytes: OutputBytes): Record<string, unknown>[] =>
      bytes.contentKey === null ? [] : origins.all(...keys(bytes)),
    hide: (bytes: OutputBytes, isHidden: boolean): void => {
      if (bytes.contentKey !== null) hide.run(...keys(bytes), isHidden ? 1 : 0);
    },
    /** Gives all outputs with these bytes the same star. @returns the runs of those that changed. */
    setStar: (bytes: OutputBytes, isStarred: boolean): string[] =>
      bytes.contentKey === null
        ? []
        : setStar.all(...keys(bytes), isStarred ? 1 : 0).map((row) => String(row['run_id'])),
    /** Files with so many bytes of which no hash is known. */
    candidates(connectionId: string, size: number): string[] {
      return unhashed.all(connectionId, size).map((row) => String(row['file_id']));
    },
    /** Whether any output that is recorded has so many bytes. */
    hasSize: (connectionId: string, size: number): boolean => ofSize.get(connectionId, size) !== undefined,
    setHash: (connectionId: string, fileId: string, hash: string): void =>
      void setHash.run(hash, connectionId, fileId),
    hashOf(connectionId: string, fileId: string): string | null {
      const hash = existing.get(connectionId, fileId)?.['hash'];
      return typeof hash === 'string' ? hash : null;
    },
  };
}

/** Hashes of files by their ids; none where a service does not tell. */
export type ReadHashes = (
  connectionId: string,
  fileIds: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, string>>;

/** Which files have equal bytes; only the local service tells. */
export const hashesOfLocal =
  ({ call }: { call: CallAdministration }): ReadHashes =>
  async (connectionId, fileIds, signal) => {
    if (connectionId !== LOCAL_CONNECTION_ID) return new Map();
    const { files } = await call('listFileHashes', { params: {}, body: { fileIds }, signal });
    return new Map(files.map(({ fileId, hash }) => [fileId, hash]));
  };

const NO_HASHES: ReadonlyMap<string, string> = new Map();

/**
 * Hashes of the files that a run made, and of those recorded before that may be equal: files of other sizes are not asked for.
 * @returns by file id
 */
export async function hashesOfRun(
  bytes: Pick<ReturnType<typeof createEqualBytes>, 'candidates' | 'hasSize' | 'setHash'>,
  { hashesOf, log }: { hashesOf: ReadHashes; log: CoreLog },
  run: { connectionId: string; entries: readonly OutputEntry[]; signal: AbortSignal },
): Promise<ReadonlyMap<string, string>> {
  const { connectionId, entries, signal } = run;
  const sizes = new Set<number>();
  const shared = new Set<number>();
  for (const { fileId, sizeBytes } of entries) {
    if (fileId === null || sizeBytes === null) continue;
    if (sizes.has(sizeBytes) || bytes.hasSize(connectionId, sizeBytes)) shared.add(sizeBytes);
    sizes.add(sizeBytes);
  }
  if (shared.size === 0) return NO_HASHES;
  const localFiles = entries.flatMap(({ fileId, sizeBytes }) =>
    fileId !== null && sizeBytes !== null && shared.has(sizeBytes) ? [fileId] : [],
  );
  const before = [...shared].flatMap((size) => bytes.candidates(connectionId, size));
  const requested = [...new Set([...localFiles, ...before])].slice(0, MAX_HASHED);
  const hashes = await hashesOf(connectionId, requested, signal).catch((error: unknown) => {
    log.debug(errorFields(error), 'equal outputs of a run are not known');
    return NO_HASHES;
  });
  for (const fileId of before) {
    const hash = hashes.get(fileId);
    if (hash !== undefined) bytes.setHash(connectionId, fileId, hash);
  }
  return hashes;
}
