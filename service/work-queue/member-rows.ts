import type { Pool } from 'pg';
import { lockSql, MIGRATING } from '#service/storage/postgres/locks.ts';
import type { Database } from '#service/storage/database.ts';
import type { Slots } from '#service/rules/work-classes.ts';
import type { Versions } from '#service/rules/work-classes.ts';

/** Services and workers that look at one queue, in a schema that belongs to the queue alone. Its times are those of the database. */

/** Of the queue's tables. */
export const WORK_SCHEMA = 'work';

/** Seconds after which one that says nothing counts as gone. */
const LIVENESS_SECONDS = 6;
/** Seconds after which its row goes too. */
const STALE_SECONDS = 86_400;

export interface Member {
  id: string;
  kind: 'service' | 'worker';
  /** As people call it. */
  name: string;
  versions: Versions;
  slots: Slots;
  /** It takes no more. */
  isDraining: boolean;
  /** Why it takes nothing at the moment; null when all is well. */
  problem: string | null;
}

const TABLES = `
  CREATE SCHEMA IF NOT EXISTS ${WORK_SCHEMA};
  CREATE TABLE IF NOT EXISTS ${WORK_SCHEMA}.members (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    program TEXT NOT NULL,
    ffmpeg TEXT NOT NULL,
    slots JSONB NOT NULL,
    is_draining BOOLEAN NOT NULL,
    problem TEXT,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    seen_at TIMESTAMPTZ NOT NULL DEFAULT now()
  );`;

/** Makes what is missing. Two that do so at the same time wait for each other. */
export async function createMembers(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(lockSql(MIGRATING));
    await client.query(TABLES);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** Whether somebody has ever made the tables of the queue. */
export async function hasMembers(db: Database): Promise<boolean> {
  const row = await db.get(`SELECT count(to_regclass('${WORK_SCHEMA}.members')) AS n`);
  return Number(row?.['n']) > 0;
}

/** The mark of the database, which the media beside it carry too; null where no service has begun on it. */
export async function readMark(pool: Pool): Promise<string | null> {
  const { rows: tables } = await pool.query("SELECT to_regclass('secrets') AS found");
  if (tables[0]?.found === null) return null;
  const { rows } = await pool.query("SELECT value FROM secrets WHERE name = 'blob-store'");
  const value: unknown = rows[0]?.value;
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : null;
}

/** Says that a member is there, and how it is. */
export async function writeMember(pool: Pool, member: Member): Promise<void> {
  const { id, kind, name, versions, slots, isDraining, problem } = member;
  await pool.query(
    `INSERT INTO ${WORK_SCHEMA}.members (id, kind, name, program, ffmpeg, slots, is_draining, problem)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (id) DO UPDATE SET seen_at = now(), slots = excluded.slots, is_draining = excluded.is_draining,
       problem = excluded.problem`,
    [id, kind, name, versions.program, versions.ffmpeg, JSON.stringify(slots), isDraining, problem],
  );
}

export async function removeMember(pool: Pool, id: string): Promise<void> {
  await pool.query(`DELETE FROM ${WORK_SCHEMA}.members WHERE id = $1`, [id]);
}

export async function deleteStaleMembers(pool: Pool): Promise<void> {
  await pool.query(
    `DELETE FROM ${WORK_SCHEMA}.members WHERE seen_at < now() - interval '${STALE_SECONDS} seconds'`,
  );
}

/** Those that are there, services first. */
export async function readMembers(pool: Pool): Promise<Member[]> {
  const { rows } = await pool.query(
    `SELECT * FROM ${WORK_SCHEMA}.members WHERE seen_at > now() - interval '${LIVENESS_SECONDS} seconds' ORDER BY kind, name`,
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    versions: { program: row.program, ffmpeg: row.ffmpeg },
    slots: row.slots,
    isDraining: row.is_draining,
    problem: row.problem,
  }));
}
