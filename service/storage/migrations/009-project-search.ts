import type { Migration } from './migration.ts';

/**
 * Names of projects by every piece of one to three characters in them, in the order projects are listed: a search reads
 * what it shows, not every name. Which rows there are, and when, is told in `domain/project-search.ts`.
 */
export const projectSearch: Migration = {
  number: 9,
  name: 'project search',
  sql: `
    -- A short number for each account, because every piece of every name carries it.
    CREATE TABLE search_owners (
      number INTEGER PRIMARY KEY,
      account_id TEXT NOT NULL UNIQUE REFERENCES accounts(id)
    ) STRICT;

    CREATE TABLE project_grams (
      owner INTEGER NOT NULL,
      -- One to three characters of projects.name_folded.
      gram TEXT NOT NULL,
      -- Equals projects.filed_as.
      place INTEGER NOT NULL,
      PRIMARY KEY (owner, gram, place DESC)
    ) STRICT, WITHOUT ROWID;

    -- The value of touched under which the name's pieces are kept; 0 while there are none.
    ALTER TABLE projects ADD COLUMN filed_as INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX projects_unfiled ON projects (account_id, touched DESC)
      WHERE deleted_at IS NULL AND touched <> filed_as;
  `,
  postgres: `
    CREATE TABLE search_owners (
      number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      account_id TEXT COLLATE "C" NOT NULL UNIQUE REFERENCES accounts(id)
    );
    CREATE TABLE project_grams (
      owner BIGINT NOT NULL,
      gram TEXT COLLATE "C" NOT NULL,
      place BIGINT NOT NULL,
      PRIMARY KEY (owner, gram, place)
    );
    ALTER TABLE projects ADD COLUMN filed_as BIGINT NOT NULL DEFAULT 0;
    CREATE INDEX projects_unfiled ON projects (account_id, touched DESC)
      WHERE deleted_at IS NULL AND touched <> filed_as;
  `,
};
