/** Whether services can be reached, and looking for those that cannot until they can. */

export interface Reachability {
  /** The service answered. */
  answered(connectionId: string): void;
  /** A request was given up without an answer: from now on the service is looked for. */
  failed(connectionId: string): void;
  /** Milliseconds since the epoch, or null while the service can be reached. */
  offlineSince(connectionId: string): number | null;
  forget(connectionId: string): void;
  close(): void;
}

/** Milliseconds between looks: a short cut is over soon, a long one is asked after every quarter of a minute. */
const LOOKS = [500, 1000, 2000, 4000, 8000, 15_000] as const;

/** Runs something later. @returns a function that takes it back. */
export type Schedule = (milliseconds: number, run: () => void) => () => void;

export const timers: Schedule = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
};

/**
 * @param options.look asks the service something small; an answer reports itself by `answered`. Never rejects.
 * @param options.onChange told when a service is lost or back.
 */
export function createReachability(options: {
  now: () => number;
  look: (connectionId: string) => Promise<void>;
  onChange: (connectionId: string, offline: boolean) => void;
  schedule?: Schedule | undefined;
}): Reachability {
  const { now, look, onChange, schedule = timers } = options;
  const lost = new Map<string, { since: number; cancel: () => void }>();
  let closed = false;

  function lookSoon(connectionId: string, nth: number): void {
    const one = lost.get(connectionId);
    if (!one || closed) return;
    one.cancel = schedule(LOOKS[Math.min(nth, LOOKS.length - 1)] ?? 15_000, () => {
      void look(connectionId).then(() => lookSoon(connectionId, nth + 1));
    });
  }

  return {
    answered(connectionId) {
      const one = lost.get(connectionId);
      if (!one) return;
      one.cancel();
      lost.delete(connectionId);
      onChange(connectionId, false);
    },
    failed(connectionId) {
      if (closed || lost.has(connectionId)) return;
      lost.set(connectionId, { since: now(), cancel: () => {} });
      lookSoon(connectionId, 0);
      onChange(connectionId, true);
    },
    offlineSince: (connectionId) => lost.get(connectionId)?.since ?? null,
    forget(connectionId) {
      lost.get(connectionId)?.cancel();
      lost.delete(connectionId);
    },
    close() {
      closed = true;
      for (const { cancel } of lost.values()) cancel();
    },
  };
}
