import type { Migration } from './migration.ts';

/** Which waiting runs were moved to the front: the highest number begins first. Null for all that keep their place. */
export const runOrder: Migration = {
  number: 15,
  name: 'run-order',
  sql: `
    ALTER TABLE runs ADD COLUMN moved_to_front INTEGER;
    CREATE INDEX runs_moved ON runs (moved_to_front) WHERE moved_to_front IS NOT NULL;
  `,
};
