import type { Migration } from './migration.ts';

/** Which process carries a run on, where several share the database: see `engine/run-claim-rows.ts`. */
export const runOwners: Migration = {
  number: 21,
  name: 'run-owners',
  sql: `
    -- The process that has it, or had it when it ended; null while it waits for one.
    ALTER TABLE runs ADD COLUMN owner TEXT;
    -- How often it was claimed: whoever has an earlier number writes nothing more.
    ALTER TABLE runs ADD COLUMN fence INTEGER NOT NULL DEFAULT 0;
    -- Microcredits that a node which is running will cost: they are as good as spent.
    ALTER TABLE run_nodes ADD COLUMN price INTEGER NOT NULL DEFAULT 0;
  `,
};
