import type { Migration } from './migration.ts';

/** Lists of projects by an id of the caller's own, in the order they are shown: a filter reads what it shows only. */
export const projectLists: Migration = {
  number: 8,
  name: 'project lists',
  sql: `
    DROP INDEX projects_external;
    CREATE INDEX projects_external ON projects (account_id, external_id, touched DESC)
      WHERE deleted_at IS NULL AND external_id IS NOT NULL;
    CREATE INDEX projects_external_user ON projects (account_id, external_user_id, touched DESC)
      WHERE deleted_at IS NULL AND external_user_id IS NOT NULL;
    CREATE INDEX projects_external_workspace ON projects (account_id, external_workspace_id, touched DESC)
      WHERE deleted_at IS NULL AND external_workspace_id IS NOT NULL;
  `,
  // An id of the caller's own may be longer than a sorted index of PostgreSQL takes.
  postgres: `
    DROP INDEX projects_external;
    CREATE INDEX projects_external ON projects USING hash (external_id)
      WHERE deleted_at IS NULL AND external_id IS NOT NULL;
    CREATE INDEX projects_external_user ON projects USING hash (external_user_id)
      WHERE deleted_at IS NULL AND external_user_id IS NOT NULL;
    CREATE INDEX projects_external_workspace ON projects USING hash (external_workspace_id)
      WHERE deleted_at IS NULL AND external_workspace_id IS NOT NULL;
  `,
};
