/**
 * Preloaded into a process under test (`--import`): says by IPC how long its main thread was busy at a time. Counted is
 * the processor time of that thread between two ticks of a timer, so that a busy machine is not taken for a busy thread.
 */

export interface MainThreadReport {
  /** Milliseconds of processor time in the longest stretch without a tick. */
  maxBusyMs: number;
  /** What a known piece of work takes in this process now: a busy machine makes all work slower. */
  referenceMs: number;
  /** Bytes of resident memory, at most and now. */
  peakRss: number;
  rss: number;
}

const TICK_MS = 2;

let before = process.threadCpuUsage();
let longest = 0;
let peakRss = 0;

setInterval(() => {
  const now = process.threadCpuUsage();
  longest = Math.max(longest, now.user + now.system - before.user - before.system);
  before = now;
  peakRss = Math.max(peakRss, process.memoryUsage.rss());
}, TICK_MS).unref();

/** 200,000 small objects, as texts hold them. */
const REFERENCE = `[${'{"a":1},'.repeat(200_000)}0]`;

function referenceMs(): number {
  const { user, system } = process.threadCpuUsage();
  JSON.parse(REFERENCE);
  const after = process.threadCpuUsage();
  return (after.user + after.system - user - system) / 1000;
}

/** Any message asks for what was since the last one. */
process.on('message', () => {
  const report: MainThreadReport = {
    maxBusyMs: longest / 1000,
    referenceMs: referenceMs(),
    peakRss: peakRss,
    rss: process.memoryUsage.rss(),
  };
  // The reference is no work of the service.
  before = process.threadCpuUsage();
  longest = 0;
  peakRss = 0;
  process.send?.(report);
});
process.channel?.unref();
