import type { Client } from 'pg';
import { connect, SLOW_FAILURE } from './connections.ts';
import { explainStart, isDisconnected } from './failures.ts';
import { lockSql, WRITING } from './locks.ts';

/** A transaction that its process does not carry on for so long keeps all others from writing: the server ends it. */
const IDLE_LIMIT = 5000;

/** The one connection that writes. A new one takes the place of one that ended. */
export class WriteConnection {
  readonly #url: string;
  readonly #prepare: (client: Client) => Promise<void>;
  #client: Client | null = null;
  /** When an attempt ended to which nobody had answered. */
  #timeout: { at: number; error: unknown } | null = null;

  /** @param prepare called for every new one, before it is used. @throws what keeps this process from writing */
  constructor(url: string, prepare: (client: Client) => Promise<void>) {
    this.#url = url;
    this.#prepare = prepare;
  }

  /** @throws what the driver says, or `prepare` */
  async open(): Promise<Client> {
    if (this.#client !== null) return this.#client;
    const client = await this.#connect();
    try {
      await this.#prepare(client);
    } catch (error) {
      await client.end();
      throw error;
    }
    client.on('end', () => {
      if (this.#client === client) this.#client = null;
    });
    return (this.#client = client);
  }

  /** Those who stand behind one that has waited in vain do not wait as long again. */
  async #connect(): Promise<Client> {
    const startedAt = performance.now();
    if (this.#timeout !== null && startedAt - this.#timeout.at < SLOW_FAILURE) throw this.#timeout.error;
    try {
      return await connect(this.#url, { idle_in_transaction_session_timeout: IDLE_LIMIT });
    } catch (error) {
      const at = performance.now();
      this.#timeout = at - startedAt > SLOW_FAILURE ? { at, error } : null;
      throw error;
    }
  }

  /**
   * Begins a transaction that nobody else writes beside.
   * @param isRelaxed whether its commit does not wait for the disk.
   * @throws DatabaseUnavailable, DatabaseUnreachable
   */
  async begin(isRelaxed: boolean): Promise<Client> {
    const relaxed = isRelaxed ? 'SET LOCAL synchronous_commit = off; ' : '';
    for (let attempt = 1; ; attempt += 1) {
      try {
        const client = await this.open();
        await client.query(`BEGIN; ${relaxed}${lockSql(WRITING)}`);
        return client;
      } catch (error) {
        if (isDisconnected(error)) this.drop();
        // Nothing has run yet: one that ended while nobody used it is replaced.
        if (attempt === 2 || !isDisconnected(error)) throw explainStart(error);
      }
    }
  }

  /** Ends it without a word; the server rolls back what was open on it. */
  drop(): void {
    const client = this.#client;
    this.#client = null;
    client?.end().catch(() => {});
  }

  /** @param sql run before it ends, if it is open. */
  async close(sql: string): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.query(sql).catch(() => {});
    await client?.end();
  }
}
