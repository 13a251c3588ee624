import type { SharedTask } from '../coordination.ts';

/**
 * Locks of PostgreSQL that name no row (`pg_advisory_lock`). They hold within one database, between all processes that use it.
 */

/** Of this program's locks: "patc". */
const SPACE = 0x70617463;

/** Held by each transaction that writes, to its end. */
export const WRITING = 1;
/** Held while the tables are brought up to date. */
export const MIGRATING = 2;
/** Shared by the services that use the database; who wants it for itself alone takes it for itself. */
export const SERVING = 3;
/** Held by a service while it joins the others. */
export const JOINING = 7;
/** Held by the process that does this work. */
export const TASKS: Readonly<Record<SharedTask, number>> = {
  housekeeping: 4,
  'run-retention': 5,
  'search-backlog': 6,
};

/** Takes a lock until the end of the transaction, after whoever has it. */
export const lockSql = (lock: number): string => `SELECT pg_advisory_xact_lock(${SPACE}, ${lock})`;

/** Takes a lock until the connection ends; gives whether nobody else has it. */
export const tryLockSql = (lock: number): string => `SELECT pg_try_advisory_lock(${SPACE}, ${lock}) AS taken`;

/** As `tryLockSql`, together with others that share it. */
export const trySharedLockSql = (lock: number): string =>
  `SELECT pg_try_advisory_lock_shared(${SPACE}, ${lock}) AS taken`;
