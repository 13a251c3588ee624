/** What the rig and the process of the core tell each other. */

export interface CoreMeasures {
  /** Stacks of rejections that nobody handled. */
  rejections: string[];
  exceptions: string[];
  /** The longest time that one turn of the event loop computed. */
  maxTaskCpuMs: number;
  /** Turns that computed for more than 250 ms. */
  slowTurns: number;
  maxRssBytes: number;
  rssBytes: number;
  /** What the process holds of the system after a collection. */
  settledRssBytes: number;
  /** What is still in use after a collection, in the heap and beside it. */
  retainedBytes: number;
  /** By the clock, so also what a busy machine adds. */
  delayP99Ms: number;
  delayMaxMs: number;
}

export type ToCore = 'begin' | 'measure' | 'end';
export type FromCore = { ready: string } | { measures: CoreMeasures };
