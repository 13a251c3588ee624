import type { AuditAction, AuditActor, AuditEntry } from '#shared/administration/audit.ts';
import type { Database } from '#service/storage/database.ts';
import { all, run, text, textOrNull } from '#service/storage/statements.ts';

/** Rows of the audit log. They are added, and deleted when they are too old; the database refuses to change one. */

export async function insertAuditEntry(db: Database, entry: AuditEntry): Promise<void> {
  await run(
    db,
    `INSERT INTO audit_entries (id, at, actor_kind, actor_id, actor_name, action, object_id, object_name)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    entry.id,
    entry.at,
    entry.actor.kind,
    entry.actor.id,
    entry.actor.name,
    entry.action,
    entry.objectId,
    entry.objectName,
  );
}

/** Newest first. @param before an id; null for the newest */
export const listAuditEntries = async (
  db: Database,
  { before, action, limit }: { before: string | null; action: string | null; limit: number },
): Promise<AuditEntry[]> =>
  (
    await all(
      db,
      `SELECT * FROM audit_entries
       WHERE (CAST(?1 AS TEXT) IS NULL OR id < ?1) AND (CAST(?2 AS TEXT) IS NULL OR action = ?2)
       ORDER BY id DESC LIMIT ?3`,
      before,
      action,
      limit,
    )
  ).map((row) => ({
    id: text(row, 'id'),
    at: text(row, 'at'),
    actor: {
      kind: text(row, 'actor_kind') as AuditActor['kind'],
      id: textOrNull(row, 'actor_id'),
      name: textOrNull(row, 'actor_name'),
    },
    action: text(row, 'action') as AuditAction,
    objectId: textOrNull(row, 'object_id'),
    objectName: textOrNull(row, 'object_name'),
  }));

/** Deletes what is older. @returns how many entries that were */
export const deleteAuditEntries = (db: Database, until: string): Promise<number> =>
  run(db, 'DELETE FROM audit_entries WHERE at < ?', until);

/** What a person is called; null for one who is not there. */
export async function personNameOf(db: Database, personId: string): Promise<string | null> {
  const [row] = await all(db, 'SELECT name FROM people WHERE id = ?', personId);
  return row === undefined ? null : text(row, 'name');
}
