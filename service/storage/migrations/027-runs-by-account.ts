import type { Migration } from './migration.ts';

/** Finds the newest runs of an account, which people of a team follow. */
export const runsByAccount: Migration = {
  number: 27,
  name: 'runs-by-account',
  sql: 'CREATE INDEX runs_by_account ON runs (account_id, accepted_order);',
};
