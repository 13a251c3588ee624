import { ApiError } from '#shared/api/index.ts';
import type { Clock } from '../options.ts';
import type { RunOutputs } from './run-outputs.ts';

/** Between two runs that are read for their outputs alone: what a person asks for comes first. Milliseconds. */
const READ_EVERY_MS = 50;
const BATCH = 20;

/**
 * Reads the outputs of runs that ended before outputs were recorded, or while this app was closed: newest first, one at
 * a time, as long as their service answers.
 */
export interface RunBackfill {
  /** Begins, or goes on where the service was away. */
  fill(connectionId: string): void;
  /** Stops, and waits for what is being read. */
  close(): Promise<void>;
}

/** @param options.read reads a run and notes it. @throws ApiError, UnreachableError */
export function createRunBackfill(options: {
  outputs: Pick<RunOutputs, 'nextUnread' | 'markRead'>;
  read: (connectionId: string, runId: string, signal: AbortSignal) => Promise<unknown>;
  /** Resolves when the outputs of a run that was read are recorded. */
  recorded: (connectionId: string, runId: string) => Promise<void>;
  /** Whether so many runs of a connection wait to be recorded that more are refused. */
  isBehind: (connectionId: string) => boolean;
  clock: Clock;
}): RunBackfill {
  const { outputs, clock } = options;
  const filling = new Map<string, Promise<void>>();
  const stop = new AbortController();

  /** @returns false when the service does not answer now. */
  async function readRun(connectionId: string, runId: string): Promise<boolean> {
    try {
      await options.read(connectionId, runId, stop.signal);
      if (options.isBehind(connectionId)) return false;
      await options.recorded(connectionId, runId);
    } catch (error) {
      // Gone, or of another account now. Anything else may pass.
      if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 403)) return false;
    }
    outputs.markRead(connectionId, runId);
    return true;
  }

  async function fillAll(connectionId: string): Promise<void> {
    for (;;) {
      const runIds = stop.signal.aborted ? [] : outputs.nextUnread(connectionId, BATCH);
      if (runIds.length === 0) return;
      for (const runId of runIds) {
        try {
          await clock.sleep(READ_EVERY_MS, stop.signal);
        } catch {
          return; // The app is closing.
        }
        if (!(await readRun(connectionId, runId))) return;
      }
    }
  }

  return {
    fill(connectionId) {
      if (stop.signal.aborted || filling.has(connectionId)) return;
      const work = fillAll(connectionId).finally(() => filling.delete(connectionId));
      filling.set(connectionId, work);
    },
    async close() {
      stop.abort(new DOMException('Patchbay is closing.', 'AbortError'));
      await Promise.allSettled(filling.values());
    },
  };
}
