import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { createSerialize } from '#shared/language/serialize.ts';
import { DeskError } from '../desk-error.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreLog } from '../options.ts';
import { createDocumentFiles, hashOf, type DocumentFiles } from './document-files.ts';
import { createVersionRows, type NewVersion, type VersionKey, type VersionRow } from './version-rows.ts';

const expand = promisify(gunzip);

/** Far above any document; what claims to be more is damage. */
const MAX_EMBEDDED_BYTES = 64 * 1024 * 1024;
const PAGE = 50;

/** The one store of versions of all documents: a row each, and texts in files named by their hash. */
export interface DocumentVersions {
  /** Runs work while nothing else is written: a document is not removed while another version of it is added. */
  serialize: ReturnType<typeof createSerialize>;
  /** The newest version; null when there is none. */
  latest(key: VersionKey): VersionRow | null;
  /**
   * Writes a state, in the place of a version or as a new one. Only inside `serialize`.
   * @param id of a new version, without its prefix
   */
  write(
    key: VersionKey,
    version: NewVersion,
    text: string,
    options: { idPrefix: string; replaces: VersionRow | null },
  ): Promise<VersionRow>;
  /** Newest first. @throws DeskError `INVALID_REQUEST` for a cursor that no page gave. */
  list(
    key: VersionKey,
    query?: { cursor?: string | undefined; limit?: number; namedOnly?: boolean },
  ): { rows: VersionRow[]; nextCursor: string | null };
  /** @throws DeskError `NOT_FOUND` */
  find(key: VersionKey, id: string): VersionRow;
  /** The document as it was written; null when it is missing or damaged, which is noted then. */
  text(row: VersionRow): Promise<string | null>;
  /** A text was read that is no document. */
  noteDamaged(row: VersionRow): void;
  update(row: VersionRow, change: { name: string | null; keep: boolean; reason: string }): VersionRow;
  /** One that is gone already is no error. */
  delete(key: VersionKey, id: string): Promise<void>;
  /** Bytes of the documents of its sort, and how many they may take. */
  usedBytes(kind: VersionKey['kind']): number;
  limitOf(kind: VersionKey['kind']): number;
  moveProject(connectionId: string, from: string, to: string): Promise<void>;
  removeProject(connectionId: string, projectId: string): Promise<void>;
  removeConnection(connectionId: string): Promise<void>;
  /** Removes what a stop in the middle of something left, and notes documents that are missing. */
  cleanUp(): Promise<void>;
  rows: ReturnType<typeof createVersionRows>;
  /** Waits for what is being written. */
  close(): Promise<void>;
}

/** What is said of a version whose document cannot be read. */
export const damagedVersion = (): DeskError =>
  new DeskError(
    'NOT_FOUND',
    'This version was damaged on the disk and cannot be shown. The others are not affected.',
    { status: 410 },
  );

