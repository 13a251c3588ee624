import type { Coordination } from '#service/storage/coordination.ts';
import { relaxedTransaction, transaction, type Database } from '#service/storage/database.ts';
import type { Claim, RunClaims } from './run-claim-rows.ts';
import { RunQueue } from './run-queue.ts';
import type { RunStore } from './run-rows.ts';

/** What of an engine's runs decides which one begins next. */
interface ActiveCounts {
  /** How many runs of this process are under way. */
  total: number;
  /** How many of them are of an account. */
  ofAccount: (accountId: string) => number;
}

/** Runs that wait to begin, in order within an account, and the accounts one after the other. */
export interface RunBacklog {
  /** Whether another run of an account may wait. */
  hasCapacity(accountId: string): Promise<boolean>;
  /** Lets an accepted run wait. */
  add(accountId: string, runId: string): void;
  /** Whether a run that has not ended waits. */
  has(runId: string): Promise<boolean>;
  /** A run that ends without having begun. */
  remove(accountId: string, runId: string): void;
  /** Ids, the next one first. */
  inOrder(): Promise<string[]>;
  /** Lets a run begin before the others of its account. @returns false when it does not wait any more. */
  toFront(accountId: string, runId: string): Promise<boolean>;
  /** Takes the run that begins next for this process; null when none may. In a step. */
  claimNext(active: ActiveCounts): Promise<Claim | null>;
}

interface Limits {
  maxRunning: number;
  maxQueued: number;
}

interface Dependencies {
  db: Database;
  store: RunStore;
  claims: RunClaims;
  coordination: Coordination;
  limits: Limits;
  /** Whether a run of this process is under way. */
  isActive: (runId: string) => boolean;
}

/** @returns the queue in memory of a service that is alone, or the one that is a table. */
export const createRunBacklog = (dependencies: Dependencies): RunBacklog =>
  dependencies.coordination.isShared ? new SharedQueue(dependencies) : new MemoryQueue(dependencies);

class MemoryQueue implements RunBacklog {
  readonly #queue = new RunQueue();
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async hasCapacity(accountId: string): Promise<boolean> {
    return this.#queue.size < this.#deps.limits.maxQueued || this.#queue.sizeOf(accountId) === 0;
  }

  add(accountId: string, runId: string): void {
    this.#queue.add(accountId, runId);
  }

  async has(runId: string): Promise<boolean> {
    return !this.#deps.isActive(runId);
  }

  remove(accountId: string, runId: string): void {
    this.#queue.remove(accountId, runId);
  }

  async inOrder(): Promise<string[]> {
    return [...this.#queue.inOrder()];
  }

  async toFront(accountId: string, runId: string): Promise<boolean> {
    if (!this.#queue.toFront(accountId, runId)) return false;
    await transaction(this.#deps.db, () => this.#deps.store.prioritize(runId));
    return true;
  }

  async claimNext({ total, ofAccount }: ActiveCounts): Promise<Claim | null> {
    // An account with nothing under way never waits for the runs of others.
    const mayBegin = (accountId: string): boolean =>
      total < this.#deps.limits.maxRunning || ofAccount(accountId) === 0;
    const runId = this.#queue.take(ofAccount, mayBegin);
    return runId === undefined ? null : { runId, owner: '', fence: 0 };
  }
}

/** The rows are the queue: all processes see the same order, and whoever has room claims the next one. */
class SharedQueue implements RunBacklog {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async hasCapacity(accountId: string): Promise<boolean> {
    const { total, ofAccount } = await this.#deps.claims.countQueued(accountId);
    return total < this.#deps.limits.maxQueued || ofAccount === 0;
  }

  add(): void {
    // Its row waits already.
  }

  has(runId: string): Promise<boolean> {
    return this.#deps.claims.isQueued(runId);
  }

  remove(): void {
    // A row that has ended waits no more.
  }

  inOrder(): Promise<string[]> {
    return this.#deps.claims.queued();
  }

  toFront(_accountId: string, runId: string): Promise<boolean> {
    return transaction(this.#deps.db, async () => {
      if (!(await this.#deps.claims.isQueued(runId))) return false;
      await this.#deps.store.prioritize(runId);
      return true;
    });
  }

  async claimNext({ total }: ActiveCounts): Promise<Claim | null> {
    const { db, claims, store, limits } = this.#deps;
    const hasCapacity = total < limits.maxRunning;
    // Looked up without keeping others from writing.
    if (!(await claims.hasQueued(hasCapacity))) return null;
    return await relaxedTransaction(db, async () => {
      const claim = await claims.claimNext(hasCapacity);
      // Whoever accepted it may be over before it could say so.
      if (claim !== null && (await store.setQueued(claim.runId)))
        await store.events.append(claim.runId, { type: 'run.queued' });
      return claim;
    });
  }
}
