import type { Migration } from './migration.ts';

/** Providers of AI models that the owner of the data directory set up. */
export const providers: Migration = {
  number: 6,
  name: 'providers',
  sql: `
    CREATE TABLE providers (
      name TEXT PRIMARY KEY,
      base_url TEXT NOT NULL,
      model TEXT,
      -- Microcredits an execution.
      price INTEGER NOT NULL,
      -- Sealed; NULL for a provider that needs no key.
      sealed_key BLOB,
      created_at TEXT NOT NULL
    ) STRICT;
  `,
};
