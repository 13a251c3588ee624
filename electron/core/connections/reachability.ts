/** Whether services can be reached, and polling those that cannot until they can. */

/** Nothing answers at the address, or something that does not speak this API. */
type OfflineReason = 'unreachable' | 'not-this-api';

export type PollResult = 'responded' | OfflineReason;

export interface Reachability {
  /** The service answered. */
  responded(connectionId: string): void;
  /** A request was given up without a response: from now on the service is polled. */
  failed(connectionId: string): void;
  /** Something answered that was not the API: one poll decides whether the service is lost. */
  doubted(connectionId: string): void;
  /** Milliseconds since the epoch, or null while the service can be reached. */
  offlineSince(connectionId: string): number | null;
  /** Null while the service can be reached. */
  offlineReason(connectionId: string): OfflineReason | null;
  clear(connectionId: string): void;
  close(): void;
}

/** Milliseconds between polls: a short cut is over soon, a long one is asked after every quarter of a minute. */
const POLL_DELAYS_MS = [500, 1000, 2000, 4000, 8000, 15_000] as const;

/** A service that is lost again so soon is polled as rarely as before. Milliseconds. */
const STABLE_MS = 60_000;

/** Runs something later. @returns a function that takes it back. */
export type Schedule = (milliseconds: number, run: () => void) => () => void;

export const timers: Schedule = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
};

/**
 * @param options.poll asks the service something small. Never rejects.
 * @param options.onChange called when a service is lost or back, and when another reason is found for it being lost.
 */
export function createReachability(options: {
  clock: () => number;
  poll: (connectionId: string) => Promise<PollResult>;
  onChange: (connectionId: string, offline: boolean) => void;
  schedule?: Schedule | undefined;
}): Reachability {
  const { clock: now, poll, onChange, schedule = timers } = options;
  const down = new Map<string, { since: number; reason: OfflineReason; polls: number; cancel: () => void }>();
  /** Services that came back, and how often they had been polled. */
  const returned = new Map<string, { at: number; polls: number }>();
  const doubts = new Map<string, symbol>();
  let closed = false;

  function schedulePoll(connectionId: string): void {
    const item = down.get(connectionId);
    if (!item || closed) return;
    const probe = async (): Promise<void> => {
      item.polls += 1;
      const result = await poll(connectionId);
      if (down.get(connectionId) !== item) return;
      if (result === 'responded') {
        responded(connectionId);
        return;
      }
      const isDifferent = item.reason !== result;
      item.reason = result;
      schedulePoll(connectionId);
      if (isDifferent) onChange(connectionId, true);
    };
    item.cancel = schedule(
      POLL_DELAYS_MS[Math.min(item.polls, POLL_DELAYS_MS.length - 1)] ?? 15_000,
      () => void probe(),
    );
  }

  /** Polls once whether the service is there. */
  async function decide(connectionId: string): Promise<void> {
    const doubt = Symbol(connectionId);
    doubts.set(connectionId, doubt);
    const result = await poll(connectionId);
    // Forgotten meanwhile, it may be another service now.
    if (doubts.get(connectionId) !== doubt) return;
    doubts.delete(connectionId);
    if (result !== 'responded') lose(connectionId, result);
  }

  function responded(connectionId: string): void {
    const item = down.get(connectionId);
    if (!item) return;
    item.cancel();
    down.delete(connectionId);
    returned.set(connectionId, { at: now(), polls: item.polls });
    onChange(connectionId, false);
  }

  function lose(connectionId: string, reason: OfflineReason): void {
    if (closed || down.has(connectionId)) return;
    const before = returned.get(connectionId);
    const isStable = before === undefined || now() - before.at > STABLE_MS;
    const polls = isStable ? 0 : before.polls;
    down.set(connectionId, { since: now(), reason, polls, cancel: () => {} });
    schedulePoll(connectionId);
    onChange(connectionId, true);
  }

  return {
    responded,
    failed: (connectionId) => lose(connectionId, 'unreachable'),
    doubted(connectionId) {
      if (closed || down.has(connectionId) || doubts.has(connectionId)) return;
      void decide(connectionId);
    },
    offlineSince: (connectionId) => down.get(connectionId)?.since ?? null,
    offlineReason: (connectionId) => down.get(connectionId)?.reason ?? null,
    clear(connectionId) {
      down.get(connectionId)?.cancel();
      down.delete(connectionId);
      returned.delete(connectionId);
      doubts.delete(connectionId);
    },
    close() {
      closed = true;
      for (const { cancel } of down.values()) cancel();
    },
  };
}
