import type { Migration } from './migration.ts';

/**
 * Projects and their graphs. Nodes and wires are rows of their own, so that changing one node of 10,000 costs the same
 * as changing one of 100.
 */
export const projects: Migration = {
  number: 2,
  name: 'projects',
  sql: `
    CREATE TABLE projects (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES accounts(id),
      name TEXT NOT NULL,
      -- Case-folded, for search.
      name_folded TEXT NOT NULL,
      version INTEGER NOT NULL,
      node_count INTEGER NOT NULL DEFAULT 0,
      external_id TEXT,
      external_user_id TEXT,
      external_workspace_id TEXT,
      metadata TEXT NOT NULL DEFAULT '{}',
      -- Blob hash of a WebP.
      thumbnail_blob TEXT,
      storyboard TEXT,
      timeline TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      -- Rises with every write of the whole database: a total order without ties for keyset cursors.
      touched INTEGER NOT NULL,
      deleted_at TEXT
    ) STRICT;
    CREATE INDEX projects_recent ON projects (account_id, touched DESC) WHERE deleted_at IS NULL;
    CREATE INDEX projects_external ON projects (account_id, external_id) WHERE deleted_at IS NULL AND external_id IS NOT NULL;

    -- One row: the last value of projects.touched.
    CREATE TABLE project_clock (id INTEGER PRIMARY KEY CHECK (id = 1), value INTEGER NOT NULL) STRICT;
    INSERT INTO project_clock (id, value) VALUES (1, 0);

    CREATE TABLE nodes (
      project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
      node_id TEXT NOT NULL,
      -- Place in the document; fractional, so that an insertion moves no other row.
      place REAL NOT NULL,
      type TEXT NOT NULL,
      title TEXT,
      x REAL,
      y REAL,
      inputs TEXT NOT NULL,
      PRIMARY KEY (project_id, node_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX nodes_place ON nodes (project_id, place);

    CREATE TABLE connections (
      project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
      from_node TEXT NOT NULL,
      from_pin TEXT NOT NULL,
      to_node TEXT NOT NULL,
      to_pin TEXT NOT NULL,
      place REAL NOT NULL,
      PRIMARY KEY (project_id, to_node, to_pin)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX connections_from ON connections (project_id, from_node);
    CREATE INDEX connections_place ON connections (project_id, place);

    -- What takes a project's graph back from a version to the one before it: operations, as JSON. Kept as long as
    -- answers to idempotent requests are, which name a version instead of holding a whole document.
    CREATE TABLE project_undo (
      project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
      version INTEGER NOT NULL,
      operations TEXT NOT NULL,
      created_at TEXT NOT NULL,
      PRIMARY KEY (project_id, version)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX project_undo_age ON project_undo (created_at);

    -- Which saved projects refer to which files; kept in the transaction of every document write.
    CREATE TABLE file_references (
      file_id TEXT NOT NULL,
      project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
      -- node:<id>:<input>, storyboard or timeline.
      place TEXT NOT NULL,
      PRIMARY KEY (file_id, project_id, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX file_references_project ON file_references (project_id, place);
  `,
};
