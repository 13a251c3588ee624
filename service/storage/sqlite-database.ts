import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { noteDatabaseDamage } from './database-health.ts';
import type { Database, Outcome, ReadOptions, Row, SqlValue, TransactionOptions } from './database.ts';

/** A transaction or snapshot: nothing of others comes between its statements. */
interface Section {
  db: SqliteDatabase;
  kind: 'transaction' | 'snapshot';
  isRelaxed: boolean;
  /** Set where it was ended because it waited for something else than its statements. */
  failure: Error | null;
  /** Rejects what its caller waits for. */
  reject: (reason: unknown) => void;
  onRollback: (() => void)[];
  afterCommit: (() => void)[];
}

interface Prepared {
  statement: StatementSync;
  isWrite: boolean;
}

/** Everything else counts as a write, whether it changes a row or not. */
const READS = /^\s*(?:SELECT\b|PRAGMA\s+\w+\s*$)/i;

/** In which section the running code is, carried along every `await`. */
const scope = new AsyncLocalStorage<Section>();

/**
 * The database in one connection of `node:sqlite`. A statement is done by the time its promise is there, so that a caller
 * waits for one microtask and no more. The one connection is why statements of others wait while a section is open: they
 * would be part of its transaction.
 */
export class SqliteDatabase implements Database {
  readonly #connection: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();
  /** As `#prepared`, with integers read as bigints. */
  readonly #bigints = new Map<string, Prepared>();
  #open: Section | null = null;
  /** What waits for the open section to end, in order. */
  readonly #queue: (() => void)[] = [];
  #isWatched = false;
  #writeCount = 0;

  /** @param connection used by nobody else from now on. */
  constructor(connection: DatabaseSync) {
    this.#connection = connection;
  }

  /** The connection itself, for tests that look into the database or break it: it knows nothing of sections. */
  get connection(): DatabaseSync {
    this.#writeCount += 1;
    return this.#connection;
  }

  get writeCount(): number {
    return this.#writeCount;
  }

  get isTransaction(): boolean {
    return this.#current()?.kind === 'transaction';
  }

  get(sql: string, values: readonly SqlValue[] = [], options?: ReadOptions): Promise<Row | undefined> {
    return this.#schedule(() => this.#prepare(sql, options).get(...values));
  }

  all(sql: string, values: readonly SqlValue[] = [], options?: ReadOptions): Promise<Row[]> {
    return this.#schedule(() => this.#prepare(sql, options).all(...values));
  }

  run(sql: string, values: readonly SqlValue[] = []): Promise<number> {
    return this.#schedule(() => Number(this.#prepare(sql).run(...values).changes));
  }

