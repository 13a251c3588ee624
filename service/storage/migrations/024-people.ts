import type { Migration } from './migration.ts';

/** The people of an account, each with keys and limits of their own, and invitations that yield keys. */
export const people: Migration = {
  number: 24,
  name: 'people',
  sql: `
    CREATE TABLE people (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES accounts(id),
      name TEXT NOT NULL,
      created_at TEXT NOT NULL,
      -- Since when none of the keys may be used; NULL while they may.
      disabled_at TEXT,
      -- Microcredits in a calendar month, bytes of uploads, requests a minute; NULL without one.
      spend_limit INTEGER,
      storage_limit INTEGER,
      rate_limit INTEGER,
      UNIQUE (account_id, name)
    ) STRICT;

    CREATE TABLE invitations (
      id TEXT PRIMARY KEY,
      person_id TEXT NOT NULL REFERENCES people(id),
      -- SHA-256 of the code.
      hash TEXT NOT NULL UNIQUE,
      -- With spaces between them.
      scopes TEXT NOT NULL,
      -- How long the key lives that it yields, from then on; NULL: for good.
      key_seconds INTEGER,
      created_at TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      revoked_at TEXT,
      used_at TEXT,
      key_id TEXT REFERENCES api_keys(id)
    ) STRICT;
    CREATE INDEX invitations_person ON invitations (person_id, id);

    -- NULL: of nobody in particular, as keys of programs are.
    ALTER TABLE api_keys ADD COLUMN person_id TEXT REFERENCES people(id);
    CREATE INDEX api_keys_person ON api_keys (person_id) WHERE person_id IS NOT NULL;
    ALTER TABLE runs ADD COLUMN person_id TEXT;
    CREATE INDEX runs_person ON runs (person_id, status) WHERE person_id IS NOT NULL;
    ALTER TABLE ledger ADD COLUMN person_id TEXT;
    CREATE INDEX ledger_person ON ledger (person_id, created_at) WHERE person_id IS NOT NULL;
    ALTER TABLE files ADD COLUMN person_id TEXT;
    CREATE INDEX files_person ON files (person_id, size_bytes) WHERE person_id IS NOT NULL AND deleted_at IS NULL;
    ALTER TABLE uploads ADD COLUMN person_id TEXT;
    CREATE INDEX uploads_person ON uploads (person_id, size_bytes) WHERE person_id IS NOT NULL AND state = 'pending';
  `,
};
