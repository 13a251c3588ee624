import type { Coordination, CountRequest } from '#service/storage/coordination.ts';
import { createRequestWindows, type RequestWindows } from './request-window.ts';

/** Requests a minute per name (an IP or a key). */
export interface RateLimiter {
  /** Counts one request. @param perMinute of that name, where it has a limit of its limit. @returns null when it may go on, else the seconds to wait. */
  consume(name: string, perMinute?: number): number | null | Promise<number | null>;
}

export function createRateLimiter(
  perMinute: number,
  getTime: () => number,
  { countRequest }: Pick<Coordination, 'countRequest'>,
): RateLimiter {
  const windows = createRequestWindows(getTime);
  return countRequest === null
    ? { consume: (name, limit = perMinute) => consumeLocally(windows, limit, name) }
    : new SharedRateLimiter(windows, perMinute, countRequest);
}

function consumeLocally(windows: RequestWindows, perMinute: number, name: string): number | null {
  if (windows.total(name) >= perMinute) return windows.wait(name);
  windows.add(name);
  return null;
}

/** The part of what is left of a limit that a process may use up without asking. */
const FREE_SHARE = 1 / 16;
/** What others have used is asked for again after so long, beside the requests. Milliseconds. */
const REFRESH_MS = 1000;
const SWEEP_AT = 10_000;

interface Estimate {
  /** Requests that were allowed in other processes, as of `at`. */
  byPeers: number;
  /** Requests that were allowed here since. */
  unshared: number;
  at: number;
  refreshing: boolean;
}

/**
 * A limit over all processes. Far from it a request waits for nobody: it is told later. Close to it, and with limits of a few requests
 * always, each is counted where all are.
 */
class SharedRateLimiter implements RateLimiter {
  readonly #windows: RequestWindows;
  readonly #perMinute: number;
  readonly #count: CountRequest;
  readonly #estimates = new Map<string, Estimate>();
  /** `performance.now()` */
  #lastSweep = -Infinity;

  constructor(windows: RequestWindows, perMinute: number, count: CountRequest) {
    this.#windows = windows;
    this.#perMinute = perMinute;
    this.#count = count;
  }

  consume(name: string, perMinute = this.#perMinute): number | null | Promise<number | null> {
    const estimate = this.#estimates.get(name);
    if (estimate === undefined) return this.#consumeShared(name, perMinute);
    const left = perMinute - estimate.byPeers - this.#windows.total(name);
    if (estimate.unshared + 1 > left * FREE_SHARE) return this.#consumeShared(name, perMinute);
    this.#windows.add(name);
    estimate.unshared += 1;
    if (performance.now() - estimate.at > REFRESH_MS) void this.#refresh(name, perMinute, estimate);
    return null;
  }

  async #consumeShared(name: string, perMinute: number): Promise<number | null> {
    const estimate = this.#estimateOf(name);
    const { unshared } = estimate;
    estimate.unshared = 0;
    try {
      const { isAllowed, byPeers, wait } = await this.#request(name, perMinute, unshared, true);
      estimate.byPeers = byPeers;
      estimate.at = performance.now();
      if (isAllowed) this.#windows.add(name);
      else return this.#windows.total(name) === 0 ? wait : Math.min(wait, this.#windows.wait(name));
      return null;
    } catch {
      // Without the others it counts for itself.
      estimate.unshared += unshared;
      return consumeLocally(this.#windows, perMinute, name);
    }
  }

  async #refresh(name: string, perMinute: number, estimate: Estimate): Promise<void> {
    if (estimate.refreshing) return;
    estimate.refreshing = true;
    const { unshared } = estimate;
    estimate.unshared = 0;
    try {
      estimate.byPeers = (await this.#request(name, perMinute, unshared, false)).byPeers;
    } catch {
      estimate.unshared += unshared;
    } finally {
      estimate.refreshing = false;
      estimate.at = performance.now();
    }
  }

  #request(
    name: string,
    perMinute: number,
    unshared: number,
    isIncrement: boolean,
  ): ReturnType<CountRequest> {
    const local = this.#windows.total(name);
    return this.#count({ name, perMinute, local, unshared, isIncrement });
  }

  #estimateOf(name: string): Estimate {
    let estimate = this.#estimates.get(name);
    if (estimate === undefined) {
      if (this.#estimates.size >= SWEEP_AT) this.#sweep();
      this.#estimates.set(name, (estimate = { byPeers: 0, unshared: 0, at: -Infinity, refreshing: false }));
    }
    return estimate;
  }

  #sweep(): void {
    // As in `createRequestWindows`.
    if (performance.now() - this.#lastSweep < REFRESH_MS) return;
    this.#lastSweep = performance.now();
    const before = this.#lastSweep - 60_000;
    for (const [name, { at }] of this.#estimates) if (at < before) this.#estimates.delete(name);
  }
}
