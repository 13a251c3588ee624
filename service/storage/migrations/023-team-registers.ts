import type { Migration } from './migration.ts';

/** Stars, notes and collections of outputs, as people of an account share them. */
export const teamRegisters: Migration = {
  number: 23,
  name: 'team-registers',
  sql: `
    -- Where the writes of an account are counted. Another store_id: the count began anew, as after a backup.
    CREATE TABLE team_stores (
      account_id TEXT PRIMARY KEY REFERENCES accounts(id),
      store_id TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      register_count INTEGER NOT NULL
    ) STRICT;

    -- The last value of each field of an output or a collection, and of whether one is a member of the other.
    CREATE TABLE team_registers (
      account_id TEXT NOT NULL REFERENCES accounts(id),
      field TEXT NOT NULL,
      -- Empty where there is none.
      collection_id TEXT NOT NULL,
      -- What outputs of a project with the same content are known by; empty where there is none.
      output_hash TEXT NOT NULL,
      -- JSON.
      value TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      -- The output that it was written for last.
      run_id TEXT,
      output_key TEXT,
      project_id TEXT,
      content TEXT,
      changed_at TEXT NOT NULL,
      -- The key it was written with.
      changed_by TEXT NOT NULL,
      PRIMARY KEY (account_id, field, collection_id, output_hash)
    ) STRICT;
    CREATE UNIQUE INDEX team_registers_by_sequence ON team_registers (account_id, sequence);

    -- Changes that were applied, by the ids that their writers gave them.
    CREATE TABLE team_changes (
      account_id TEXT NOT NULL REFERENCES accounts(id),
      id TEXT NOT NULL,
      applied_at TEXT NOT NULL,
      PRIMARY KEY (account_id, id)
    ) STRICT;
    CREATE INDEX team_changes_by_age ON team_changes (applied_at);
  `,
};
