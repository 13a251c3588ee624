import type { Client, Pool } from 'pg';
import { connect } from '#service/storage/postgres/connections.ts';

/**
 * Short messages between those that use one database. They wake and hurry; whoever waits for one looks into the tables too, as a
 * message may be lost with a connection.
 */

/** What is said to those that execute. */
export const TASKS_CHANNEL = 'work_tasks';
/** What is said to those that wait for results. */
export const RESULTS_CHANNEL = 'work_results';

/** PostgreSQL takes less than 8,000 bytes in one message. */
const MAX_PAYLOAD_BYTES = 7500;
/** What a text of a message may have of it, as JSON, beside its other fields. */
export const MAX_NOTICE_TEXT_BYTES = 6000;
const RECONNECT_MS = 500;
/** How long a connection may stay without an answer, milliseconds. */
const PROBE_MS = 5000;

/** The beginning of a text that fits one message. Characters of most scripts are several bytes, and JSON escapes some. */
export function cutForNotice(text: string): string {
  let bytes = 2;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(JSON.stringify(character)) - 2;
    if (bytes > MAX_NOTICE_TEXT_BYTES) return text.slice(0, end);
    end += character.length;
  }
  return text;
}

/** Whether a value may go along with a message, as JSON. */
export const fitsNotice = (value: object): boolean =>
  Buffer.byteLength(JSON.stringify(value)) <= MAX_NOTICE_TEXT_BYTES;

/** The first of these messages, which are JSON, as one payload. @returns how many they are: at least one, as many as fit */
export function payloadOf(messages: readonly string[]): { payload: string; count: number } {
  let bytes = 0;
  let count = 0;
  for (const message of messages) {
    bytes += Buffer.byteLength(message) + 1;
    if (count > 0 && bytes > MAX_PAYLOAD_BYTES) break;
    count += 1;
  }
  return { payload: `[${messages.slice(0, count).join(',')}]`, count };
}

const NOTIFY = { name: 'work-notify', text: 'SELECT pg_notify($1, $2)' };

/** Sends messages, many in one: a message costs a commit of the whole database server. */
export class Notifier {
  readonly #pool: Pool;
  readonly #channel: string;
  readonly #onFailure: (error: unknown) => void;
  #pending: string[] = [];
  #sending: Promise<void> | null = null;

  constructor(pool: Pool, channel: string, onFailure: (error: unknown) => void) {
    this.#pool = pool;
    this.#channel = channel;
    this.#onFailure = onFailure;
  }

  /** @param message JSON that is shorter than a message may be */
  send(message: object): void {
    this.#pending.push(JSON.stringify(message));
    this.#sending ??= this.#flush();
  }

  async #flush(): Promise<void> {
    // What is said in one turn goes together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#pending.length > 0) {
      const { payload, count } = payloadOf(this.#pending);
      this.#pending.splice(0, count);
      try {
        await this.#pool.query({ ...NOTIFY, values: [this.#channel, payload] });
      } catch (error) {
        this.#onFailure(error);
        this.#pending = [];
      }
    }
    this.#sending = null;
  }

  /** Resolves when nothing is being sent. */
  async whenIdle(): Promise<void> {
    await this.#sending;
  }
}

/** Hears messages of one channel, and connects again when the connection ends. */
export class Listener {
  readonly #url: string;
  readonly #channel: string;
  readonly #onMessages: (messages: readonly Record<string, unknown>[]) => void;
  /** Called with each connection: what was said before it was not heard. */
  readonly #onConnected: () => void;
  #client: Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(
    url: string,
    channel: string,
    handlers: {
      onMessages: (messages: readonly Record<string, unknown>[]) => void;
      onConnected: () => void;
    },
  ) {
    this.#url = url;
    this.#channel = channel;
    this.#onMessages = handlers.onMessages;
    this.#onConnected = handlers.onConnected;
  }

  /** Resolves when it hears, or will try again. */
  async open(): Promise<void> {
    if (this.#isClosed) return;
    try {
      const client = await connect(this.#url);
      if (this.#isClosed) return await client.end();
      this.#client = client;
      client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
      client.on('end', () => this.#lose(client));
      await client.query(`LISTEN ${this.#channel}`);
      this.#timer = setInterval(() => this.#probe(client), PROBE_MS);
      this.#onConnected();
    } catch {
      this.#lose(this.#client);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#client?.end().catch(() => {});
  }

  /** A connection that is gone without a word ends. */
  #probe(client: Client): void {
    client.query('SELECT 1').catch(() => this.#lose(client));
  }

  #lose(client: Client | null): void {
    if (client !== this.#client || this.#isClosed) return;
    this.#client = null;
    if (this.#timer !== null) clearInterval(this.#timer);
    void client?.end().catch(() => {});
    this.#timer = setTimeout(() => void this.open(), RECONNECT_MS);
  }

  #receive(payload: string): void {
    const messages: unknown = JSON.parse(payload);
    if (Array.isArray(messages)) this.#onMessages(messages as Record<string, unknown>[]);
  }
}
