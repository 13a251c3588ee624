import type { Migration } from './migration.ts';

/** What holds the blobs of a row: a node's as before, and that of an item, whose place has no colon in it. */
const holder = (row: 'NEW' | 'OLD'): string => `CASE ${row}.item
  WHEN '' THEN 'run_nodes:' || ${row}.run_id || ':' || ${row}.node_id
  ELSE 'run_items:' || ${row}.run_id || ':' || ${row}.item || ':' || ${row}.node_id END`;

const KEEP = `
      INSERT OR IGNORE INTO blob_uses (holder, blob)
        SELECT ${holder('NEW')}, value FROM json_tree(NEW.outputs)
        WHERE key = 'blob' AND type = 'text' AND length(value) = 64;`;

/** A node that runs for each item of a list has a row for each, and so have its calls to models. */
export const listItems: Migration = {
  number: 26,
  name: 'list-items',
  sql: `
    CREATE TABLE run_nodes_with_items (
      run_id TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      node_id TEXT NOT NULL,
      -- Places in the lists, from 0 and outermost first, with points between them: '6', '6.2'. Empty for the node as a whole.
      item TEXT NOT NULL DEFAULT '',
      -- queued, running, succeeded, cached or failed.
      state TEXT NOT NULL,
      -- JSON: values by output pin.
      outputs TEXT,
      -- JSON: why an item failed.
      error TEXT,
      -- Starts that the process did not survive count: a node that takes the service down is not tried for ever.
      attempts INTEGER NOT NULL DEFAULT 0,
      -- Microcredits that it will cost while it is running: they are as good as spent.
      price INTEGER NOT NULL DEFAULT 0,
      -- From what its result follows, while it runs; null where no other process asks for it.
      cache_key TEXT,
      PRIMARY KEY (run_id, node_id, item)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO run_nodes_with_items (run_id, node_id, state, outputs, attempts, price, cache_key)
      SELECT run_id, node_id, state, outputs, attempts, price, cache_key FROM run_nodes;
    DROP TABLE run_nodes;
    ALTER TABLE run_nodes_with_items RENAME TO run_nodes;
    CREATE TRIGGER run_nodes_blobs_kept AFTER INSERT ON run_nodes WHEN NEW.outputs IS NOT NULL BEGIN${KEEP}
    END;
    CREATE TRIGGER run_nodes_blobs_changed AFTER UPDATE OF outputs ON run_nodes WHEN NEW.outputs IS NOT OLD.outputs BEGIN
      DELETE FROM blob_uses WHERE holder = ${holder('OLD')};${KEEP}
    END;
    CREATE TRIGGER run_nodes_blobs_dropped AFTER DELETE ON run_nodes WHEN OLD.outputs IS NOT NULL BEGIN
      DELETE FROM blob_uses WHERE holder = ${holder('OLD')};
    END;
    -- Numbers of calls go through all items of a node.
    ALTER TABLE model_calls ADD COLUMN item TEXT NOT NULL DEFAULT '';
  `,
  postgres: `
    ALTER TABLE run_nodes ADD COLUMN item TEXT COLLATE "C" NOT NULL DEFAULT '';
    ALTER TABLE run_nodes ADD COLUMN error TEXT COLLATE "C";
    ALTER TABLE run_nodes DROP CONSTRAINT run_nodes_pkey;
    ALTER TABLE run_nodes ADD PRIMARY KEY (run_id, node_id, item);
    CREATE OR REPLACE FUNCTION run_nodes_blobs() RETURNS trigger LANGUAGE plpgsql AS $body$
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
    ALTER TABLE model_calls ADD COLUMN item TEXT COLLATE "C" NOT NULL DEFAULT '';
  `,
};
