/** Requests of the last 60 seconds by name (an address or a key), in a window that slides by the second. */
export interface RequestWindows {
  total(name: string): number;
  add(name: string): void;
  /** Seconds until the oldest counted second leaves the window, from 1 to 60. */
  wait(name: string): number;
}

const WINDOW_SECONDS = 60;
const SWEEP_AT = 10_000;

interface Window {
  /** Requests of each of the last 60 seconds, by second modulo 60. */
  counts: Uint32Array;
  total: number;
  /** The latest second that `counts` covers. */
  second: number;
}

export function createRequestWindows(getTime: () => number): RequestWindows {
  const windows = new Map<string, Window>();
  let lastSweep = -Infinity;

  /** Once a second: names that come by the thousand would each look through all others. */
  const sweep = (second: number): void => {
    if (second === lastSweep) return;
    lastSweep = second;
    for (const [name, window] of windows) if (second - window.second >= WINDOW_SECONDS) windows.delete(name);
  };

  const windowOf = (name: string): Window => {
    const second = Math.floor(getTime() / 1000);
    let window = windows.get(name);
    if (!window) {
      if (windows.size >= SWEEP_AT) sweep(second);
      window = { counts: new Uint32Array(WINDOW_SECONDS), total: 0, second };
      windows.set(name, window);
    }
    advance(window, second);
    return window;
  };

  return {
    total: (name) => windowOf(name).total,
    add(name) {
      const window = windowOf(name);
      window.counts[window.second % WINDOW_SECONDS]! += 1;
      window.total += 1;
    },
    wait(name) {
      const window = windowOf(name);
      for (let wait = 1; wait <= WINDOW_SECONDS; wait += 1) {
        if (window.counts[(window.second + wait) % WINDOW_SECONDS]! > 0) return wait;
      }
      return WINDOW_SECONDS;
    },
  };
}

function advance(window: Window, second: number): void {
  const steps = Math.min(second - window.second, WINDOW_SECONDS);
  for (let step = 1; step <= steps; step += 1) {
    const slot = (window.second + step) % WINDOW_SECONDS;
    window.total -= window.counts[slot]!;
    window.counts[slot] = 0;
  }
  window.second = Math.max(window.second, second);
}
