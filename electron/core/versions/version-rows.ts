import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { VersionKind } from '#shared/desk/index.ts';
import { transaction } from '../storage/transaction.ts';

/** Rows of the version history in the desk's database. */

export interface ProjectKey {
  connectionId: string;
  projectId: string;
}

/** Of which document of which project. */
export interface VersionKey extends ProjectKey {
  kind: VersionKind;
}

/** Where a version stands in the list: by its date, and of equal dates by its row. */
export type ListPosition = Pick<VersionRow, 'at' | 'place'>;

/** A position as text that pages hand back. */
export const cursorOf = ({ at, place }: ListPosition): string =>
  `${Date.parse(at).toString(36)}-${place.toString(36)}`;

/** @returns null for a text that no page was given. */
export function positionOf(cursor: string): ListPosition | null {
  const [, at, place] = /^([0-9a-z]{1,9})-([0-9a-z]{1,10})$/.exec(cursor) ?? [];
  if (at === undefined || place === undefined) return null;
  return { at: new Date(Number.parseInt(at, 36)).toISOString(), place: Number.parseInt(place, 36) };
}

/** Which versions of a project, newest first. */
interface PageQuery {
  /** Of all documents without it. */
  kind?: VersionKind | undefined;
  /** Only those with a name that a person gave, or kept on purpose. */
  namedOnly?: boolean;
  /** Those at it and after it are left out. */
  before?: ListPosition | undefined;
  limit: number;
}

const Row = z.object({
  place: z.number(),
  id: z.string(),
  connection_id: z.string(),
  project_id: z.string(),
  kind: VersionKind,
  version: z.number(),
  reason: z.string(),
  name: z.string().nullable(),
  keep: z.number(),
  at: z.string(),
  node_count: z.number(),
  changes: z.string().nullable(),
  sketch: z.string(),
  /** When the stretch of work began that it ends, as ISO 8601; null of a graph. */
  began_at: z.string().nullable(),
  /** What was done in it, as JSON. */
  steps: z.string().nullable(),
  hash: z.string(),
  damaged: z.number(),
});
export type VersionRow = z.infer<typeof Row>;

const Restoration = z.object({ restoration: z.string(), place: z.number() });
export type Restoration = z.infer<typeof Restoration>;

const StateRow = z.object({
  project_id: z.string(),
  id: z.string(),
  version: z.number(),
  place: z.number(),
  reason: z.string(),
});
export type StateRow = z.infer<typeof StateRow>;

/** What is written of a version. */
export interface NewVersion {
  version: number;
  reason: string;
  name: string | null;
  /** ISO 8601. */
  at: string;
  firstAt: string | null;
  nodeCount: number;
  /** JSON, as are the next two. */
  changes: string | null;
  sketch: string;
  steps: string | null;
}

/** A document by its hash, and the bytes that it takes on the disk. */
interface StoredDocument {
  hash: string;
  sizeBytes: number;
}

/** Documents that a version of the app up to 0.5 kept in the rows of storyboards and timelines. */
function createEmbeddedDocuments(database: DatabaseSync) {
  const embedded = {
    hashes: database.prepare('SELECT DISTINCT hash FROM film_versions'),
    find: database.prepare('SELECT document FROM film_versions WHERE hash = ? LIMIT 1'),
    remove: database.prepare('DELETE FROM film_versions WHERE hash = ?'),
  };
  return {
    /** The compressed document that a version up to 0.5 kept in its row; null when there is none. */
    embeddedDocument(hash: string): Uint8Array | null {
      const bytes = embedded.find.get(hash)?.['document'];
      return bytes instanceof Uint8Array ? bytes : null;
    },
    embeddedHashes: (): Set<string> => new Set(embedded.hashes.all().map((row) => String(row['hash']))),
    removeEmbedded: (hash: string): void => void embedded.remove.run(hash),
  };
}

/** When the database of a service was replaced, and what there was of its graphs. */
function createRestorations(database: DatabaseSync) {
  const addRestoration = database.prepare(`
    INSERT OR IGNORE INTO restorations (connection_id, restoration, place)
    SELECT ?1, ?2, coalesce(max(place), 0) FROM versions`);
  const restorations = database.prepare(
    'SELECT restoration, place FROM restorations WHERE connection_id = ? ORDER BY place, restoration',
  );
  const states = database.prepare(`
    SELECT v.project_id, v.id, v.version, v.place, v.reason FROM versions v
    JOIN version_documents d ON d.hash = v.hash
    WHERE v.connection_id = ? AND v.kind = 'graph' AND d.damaged = 0 ORDER BY v.place`);
  return {
    /** Notes that the service's database was replaced, once for each name. */
    addRestoration: (connectionId: string, restoration: string): void =>
      void addRestoration.run(connectionId, restoration),
    restorations: (connectionId: string): Restoration[] =>
      restorations.all(connectionId).map((row) => Restoration.parse(row)),

    /** All undamaged versions of the graphs of a connection, without their documents, oldest first. */
    states: (connectionId: string): StateRow[] => states.all(connectionId).map((row) => StateRow.parse(row)),
  };
}

