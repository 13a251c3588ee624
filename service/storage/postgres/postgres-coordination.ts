import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseProblem } from '../database-unavailable.ts';
import type { Coordination, CountRequest, ProcessEvents, SharedTask } from '../coordination.ts';
import type { Database } from '../database.ts';
import { MessageBatch, parseMessage } from './message-batch.ts';
import { connect } from './connections.ts';
import { tryLockSql, JOINING, TASKS } from './locks.ts';
import { ProcessConnection } from './process-connection.ts';
import { COUNT_REQUEST, DELETE_OLD_COUNTS } from './process-tables.ts';

/** A process says so often that it lives. Milliseconds. */
const HEARTBEAT_MS = 1000;
/** One that said nothing for so long is gone. */
const LEASE_MS = 8000;
/** Whoever was not heard for so long itself has nothing to say about others. */
const MAX_GAP_MS = 3000;
/** Whether one is there that was heard within this time is not known yet. Seconds. */
const UNCERTAIN_SECONDS = 120;
/** Without a connection so often everything is looked at. */
const POLL_MS = 500;
/** How long one that starts waits for others that start. */
const JOIN_LIMIT_MS = 600_000;
const JOIN_RETRY_MS = 100;
/** Old counts of requests are removed after so many beats. */
const SWEEP_HEARTBEATS = 60;

const STALE = `seen_at < clock_timestamp() - make_interval(secs => ${LEASE_MS / 1000})`;

/** Coordination by a row for each process, messages of PostgreSQL, and its locks. */
export class PostgresCoordination implements Coordination {
  readonly isShared = true;
  readonly countRequest: CountRequest;
  readonly #url: string;
  readonly #db: Database;
  readonly #connection: ProcessConnection;
  readonly #outgoing: MessageBatch;
  readonly #listeners = new Set<(news: readonly string[] | null) => void>();
  #name = newName();
  #location = '';
  #events: ProcessEvents | null = null;
  #heartbeat: NodeJS.Timeout | null = null;
  #renewing: Promise<void> = Promise.resolve();
  #poll: NodeJS.Timeout | null = null;
  #releasing: Promise<void> | null = null;
  #heartbeatCount = 0;
  /** Since when the database has heard this process without a gap, and when it did last; `performance.now()`. */
  #steadySince = performance.now();
  #heardAt = performance.now();
  #isClosed = false;

