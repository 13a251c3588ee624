import type { Migration } from './migration.ts';

/** Runs, their events, and the cache of node results. */
export const runs: Migration = {
  number: 4,
  name: 'runs',
  sql: `
    CREATE TABLE runs (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES accounts(id),
      project_id TEXT,
      project_version INTEGER,
      source_type TEXT NOT NULL,
      status TEXT NOT NULL,
      cancel_requested INTEGER NOT NULL DEFAULT 0,
      -- JSON: the graph as it was when the run was accepted, overrides merged in.
      graph TEXT NOT NULL,
      target_node_ids TEXT NOT NULL,
      input_files TEXT NOT NULL,
      outputs TEXT NOT NULL DEFAULT '{}',
      error TEXT,
      external_id TEXT,
      external_user_id TEXT,
      external_workspace_id TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      started_at TEXT,
      finished_at TEXT,
      execution_time_ms INTEGER
    ) STRICT;
    CREATE INDEX runs_unfinished ON runs (status) WHERE status IN ('accepted', 'queued', 'running');
    CREATE INDEX runs_project ON runs (project_id, created_at);

    CREATE TABLE run_events (
      run_id TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      sequence INTEGER NOT NULL,
      type TEXT NOT NULL,
      node_id TEXT,
      message TEXT,
      progress REAL,
      data TEXT NOT NULL DEFAULT '{}',
      created_at TEXT NOT NULL,
      PRIMARY KEY (run_id, sequence)
    ) STRICT, WITHOUT ROWID;

    -- Nodes of a run that began or finished: what a restarted run continues from.
    CREATE TABLE run_nodes (
      run_id TEXT NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      node_id TEXT NOT NULL,
      -- running, succeeded, cached or failed.
      state TEXT NOT NULL,
      -- JSON: values by output pin.
      outputs TEXT,
      -- Starts that the process did not survive count: a node that takes the service down is not tried for ever.
      attempts INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (run_id, node_id)
    ) STRICT, WITHOUT ROWID;

    -- Cache by content: hash of node type, its version and all inputs.
    CREATE TABLE node_cache (
      account_id TEXT NOT NULL REFERENCES accounts(id),
      key TEXT NOT NULL,
      outputs TEXT NOT NULL,
      created_at TEXT NOT NULL,
      -- The least recently used entries go first when there are too many.
      used_at TEXT NOT NULL,
      PRIMARY KEY (account_id, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX node_cache_age ON node_cache (used_at);
  `,
};
