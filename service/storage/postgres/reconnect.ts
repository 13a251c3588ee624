import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnreachable } from '../database-unavailable.ts';

/** Waiting for a database that cannot be reached, for callers that may wait. */

const TIMEOUT_MS = 120_000;
const RETRY_DELAY_MS = 250;

const scope = new AsyncLocalStorage<{ deadline: number; mayWait: () => boolean }>();

/** As `Database.withReconnect`. */
export const withReconnect = <T>(work: () => T, mayWait: () => boolean): T =>
  scope.run({ deadline: performance.now() + TIMEOUT_MS, mayWait }, work);

/** Tries again what could not begin, while the caller waits for the database to come back. */
export async function retryUnreachable<T>(attempt: () => Promise<T>, isClosed: () => boolean): Promise<T> {
  const limits = scope.getStore();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const mayWait = limits !== undefined && performance.now() < limits.deadline && limits.mayWait();
      if (!(error instanceof DatabaseUnreachable) || !mayWait || isClosed()) throw error;
      await delay(RETRY_DELAY_MS);
    }
  }
}
