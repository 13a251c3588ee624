/**
 * Locks of PostgreSQL that name no row (`pg_advisory_lock`). They hold within one database, between all processes that use it.
 */

/** Of this program's locks: "patc". */
const SPACE = 0x70617463;

/** Held by each transaction that writes, to its end. */
export const WRITING = 1;
/** Held while the tables are brought up to date. */
export const MIGRATING = 2;
/** Held by the service that uses the database, as long as its writing connection is open. */
export const SERVING = 3;

/** Takes a lock until the end of the transaction, after whoever has it. */
export const lockSql = (lock: number): string => `SELECT pg_advisory_xact_lock(${SPACE}, ${lock})`;

/** Takes a lock until the connection ends; gives whether nobody else has it. */
export const tryLockSql = (lock: number): string => `SELECT pg_try_advisory_lock(${SPACE}, ${lock}) AS taken`;
