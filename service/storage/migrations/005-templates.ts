import type { Migration } from './migration.ts';

/** Templates, their endpoints, and which runs came from them; files by name. */
export const templates: Migration = {
  number: 5,
  name: 'templates',
  sql: `
    CREATE TABLE templates (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES accounts(id),
      name TEXT NOT NULL,
      description TEXT,
      category TEXT,
      -- JSON array of strings.
      tags TEXT NOT NULL,
      -- Name, description, category and tags, case-folded, for search.
      search_text TEXT NOT NULL,
      -- 'project' or 'sample'.
      source TEXT NOT NULL,
      project_id TEXT,
      project_version INTEGER,
      -- JSON: the graph as it was when the template was published.
      graph TEXT NOT NULL,
      node_count INTEGER NOT NULL,
      -- JSON arrays: the chosen pins under their field names.
      inputs TEXT NOT NULL,
      outputs TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX templates_account ON templates (account_id, id DESC);

    CREATE TABLE template_endpoints (
      id TEXT PRIMARY KEY,
      template_id TEXT NOT NULL REFERENCES templates(id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      description TEXT,
      is_active INTEGER NOT NULL DEFAULT 1,
      -- SHA-256 of the endpoint's own key; NULL while none was issued.
      key_hash TEXT UNIQUE,
      key_prefix TEXT,
      call_count INTEGER NOT NULL DEFAULT 0,
      last_called_at TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX template_endpoints_template ON template_endpoints (template_id, id);

    -- Files that a template's graph holds: they cannot be deleted while it does.
    CREATE TABLE template_files (
      file_id TEXT NOT NULL,
      template_id TEXT NOT NULL REFERENCES templates(id) ON DELETE CASCADE,
      PRIMARY KEY (file_id, template_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE template_runs (
      run_id TEXT PRIMARY KEY REFERENCES runs(id) ON DELETE CASCADE,
      template_id TEXT NOT NULL REFERENCES templates(id),
      endpoint_id TEXT NOT NULL REFERENCES template_endpoints(id),
      -- 'owner' by API key, 'external' by the endpoint's key.
      caller TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX files_name ON files (account_id, filename) WHERE deleted_at IS NULL;
  `,
};
