import type { TeamRun } from '#shared/administration/index.ts';
import type { Schedule } from '../connections/reachability.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreLog } from '../options.ts';
import { UnsupportedError, type TeamClient } from './team-client.ts';
import type { TeamRows } from './team-rows.ts';

/** Reads the runs of an account that somebody else started, or this person on another computer. */
export interface TeamRunReader {
  /** Looks now. @param latest the order of the newest run, where it is known: nothing is asked for what was read before */
  wake(latest?: number): void;
  close(): Promise<void>;
}

interface TeamRunOptions {
  connectionId: string;
  rows: Pick<TeamRows, 'runPosition' | 'setRunPosition'>;
  client: Pick<TeamClient, 'listRuns'>;
  /** Notes a run. @throws where its service cannot be asked now */
  meet: (connectionId: string, run: TeamRun, signal: AbortSignal) => Promise<void>;
  schedule: Schedule;
  log: CoreLog;
}

const MIN_DELAY_MS = 2000;
const MAX_DELAY_MS = 60_000;

export function createTeamRuns(options: TeamRunOptions): TeamRunReader {
  const { connectionId, rows, client, log } = options;
  const stop = new AbortController();
  const { signal } = stop;
  let isRequested = false;
  let working: Promise<void> | null = null;
  let failures = 0;
  let cancelRetry = (): void => {};

  /** Reads one page, and notes how far it went once all of it is noted. @returns whether there may be more */
  async function readPage(): Promise<boolean> {
    const position = rows.runPosition(connectionId);
    const { storeId, runs, isLast } = await client.listRuns(position?.order ?? null, signal);
    signal.throwIfAborted();
    if (position !== null && storeId !== position.storeId) {
      // The order began anew: what is known by now is met again, which changes nothing.
      rows.setRunPosition(connectionId, { storeId, order: 0 });
      return true;
    }
    for (const run of runs) await options.meet(connectionId, run, signal);
    signal.throwIfAborted();
    const order = runs.at(-1)?.order ?? position?.order ?? 0;
    rows.setRunPosition(connectionId, { storeId, order });
    return !isLast && runs.length > 0;
  }

  async function work(): Promise<void> {
    try {
      while (isRequested && !signal.aborted) {
        isRequested = false;
        while (await readPage());
        failures = 0;
      }
    } catch (error) {
      isRequested = false;
      if (signal.aborted) return;
      log.debug(errorFields(error), 'runs of the team were not read');
      if (!(error instanceof UnsupportedError)) scheduleRetry();
    } finally {
      working = null;
    }
  }

  function scheduleRetry(): void {
    cancelRetry();
    const delay = Math.min(MIN_DELAY_MS * 2 ** failures, MAX_DELAY_MS);
    failures += 1;
    cancelRetry = options.schedule(delay, wake);
  }

  function wake(latest?: number): void {
    const isRead = latest !== undefined && latest === rows.runPosition(connectionId)?.order;
    if (signal.aborted || isRead) return;
    cancelRetry();
    isRequested = true;
    working ??= work();
  }

  return {
    wake,
    async close() {
      stop.abort(new DOMException('Patchbay is closing.', 'AbortError'));
      cancelRetry();
      await working;
    },
  };
}
