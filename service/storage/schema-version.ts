import type { DatabaseSync } from 'node:sqlite';
import { migrations } from './migrations/index.ts';

/** The database was written by a newer version; nothing was written to it. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

/** Whether some of the migrations that a database has had are of a newer version. */
export const isNewerVersion = (applied: ReadonlySet<number>): boolean => {
  const latest = migrations.at(-1)?.number ?? 0;
  return [...applied].some((number) => number > latest);
};

/** Numbers of the migrations that a database has had. @throws NewerDatabaseError when there are some of a newer version. */
export function appliedMigrations(db: DatabaseSync): Set<number> {
  const hasAny = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get() !== undefined;
  const rows = hasAny ? db.prepare('SELECT number FROM migrations').all() : [];
  const applied = new Set(rows.map((row) => Number(row['number'])));
  if (isNewerVersion(applied)) {
    throw new NewerDatabaseError(
      'This data directory was written by a newer Patchbay. Start that version, or choose another directory.',
    );
  }
  return applied;
}
