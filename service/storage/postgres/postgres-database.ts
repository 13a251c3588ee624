import type { ClientBase, PoolClient, QueryConfig } from 'pg';
import type { Database, Outcome, ReadOptions, Row, SqlValue, TransactionOptions } from '../database.ts';
import { BatchQuery } from './batch-query.ts';
import { explain, explainCommit, explainStart, isDisconnected, isOvertaken } from './failures.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { ReadConnections } from './read-connections.ts';
import { retryUnreachable, withReconnect } from './reconnect.ts';
import {
  createSection,
  currentSection,
  refuseClosed,
  runInSection,
  createWaitError,
  type Section,
} from './section.ts';
import { WriteConnection } from './write-connection.ts';
import { Writers } from './writers.ts';

/** Lists of values sent in one round trip at most. */
const MAX_BATCH = 5000;
/** So often a write of one statement is tried when other work came between. */
const MAX_ATTEMPTS = 3;

/**
 * The database in PostgreSQL. Transactions run one after the other, those of this process on one connection in the order in which
 * they were asked for, and among processes by a lock that each takes as it begins. Reads outside them go on meanwhile, on other
 * connections, and see what is committed.
 */
export class PostgresDatabase implements Database {
  readonly #connection: WriteConnection;
  readonly #readers: ReadConnections;
  readonly #statements = new PreparedStatements();
  readonly #writers = new Writers();
  /** The transaction that is open. */
  #open: Section | null = null;
  readonly #snapshots = new Set<Section>();
  /** What waits for the open transaction to end, in order. */
  readonly #queue: (() => void)[] = [];
  /** Over once what is being committed is known here as well as to everybody else. */
  #committing: Promise<void> | null = null;
  #isClosed = false;
  #writeCount = 0;

  private constructor(url: string) {
    this.#connection = new WriteConnection(url, (client) => this.#writers.add(client));
    this.#readers = new ReadConnections(url);
  }

  /** @throws what the driver says */
  static async open(url: string): Promise<PostgresDatabase> {
    const db = new PostgresDatabase(url);
    try {
      await db.#connection.open();
      return db;
    } catch (error) {
      await db.close();
      throw error;
    }
  }

