import type { Migration } from './migration.ts';

/** Accounts, API keys, the secrets that sign URLs and cursors, saved answers of idempotent requests. */
export const accounts: Migration = {
  number: 1,
  name: 'accounts',
  sql: `
    CREATE TABLE accounts (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      -- Credits in millionths; 64-bit integers, read as BigInt.
      balance_microcredits INTEGER NOT NULL,
      storage_used_bytes INTEGER NOT NULL DEFAULT 0,
      storage_reserved_bytes INTEGER NOT NULL DEFAULT 0,
      -- When the service first met the account and gave it its credits and sample; NULL until then.
      opened_at TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;

    CREATE TABLE api_keys (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES accounts(id),
      prefix TEXT NOT NULL,
      -- SHA-256 of the key; a key has 256 random bits, so no slow hash is needed.
      hash TEXT NOT NULL UNIQUE,
      scopes TEXT NOT NULL,
      -- JSON array of origins: a browser app key. NULL: a backend key.
      origins TEXT,
      created_at TEXT NOT NULL,
      expires_at TEXT,
      revoked_at TEXT,
      last_used_at TEXT
    ) STRICT;

    CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;

    CREATE TABLE idempotency (
      account_id TEXT NOT NULL REFERENCES accounts(id),
      endpoint TEXT NOT NULL,
      key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      status INTEGER NOT NULL,
      body TEXT NOT NULL,
      -- Origin of the service then; signed URLs in a replayed answer move to the present one.
      origin TEXT NOT NULL,
      created_at TEXT NOT NULL,
      PRIMARY KEY (account_id, key)
    ) STRICT;
    CREATE INDEX idempotency_age ON idempotency (created_at);

    CREATE TABLE ledger (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES accounts(id),
      project_id TEXT,
      run_id TEXT,
      node_id TEXT,
      node_title TEXT,
      node_type TEXT,
      charge_type TEXT NOT NULL,
      provider TEXT,
      model TEXT,
      reason TEXT NOT NULL,
      -- Positive: spent.
      microcredits INTEGER NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX ledger_project ON ledger (project_id, created_at);
    CREATE INDEX ledger_run ON ledger (run_id);
  `,
};
