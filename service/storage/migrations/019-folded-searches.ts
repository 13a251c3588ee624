import type { Migration } from './migration.ts';

/** How far stored texts have been folded in the form that searches ask for; see `service/storage/refold.ts`. */
export const foldedSearches: Migration = {
  number: 19,
  name: 'folded-searches',
  sql: `
    CREATE TABLE search_folds (
      -- 'projects' or 'templates'.
      source TEXT PRIMARY KEY,
      -- The form in which its texts are, or are being, folded.
      version INTEGER NOT NULL,
      -- The last row that was folded so; NULL once all are.
      last_id TEXT
    ) STRICT, WITHOUT ROWID;
    INSERT INTO search_folds (source, version, last_id) VALUES ('projects', 0, ''), ('templates', 0, '');
  `,
};