  async runMany(sql: string, values: Iterable<readonly SqlValue[]>): Promise<number> {
    if (this.#current()?.kind !== 'transaction')
      return await this.transaction(() => this.runMany(sql, values));
    let changed = 0;
    for (const each of values) changed += Number(this.#prepare(sql).run(...each).changes);
    return changed;
  }

  transaction<T>(work: () => Promise<T> | T, options: TransactionOptions = {}): Promise<T> {
    return this.#within('transaction', work, options.relaxed === true);
  }

  snapshot<T>(work: () => Promise<T> | T): Promise<T> {
    return this.#within('snapshot', work, false);
  }

  async savepoint<T>(work: () => Promise<T> | T): Promise<Outcome<T>> {
    const section = this.#requireTransaction();
    const { onRollback, afterCommit } = section;
    const [rollbacksBefore, commitsBefore] = [onRollback.length, afterCommit.length];
    this.#connection.exec('SAVEPOINT part');
    try {
      const value = await work();
      refuseEnded(section);
      this.#connection.exec('RELEASE part');
      return { ok: true, value };
    } catch (error) {
      refuseEnded(section);
      if (!this.#connection.isTransaction) throw error;
      this.#connection.exec('ROLLBACK TO part');
      this.#connection.exec('RELEASE part');
      this.#writeCount += 1;
      afterCommit.splice(commitsBefore);
      for (const listener of onRollback.splice(rollbacksBefore)) listener();
      noteDatabaseDamage(this, error);
      return { ok: false, error };
    }
  }

  /** A file is there or it is not. */
  withReconnect<T>(work: () => T): T {
    return work();
  }

  onRollback(listener: () => void): void {
    const section = this.#current();
    if (section?.kind === 'transaction') section.onRollback.push(listener);
  }

  afterCommit(listener: () => void): void {
    const section = this.#current();
    if (section?.kind === 'transaction') section.afterCommit.push(listener);
    else listener();
  }

  async externalWrites(): Promise<number> {
    // Tells of what others have committed: the open section makes no difference.
    return Number(this.#prepare('PRAGMA data_version').get()?.['data_version']);
  }

  close(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#whenFree(() => {
        try {
          this.#connection.close();
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** Runs a statement at once, or after the section that is open and not the caller's. */
  #schedule<T>(statement: () => T): Promise<T> {
    try {
      if (this.#current() !== null || this.#open === null) return Promise.resolve(statement());
    } catch (error) {
      return Promise.reject(error);
    }
    return new Promise((resolve, reject) => {
      this.#whenFree(() => {
        try {
          resolve(statement());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** Runs work in the open section that the caller is part of, else in one of its own, once those before it have ended. */
  #within<T>(kind: Section['kind'], work: () => Promise<T> | T, isRelaxed: boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      const current = this.#current();
      if (current?.kind === 'snapshot' && kind === 'transaction')
        throw new Error('A transaction cannot begin inside a snapshot.');
      if (current !== null) {
        resolve(work());
        return;
      }
      const section: Section = {
        db: this,
        kind,
        isRelaxed,
        failure: null,
        reject,
        onRollback: [],
        afterCommit: [],
      };
      this.#whenFree(() => void this.#complete(section, work, resolve));
    });
  }

  /** Calls `start` at once, or in its order when the open section has ended. */
  #whenFree(start: () => void): void {
    if (this.#open === null) {
      start();
      return;
    }
    this.#queue.push(start);
    this.#watch();
  }

  async #complete<T>(
    section: Section,
    work: () => Promise<T> | T,
    resolve: (value: T) => void,
  ): Promise<void> {
    this.#open = section;
    const isTransaction = section.kind === 'transaction';
    try {
      if (section.isRelaxed) this.#connection.exec('PRAGMA synchronous = NORMAL');
      if (isTransaction) this.#connection.exec('BEGIN IMMEDIATE');
      const value = await scope.run(section, work);
      // Ended meanwhile, and its caller knows.
      if (section.failure !== null) return;
      if (isTransaction) this.#connection.exec('COMMIT');
      for (const listener of section.afterCommit.splice(0)) listener();
      section.onRollback.length = 0;
      resolve(value);
      this.#end(section);
    } catch (error) {
      if (section.failure !== null) return;
      this.#rollBack(section, error);
      section.reject(error);
    }
  }

  #rollBack(section: Section, reason: unknown): void {
    if (section.kind === 'transaction') {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
      this.#writeCount += 1;
      for (const listener of section.onRollback.splice(0)) listener();
      section.afterCommit.length = 0;
    }
    noteDatabaseDamage(this, reason);
    this.#end(section);
  }

  /** Gives what waited its turn, up to the next section. */
  #end(section: Section): void {
    if (section.isRelaxed) this.#connection.exec('PRAGMA synchronous = FULL');
    this.#open = null;
    while (this.#open === null) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      next();
    }
  }

  /**
   * Looks after what waits: work that waits for its own statements alone is done before the event loop turns, and other
   * work would hold everybody up.
   */
  #watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    setImmediate(() => {
      this.#isWatched = false;
      const section = this.#open;
      if (section === null) return;
      section.failure = new Error(
        'Work in a transaction or snapshot waited for something else than its own statements, so it was ended.',
      );
      this.#rollBack(section, section.failure);
      section.reject(section.failure);
    });
  }

  /** The open section that the running code is part of; null outside. @throws Error where its section was ended */
  #current(): Section | null {
    const section = scope.getStore();
    if (section === undefined || section.db !== this) return null;
    refuseEnded(section);
    // What a section has started without waiting for it goes on outside.
    return section === this.#open ? section : null;
  }

  #requireTransaction(): Section {
    const section = this.#current();
    if (section?.kind !== 'transaction') throw new Error('This is part of a transaction, and there is none.');
    return section;
  }

  #prepare(sql: string, { bigints = false }: ReadOptions = {}): StatementSync {
    const prepared = bigints ? this.#bigints : this.#prepared;
    let found = prepared.get(sql);
    if (found === undefined) {
      const statement = this.#connection.prepare(sql);
      if (bigints) statement.setReadBigInts(true);
      prepared.set(sql, (found = { statement, isWrite: !READS.test(sql) }));
    }
    if (found.isWrite) {
      if (this.#open?.kind === 'snapshot') throw new Error('A snapshot only reads.');
      this.#writeCount += 1;
    }
    return found.statement;
  }
}

function refuseEnded(section: Section): void {
  if (section.failure !== null) throw section.failure;
}
