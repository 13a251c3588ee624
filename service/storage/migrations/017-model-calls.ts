import type { Migration } from './migration.ts';

/** Requests to models, marked before they leave: a call whose outcome nobody knows is never repeated by itself. */
export const modelCalls: Migration = {
  number: 17,
  name: 'model-calls',
  sql: `
    CREATE TABLE model_calls (
      run_id TEXT NOT NULL,
      node_id TEXT NOT NULL,
      -- From 1; a second one only after one that was not taken.
      attempt INTEGER NOT NULL,
      account_id TEXT NOT NULL REFERENCES accounts(id),
      project_id TEXT,
      -- Of the run: tells which batch it is of.
      external_id TEXT,
      node_title TEXT NOT NULL,
      node_type TEXT NOT NULL,
      provider TEXT NOT NULL,
      model TEXT NOT NULL,
      -- What it costs when it is charged, in microcredits.
      price INTEGER NOT NULL,
      -- Of the node's result, as in node_cache.
      cache_key TEXT,
      -- asked, answered, not-taken, unknown, stopped, withheld.
      state TEXT NOT NULL,
      asked_at TEXT NOT NULL,
      ended_at TEXT,
      PRIMARY KEY (run_id, node_id, attempt)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX model_calls_open ON model_calls (state) WHERE state = 'asked';
    CREATE INDEX model_calls_key ON model_calls (account_id, cache_key);
    CREATE INDEX model_calls_uncertain ON model_calls (project_id, asked_at) WHERE state IN ('unknown', 'stopped');
  `,
};
