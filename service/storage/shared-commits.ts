import type { Database, Outcome } from './database.ts';

/** Lets the writes of several requests wait for the disk once, instead of each by itself. */
export interface SharedCommits {
  /**
   * Runs the effect of a write, together with others that are due at the same time. Each is all or nothing by itself.
   * @param effect which waits for its own statements only.
   * @param options.transient for what is soon made again: a power cut may take it, whole.
   * @returns what the effect returned, once it is durable.
   */
  run<T>(effect: () => Promise<T> | T, options?: { transient?: boolean }): Promise<T>;
}

/** Effects are added to a commit for so long; what is left goes into the next one. */
const MAX_COMMIT_MS = 10;

interface Write {
  effect: () => Promise<unknown>;
  outcome: Outcome<unknown> | null;
  settle: (outcome: Outcome<unknown>) => void;
}

export function createSharedCommits(db: Database): SharedCommits {
  const pending: Write[] = [];
  let isFlushing = false;

  /** @returns the writes of one transaction, each with its outcome. */
  const commitSome = async (): Promise<Write[]> => {
    const batch: Write[] = [];
    try {
      await db.transaction(async () => {
        const until = performance.now() + MAX_COMMIT_MS;
        do {
          const write = pending.shift();
          if (write === undefined) return;
          batch.push(write);
          if (batch.length === 1 && pending.length === 0) {
            // Alone, it fails with its transaction. Whoever comes while it works goes into the next commit.
            await write.effect();
            write.outcome = { ok: true, value: undefined };
            return;
          }
          write.outcome = await db.savepoint(write.effect);
        } while (performance.now() < until);
      });
    } catch (error) {
      const first = batch.length === 0 ? pending.shift() : undefined;
      if (first !== undefined) batch.push(first);
      // Nothing of this commit is durable, whatever its effects returned.
      for (const write of batch) write.outcome = { ok: false, error };
    }
    return batch;
  };

  const flush = async (): Promise<void> => {
    for (const { outcome, settle } of await commitSome()) if (outcome !== null) settle(outcome);
    isFlushing = false;
    schedule();
  };

  /** Requests that came in with the first one have their effects ready by then. */
  const schedule = (): void => {
    if (isFlushing || pending.length === 0) return;
    isFlushing = true;
    setImmediate(() => void flush());
  };

  return {
    run: async (effect, { transient = false } = {}) => {
      if (transient) return await db.transaction(effect, { relaxed: true });
      return new Promise((resolve, reject) => {
        let value: { returned: Awaited<ReturnType<typeof effect>> } | null = null;
        pending.push({
          effect: async () => {
            value = { returned: await effect() };
          },
          outcome: null,
          settle: (outcome) => {
            if (!outcome.ok) reject(outcome.error);
            else if (value !== null) resolve(value.returned);
          },
        });
        schedule();
      });
    },
  };
}
