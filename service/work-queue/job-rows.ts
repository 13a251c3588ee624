import type { Pool } from 'pg';
import { WORK_SCHEMA } from './member-rows.ts';

/** What pg-boss keeps of jobs, where its API tells of one at a time only. */

export interface JobState {
  id: string;
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';
  /** Attempts that were given up. */
  retryCount: number;
  output: unknown;
}

/** The jobs of a queue among these ids. */
export async function readJobs(pool: Pool, queue: string, ids: readonly string[]): Promise<JobState[]> {
  const { rows } = await pool.query({
    name: 'work-jobs',
    text: `SELECT id, state::text AS state, retry_count, output FROM ${WORK_SCHEMA}.job WHERE name = $1 AND id = ANY($2::uuid[])`,
    values: [queue, ids],
  });
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    retryCount: Number(row.retry_count),
    output: row.output,
  }));
}

/** Jobs of an account that are not done, of all services. */
export async function countJobs(
  send: (text: string, values: readonly unknown[]) => Promise<{ rows: Record<string, unknown>[] }>,
  queue: string,
  accountId: string,
): Promise<number> {
  const { rows } = await send(
    `SELECT count(*)::int AS n FROM ${WORK_SCHEMA}.job WHERE name = $1 AND group_id = $2 AND state < 'completed'`,
    [queue, accountId],
  );
  return Number(rows[0]?.['n'] ?? 0);
}

/** Removes what runs have left that are over. @returns how many jobs those were */
export async function removeStaleJobs(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `DELETE FROM ${WORK_SCHEMA}.job WHERE data ? 'runId' AND NOT EXISTS (
       SELECT 1 FROM runs WHERE runs.id = job.data ->> 'runId' AND runs.finished_at IS NULL)`,
  );
  return rowCount ?? 0;
}

/** Ids of all jobs that runs have. */
export async function jobsOfRuns(pool: Pool): Promise<{ id: string; queue: string }[]> {
  const { rows } = await pool.query(`SELECT id, name FROM ${WORK_SCHEMA}.job WHERE data ? 'runId'`);
  return rows.map((row) => ({ id: row.id, queue: row.name }));
}
