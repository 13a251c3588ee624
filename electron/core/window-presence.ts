/** Which windows of this computer are there: as long as their event stream is open, and for a moment before it opens. */
export interface WindowPresence {
  /** A window's event stream opened. @returns to be called when it ended; says whether the window is gone with it. */
  arrived(window: string): () => boolean;
  /** A window opens something; its stream may not be open yet, or not again. */
  expect(window: string): void;
  isPresent(window: string): boolean;
}

/** A window that has asked for something and whose event stream is not open yet counts as present for so long. */
const ARRIVING_MS = 15_000;

/** @param getTime milliseconds that only ever grow. */
export function createWindowPresence(getTime: () => number): WindowPresence {
  const streams = new Map<string, number>();
  const arriving = new Map<string, number>();

  return {
    arrived(window) {
      arriving.delete(window);
      streams.set(window, (streams.get(window) ?? 0) + 1);
      let isOver = false;
      return () => {
        if (isOver) return false;
        isOver = true;
        const remainingStreams = (streams.get(window) ?? 1) - 1;
        if (remainingStreams > 0) streams.set(window, remainingStreams);
        else streams.delete(window);
        return remainingStreams <= 0;
      };
    },
    expect(window) {
      if (!streams.has(window)) arriving.set(window, getTime());
    },
    isPresent(window) {
      const since = arriving.get(window);
      return streams.has(window) || (since !== undefined && getTime() - since < ARRIVING_MS);
    },
  };
}
