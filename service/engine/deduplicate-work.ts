import type { ActiveRun, ReadyTask } from './active-run.ts';

/** A node that waits for an equal one, which is being executed, in its own or another run. */
export interface Waiter {
  run: ActiveRun;
  task: ReadyTask;
  /** `performance.now()` when it began to wait. */
  since: number;
}

/** Nodes of one account with the same work are executed, and charged, once: the later ones wait for the first. */
export class WorkDeduplicator {
  readonly #inFlight = new Map<string, Waiter[]>();

  /** @returns false when equal work is under way: the task then waits for it, unless its run drops it. */
  begin(run: ActiveRun, task: ReadyTask): boolean {
    const key = keyOf(run, task);
    if (key === null) return true;
    const waiters = this.#inFlight.get(key);
    if (waiters === undefined) {
      this.#inFlight.set(key, []);
      return true;
    }
    run.pending.add(task);
    waiters.push({ run, task, since: performance.now() });
    return false;
  }

  /** Whether other nodes wait for this work. */
  isAwaited(run: ActiveRun, task: ReadyTask): boolean {
    const key = keyOf(run, task);
    const waiters = key === null ? [] : (this.#inFlight.get(key) ?? []);
    return waiters.some((waiter) => waiter.run.pending.has(waiter.task));
  }

  /** Ends the work that `begin` allowed. @returns who waited for it and whose run has not dropped it meanwhile. */
  end(run: ActiveRun, task: ReadyTask): Waiter[] {
    const key = keyOf(run, task);
    if (key === null) return [];
    const waiters = this.#inFlight.get(key) ?? [];
    this.#inFlight.delete(key);
    return waiters.filter((waiter) => waiter.run.pending.delete(waiter.task));
  }
}

const keyOf = (run: ActiveRun, { cacheKey }: ReadyTask): string | null =>
  cacheKey === null ? null : `${run.row.accountId} ${cacheKey}`;
