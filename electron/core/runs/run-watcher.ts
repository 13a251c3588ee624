import { ApiError, isTerminalRunStatus } from '#shared/api/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import { timers, type Schedule } from '../connections/reachability.ts';

/**
 * Follows runs that no page follows, so that a run that ends while its page is closed (or the app was) is known to have
 * ended. A page that reads a run's stream is notified by it; as long as it does, nothing is asked here.
 */
export interface RunWatcher {
  /** A run that goes on. Again for one that is watched already changes nothing. */
  watch(connectionId: string, runId: string): void;
  /** It has ended. */
  unsubscribe(connectionId: string, runId: string): void;
  onStreamOpen(connectionId: string, runId: string): void;
  streamFinished(connectionId: string, runId: string): void;
  /** Asks at once after the runs of a service that is back. */
  serviceIsBack(connectionId: string): void;
  removeConnection(connectionId: string): void;
  close(): void;
}

/** Milliseconds between two questions: a short run is known to be over soon, a long one is not asked for too often. */
const POLL_DELAYS = [2_000, 2_000, 3_000, 5_000, 10_000] as const;

interface Watched {
  connectionId: string;
  runId: string;
  streams: number;
  attempts: number;
  cancel: () => void;
}

/** @param options.read reads a run from its service and notes it; resolves with its status. Rejects with ApiError. */
export function createRunWatcher(options: {
  read: (connectionId: string, runId: string, isRequired: () => boolean) => Promise<string>;
  schedule?: Schedule | undefined;
}): RunWatcher {
  const { read, schedule = timers } = options;
  const watched = new Map<string, Watched>();
  let closed = false;

  function stop(entry: Watched): void {
    entry.cancel();
    watched.delete(joinKey(entry.connectionId, entry.runId));
  }

  async function poll(entry: Watched): Promise<void> {
    try {
      const status = await read(entry.connectionId, entry.runId, () => !closed);
      if (isTerminalRunStatus(status)) stop(entry);
    } catch (error) {
      // Deleted, or of another account now: there is nothing to wait for. Anything else may pass.
      if (error instanceof ApiError && (error.status === 404 || error.status === 403)) stop(entry);
    }
  }

  function schedulePoll(entry: Watched): void {
    entry.cancel();
    if (closed || entry.streams > 0 || watched.get(joinKey(entry.connectionId, entry.runId)) !== entry)
      return;
    const wait = POLL_DELAYS[Math.min(entry.attempts, POLL_DELAYS.length - 1)] ?? 10_000;
    entry.attempts += 1;
    entry.cancel = schedule(wait, () => {
      void poll(entry).then(() => schedulePoll(entry));
    });
  }

  const find = (connectionId: string, runId: string) => watched.get(joinKey(connectionId, runId));

  return {
    watch(connectionId, runId) {
      if (closed || find(connectionId, runId)) return;
      const entry: Watched = { connectionId, runId, streams: 0, attempts: 0, cancel: () => {} };
      watched.set(joinKey(connectionId, runId), entry);
      schedulePoll(entry);
    },
    unsubscribe(connectionId, runId) {
      const entry = find(connectionId, runId);
      if (entry) stop(entry);
    },
    onStreamOpen(connectionId, runId) {
      const entry = find(connectionId, runId);
      if (!entry) return;
      entry.streams += 1;
      entry.cancel();
    },
    streamFinished(connectionId, runId) {
      const entry = find(connectionId, runId);
      if (!entry) return;
      entry.streams = Math.max(0, entry.streams - 1);
      entry.attempts = 0;
      schedulePoll(entry);
    },
    serviceIsBack(connectionId) {
      for (const entry of watched.values()) {
        if (entry.connectionId !== connectionId || entry.streams > 0) continue;
        entry.attempts = 0;
        entry.cancel();
        void poll(entry).then(() => schedulePoll(entry));
      }
    },
    removeConnection(connectionId) {
      for (const entry of watched.values()) if (entry.connectionId === connectionId) stop(entry);
    },
    close() {
      closed = true;
      for (const { cancel } of watched.values()) cancel();
    },
  };
}