/** What room a version takes its part of. */
const isGraph = (kind: VersionKey['kind']): number => (kind === 'graph' ? 1 : 0);

/** Versions that are looked for. */
function createQueries(database: DatabaseSync) {
  const fields = `v.place, v.id, v.connection_id, v.project_id, v.version, v.reason, v.name, v.keep, v.at, v.node_count,
    v.changes, v.sketch, v.kind, v.began_at, v.steps, v.hash, d.damaged FROM versions v JOIN version_documents d ON d.hash = v.hash`;
  // A stretch of work that goes on keeps its place and gets a later date; of several kinds the date says what is newer.
  const page = database.prepare(`
    SELECT ${fields} WHERE v.connection_id = ?1 AND v.project_id = ?2 AND (?3 IS NULL OR v.kind = ?3)
      AND (?4 = 0 OR (v.name IS NOT NULL AND v.reason <> 'before') OR v.keep = 1)
      AND (?5 IS NULL OR (v.at, v.place) < (?5, ?6))
    ORDER BY v.at DESC, v.place DESC LIMIT ?7`);
  const latest = database.prepare(
    `SELECT ${fields} WHERE v.connection_id = ? AND v.project_id = ? AND v.kind = ? ORDER BY v.place DESC LIMIT 1`,
  );
  const selectById = database.prepare(
    `SELECT ${fields} WHERE v.connection_id = ? AND v.project_id = ? AND v.id = ?`,
  );
  // What was merged carries the number of the version that it was made on, and is another graph.
  const numbered = database.prepare(`
    SELECT ${fields} WHERE v.connection_id = ? AND v.project_id = ? AND v.version = ? AND v.reason <> 'merge'
      AND v.kind = 'graph' AND d.damaged = 0 ORDER BY v.place DESC LIMIT 1`);
  return {
    page: ({ connectionId, projectId }: ProjectKey, query: PageQuery): VersionRow[] => {
      const { kind = null, namedOnly = false, before, limit } = query;
      const values = [kind, namedOnly ? 1 : 0, before?.at ?? null, before?.place ?? null, limit];
      return page.all(connectionId, projectId, ...values).map((row) => Row.parse(row));
    },

    /** The newest that was added; null when there is none. */
    latest({ connectionId, projectId, kind }: VersionKey): VersionRow | null {
      const row = latest.get(connectionId, projectId, kind);
      return row === undefined ? null : Row.parse(row);
    },

    find({ connectionId, projectId }: ProjectKey, id: string): VersionRow | null {
      const row = selectById.get(connectionId, projectId, id);
      return row === undefined ? null : Row.parse(row);
    },

    /** The newest that the service gave this number. */
    findNumbered(connectionId: string, projectId: string, version: number): VersionRow | null {
      const row = numbered.get(connectionId, projectId, version);
      return row === undefined ? null : Row.parse(row);
    },
  };
}

