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

/** The same for PostgreSQL. A quote inside a text of JSON has a backslash before it, so that only names of values are found. */
const triggerPostgres = (table: string, first: string, second: string): string => {
  const holder = (row: 'NEW' | 'OLD') => `'${table}:' || ${row}.${first} || ':' || ${row}.${second}`;
  return `
    CREATE FUNCTION ${table}_blobs() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          DELETE FROM blob_uses WHERE holder = ${holder('OLD')};
        END IF;
        IF TG_OP <> 'DELETE' THEN
          INSERT INTO blob_uses (holder, blob)
            SELECT DISTINCT ${holder('NEW')}, parts[1]
            FROM regexp_matches(NEW.outputs, '"blob"\\s*:\\s*"([^"\\\\]{64})"', 'g') AS matches (parts)
            ON CONFLICT DO NOTHING;
        END IF;
        RETURN NULL;
      END $body$;
    CREATE TRIGGER ${table}_blobs_kept AFTER INSERT OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION ${table}_blobs();
    CREATE TRIGGER ${table}_blobs_changed AFTER UPDATE OF outputs ON ${table}
      FOR EACH ROW WHEN (NEW.outputs IS DISTINCT FROM OLD.outputs) EXECUTE FUNCTION ${table}_blobs();`;
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
  postgres: `
    CREATE TABLE blob_uses (
      holder TEXT COLLATE "C" NOT NULL,
      blob TEXT COLLATE "C" NOT NULL,
      PRIMARY KEY (holder, blob)
    );
    CREATE INDEX blob_uses_blob ON blob_uses (blob);
    CREATE INDEX projects_thumbnail ON projects (thumbnail_blob) WHERE thumbnail_blob IS NOT NULL;
    CREATE INDEX blob_previews_preview ON blob_previews (preview_blob);
    ${triggerPostgres('run_nodes', 'run_id', 'node_id')}
    ${triggerPostgres('node_cache', 'account_id', 'key')}
  `,
};
