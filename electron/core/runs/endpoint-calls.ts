import { ApiError } from '#shared/api/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import { LOCAL_CONNECTION_ID } from '#shared/desk/index.ts';
import type { EndpointRun } from '#shared/administration/index.ts';
import type { CallAdministration } from '../administration/administration-client.ts';

/** Pages that are read at most: older calls than these stay where they are. */
const MAX_PAGES = 20;

/** Finds runs that somebody else started by the key of an endpoint: they pass through no page here. */
export interface EndpointCalls {
  /** Begins to look, unless it is being looked already; only the local service can be asked. */
  scan(connectionId: string): void;
  /** Stops, and waits for what is being read. */
  close(): Promise<void>;
}

/**
 * @param options.read reads a run and notes it. @throws ApiError, UnreachableError
 * @param options.onFailed the service could not be asked now; the next look asks again
 */
export function createEndpointCalls(options: {
  call: CallAdministration;
  isRecorded: (connectionId: string, runId: string) => boolean;
  read: (connectionId: string, run: EndpointRun, signal: AbortSignal) => Promise<unknown>;
  onFailed: (error: unknown) => void;
}): EndpointCalls {
  const stop = new AbortController();
  const { signal } = stop;
  /** Runs that this connection may not read, such as those of another account. */
  const forbidden = new Set<string>();
  let pending: Promise<void> | null = null;

  async function readRun(connectionId: string, run: EndpointRun): Promise<void> {
    try {
      await options.read(connectionId, run, signal);
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 403)) throw error;
      forbidden.add(joinKey(connectionId, run.runId));
    }
  }

  async function fetchRuns(connectionId: string): Promise<void> {
    let before: string | null = null;
    for (let page = 0; page < MAX_PAGES && !signal.aborted; page += 1) {
      const { runs }: { runs: EndpointRun[] } = await options.call('listEndpointRuns', {
        params: {},
        body: { before },
        signal,
      });
      const unknown = runs.filter(
        ({ runId }) =>
          !options.isRecorded(connectionId, runId) && !forbidden.has(joinKey(connectionId, runId)),
      );
      for (const run of unknown) await readRun(connectionId, run);
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
