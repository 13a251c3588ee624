import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from './options.ts';

/** The computer's own time and randomness. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    try {
      await wait(milliseconds, undefined, signal ? { signal } : {});
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  },
  random: () => Math.random(),
};
