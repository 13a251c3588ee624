import { ApiError } from '#shared/api/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import { LOCAL_CONNECTION_ID } from '#shared/desk/index.ts';
import type { TerminalRun } from '#shared/administration/index.ts';
import type { CallAdministration } from '../administration/administration-client.ts';

/** Pages that are read at most: older runs than these stay where they are. */
const MAX_PAGES = 20;

/** Finds runs that passed through no page here: by the key of an endpoint, a program, or another computer. */
export interface RunLookup {
  /** Begins to look, unless it is being looked already; only the local service can be asked. */
  scan(connectionId: string): void;
  /** Stops, and waits for what is being read. */
  close(): Promise<void>;
}

/**
 * @param options.read reads a run and notes it. @throws ApiError, UnreachableError
 * @param options.onFailed the service could not be asked now; the next look asks again
 */
export function createRunLookup(options: {
  call: CallAdministration;
  isRecorded: (connectionId: string, runId: string) => boolean;
  read: (connectionId: string, run: TerminalRun, signal: AbortSignal) => Promise<unknown>;
  onFailed: (error: unknown) => void;
}): RunLookup {
  const stop = new AbortController();
  const { signal } = stop;
  /** Runs that this connection may not read, and accounts of which it could read none. */
  const forbidden = new Set<string>();
  const readable = new Set<string>();
  let pending: Promise<void> | null = null;

  async function readRun(connectionId: string, run: TerminalRun): Promise<void> {
    try {
      await options.read(connectionId, run, signal);
      readable.add(run.accountId);
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 403)) throw error;
      forbidden.add(joinKey(connectionId, run.runId));
      if (!readable.has(run.accountId)) forbidden.add(run.accountId);
    }
  }

  async function fetchRuns(connectionId: string): Promise<void> {
    let before: string | null = null;
    for (let page = 0; page < MAX_PAGES && !signal.aborted; page += 1) {
      const { runs }: { runs: TerminalRun[] } = await options.call('listTerminalRuns', {
        params: {},
        body: { before },
        signal,
      });
      const isUnknown = ({ runId, accountId }: TerminalRun): boolean =>
        !options.isRecorded(connectionId, runId) &&
        !forbidden.has(accountId) &&
        !forbidden.has(joinKey(connectionId, runId));
      const unknown = runs.filter(isUnknown);
      for (const run of unknown) if (isUnknown(run)) await readRun(connectionId, run);
      before = runs.at(-1)?.runId ?? null;
      // All before those that are known were met when these were.
      if (unknown.length === 0 || before === null) return;
    }
  }

  return {
    scan(connectionId) {
      if (connectionId !== LOCAL_CONNECTION_ID || pending !== null || signal.aborted) return;
      pending = fetchRuns(connectionId)
        .catch(options.onFailed)
        .finally(() => {
          pending = null;
        });
    },
    async close() {
      stop.abort(new DOMException('Patchbay is closing.', 'AbortError'));
      await pending;
    },
  };
}
