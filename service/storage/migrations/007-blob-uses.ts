import type { Migration } from './migration.ts';

/** One trigger set for a table whose `outputs` are values by pin, files among them. */
const triggerSql = (table: string, first: string, second: string): string => {
  const holder = (row: 'NEW' | 'OLD') => `'${table}:' || ${row}.${first} || ':' || ${row}.${second}`;
  const keep = `
    INSERT OR IGNORE INTO blob_uses (holder, blob)
      SELECT ${holder('NEW')}, value FROM json_tree(NEW.outputs)
      WHERE key = 'blob' AND type = 'text' AND length(value) = 64;`;
  return `
    CREATE TRIGGER ${table}_blobs_kept AFTER INSERT ON ${table} WHEN NEW.outputs IS NOT NULL BEGIN${keep}
    END;
    CREATE TRIGGER ${table}_blobs_changed AFTER UPDATE OF outputs ON ${table} WHEN NEW.outputs IS NOT OLD.outputs BEGIN
      DELETE FROM blob_uses WHERE holder = ${holder('OLD')};${keep}
    END;
    CREATE TRIGGER ${table}_blobs_dropped AFTER DELETE ON ${table} WHEN OLD.outputs IS NOT NULL BEGIN
      DELETE FROM blob_uses WHERE holder = ${holder('OLD')};
    END;
    INSERT OR IGNORE INTO blob_uses (holder, blob)
      SELECT '${table}:' || ${table}.${first} || ':' || ${table}.${second}, tree.value FROM ${table}, json_tree(${table}.outputs) AS tree
      WHERE tree.key = 'blob' AND tree.type = 'text' AND length(tree.value) = 64;`;
};

/** Which results hold which blobs, kept by the database itself, so that asking for one blob reads no other result. */
export const blobUses: Migration = {
  number: 7,
  name: 'blob uses',
  sql: `
    CREATE TABLE blob_uses (
      -- Table and key of the row whose outputs name the blob.
      holder TEXT NOT NULL,
      blob TEXT NOT NULL,
      PRIMARY KEY (holder, blob)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX blob_uses_blob ON blob_uses (blob);
    CREATE INDEX projects_thumbnail ON projects (thumbnail_blob) WHERE thumbnail_blob IS NOT NULL;
    CREATE INDEX blob_previews_preview ON blob_previews (preview_blob);
    ${triggerSql('run_nodes', 'run_id', 'node_id')}
    ${triggerSql('node_cache', 'account_id', 'key')}
  `,
};