/** @param options.limits bytes of compressed documents of all projects: of graphs, and of storyboards and timelines. */
export function createDocumentVersions(options: {
  directory: string;
  database: DatabaseSync;
  limits: { graphs: number; films: number };
  log: CoreLog;
}): DocumentVersions {
  const { limits, log } = options;
  const rows = createVersionRows(options.database);
  const files = createDocumentFiles(options.directory);
  const serialize = createSerialize();
  const limitOf = (kind: VersionKey['kind']): number => (kind === 'graph' ? limits.graphs : limits.films);

  function noteDamaged(row: VersionRow): void {
    if (row.damaged !== 0) return;
    rows.markDamaged(row.hash);
    log.warn({ versionId: row.id }, 'the document of a saved version is damaged');
  }

  /** A document that an earlier version of the app kept in its row goes into a file, now that it is read. */
  async function moveEmbedded({ hash }: VersionRow): Promise<string | null> {
    const bytes = rows.embeddedDocument(hash);
    if (bytes === null) return null;
    const text = await expand(bytes, { maxOutputLength: MAX_EMBEDDED_BYTES }).then(
      (buffer) => buffer.toString('utf8'),
      () => null,
    );
    if (text === null || hashOf(text) !== hash) return null;
    try {
      await files.write(hash, text);
      rows.removeEmbedded(hash);
    } catch (error) {
      log.info(errorFields(error), 'an earlier version stays in its row, as no file could be written');
    }
    return text;
  }

  return {
    serialize,
    rows,
    latest: (key) => rows.page(key, Number.MAX_SAFE_INTEGER, 1)[0] ?? null,

    async write(key, version, text, { idPrefix, replaces }) {
      const hash = hashOf(text);
      const sizeBytes = rows.hasDocument(hash) ? rows.sizeOf(hash) : await files.write(hash, text);
      const id =
        replaces?.id ?? `${idPrefix}_${Date.parse(version.at).toString(36)}${randomBytes(6).toString('hex')}`;
      const dropped: string[] = [];
      if (replaces === null) rows.add(id, key, version, { hash, sizeBytes });
      else dropped.push(...rows.replace(replaces.place, version, { hash, sizeBytes }));
      await removeAll(files, [...dropped, ...rows.evict(key.kind, limitOf(key.kind))]);
      const row = rows.find(key, id);
      if (row === null) throw new Error('A version was removed while it was written.');
      return row;
    },

    list(key, { cursor, limit = PAGE, namedOnly = false } = {}) {
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number.parseInt(cursor, 36);
      if (!Number.isSafeInteger(before)) {
        throw new DeskError('INVALID_REQUEST', 'This page of the history is not known. Open it again.');
      }
      const found = rows.page(key, before, limit + 1, namedOnly);
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      return { rows: page, nextCursor: last === undefined ? null : last.place.toString(36) };
    },

    find(key, id) {
      const row = rows.find(key, id);
      if (!row) throw new DeskError('NOT_FOUND', 'This version is no longer stored.');
      return row;
    },

    async text(row) {
      const text = (await files.read(row.hash)) ?? (await moveEmbedded(row));
      if (text === null) noteDamaged(row);
      return text;
    },
    noteDamaged,

    update(row, change) {
      rows.update(row.place, change);
      return { ...row, name: change.name, keep: change.keep ? 1 : 0, reason: change.reason };
    },

    usedBytes: (kind) => rows.usedBytes(kind),
    limitOf,

    ...createRemovals({ rows, files, serialize, log }),
    close: () => serialize(() => undefined),
  };
}

async function removeAll(files: DocumentFiles, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) await files.remove(hash);
}

/** Versions that go, or go elsewhere, with the files that nothing needs any more. */
function createRemovals({
  rows,
  files,
  serialize,
  log,
}: {
  rows: ReturnType<typeof createVersionRows>;
  files: DocumentFiles;
  serialize: DocumentVersions['serialize'];
  log: CoreLog;
}): Pick<DocumentVersions, 'delete' | 'moveProject' | 'removeProject' | 'removeConnection' | 'cleanUp'> {
  const removing = (work: () => string[]) => serialize(() => removeAll(files, work()));
  return {
    delete: (key, id) =>
      removing(() => {
        const row = rows.find(key, id);
        return row === null ? [] : rows.remove(row.place);
      }),
    moveProject: (connectionId, from, to) => serialize(async () => rows.moveProject(connectionId, from, to)),
    removeProject: (connectionId, projectId) => removing(() => rows.removeProject(connectionId, projectId)),
    removeConnection: (connectionId) => removing(() => rows.removeConnection(connectionId)),
    cleanUp: () =>
      serialize(async () => {
        const documentHashes = rows.documents();
        const embedded = rows.embeddedHashes();
        const present = await files.cleanUp(new Set(documentHashes));
        for (const hash of documentHashes) {
          if (present.has(hash) || embedded.has(hash)) continue;
          rows.markDamaged(hash);
          log.warn({}, 'the document of a saved version is missing');
        }
      }),
  };
}
