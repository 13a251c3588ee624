import type { Migration } from './migration.ts';

/** Which nodes are executed at the moment, so that equal ones in other processes wait for their result. */
export const equalNodes: Migration = {
  number: 22,
  name: 'equal-nodes',
  sql: `
    -- From what the result of a node follows, while it runs; null where no other process asks for it.
    ALTER TABLE run_nodes ADD COLUMN cache_key TEXT;
  `,
};
