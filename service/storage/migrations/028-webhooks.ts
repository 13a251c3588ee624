import type { Migration } from './migration.ts';

/** Addresses that are called when runs end, and each call that is to be made or was. */
export const webhooks: Migration = {
  number: 28,
  name: 'webhooks',
  sql: `
    CREATE TABLE webhooks (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES accounts(id),
      url TEXT NOT NULL,
      -- What calls are signed with.
      sealed_secret BLOB NOT NULL,
      -- Whether the address may lie inside a private network.
      is_private INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      removed_at TEXT
    ) STRICT;
    CREATE INDEX webhooks_account ON webhooks (account_id) WHERE removed_at IS NULL;

    CREATE TABLE webhook_deliveries (
      id TEXT PRIMARY KEY,
      webhook_id TEXT NOT NULL REFERENCES webhooks(id),
      run_id TEXT NOT NULL,
      body TEXT NOT NULL,
      created_at TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      -- When it is tried next; NULL: it has arrived, or was given up.
      next_at TEXT,
      -- The process that is trying it now.
      owner TEXT,
      delivered_at TEXT,
      -- The last answer, and why that was none.
      status INTEGER,
      problem TEXT
    ) STRICT;
    CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at) WHERE next_at IS NOT NULL;
    CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries (webhook_id, id);
  `,
};
