import type { Clock } from '../options.ts';

/** A clock whose sleepers wake when the test says that time has passed. */
export function manualClock(): { clock: Clock; pass: (milliseconds: number) => Promise<void> } {
  let now = 0;
  let sleepers: { at: number; wake: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    random: () => 0.5,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        sleepers.push({ at: now + milliseconds, wake: resolve });
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  };
  return {
    clock,
    async pass(milliseconds) {
      now += milliseconds;
      const due = sleepers.filter(({ at }) => at <= now);
      sleepers = sleepers.filter(({ at }) => at > now);
      for (const { wake } of due) wake();
      await settled();
    },
  };
}

export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
