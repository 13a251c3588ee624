import { runInNewContext } from 'node:vm';
import type { NodeFailure } from './definition.ts';

/**
 * Runs synchronous code and stops it after `milliseconds`, even inside a regular expression that would go on for years.
 * Throws the given failure then. It blocks its thread meanwhile, which is a worker's.
 */
export function withTimeLimit<T>(milliseconds: number, failure: () => NodeFailure, work: () => T): T {
  let result: { value: T } | undefined;
  const context = {
    work: () => {
      result = { value: work() };
    },
  };
  try {
    // Of all of Node only `vm` can interrupt running code on its own thread; it interrupts what its code calls, too.
    runInNewContext('work()', context, { timeout: milliseconds });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw failure();
    throw error;
  }
  if (result === undefined) throw failure();
  return result.value;
}
