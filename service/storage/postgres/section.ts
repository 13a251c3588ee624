import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientBase } from 'pg';

/** A transaction or snapshot, on a connection of its own while it is open. */
export interface Section {
  /** The database it is of. */
  readonly db: object;
  readonly kind: 'transaction' | 'snapshot';
  client: ClientBase | null;
  /** `working` while the caller's work runs: before and after it is the database that is waited for. */
  phase: 'starting' | 'working' | 'closing' | 'closed';
  readonly isRelaxed: boolean;
  /** Statements that were sent and are not answered. */
  pendingCount: number;
  hasWrites: boolean;
  /** What a statement failed with: PostgreSQL accepts no other in this transaction, or this savepoint of it. */
  broken: { error: unknown } | null;
  /** Set where it was closed because it waited for something else than its statements. */
  failure: Error | null;
  /** Rejects what its caller waits for. */
  readonly reject: (reason: unknown) => void;
  readonly onRollback: (() => void)[];
  readonly afterCommit: (() => void)[];
}

/** In which section the running code is, carried along every `await`. */
const scope = new AsyncLocalStorage<Section>();

export const createSection = (options: Pick<Section, 'db' | 'kind' | 'isRelaxed' | 'reject'>): Section => ({
  ...options,
  client: null,
  phase: 'starting',
  pendingCount: 0,
  hasWrites: false,
  broken: null,
  failure: null,
  onRollback: [],
  afterCommit: [],
});

/** Runs the caller's work as that of a section. */
export function runInSection<T>(section: Section, work: () => Promise<T> | T): Promise<T> | T {
  section.phase = 'working';
  return scope.run(section, work);
}

/** The open section that the running code is part of; null outside. @throws Error where its section was closed early */
export function currentSection(db: object): Section | null {
  const section = scope.getStore();
  if (section === undefined || section.db !== db) return null;
  refuseClosed(section);
  // What a section has started without waiting for it goes on outside.
  return section.phase === 'working' ? section : null;
}

/** @throws Error where the section was closed early */
export function refuseClosed(section: Section): void {
  if (section.failure !== null) throw section.failure;
}

export const createWaitError = (): Error =>
  new Error(
    'Work in a transaction or snapshot waited for something else than its own statements, so it was ended.',
  );
