import type { ClientBase } from 'pg';

/** What processes on one database know of each other: no part of what a database of SQLite holds, and made where it is missing. */

/** Of counters of requests, beside the locks of `locks.ts`: "patd". */
const COUNTERS = 0x70617464;

/** Seconds in which requests are counted. */
const WINDOW = 60;

const TABLES = `
  CREATE TABLE IF NOT EXISTS service_processes (
    name TEXT COLLATE "C" PRIMARY KEY,
    -- A folder that no other process of that computer has: whoever had it before is over.
    place TEXT NOT NULL,
    seen_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
  );
  -- A crash of the server may take the counts: nobody is refused for it.
  CREATE UNLOGGED TABLE IF NOT EXISTS request_counts (
    name TEXT COLLATE "C",
    second BIGINT,
    process TEXT COLLATE "C",
    requests BIGINT NOT NULL,
    PRIMARY KEY (name, second, process)
  );`;

const FUNCTION = `
  -- Two that ask at once for one name take their turn, and the second one sees what the first has counted.
  CREATE FUNCTION count_request(
    counter TEXT, asking TEXT, unshared BIGINT, own BIGINT, per_minute BIGINT, wanted BIGINT
  ) RETURNS TABLE (allowed BIGINT, others BIGINT, wait BIGINT) LANGUAGE plpgsql AS $$
  DECLARE
    present BIGINT;
    oldest BIGINT;
    of_others BIGINT;
    granted BIGINT := 0;
  BEGIN
    PERFORM pg_advisory_xact_lock(${COUNTERS}, hashtext(counter));
    present := floor(extract(epoch FROM clock_timestamp()));
    SELECT COALESCE(SUM(c.requests), 0), MIN(c.second) INTO of_others, oldest FROM request_counts c
      WHERE c.name = counter COLLATE "C" AND c.second > present - ${WINDOW} AND c.process <> asking COLLATE "C";
    IF wanted > 0 AND own + of_others < per_minute THEN granted := 1; END IF;
    IF unshared + granted > 0 THEN
      INSERT INTO request_counts AS c VALUES (counter, present, asking, unshared + granted)
        ON CONFLICT (name, second, process) DO UPDATE SET requests = c.requests + excluded.requests;
    END IF;
    RETURN QUERY SELECT granted, of_others,
      GREATEST(1, LEAST(${WINDOW}, COALESCE(oldest, present) + ${WINDOW} - present))::BIGINT;
  END $$;`;

export const COUNT_REQUEST = 'SELECT allowed, others, wait FROM count_request($1, $2, $3, $4, $5, $6)';

export const DELETE_OLD_COUNTS = `DELETE FROM request_counts
  WHERE second < floor(extract(epoch FROM clock_timestamp())) - ${2 * WINDOW}`;

/** Makes the tables, unless they are there; one process at a time. */
export async function createProcessTables(client: ClientBase): Promise<void> {
  await client.query(TABLES);
  const { rows } = await client.query(
    "SELECT to_regprocedure('count_request(text, text, bigint, bigint, bigint, bigint)') AS found",
  );
  if (rows[0]?.found === null) await client.query(FUNCTION);
}
