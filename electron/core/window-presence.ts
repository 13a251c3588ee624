/** Which windows of this computer are there: as long as their event stream is open, and for a moment before it opens. */
export interface WindowPresence {
  /** A window's event stream opened. @returns to be called when it ended; says whether the window is gone with it. */
  arrived(window: string): () => boolean;
  /** A window opens something; its stream may not be open yet, or not again. */
  expect(window: string): void;
  /** As `expect`, but for what may also be the last breath of a window: one whose stream has ended is not expected again. */
  expectUnlessEnded(window: string): void;
  isPresent(window: string): boolean;
  /** Nobody is told any more that a window never came. */
  close(): void;
}

/** A window that has asked for something and whose event stream is not open yet counts as present for so long. */
const ARRIVING_MS = 15_000;

/** How many windows are remembered whose stream has ended: their last requests come within seconds. */
const MAX_ENDED = 1000;

interface Expiry {
  /** Rejects when the signal is aborted. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** An expected window never came, and does not count as present any more. */
  neverCame: (window: string) => void;
}

/** @param now milliseconds that only ever grow. */
export function createWindowPresence(now: () => number, expiry: Expiry | null = null): WindowPresence {
  const streams = new Map<string, number>();
  const arriving = new Map<string, { at: number }>();
  const ended = new Set<string>();
  const closing = new AbortController();

  async function expire(window: string, { sleep, neverCame }: Expiry): Promise<void> {
    let asked: { at: number } | undefined;
    // Whenever it asks again it has as long once more.
    do {
      asked = arriving.get(window);
      await sleep(ARRIVING_MS, closing.signal);
    } while (arriving.get(window) !== asked);
    if (asked === undefined || !arriving.delete(window)) return;
    neverCame(window);
  }

  const isArriving = (window: string): boolean => {
    const asked = arriving.get(window);
    return asked !== undefined && now() - asked.at < ARRIVING_MS;
  };

  function expect(window: string): void {
    if (streams.has(window)) return;
    const isWaiting = arriving.has(window);
    arriving.set(window, { at: now() });
    // Aborted when the core closes: then there is nobody to tell.
    if (expiry && !isWaiting) expire(window, expiry).catch(() => undefined);
  }

  return {
    arrived(window) {
      arriving.delete(window);
      ended.delete(window);
      streams.set(window, (streams.get(window) ?? 0) + 1);
      let isOver = false;
      return () => {
        if (isOver) return false;
        isOver = true;
        const others = (streams.get(window) ?? 1) - 1;
        if (others > 0) {
          streams.set(window, others);
          return false;
        }
        streams.delete(window);
        ended.add(window);
        const [oldest] = ended;
        if (ended.size > MAX_ENDED && oldest !== undefined) ended.delete(oldest);
        return true;
      };
    },
    expect,
    expectUnlessEnded(window) {
      if (!ended.has(window)) expect(window);
    },
    isPresent: (window) => streams.has(window) || isArriving(window),
    close: () => closing.abort(),
  };
}
