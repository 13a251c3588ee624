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
  unwatch(connectionId: string, runId: string): void;
  streamOpened(connectionId: string, runId: string): void;
  streamEnded(connectionId: string, runId: string): void;
  /** Asks at once after the runs of a service that is back. */
  serviceIsBack(connectionId: string): void;
  forgetConnection(connectionId: string): void;
  close(): void;
}

/** Milliseconds between two questions: a short run is known to be over soon, a long one is not asked for too often. */
const ASKS = [2_000, 2_000, 3_000, 5_000, 10_000] as const;

interface Watched {
  connectionId: string;
  runId: string;
  streams: number;
  asks: number;
  cancel: () => void;
}

/** @param options.read reads a run from its service and notes it; resolves with its status. Rejects with ApiError. */
export function createRunWatcher(options: {
  read: (connectionId: string, runId: string, isWanted: () => boolean) => Promise<string>;
  schedule?: Schedule | undefined;
}): RunWatcher {
  const { read, schedule = timers } = options;
  const watched = new Map<string, Watched>();
  let closed = false;

  function stop(one: Watched): void {
    one.cancel();
    watched.delete(joinKey(one.connectionId, one.runId));
  }

  async function ask(one: Watched): Promise<void> {
    try {
      const status = await read(one.connectionId, one.runId, () => !closed);
      if (isTerminalRunStatus(status)) stop(one);
    } catch (error) {
      // Deleted, or of another account now: there is nothing to wait for. Anything else may pass.
      if (error instanceof ApiError && (error.status === 404 || error.status === 403)) stop(one);
    }
  }

  function askSoon(one: Watched): void {
    one.cancel();
    if (closed || one.streams > 0 || watched.get(joinKey(one.connectionId, one.runId)) !== one) return;
    const wait = ASKS[Math.min(one.asks, ASKS.length - 1)] ?? 10_000;
    one.asks += 1;
    one.cancel = schedule(wait, () => {
      void ask(one).then(() => askSoon(one));
    });
  }

  const find = (connectionId: string, runId: string) => watched.get(joinKey(connectionId, runId));

  return {
    watch(connectionId, runId) {
      if (closed || find(connectionId, runId)) return;
      const one: Watched = { connectionId, runId, streams: 0, asks: 0, cancel: () => {} };
      watched.set(joinKey(connectionId, runId), one);
      askSoon(one);
    },
    unwatch(connectionId, runId) {
      const one = find(connectionId, runId);
      if (one) stop(one);
    },
    streamOpened(connectionId, runId) {
      const one = find(connectionId, runId);
      if (!one) return;
      one.streams += 1;
      one.cancel();
    },
    streamEnded(connectionId, runId) {
      const one = find(connectionId, runId);
      if (!one) return;
      one.streams = Math.max(0, one.streams - 1);
      one.asks = 0;
      askSoon(one);
    },
    serviceIsBack(connectionId) {
      for (const one of watched.values()) {
        if (one.connectionId !== connectionId || one.streams > 0) continue;
        one.asks = 0;
        one.cancel();
        void ask(one).then(() => askSoon(one));
      }
    },
    forgetConnection(connectionId) {
      for (const one of watched.values()) if (one.connectionId === connectionId) stop(one);
    },
    close() {
      closed = true;
      for (const { cancel } of watched.values()) cancel();
    },
  };
}