  /** Removes the rows of other processes, which may be over: the sum of all writes stays. */
  async removeStaleWriters(): Promise<void> {
    await this.run(this.#writers.removeStaleSql);
  }

  get writeCount(): number {
    return this.#writeCount;
  }

  get isTransaction(): boolean {
    return currentSection(this)?.kind === 'transaction';
  }

  async get(sql: string, values: readonly SqlValue[] = [], options?: ReadOptions): Promise<Row | undefined> {
    return (await this.all(sql, values, options))[0];
  }

  async all(sql: string, values: readonly SqlValue[] = [], options?: ReadOptions): Promise<Row[]> {
    const { isWrite } = this.#statements.of(sql);
    const query = this.#statements.query(sql, values, options);
    const section = currentSection(this);
    if (section !== null)
      return (await this.#sendInSection(section, isWrite, (client) => client.query<Row>(query))).rows;
    if (isWrite) return await this.#alone(() => this.all(sql, values, options));
    return await this.#retrying(() => this.#read(query));
  }

  async run(sql: string, values: readonly SqlValue[] = []): Promise<number> {
    const section = currentSection(this);
    if (section === null) return await this.#alone(() => this.run(sql, values));
    const query = this.#statements.query(sql, values);
    return (await this.#sendInSection(section, true, (client) => client.query(query))).rowCount ?? 0;
  }

  /**
   * Sends a statement of PostgreSQL's own, with `$1` for values, as a part of the open transaction: for a library that keeps its
   * tables in the same database.
   */
  async sendForeign(text: string, values: readonly unknown[] = []): Promise<{ rows: Row[] }> {
    const section = this.#requireTransaction();
    return this.#sendInSection(section, true, (client) => client.query<Row>(text, [...values]));
  }

  async runMany(sql: string, values: Iterable<readonly SqlValue[]>): Promise<number> {
    const section = currentSection(this);
    if (section?.kind !== 'transaction') {
      const lists = [...values];
      return await this.#alone(() => this.runMany(sql, lists));
    }
    const rows = [...values];
    const { name, text } = this.#statements.of(sql);
    let changed = 0;
    for (let start = 0; start < rows.length; start += MAX_BATCH) {
      const batch = new BatchQuery(name, text, rows.slice(start, start + MAX_BATCH));
      changed += await this.#sendInSection(section, true, (client) => {
        client.query(batch);
        return batch.changed;
      });
    }
    return changed;
  }

  transaction<T>(work: () => Promise<T> | T, options: TransactionOptions = {}): Promise<T> {
    return this.#retrying(() => this.#within('transaction', work, options.relaxed === true));
  }

  snapshot<T>(work: () => Promise<T> | T): Promise<T> {
    return this.#retrying(() => this.#within('snapshot', work, false));
  }

  withReconnect<T>(work: () => T, mayWait: () => boolean): T {
    return withReconnect(work, mayWait);
  }

  async savepoint<T>(work: () => Promise<T> | T): Promise<Outcome<T>> {
    const section = this.#requireTransaction();
    const { onRollback, afterCommit } = section;
    const [rollbacksBefore, commitsBefore] = [onRollback.length, afterCommit.length];
    await this.#control(section, 'SAVEPOINT step');
    try {
      const value = await work();
      refuseClosed(section);
      if (section.broken !== null) throw explain(section.broken.error);
      await this.#control(section, 'RELEASE step');
      return { ok: true, value };
    } catch (error) {
      refuseClosed(section);
      if (section.broken !== null && isDisconnected(section.broken.error)) throw error;
      section.broken = null;
      await this.#control(section, 'ROLLBACK TO step; RELEASE step');
      this.#writeCount += 1;
      afterCommit.splice(commitsBefore);
      for (const listener of onRollback.splice(rollbacksBefore)) listener();
      return { ok: false, error };
    }
  }

  onRollback(listener: () => void): void {
    const section = currentSection(this);
    if (section?.kind === 'transaction') section.onRollback.push(listener);
  }

  afterCommit(listener: () => void): void {
    const section = currentSection(this);
    if (section?.kind === 'transaction') section.afterCommit.push(listener);
    else listener();
  }

  async externalWrites(): Promise<number> {
    const query = this.#statements.query(this.#writers.externalSql, []);
    const [row] = await this.#retrying(() => this.#read(query));
    return Number(row?.['n']);
  }

  close(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#whenFree(() => {
        this.#isClosed = true;
        const end = async (): Promise<void> => {
          // What a process leaves that could not end well is removed when a service starts.
          await this.#connection.close(this.#writers.removeSql);
          await this.#readers.close();
        };
        end().then(resolve, reject);
      });
    });
  }

  /** Runs a write of one statement in a transaction of its own, again where other work came between. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.transaction(work);
      } catch (error) {
        const cause = error instanceof Error ? error.cause : undefined;
        if (attempt === MAX_ATTEMPTS || !isOvertaken(cause)) throw error;
      }
    }
  }

  /** Reads outside of sections. */
  async #read(query: QueryConfig): Promise<Row[]> {
    this.#watchSnapshots();
    const rows = await this.#readers.read(query);
    // Nobody sees rows that what is kept in memory beside them does not know of.
    await this.#committing;
    return rows;
  }

  /** Asks again what could not begin. What is part of a section has begun. */
  #retrying<T>(attempt: () => Promise<T>): Promise<T> {
    return currentSection(this) === null ? retryUnreachable(attempt, () => this.#isClosed) : attempt();
  }

  /** Runs work in the section that the caller is part of, else in one of its own. */
  #within<T>(kind: Section['kind'], work: () => Promise<T> | T, isRelaxed: boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      const current = currentSection(this);
      if (current?.kind === 'snapshot' && kind === 'transaction')
        throw new Error('A transaction cannot begin inside a snapshot.');
      if (current !== null) {
        resolve(work());
        return;
      }
      const section = createSection({ db: this, kind, isRelaxed, reject });
      if (kind === 'snapshot') void this.#completeSnapshot(section, work, resolve);
      else this.#whenFree(() => void this.#completeTransaction(section, work, resolve));
    });
  }

  /** Calls `start` at once, or in its order when the open transaction has ended. */
  #whenFree(start: () => void): void {
    if (this.#open === null) {
      start();
      return;
    }
    this.#queue.push(start);
    this.#watch(this.#open);
  }

  async #completeTransaction<T>(
    section: Section,
    work: () => Promise<T> | T,
    resolve: (value: T) => void,
  ): Promise<void> {
    this.#open = section;
    try {
      if (this.#isClosed) throw new Error('The database is closed.');
      section.client = await this.#connection.begin(section.isRelaxed);
      const running = runInSection(section, work);
      this.#watch(section);
      const value = await running;
      // Closed meanwhile, and its caller knows.
      if (section.failure !== null) return;
      section.phase = 'closing';
      await this.#commit(section);
      resolve(value);
      this.#end(section);
    } catch (error) {
      if (section.failure !== null) return;
      // Before the commit was sent nothing can have been kept.
      const isDropped = section.phase === 'working' && section.broken?.error !== undefined;
      await this.#rollBack(section);
      section.reject(isDropped ? explainStart(section.broken?.error, error) : error);
    }
  }

  async #commit(section: Section): Promise<void> {
    if (section.broken !== null) throw explain(section.broken.error);
    const completion = Promise.withResolvers<void>();
    this.#committing = completion.promise;
    try {
      await section.client!.query(section.hasWrites ? `${this.#writers.countSql}; COMMIT` : 'COMMIT');
      if (section.hasWrites) this.#writeCount += 1;
      section.onRollback.length = 0;
      for (const listener of section.afterCommit.splice(0)) listener();
    } catch (error) {
      section.broken = { error };
      throw explainCommit(error);
    } finally {
      this.#committing = null;
      completion.resolve();
    }
  }

  async #rollBack(section: Section): Promise<void> {
    section.phase = 'closing';
    const { client } = section;
    try {
      if (section.broken !== null && isDisconnected(section.broken.error)) this.#connection.drop();
      else await client?.query('ROLLBACK');
    } catch {
      this.#connection.drop();
    }
    this.#writeCount += 1;
    for (const listener of section.onRollback.splice(0)) listener();
    section.afterCommit.length = 0;
    this.#end(section);
  }

  /** Gives what waited its turn, up to the next transaction. */
  #end(section: Section): void {
    section.phase = 'closed';
    this.#open = null;
    while (this.#open === null) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      next();
    }
  }

  async #completeSnapshot<T>(
    section: Section,
    work: () => Promise<T> | T,
    resolve: (value: T) => void,
  ): Promise<void> {
    let client: PoolClient | null = null;
    try {
      this.#watchSnapshots();
      client = await this.#readers.begin();
      section.client = client;
      this.#snapshots.add(section);
      const value = await runInSection(section, work);
      if (section.failure !== null) return;
      section.phase = 'closing';
      await client.query('COMMIT');
      resolve(value);
    } catch (error) {
      if (section.failure === null) section.reject(explain(error));
      section.broken ??= { error };
    } finally {
      this.#endSnapshot(section);
    }
  }

  /** Gives the connection back; one with a transaction still open is closed instead. */
  #endSnapshot(section: Section): void {
    if (section.phase === 'closed') return;
    section.phase = 'closed';
    this.#snapshots.delete(section);
    (section.client as PoolClient | null)?.release(section.broken !== null || section.failure !== null);
  }

  /** Sends a statement of a section. */
  async #sendInSection<T>(
    section: Section,
    isWrite: boolean,
    send: (client: ClientBase) => Promise<T>,
  ): Promise<T> {
    if (isWrite) {
      if (section.kind === 'snapshot') throw new Error('A snapshot only reads.');
      section.hasWrites = true;
      this.#writeCount += 1;
    }
    if (section.broken !== null) throw explain(section.broken.error);
    section.pendingCount += 1;
    try {
      const result = await send(section.client!);
      if (section.kind === 'snapshot') await this.#committing;
      return result;
    } catch (error) {
      section.broken ??= { error };
      throw explain(error);
    } finally {
      section.pendingCount -= 1;
      this.#watch(section);
    }
  }

  /** A statement of the transaction itself. */
  async #control(section: Section, sql: string): Promise<void> {
    await this.#sendInSection(section, false, (client) => client.query(sql));
  }

  /**
   * Looks after a section that others wait for: work whose statements are answered is over before the event loop turns, or
   * sends the next; other work would hold everybody up.
   */
  #watch(section: Section): void {
    if (section.pendingCount > 0 || !this.#isWaitedFor(section)) return;
    setImmediate(() => {
      if (section.phase !== 'working' || section.pendingCount > 0 || !this.#isWaitedFor(section)) return;
      section.failure = createWaitError();
      if (section.kind === 'transaction') void this.#rollBack(section);
      else this.#endSnapshot(section);
      section.reject(section.failure);
    });
  }

  #isWaitedFor(section: Section): boolean {
    return section.kind === 'transaction' ? this.#queue.length > 0 : this.#readers.isExhausted;
  }

  /** Whoever wants to read may find all connections held by snapshots. */
  #watchSnapshots(): void {
    if (this.#snapshots.size === 0) return;
    // After the reader has joined those that wait.
    setImmediate(() => {
      for (const section of this.#snapshots) this.#watch(section);
    });
  }

  #requireTransaction(): Section {
    const section = currentSection(this);
    if (section?.kind !== 'transaction') throw new Error('This is part of a transaction, and there is none.');
    return section;
  }
}
