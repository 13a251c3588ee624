/** Time that passes for one part of a page, so that tests decide when it does. The computer's timers: `browserClock`. */
export interface TimerClock {
  /** Milliseconds that only ever grow, whatever happens to the computer's clock. */
  clock(): number;
  /** Calls back once after so many milliseconds. @returns a function that prevents it. */
  after(ms: number, run: () => void): () => void;
}
