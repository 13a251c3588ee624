import type { Migration } from './migration.ts';

/** In which order runs were accepted, whatever the clock said; and which of them an earlier copy of the database brought back. */
export const orderOfRuns: Migration = {
  number: 18,
  name: 'order-of-runs',
  sql: `
    -- Each new one is higher than all before it, also than those of runs that were deleted after a model was asked.
    ALTER TABLE runs ADD COLUMN accepted_order INTEGER;
    UPDATE runs SET accepted_order = rowid;
    CREATE INDEX runs_accepted_order ON runs (accepted_order);
    -- It was under way when a backup was made that is the database now: what it asked since is not known.
    ALTER TABLE runs ADD COLUMN is_from_backup INTEGER NOT NULL DEFAULT 0;
    -- The order of the newest run when the call ended.
    ALTER TABLE model_calls ADD COLUMN ended_order INTEGER;
    UPDATE model_calls SET ended_order =
      (SELECT MAX(accepted_order) FROM runs WHERE runs.created_at <= model_calls.ended_at)
      WHERE ended_at IS NOT NULL;
    CREATE INDEX model_calls_ended_order ON model_calls (ended_order);
  `,
  // A database of PostgreSQL has had this from its beginning: there are no runs yet to number.
  postgres: `
    ALTER TABLE runs ADD COLUMN accepted_order BIGINT;
    CREATE INDEX runs_accepted_order ON runs (accepted_order);
    ALTER TABLE runs ADD COLUMN is_from_backup BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE model_calls ADD COLUMN ended_order BIGINT;
    CREATE INDEX model_calls_ended_order ON model_calls (ended_order);
  `,
};
