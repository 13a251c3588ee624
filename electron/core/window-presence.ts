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
const MAX_CLOSED = 1000;

interface Expiry {
  /** Rejects when the signal is aborted. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** An expected window never came, and does not count as present any more. */
  neverCame: (window: string) => void;
}

/** @param getTime milliseconds that only ever grow. */
export function createWindowPresence(getTime: () => number, expiry: Expiry | null = null): WindowPresence {
  const streams = new Map<string, number>();
  const arriving = new Map<string, { at: number }>();
  const closedWindows = new Set<string>();
  const closing = new AbortController();

  async function expire(window: string, { sleep, neverCame: onTimeout }: Expiry): Promise<void> {
    let expectation: { at: number } | undefined;
    // Whenever it asks again it has as long once more.
    do {
      expectation = arriving.get(window);
      await sleep(ARRIVING_MS, closing.signal);
    } while (arriving.get(window) !== expectation);
    if (expectation === undefined || !arriving.delete(window)) return;
    onTimeout(window);
  }

  const isArriving = (window: string): boolean => {
    const expectation = arriving.get(window);
    return expectation !== undefined && getTime() - expectation.at < ARRIVING_MS;
  };

  function expect(window: string): void {
    if (streams.has(window)) return;
    const isExpected = arriving.has(window);
    arriving.set(window, { at: getTime() });
    // Aborted when the core closes: then there is nobody to tell.
    if (expiry && !isExpected) expire(window, expiry).catch(() => undefined);
  }

  return {
    arrived(window) {
      arriving.delete(window);
      closedWindows.delete(window);
      streams.set(window, (streams.get(window) ?? 0) + 1);
      let isOver = false;
      return () => {
        if (isOver) return false;
        isOver = true;
        const remainingStreams = (streams.get(window) ?? 1) - 1;
        if (remainingStreams > 0) {
          streams.set(window, remainingStreams);
          return false;
        }
        streams.delete(window);
        closedWindows.add(window);
        const [oldest] = closedWindows;
        if (closedWindows.size > MAX_CLOSED && oldest !== undefined) closedWindows.delete(oldest);
        return true;
      };
    },
    expect,
    expectUnlessEnded(window) {
      if (!closedWindows.has(window)) expect(window);
    },
    isPresent: (window) => streams.has(window) || isArriving(window),
    close: () => closing.abort(),
  };
}
