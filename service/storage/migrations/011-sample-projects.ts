import type { Migration } from './migration.ts';

/** Accounts hold a sample project only where the app asks for it, once; those of before have theirs. */
export const sampleProjects: Migration = {
  number: 11,
  name: 'sample projects',
  sql: `
    -- NULL: nobody asked for it. wanted: made at the account's next request. made: never made again.
    ALTER TABLE accounts ADD COLUMN sample_project TEXT;
    UPDATE accounts SET sample_project = 'made' WHERE opened_at IS NOT NULL;
  `,
};
