/** A value that a statement takes or a row holds. */
export type SqlValue = null | number | bigint | string | Uint8Array;
export type Row = Record<string, SqlValue>;

/** How integers are read: as numbers, or as bigints where an amount may be larger than a number holds. */
export interface ReadOptions {
  bigints?: boolean;
}

export interface TransactionOptions {
  /**
   * Does not wait for the disk. It survives the death of the process, and a power cut may take it back, whole: right for
   * what a run can do again (a node that began, a line of its log, a result that cost nothing), and a tenth of the
   * price. What was promised to somebody, or booked, waits.
   */
  relaxed?: boolean;
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; error: unknown };

/**
 * The service's database. Statements are SQL with positional parameters, prepared once each.
 *
 * What is written and read inside the work of a transaction belongs to it, however deep below; everything else waits
 * until it has ended. Sections (transactions and snapshots) run one after the other, in the order in which they were
 * asked for, so that what was read in one still holds when it writes. Work in a section waits for its own statements
 * only: never for a timer, a file, a lock, or a section of somebody else.
 */
export interface Database {
  /** The first row, or undefined. */
  get(sql: string, values?: readonly SqlValue[], options?: ReadOptions): Promise<Row | undefined>;
  /** All rows. */
  all(sql: string, values?: readonly SqlValue[], options?: ReadOptions): Promise<Row[]>;
  /** Runs a write. @returns the number of rows changed. */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>;
  /**
   * Runs a write once for each list of values, in their order, all of them or none: in the open transaction, or in one of its
   * own. @returns the number of rows changed.
   */
  runMany(sql: string, values: Iterable<readonly SqlValue[]>): Promise<number>;
  /**
   * Runs `work` in one write transaction: all of it, or none. Resolves once it is committed. Inside an open transaction it
   * joins it.
   * @throws what `work` throws, and what the commit does; nothing was written then.
   */
  transaction<T>(work: () => Promise<T> | T, options?: TransactionOptions): Promise<T>;
  /**
   * Runs `work` as a part of the open transaction that can fail by itself: what it wrote is rolled back then, and the rest
   * of the transaction stands. One at a time.
   * @throws what ended the whole transaction, as a full disk does.
   */
  savepoint<T>(work: () => Promise<T> | T): Promise<Outcome<T>>;
  /**
   * Lets what `work` asks wait while the database cannot be reached, for two minutes and as long as `mayWait` says. A transaction
   * that loses its connection before it is committed is rolled back and run again.
   */
  withReconnect<T>(work: () => T, mayWait: () => boolean): T;
  /** Runs reads as of one moment. Inside an open section it joins it. @throws Error for a write */
  snapshot<T>(work: () => Promise<T> | T): Promise<T>;
  /** Whether the caller is inside a transaction. */
  readonly isTransaction: boolean;
  /** Inside a transaction: calls `listener` if it is rolled back, for what is kept in memory beside the rows. */
  onRollback(listener: () => void): void;
  /** Calls `listener` once the open transaction is committed, before anybody else sees its rows; without one at once. */
  afterCommit(listener: () => void): void;
  /** Grows with every write of this process. While it stays the same, so does what this process has written. */
  readonly writeCount: number;
  /** A value that changes whenever another process has written. Waits for nobody. */
  externalWrites(): Promise<number>;
  /** Closes it after the sections that are under way; later statements are refused. */
  close(): Promise<void>;
}

/** As `Database.transaction`. */
export const transaction = <T>(db: Database, work: () => Promise<T> | T): Promise<T> => db.transaction(work);

/** As `transaction`, without waiting for the disk: see `TransactionOptions`. */
export const relaxedTransaction = <T>(db: Database, work: () => Promise<T> | T): Promise<T> =>
  db.transaction(work, { relaxed: true });