export function createVersionRows(database: DatabaseSync) {
  const addDocument = database.prepare(`
    INSERT INTO version_documents (hash, size_bytes) VALUES (?, ?)
    ON CONFLICT (hash) DO UPDATE SET size_bytes = excluded.size_bytes, damaged = 0`);
  const addVersion = database.prepare(`
    INSERT INTO versions (id, connection_id, project_id, kind, version, reason, name, at, began_at, node_count, changes,
      sketch, steps, hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const replaceVersion = database.prepare(
    'UPDATE versions SET version = ?, at = ?, sketch = ?, steps = ?, hash = ? WHERE place = ?',
  );
  const update = database.prepare('UPDATE versions SET name = ?, keep = ?, reason = ? WHERE place = ?');
  const removeVersion = database.prepare('DELETE FROM versions WHERE place = ?');
  const removeOf = {
    project: database.prepare('DELETE FROM versions WHERE connection_id = ? AND project_id = ?'),
    connection: database.prepare('DELETE FROM versions WHERE connection_id = ?'),
    restorations: database.prepare('DELETE FROM restorations WHERE connection_id = ?'),
  };
  const document = database.prepare('SELECT size_bytes, damaged FROM version_documents WHERE hash = ?');
  const documents = database.prepare('SELECT hash FROM version_documents');
  const unused = database.prepare(
    'SELECT hash FROM version_documents WHERE hash NOT IN (SELECT hash FROM versions)',
  );
  const removeUnused = database.prepare(
    'DELETE FROM version_documents WHERE hash NOT IN (SELECT hash FROM versions)',
  );
  const markDamaged = database.prepare('UPDATE version_documents SET damaged = 1 WHERE hash = ?');
  // Films and graphs have room of their own each: much work on one of them leaves the others their past.
  const used = database.prepare(`
    SELECT coalesce(sum(size_bytes), 0) AS bytes FROM version_documents d
    WHERE EXISTS (SELECT 1 FROM versions v WHERE v.hash = d.hash AND (v.kind = 'graph') = ?)`);
  const oldest = database.prepare(`
    SELECT place FROM versions v WHERE (name IS NULL OR reason = 'before') AND keep = 0 AND (kind = 'graph') = ?
      AND EXISTS (SELECT 1 FROM versions n WHERE n.connection_id = v.connection_id AND n.project_id = v.project_id
        AND n.kind = v.kind AND n.place > v.place)
    ORDER BY place LIMIT 1`);
  const move = database.prepare(
    'UPDATE versions SET project_id = ? WHERE connection_id = ? AND project_id = ?',
  );

  const embedded = createEmbeddedDocuments(database);

  /** Rows of documents that no version has any more. @returns their hashes, whose files can go. */
  function dropUnused(): string[] {
    const hashes = unused.all().map((row) => String(row['hash']));
    if (hashes.length > 0) removeUnused.run();
    for (const hash of hashes) embedded.removeEmbedded(hash);
    return hashes;
  }

  const usedBytes = (kind: VersionKey['kind']): number => Number(used.get(isGraph(kind))?.['bytes']);

  return {
    ...embedded,
    ...createRestorations(database),
    ...createQueries(database),

    moveProject: (connectionId: string, from: string, to: string): void =>
      void move.run(to, connectionId, from),

    /** Whether a document's file is written and sound, as far as is known. */
    hasDocument(hash: string): boolean {
      const row = document.get(hash);
      return row !== undefined && row['damaged'] === 0;
    },
    sizeOf: (hash: string): number => Number(document.get(hash)?.['size_bytes'] ?? 0),
    documents: (): string[] => documents.all().map((row) => String(row['hash'])),
    markDamaged: (hash: string): void => void markDamaged.run(hash),
    usedBytes,

    add: (
      id: string,
      { connectionId, projectId, kind }: VersionKey,
      version: NewVersion,
      { hash, sizeBytes }: StoredDocument,
    ): void =>
      transaction(database, () => {
        addDocument.run(hash, sizeBytes);
        const { firstAt, nodeCount, changes, sketch, steps } = version;
        const state = [version.version, version.reason, version.name, version.at] as const;
        const details = [firstAt, nodeCount, changes, sketch, steps, hash] as const;
        addVersion.run(id, connectionId, projectId, kind, ...state, ...details);
      }),

    /** Puts a state in the place of one that it goes on with. @returns hashes whose files can go */
    replace: (position: number, version: NewVersion, { hash, sizeBytes }: StoredDocument): string[] =>
      transaction(database, () => {
        addDocument.run(hash, sizeBytes);
        const { at, sketch, steps } = version;
        replaceVersion.run(version.version, at, sketch, steps, hash, position);
        return dropUnused();
      }),

    update: (position: number, change: { name: string | null; keep: boolean; reason: string }): void =>
      void update.run(change.name, change.keep ? 1 : 0, change.reason, position),

    remove: (position: number): string[] =>
      transaction(database, () => {
        removeVersion.run(position);
        return dropUnused();
      }),

    removeProject: (connectionId: string, projectId: string): string[] =>
      transaction(database, () => {
        removeOf.project.run(connectionId, projectId);
        return dropUnused();
      }),

    removeConnection: (connectionId: string): string[] =>
      transaction(database, () => {
        removeOf.connection.run(connectionId);
        removeOf.restorations.run(connectionId);
        return dropUnused();
      }),

    /** Removes the oldest that nobody asked to keep, until all fit; the newest of each document stays. */
    evict: (kind: VersionKey['kind'], limit: number): string[] =>
      transaction(database, () => {
        const removedHashes: string[] = [];
        while (usedBytes(kind) > limit) {
          const row = oldest.get(isGraph(kind));
          if (row === undefined) break;
          removeVersion.run(row['place'] ?? null);
          removedHashes.push(...dropUnused());
        }
        return removedHashes;
      }),
  };
}
