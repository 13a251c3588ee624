/** How long turns of the event loop take the processor, for tests: what other programs take meanwhile does not count. */
export interface EventLoopTime {
  /** Milliseconds of processor time of the longest turn so far. */
  readonly longest: number;
  stop(): void;
}

export function watchEventLoopTime(): EventLoopTime {
  let longest = 0;
  let isStopped = false;
  let before = process.threadCpuUsage();
  const measure = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
    if (!isStopped) setImmediate(measure);
  };
  measure();
  return {
    get longest() {
      return longest;
    },
    stop: () => {
      isStopped = true;
    },
  };
}
