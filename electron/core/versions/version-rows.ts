import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { VersionReason, type ProjectVersion } from '#shared/desk/index.ts';
import { GraphSketch } from '#shared/graph/index.ts';
import { transaction } from '../storage/transaction.ts';

/** Rows of the version history in the desk's database. */

const Counts = z.object({
  added: z.number(),
  removed: z.number(),
  changed: z.number(),
  moved: z.number(),
  wires: z.number(),
});

const Row = z.object({
  place: z.number(),
  id: z.string(),
  connection_id: z.string(),
  project_id: z.string(),
  version: z.number(),
  reason: VersionReason,
  name: z.string().nullable(),
  keep: z.number(),
  at: z.string(),
  node_count: z.number(),
  changes: z.string().nullable(),
  sketch: z.string(),
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
  reason: VersionReason,
});
export type StateRow = z.infer<typeof StateRow>;

export interface NewVersion extends Omit<ProjectVersion, 'damaged'> {
  hash: string;
  /** Of the compressed document. */
  sizeBytes: number;
}

export const toProjectVersion = (row: VersionRow): ProjectVersion => ({
  id: row.id,
  connectionId: row.connection_id,
  projectId: row.project_id,
  version: row.version,
  reason: row.reason,
  name: row.name,
  keep: row.keep === 1,
  at: row.at,
  nodeCount: row.node_count,
  changes: row.changes === null ? null : Counts.parse(JSON.parse(row.changes)),
  sketch: GraphSketch.parse(JSON.parse(row.sketch)),
  damaged: row.damaged === 1,
});

export function createVersionRows(database: DatabaseSync) {
  const fields = `v.place, v.id, v.connection_id, v.project_id, v.version, v.reason, v.name, v.keep, v.at, v.node_count,
    v.changes, v.sketch, v.hash, d.damaged FROM versions v JOIN version_documents d ON d.hash = v.hash`;
  const page = database.prepare(`
    SELECT ${fields} WHERE v.connection_id = ? AND v.project_id = ? AND v.place < ?
      AND (? = 0 OR v.name IS NOT NULL OR v.keep = 1)
    ORDER BY v.place DESC LIMIT ?`);
  const selectById = database.prepare(
    `SELECT ${fields} WHERE v.connection_id = ? AND v.project_id = ? AND v.id = ?`,
  );
  // What was merged carries the number of the version that it was made on, and is another graph.
  const numbered = database.prepare(`
    SELECT ${fields} WHERE v.connection_id = ? AND v.project_id = ? AND v.version = ? AND v.reason <> 'merge'
      AND d.damaged = 0 ORDER BY v.place DESC LIMIT 1`);
  const addDocument = database.prepare(`
    INSERT INTO version_documents (hash, size_bytes) VALUES (?, ?)
    ON CONFLICT (hash) DO UPDATE SET size_bytes = excluded.size_bytes, damaged = 0`);
  const addVersion = database.prepare(`
    INSERT INTO versions (id, connection_id, project_id, version, reason, name, keep, at, node_count, changes, sketch, hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const update = database.prepare('UPDATE versions SET name = ?, keep = ? WHERE place = ?');
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
  const used = database.prepare('SELECT coalesce(sum(size_bytes), 0) AS bytes FROM version_documents');
  const oldest = database.prepare(
    'SELECT place FROM versions WHERE name IS NULL AND keep = 0 AND id <> ? ORDER BY place LIMIT 1',
  );
  const addRestoration = database.prepare(`
    INSERT OR IGNORE INTO restorations (connection_id, restoration, place)
    SELECT ?1, ?2, coalesce(max(place), 0) FROM versions`);
  const restorations = database.prepare(
    'SELECT restoration, place FROM restorations WHERE connection_id = ? ORDER BY place, restoration',
  );
  const states = database.prepare(`
    SELECT v.project_id, v.id, v.version, v.place, v.reason FROM versions v
    JOIN version_documents d ON d.hash = v.hash WHERE v.connection_id = ? AND d.damaged = 0 ORDER BY v.place`);
  const move = database.prepare(
    'UPDATE versions SET project_id = ? WHERE connection_id = ? AND project_id = ?',
  );

  /** Rows of documents that no version has any more. @returns their hashes, whose files can go. */
  function dropUnused(): string[] {
    const hashes = unused.all().map((row) => String(row['hash']));
    if (hashes.length > 0) removeUnused.run();
    return hashes;
  }

  const usedBytes = (): number => Number(used.get()?.['bytes']);

  return {
    /** Newest first. @param before a place; those at it and above are left out. */
    page: (connectionId: string, projectId: string, before: number, namedOnly: boolean, limit: number) =>
      page.all(connectionId, projectId, before, namedOnly ? 1 : 0, limit).map((row) => Row.parse(row)),

    /** Notes that the service's database was replaced, once for each name. */
    addRestoration: (connectionId: string, restoration: string): void =>
      void addRestoration.run(connectionId, restoration),
    restorations: (connectionId: string): Restoration[] =>
      restorations.all(connectionId).map((row) => Restoration.parse(row)),

    /** All undamaged versions of a connection, without their documents, oldest first. */
    states: (connectionId: string): StateRow[] => states.all(connectionId).map((row) => StateRow.parse(row)),

    moveProject: (connectionId: string, from: string, to: string): void =>
      void move.run(to, connectionId, from),

    find(connectionId: string, projectId: string, id: string): VersionRow | null {
      const row = selectById.get(connectionId, projectId, id);
      return row === undefined ? null : Row.parse(row);
    },

    /** The newest that the service gave this number. */
    findNumbered(connectionId: string, projectId: string, version: number): VersionRow | null {
      const row = numbered.get(connectionId, projectId, version);
      return row === undefined ? null : Row.parse(row);
    },

    /** Whether a document's file is written and sound, as far as is known. */
    hasDocument(hash: string): boolean {
      const row = document.get(hash);
      return row !== undefined && row['damaged'] === 0;
    },
    sizeOf: (hash: string): number => Number(document.get(hash)?.['size_bytes'] ?? 0),
    documents: (): string[] => documents.all().map((row) => String(row['hash'])),
    markDamaged: (hash: string): void => void markDamaged.run(hash),
    usedBytes,

    add: (version: NewVersion): void =>
      transaction(database, () => {
        addDocument.run(version.hash, version.sizeBytes);
        addVersion.run(
          version.id,
          version.connectionId,
          version.projectId,
          version.version,
          version.reason,
          version.name,
          version.keep ? 1 : 0,
          version.at,
          version.nodeCount,
          version.changes === null ? null : JSON.stringify(version.changes),
          JSON.stringify(version.sketch),
          version.hash,
        );
      }),

    update: (position: number, change: { name: string | null; keep: boolean }): void =>
      void update.run(change.name, change.keep ? 1 : 0, position),

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

    /** Removes the oldest that nobody asked to keep, until all fit. @param retainedId an id that stays in any case. */
    evict: (limit: number, retainedId: string): string[] =>
      transaction(database, () => {
        const removedHashes: string[] = [];
        while (usedBytes() > limit) {
          const row = oldest.get(retainedId);
          if (row === undefined) break;
          removeVersion.run(row['place'] ?? null);
          removedHashes.push(...dropUnused());
        }
        return removedHashes;
      }),
  };
}
