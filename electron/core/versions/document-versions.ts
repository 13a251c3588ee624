import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ProjectVersion, VersionChange, VersionKind, VersionPage } from '#shared/desk/index.ts';
import { createSerialize } from '#shared/language/serialize.ts';
import { DeskError } from '../desk-error.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreLog } from '../options.ts';
import { createDocumentFiles, hashOf, type DocumentFiles } from './document-files.ts';
import { toProjectVersion } from './project-version.ts';
import {
  createVersionRows,
  cursorOf,
  positionOf,
  type NewVersion,
  type ProjectKey,
  type VersionKey,
  type VersionRow,
} from './version-rows.ts';

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
  /** Of one document or of all, newest first. @throws DeskError `INVALID_REQUEST` for a cursor that no page gave. */
  list(
    project: ProjectKey,
    query?: {
      kind?: VersionKind | undefined;
      cursor?: string | undefined;
      limit?: number | undefined;
      namedOnly?: boolean;
    },
  ): VersionPage;
  /** @throws DeskError `NOT_FOUND` */
  find(project: ProjectKey, id: string): VersionRow;
  /** The document as it was written; null when it is missing or damaged, which is noted then. */
  text(row: VersionRow): Promise<string | null>;
  /** A text was read that is no document. */
  noteDamaged(row: VersionRow): void;
  update(row: VersionRow, change: { name: string | null; keep: boolean; reason: string }): VersionRow;
  /** @throws DeskError `NOT_FOUND` */
  change(project: ProjectKey, id: string, change: VersionChange): ProjectVersion;
  /** One that is gone already is no error. */
  delete(project: ProjectKey, id: string): Promise<void>;
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

interface Limits {
  graphs: number;
  films: number;
}
const limitOf = (limits: Limits, kind: VersionKind): number =>
  kind === 'graph' ? limits.graphs : limits.films;

/** Reads the list a page at a time. */
function createList(rows: ReturnType<typeof createVersionRows>, limits: Limits): DocumentVersions['list'] {
  /** Bytes that versions of a kind take and may take; without a kind of all. */
  function space(kind: VersionKind | undefined): { usedBytes: number; limitBytes: number } {
    if (kind !== undefined) return { usedBytes: rows.usedBytes(kind), limitBytes: limitOf(limits, kind) };
    return {
      usedBytes: rows.usedBytes('graph') + rows.usedBytes('timeline'),
      limitBytes: limits.graphs + limits.films,
    };
  }

  return (project, { kind, cursor, limit = PAGE, namedOnly = false } = {}) => {
    const before = cursor === undefined ? undefined : positionOf(cursor);
    if (before === null) {
      throw new DeskError('INVALID_REQUEST', 'This page of the history is not known. Open it again.');
    }
    const found = rows.page(project, { kind, namedOnly, before, limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    const nextCursor = last === undefined ? null : cursorOf(last);
    return { versions: page.map(toProjectVersion), nextCursor, ...space(kind) };
  };
}

/** @param options.limits bytes of compressed documents of all projects: of graphs, and of storyboards and timelines. */
export function createDocumentVersions(options: {
  directory: string;
  database: DatabaseSync;
  limits: Limits;
  log: CoreLog;
}): DocumentVersions {
  const { limits, log } = options;
  const rows = createVersionRows(options.database);
  const files = createDocumentFiles(options.directory);
  const serialize = createSerialize();

  function find(project: ProjectKey, id: string): VersionRow {
    const row = rows.find(project, id);
    if (!row) throw new DeskError('NOT_FOUND', 'This version is no longer stored.');
    return row;
  }

  function update(
    row: VersionRow,
    change: { name: string | null; keep: boolean; reason: string },
  ): VersionRow {
    rows.update(row.place, change);
    return { ...row, name: change.name, keep: change.keep ? 1 : 0, reason: change.reason };
  }

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
    latest: (key) => rows.latest(key),

    async write(key, version, text, { idPrefix, replaces }) {
      const hash = hashOf(text);
      const sizeBytes = rows.hasDocument(hash) ? rows.sizeOf(hash) : await files.write(hash, text);
      const id =
        replaces?.id ?? `${idPrefix}_${Date.parse(version.at).toString(36)}${randomBytes(6).toString('hex')}`;
      const dropped: string[] = [];
      if (replaces === null) rows.add(id, key, version, { hash, sizeBytes });
      else dropped.push(...rows.replace(replaces.place, version, { hash, sizeBytes }));
      await removeAll(files, [...dropped, ...rows.evict(key.kind, limitOf(limits, key.kind))]);
      const row = rows.find(key, id);
      if (row === null) throw new Error('A version was removed while it was written.');
      return row;
    },

    list: createList(rows, limits),
    find,

    async text(row) {
      const text = (await files.read(row.hash)) ?? (await moveEmbedded(row));
      if (text === null) noteDamaged(row);
      return text;
    },
    noteDamaged,

    update,
    change(project, id, { name, keep }) {
      const row = find(project, id);
      // One that a person names is theirs and stays, also where it was kept before a step.
      const reason = name !== undefined && row.reason === 'before' ? 'saved' : row.reason;
      const changed = { name: name === undefined ? row.name : name, keep: keep ?? row.keep === 1, reason };
      return toProjectVersion(update(row, changed));
    },

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
    delete: (project, id) =>
      removing(() => {
        const row = rows.find(project, id);
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
