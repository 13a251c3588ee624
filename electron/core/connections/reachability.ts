/** Whether services can be reached, and looking for those that cannot until they can. */

export interface Reachability {
  /** The service answered. */
  answered(connectionId: string): void;
  /** A request was given up without an answer: from now on the service is looked for. */
  failed(connectionId: string): void;
  /** Something answered that was not the API: one look decides whether the service is lost. */
  doubted(connectionId: string): void;
  /** Milliseconds since the epoch, or null while the service can be reached. */
  offlineSince(connectionId: string): number | null;
  forget(connectionId: string): void;
  close(): void;
}

/** Milliseconds between looks: a short cut is over soon, a long one is asked after every quarter of a minute. */
const POLL_DELAYS_MS = [500, 1000, 2000, 4000, 8000, 15_000] as const;

/** A service that is lost again so soon is looked for as rarely as before. Milliseconds. */
const STEADY_MS = 60_000;

/** Runs something later. @returns a function that takes it back. */
export type Schedule = (milliseconds: number, run: () => void) => () => void;

export const timers: Schedule = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
};

/**
 * @param options.look asks the service something small; says whether the service itself answered. Never rejects.
 * @param options.onChange called when a service is lost or back.
 */
export function createReachability(options: {
  now: () => number;
  look: (connectionId: string) => Promise<boolean>;
  onChange: (connectionId: string, offline: boolean) => void;
  schedule?: Schedule | undefined;
}): Reachability {
  const { now, look, onChange, schedule = timers } = options;
  const lost = new Map<string, { since: number; looks: number; cancel: () => void }>();
  /** Services that came back, and how often they had been looked for. */
  const returned = new Map<string, { at: number; looks: number }>();
  const doubts = new Map<string, symbol>();
  let closed = false;

  function schedulePoll(connectionId: string): void {
    const item = lost.get(connectionId);
    if (!item || closed) return;
    const poll = async (): Promise<void> => {
      item.looks += 1;
      const isBack = await look(connectionId);
      if (lost.get(connectionId) !== item) return;
      if (isBack) answered(connectionId);
      else schedulePoll(connectionId);
    };
    item.cancel = schedule(
      POLL_DELAYS_MS[Math.min(item.looks, POLL_DELAYS_MS.length - 1)] ?? 15_000,
      () => void poll(),
    );
  }

  /** Looks once whether the service is there. */
  async function decide(connectionId: string): Promise<void> {
    const doubt = Symbol(connectionId);
    doubts.set(connectionId, doubt);
    const isThere = await look(connectionId);
    // Forgotten meanwhile, it may be another service now.
    if (doubts.get(connectionId) !== doubt) return;
    doubts.delete(connectionId);
    if (!isThere) failed(connectionId);
  }

  function answered(connectionId: string): void {
    const item = lost.get(connectionId);
    if (!item) return;
    item.cancel();
    lost.delete(connectionId);
    returned.set(connectionId, { at: now(), looks: item.looks });
    onChange(connectionId, false);
  }

  function failed(connectionId: string): void {
    if (closed || lost.has(connectionId)) return;
    const before = returned.get(connectionId);
    const isSteady = before === undefined || now() - before.at > STEADY_MS;
    lost.set(connectionId, { since: now(), looks: isSteady ? 0 : before.looks, cancel: () => {} });
    schedulePoll(connectionId);
    onChange(connectionId, true);
  }

  return {
    answered,
    failed,
    doubted(connectionId) {
      if (closed || lost.has(connectionId) || doubts.has(connectionId)) return;
      void decide(connectionId);
    },
    offlineSince: (connectionId) => lost.get(connectionId)?.since ?? null,
    forget(connectionId) {
      lost.get(connectionId)?.cancel();
      lost.delete(connectionId);
      returned.delete(connectionId);
      doubts.delete(connectionId);
    },
    close() {
      closed = true;
      for (const { cancel } of lost.values()) cancel();
    },
  };
}