  /** @param db that the services share; it is closed after this. */
  constructor(url: string, db: Database) {
    this.#url = url;
    this.#db = db;
    this.#connection = new ProcessConnection({
      url,
      onMessage: (payload) => this.#emit(parseMessage(payload)),
      onRestored: () => {
        this.#outgoing.resume();
        this.#emit(null);
      },
    });
    this.#outgoing = new MessageBatch((payloads) => this.#connection.notify(payloads));
    this.countRequest = async ({ name, perMinute, local, unshared, isIncrement }) => {
      const values = [name, this.#name, unshared, local, perMinute, isIncrement ? 1 : 0];
      const [row] = await this.#connection.query<Record<'allowed' | 'others' | 'wait', unknown>>(
        COUNT_REQUEST,
        values,
      );
      return { isAllowed: Number(row?.allowed) > 0, byPeers: Number(row?.others), wait: Number(row?.wait) };
    };
  }

  get processName(): string {
    return this.#name;
  }

  async join(workFolder: string, prepare: (isFirst: boolean) => Promise<void>): Promise<void> {
    await this.#connection.open();
    this.#location = `${hostname()}:${workFolder}`;
    const lock = await this.#lockJoining();
    try {
      await this.#connection.query('DELETE FROM service_processes WHERE place = $1', [this.#location]);
      const [peers] = await this.#connection.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM service_processes
         WHERE seen_at > clock_timestamp() - make_interval(secs => ${UNCERTAIN_SECONDS})`,
      );
      await this.#addProcess();
      // It lives while it prepares.
      this.#scheduleHeartbeat();
      await prepare(peers?.n === 0);
    } finally {
      await lock.end();
    }
  }

  /** Waits until no other process is about to join. @throws DatabaseProblem where that takes too long */
  async #lockJoining(): Promise<{ end(): Promise<void> }> {
    const client = await connect(this.#url);
    for (const startedAt = performance.now(); ;) {
      const { rows } = await client.query(tryLockSql(JOINING));
      if (rows[0]?.taken === true) return client;
      if (performance.now() - startedAt > JOIN_LIMIT_MS) break;
      await delay(JOIN_RETRY_MS);
    }
    await client.end();
    throw new DatabaseProblem(
      'Another service has been starting on this database for ten minutes. End it, then start again.',
    );
  }

  watch(events: ProcessEvents): void {
    this.#events = events;
  }

  async liveProcesses(): Promise<string[]> {
    return (await this.#db.all('SELECT name FROM service_processes')).map((row) => String(row['name']));
  }

  async removeExpired(): Promise<boolean> {
    return (await this.#db.run(`DELETE FROM service_processes WHERE ${STALE}`)) > 0;
  }

  publish(news: string): void {
    this.#db.afterCommit(() => this.#outgoing.add(news));
  }

  onNews(listener: (news: readonly string[] | null) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async exclusively(task: SharedTask, work: () => Promise<void>): Promise<boolean> {
    const client = await connect(this.#url);
    try {
      const { rows } = await client.query(tryLockSql(TASKS[task]));
      if (rows[0]?.taken !== true) return false;
      await work();
      return true;
    } finally {
      await client.end();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#heartbeat !== null) clearTimeout(this.#heartbeat);
    if (this.#poll !== null) clearTimeout(this.#poll);
    await this.#renewing;
    await this.#releasing;
    await this.#outgoing.close();
    // One that cannot say that it leaves is found to be gone.
    await this.#connection
      .query('DELETE FROM service_processes WHERE name = $1', [this.#name])
      .catch(() => {});
    await this.#connection.close();
  }

  async #addProcess(): Promise<void> {
    await this.#connection.query('INSERT INTO service_processes (name, place) VALUES ($1, $2)', [
      this.#name,
      this.#location,
    ]);
  }

  #emit(news: readonly string[] | null): void {
    for (const listener of this.#listeners) listener(news);
  }

  #scheduleHeartbeat(): void {
    if (this.#isClosed) return;
    this.#heartbeat = setTimeout(() => {
      this.#renewing = this.#renewLease().then(
        () => this.#scheduleHeartbeat(),
        () => {
          this.#pollDisconnected();
          this.#scheduleHeartbeat();
        },
      );
    }, HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  async #renewLease(): Promise<void> {
    const rows = await this.#connection.query<{ stale: boolean }>(
      `WITH own AS (UPDATE service_processes SET seen_at = clock_timestamp() WHERE name = $1 RETURNING name)
       SELECT EXISTS (SELECT 1 FROM service_processes WHERE ${STALE} AND name <> $1) AS stale FROM own`,
      [this.#name],
    );
    const time = performance.now();
    if (time - this.#heardAt > MAX_GAP_MS) this.#steadySince = time;
    this.#heardAt = time;
    if (rows.length === 0) await this.#rejoin();
    else if (rows[0]?.stale === true && time - this.#steadySince >= LEASE_MS) this.#releaseExpired();
    this.#heartbeatCount += 1;
    if (this.#heartbeatCount % SWEEP_HEARTBEATS === 0) await this.#connection.query(DELETE_OLD_COUNTS);
  }

  /** Beside the beats: it waits for its turn to write. */
  #releaseExpired(): void {
    this.#releasing ??= (this.#events?.onExpired() ?? Promise.resolve())
      // The next beat finds them again.
      .catch(() => {})
      .finally(() => (this.#releasing = null));
  }

  /** Others have taken over what this process had. */
  async #rejoin(): Promise<void> {
    this.#name = newName();
    this.#events?.onReplaced();
    await this.#addProcess();
  }

  /** Nothing is heard while there is no connection. */
  #pollDisconnected(): void {
    if (this.#poll !== null || this.#isClosed) return;
    this.#poll = setTimeout(() => {
      this.#poll = null;
      if (this.#connection.isOpen) return;
      this.#emit(null);
      this.#pollDisconnected();
    }, POLL_MS);
    this.#poll.unref();
  }
}

const newName = (): string => `service_${randomUUID()}`;
