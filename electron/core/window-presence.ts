/** Which windows of this computer are there: as long as their event stream is open, and for a moment before it opens. */
export interface WindowPresence {
  /** A window's event stream opened. @returns to be called when it ended; says whether the window is gone with it. */
  arrived(window: string): () => boolean;
  /** A window asked for something; its stream may not be open yet. */
  expect(window: string): void;
  isPresent(window: string): boolean;
}

/** A window that has asked for something and whose event stream is not open yet counts as present for so long. */
const ARRIVING_MS = 15_000;

/** @param now milliseconds that only ever grow. */
export function createWindowPresence(now: () => number): WindowPresence {
  const streams = new Map<string, number>();
  const arriving = new Map<string, number>();
  return {
    arrived(window) {
      arriving.delete(window);
      streams.set(window, (streams.get(window) ?? 0) + 1);
      let ended = false;
      return () => {
        if (ended) return false;
        ended = true;
        const left = (streams.get(window) ?? 1) - 1;
        if (left > 0) streams.set(window, left);
        else streams.delete(window);
        return left <= 0;
      };
    },
    expect(window) {
      if (!streams.has(window)) arriving.set(window, now());
    },
    isPresent: (window) =>
      streams.has(window) || now() - (arriving.get(window) ?? Number.NEGATIVE_INFINITY) < ARRIVING_MS,
  };
}
