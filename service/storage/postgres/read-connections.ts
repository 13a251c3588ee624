import type { Pool, PoolClient, QueryConfig } from 'pg';
import type { Row } from '../database.ts';
import { readers, SLOW_FAILURE } from './connections.ts';
import { explainStart, isDisconnected, isOutdatedPlan, isOvertaken } from './failures.ts';

/** So often a read is tried when a connection turns out to have ended, or other work came between. */
const MAX_ATTEMPTS = 3;

/** The connections that read. One that ended while nobody used it is replaced. */
export class ReadConnections {
  readonly #pool: Pool;
  #isClosed = false;

  constructor(url: string) {
    this.#pool = readers(url);
  }

  /** Whether somebody wants one, and all are in use. */
  get isExhausted(): boolean {
    return this.#pool.waitingCount > 0;
  }

  /** Runs a read by itself. @throws DatabaseUnavailable, or what PostgreSQL says */
  async read(query: QueryConfig): Promise<Row[]> {
    return await this.#attempt(
      async () => (await this.#pool.query<Row>(query)).rows,
      (error) => isOvertaken(error) || isOutdatedPlan(error) || isDisconnected(error),
    );
  }

  /** Begins a snapshot. @returns its connection, to be released. @throws DatabaseUnavailable */
  async begin(): Promise<PoolClient> {
    return await this.#attempt(async () => {
      const client = await this.#pool.connect();
      try {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        return client;
      } catch (error) {
        client.release(true);
        throw error;
      }
    }, isDisconnected);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.end();
  }

  async #attempt<T>(work: () => Promise<T>, isWorthwhile: (error: unknown) => boolean): Promise<T> {
    const startedAt = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        const isLast = attempt === MAX_ATTEMPTS || performance.now() - startedAt > SLOW_FAILURE;
        if (isLast || !isWorthwhile(error) || this.#isClosed) throw explainStart(error);
      }
    }
  }
}
