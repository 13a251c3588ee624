import type { TimerClock } from '#shared/language/clock.ts';

/** The longest a browser's timer can wait; asked for more, it fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const browserClock: TimerClock = {
  after(ms, run) {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (left: number): void => {
      const delay = Math.min(left, MAX_TIMER_MS);
      timer = setTimeout(() => (left > delay ? wait(left - delay) : run()), delay);
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
  clock: () => performance.now(),
};
