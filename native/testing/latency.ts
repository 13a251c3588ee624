import { setImmediate as yieldToEventLoop, setTimeout as pause } from 'node:timers/promises';

/** How long a cheap request takes while something else goes on. */

/** Below this a difference is noise of the machine. Milliseconds. */
const FLOOR_MS = 60;
const PACE_MS = 3;
const REQUESTS = 200;

/** Sends a request again and again until `done`, at least `count` times. @returns milliseconds, sorted. */
async function measure(request: () => Promise<void>, count: number, done: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count || !done()) {
    // A request each few milliseconds, so that what is measured is the answer and not the load.
    await pause(PACE_MS);
    const start = performance.now();
    // Includes how long the event loop takes to come round, for requests within one process.
    await yieldToEventLoop();
    await request();
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b);
}

const p99 = (times: readonly number[]): number => times[Math.ceil(times.length * 0.99) - 1] ?? 0;

export interface Latency {
  idle: number;
  during: number;
}

/**
 * Measures a cheap request alone and beside an attack, in turns: other programs of the machine meet both.
 * @param attack resolves when it is over; called once a round.
 * @returns the round that went best, as soon as one shows no more than twice the time of idle.
 */
export async function latencyBeside(
  request: () => Promise<void>,
  attack: (round: number) => Promise<void>,
  rounds = 4,
): Promise<Latency> {
  let best: Latency = { idle: 0, during: Infinity };
  for (let round = 0; round < rounds; round += 1) {
    const idle = p99(await measure(request, REQUESTS, () => true));
    let isOver = false;
    const attacking = attack(round).finally(() => {
      isOver = true;
    });
    const during = p99(await measure(request, REQUESTS, () => isOver));
    await attacking;
    if (during - idle < best.during - best.idle) best = { idle, during };
    if (isUndisturbed(best)) break;
  }
  return best;
}

export const isUndisturbed = ({ idle, during }: Latency): boolean => during <= Math.max(2 * idle, FLOOR_MS);
