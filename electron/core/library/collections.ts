import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { OutputCollection } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import { transaction } from '../storage/transaction.ts';
import type { Team } from '../team/team-feature.ts';

/** Milliseconds that a deleted collection can be brought back. */
const DELETED_FOR_MS = 30 * 24 * 3600 * 1000;

/** Outputs that a person put together, across projects. */
export interface Collections {
  list(connectionId: string): OutputCollection[];
  create(connectionId: string, name: string, outputIds: readonly string[], at: string): OutputCollection;
  /** @throws DeskError `NOT_FOUND` */
  change(id: string, change: { name?: string; deleted?: boolean }, at: string): OutputCollection;
  changeItems(
    id: string,
    change: { add?: readonly string[]; remove?: readonly string[] },
    at: string,
  ): OutputCollection;
  /** Ids of the collections that hold an output. */
  holding(outputId: string): string[];
  removeConnection(connectionId: string): void;
  /** Drops what was deleted long ago. @param timestamp milliseconds since the epoch. */
  tidy(timestamp: number): void;
}

const Row = z
  .object({
    id: z.string(),
    connection_id: z.string(),
    name: z.string(),
    created_at: z.string(),
    count: z.number(),
  })
  .transform((row): OutputCollection => ({
    id: row.id,
    connectionId: row.connection_id,
    name: row.name,
    createdAt: row.created_at,
    count: row.count,
  }));

/** @param record writes down what services are told, inside the transaction of the change */
export function createCollections(database: DatabaseSync, record: Team['change'] = () => {}): Collections {
  const fields = `c.id, c.connection_id, c.name, c.created_at,
    (SELECT count(*) FROM collection_items i JOIN outputs o ON o.id = i.output_id
      WHERE i.collection_id = c.id AND o.hidden = 0) AS count FROM collections c`;
  const list = database.prepare(
    `SELECT ${fields} WHERE c.connection_id = ? AND c.deleted_at IS NULL ORDER BY c.name COLLATE NOCASE, c.id`,
  );
  const selectById = database.prepare(`SELECT ${fields} WHERE c.id = ?`);
  const add = database.prepare(
    'INSERT INTO collections (id, connection_id, shared_id, name, created_at) VALUES (?1, ?2, ?1, ?3, ?4)',
  );
  const rename = database.prepare('UPDATE collections SET name = ? WHERE id = ?');
  const setDeleted = database.prepare('UPDATE collections SET deleted_at = ? WHERE id = ?');
  // Only outputs of the collection's own connection.
  const addItem = database.prepare(`
    INSERT OR IGNORE INTO collection_items (collection_id, output_id, added_at)
    SELECT c.id, o.id, ? FROM collections c JOIN outputs o ON o.connection_id = c.connection_id
    WHERE c.id = ? AND o.id = ?`);
  const removeItem = database.prepare(
    'DELETE FROM collection_items WHERE collection_id = ? AND output_id = ?',
  );
  const sharedId = sharedIdLookup(database);
  const nameOf = database.prepare('SELECT connection_id, run_id, key FROM outputs WHERE id = ?');
  const holding = database.prepare(`
    SELECT c.id FROM collection_items i JOIN collections c ON c.id = i.collection_id
    WHERE i.output_id = ? AND c.deleted_at IS NULL`);

  function get(id: string): OutputCollection {
    const row = selectById.get(id);
    if (row === undefined) throw new DeskError('NOT_FOUND', 'This collection no longer exists.');
    return Row.parse(row);
  }
  function recordMember(id: string, outputId: string, value: boolean): void {
    const row = nameOf.get(Number(outputId));
    if (row === undefined) return;
    const output = { runId: String(row['run_id']), key: String(row['key']) };
    record(String(row['connection_id']), { field: 'member', collectionId: sharedId(id), output, value });
  }
  const fill = (id: string, outputIds: readonly string[], at: string) => {
    for (const outputId of outputIds) {
      if (addItem.run(at, id, Number(outputId)).changes > 0) recordMember(id, outputId, true);
    }
  };

  return {
    list: (connectionId) => list.all(connectionId).map((row) => Row.parse(row)),
    create(connectionId, name, outputIds, at) {
      const id = `collection_${randomUUID()}`;
      transaction(database, () => {
        add.run(id, connectionId, name, at);
        record(connectionId, { field: 'name', collectionId: id, value: name });
        fill(id, outputIds, at);
      });
      return get(id);
    },
    change(id, { name, deleted }, at) {
      const { connectionId } = get(id);
      transaction(database, () => {
        if (name !== undefined) {
          rename.run(name, id);
          record(connectionId, { field: 'name', collectionId: sharedId(id), value: name });
        }
        if (deleted !== undefined) {
          setDeleted.run(deleted ? at : null, id);
          record(connectionId, { field: 'deleted', collectionId: sharedId(id), value: deleted });
        }
      });
      return get(id);
    },
    changeItems(id, { add: added = [], remove: removed = [] }, at) {
      get(id);
      transaction(database, () => {
        fill(id, added, at);
        for (const outputId of removed) {
          if (removeItem.run(id, Number(outputId)).changes > 0) recordMember(id, outputId, false);
        }
      });
      return get(id);
    },
    holding: (outputId) => holding.all(Number(outputId)).map((row) => String(row['id'])),
    ...collectionRemoval(database),
  };
}

/** The id by which the service of a collection knows it. */
function sharedIdLookup(database: DatabaseSync): (id: string) => string {
  const select = database.prepare('SELECT shared_id FROM collections WHERE id = ?');
  return (id) => String(select.get(id)?.['shared_id']);
}

/** Removes what a connection or a deletion leaves behind. */
const collectionRemoval = (database: DatabaseSync): Pick<Collections, 'removeConnection' | 'tidy'> => ({
  removeConnection: (connectionId) =>
    transaction(database, () => {
      const connectionQuery = 'SELECT id FROM collections WHERE connection_id = ?';
      database
        .prepare(`DELETE FROM collection_items WHERE collection_id IN (${connectionQuery})`)
        .run(connectionId);
      database.prepare('DELETE FROM collections WHERE connection_id = ?').run(connectionId);
    }),
  tidy(timestamp) {
    const before = new Date(timestamp - DELETED_FOR_MS).toISOString();
    transaction(database, () => {
      const expiredQuery = 'SELECT id FROM collections WHERE deleted_at < ?';
      database.prepare(`DELETE FROM collection_items WHERE collection_id IN (${expiredQuery})`).run(before);
      database.prepare('DELETE FROM collections WHERE deleted_at < ?').run(before);
    });
  },
});
