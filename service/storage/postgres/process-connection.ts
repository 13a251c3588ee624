import type { Client, Notification } from 'pg';
import { DatabaseProblem } from '../database-unavailable.ts';
import { connect, nameOf } from './connections.ts';
import { SERVING, trySharedLockSql } from './locks.ts';

/** The connection on which a process hears of the others and says that it lives, made again whenever it is lost. */

const CHANNEL = 'patchbay';
/** A connection over which nothing comes back for so long is given up. */
const ANSWER_LIMIT = 4000;
const RETRY_MS = 250;

export interface ProcessConnectionOptions {
  url: string;
  /** Called with the text of each message of another process. */
  onMessage: (payload: string) => void;
  /** Called once it is there again: what came meanwhile was missed. */
  onRestored: () => void;
}

export class ProcessConnection {
  readonly #options: ProcessConnectionOptions;
  #client: Client | null = null;
  #opening: Promise<Client> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: ProcessConnectionOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#client !== null;
  }

  /** @throws what the driver says */
  async open(): Promise<void> {
    await this.#ensure();
  }

  /** @throws what the driver or PostgreSQL say; a connection that failed is replaced in the background. */
  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (this.#client === null) throw new Error('There is no connection to the other services.');
    return await this.#queryOn<Row>(this.#client, text, values);
  }

  async #queryOn<Row extends object>(
    client: Client,
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } catch (error) {
      // Whatever it was, another one is as good, and a connection that lags behind its answers is not.
      this.#disconnect(client);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    await this.#opening?.catch(() => {});
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }

  #ensure(): Promise<Client> {
    this.#opening ??= this.#connect().finally(() => (this.#opening = null));
    return this.#opening;
  }

  async #connect(): Promise<Client> {
    const client = await connect(this.#options.url, {
      statement_timeout: ANSWER_LIMIT,
      query_timeout: ANSWER_LIMIT,
    });
    await acquireShare(client, this.#options.url);
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    client.on('notification', ({ processId, payload }: Notification) => {
      if (processId !== rows[0]?.pid && payload !== undefined) this.#options.onMessage(payload);
    });
    client.on('end', () => this.#disconnect(client));
    await client.query(`LISTEN ${CHANNEL}; SET synchronous_commit = off`);
    if (this.#isClosed) await client.end();
    else this.#client = client;
    return client;
  }

  #disconnect(client: Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    client.end().catch(() => {});
    this.#scheduleReconnect();
  }

  #scheduleReconnect(): void {
    if (this.#isClosed || this.#retry !== null) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.#ensure().then(this.#options.onRestored, () => this.#scheduleReconnect());
    }, RETRY_MS);
    this.#retry.unref();
  }

  /** Sends messages to the other processes, together. */
  async notify(payloads: readonly string[]): Promise<void> {
    await this.query(`SELECT pg_notify('${CHANNEL}', payload) FROM unnest($1::text[]) AS payload`, [
      payloads,
    ]);
  }
}

/** @throws DatabaseProblem while a command has the database for itself */
async function acquireShare(client: Client, url: string): Promise<void> {
  const { rows } = await client.query(trySharedLockSql(SERVING));
  if (rows[0]?.taken === true) return;
  await client.end();
  throw new DatabaseProblem(
    `A command is copying the database ${nameOf(url)}. Wait until it is done, then start again.`,
  );
}
