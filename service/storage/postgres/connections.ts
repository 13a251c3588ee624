import { Client, Pool, type ClientConfig } from 'pg';

/** Connections to PostgreSQL and how long each may take. */

/** Milliseconds. */
const CONNECT_LIMIT = 5000;
const STATEMENT_LIMIT = 30_000;
/** A server that has gone without a word is noticed by this. */
const ANSWER_LIMIT = 45_000;

/** One that nobody has used for so long is closed. */
const IDLE_LIMIT = 300_000;

/** What took so long is not tried again at once: the server does not answer at all. */
export const SLOW_FAILURE = 1000;

/** Readers at the same time, besides the one that writes. */
const MAX_READERS = 8;

const settings = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'patchbay',
  connectionTimeoutMillis: CONNECT_LIMIT,
  statement_timeout: STATEMENT_LIMIT,
  query_timeout: ANSWER_LIMIT,
  idle_in_transaction_session_timeout: STATEMENT_LIMIT,
  keepAlive: true,
});

/** What ends a connection that nobody uses at the moment is found by whoever uses it next. */
const ignoreEnd = (): void => {};

/** Opens a connection. @throws what the driver says */
export async function connect(url: string, overrides: ClientConfig = {}): Promise<Client> {
  const client = new Client({ ...settings(url), ...overrides });
  client.on('error', ignoreEnd);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(ignoreEnd);
    throw error;
  }
}

/** Connections for reading, opened when they are wanted. */
export const readers = (url: string): Pool => connections(url, MAX_READERS);

/**
 * Connections for what keeps tables of its own beside those of the service, opened when they are wanted.
 * @param max at the same time
 */
export function connections(url: string, max: number): Pool {
  const pool = new Pool({ ...settings(url), max, idleTimeoutMillis: IDLE_LIMIT });
  pool.on('error', ignoreEnd);
  pool.on('connect', (client) => client.on('error', ignoreEnd));
  return pool;
}

/** Host, port and name of a database, without what opens it. */
export function nameOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${searchParams.get('host') ?? host}${decodeURIComponent(pathname)}`;
}
