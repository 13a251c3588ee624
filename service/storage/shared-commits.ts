import { relaxedTransaction } from './relaxed-transaction.ts';
import { withSavepoint, transaction, type Database, type Outcome } from './database.ts';

/** Lets the writes of several requests wait for the disk once, instead of each by itself. */
export interface SharedCommits {
  /**
   * Runs the effect of a write, together with others that are due at the same time. Each is all or nothing by itself.
   * @param effect must be synchronous.
   * @param options.transient for what is soon made again: a power cut may take it, whole.
   * @returns what the effect returned, once it is durable.
   */
  run<T>(effect: () => T, options?: { transient?: boolean }): Promise<T>;
}

/** Effects are added to a commit for so long; what is left goes into the next one. */
const MAX_COMMIT_MS = 10;

interface Write {
  effect: () => unknown;
  outcome: Outcome<unknown> | null;
  settle: (outcome: Outcome<unknown>) => void;
}

export function createSharedCommits(db: Database): SharedCommits {
  const pending: Write[] = [];

  /** @returns the writes of one transaction, each with its outcome. */
  const commitSome = (): Write[] => {
    const [only] = pending;
    if (only !== undefined && pending.length === 1) {
      pending.pop();
      try {
        only.outcome = { ok: true, value: transaction(db, only.effect) };
      } catch (error) {
        only.outcome = { ok: false, error };
      }
      return [only];
    }
    const batch: Write[] = [];
    const until = performance.now() + MAX_COMMIT_MS;
    try {
      transaction(db, () => {
        do {
          const write = pending.shift();
          if (write === undefined) return;
          batch.push(write);
          write.outcome = withSavepoint(db, write.effect);
        } while (performance.now() < until);
      });
    } catch (error) {
      // Nothing of this commit is durable, whatever its effects returned.
      for (const write of batch) write.outcome = { ok: false, error };
    }
    return batch;
  };

  const flush = (): void => {
    for (const { outcome, settle } of commitSome()) if (outcome !== null) settle(outcome);
    if (pending.length > 0) setImmediate(flush);
  };

  return {
    run: <T>(effect: () => T, { transient = false } = {}) =>
      new Promise<T>((resolve, reject) => {
        if (transient) {
          resolve(relaxedTransaction(db, effect));
          return;
        }
        let value: { returned: T } | null = null;
        pending.push({
          effect: () => {
            value = { returned: effect() };
          },
          outcome: null,
          settle: (outcome) => {
            if (!outcome.ok) reject(outcome.error);
            else if (value !== null) resolve(value.returned);
          },
        });
        // Requests that came in with this one have their effects ready by then.
        if (pending.length === 1) setImmediate(flush);
      }),
  };
}
