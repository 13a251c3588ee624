import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

/** What a look at the machine found. */
export interface Sample {
  /** Milliseconds since 1970. */
  at: number;
  /** How late the look came, milliseconds: the machine did not run this process although its time had come. */
  lateMs: number;
  /** Processor time since the start of the machine that others on the same host took, and all of it; in ticks. */
  stolen: number;
  total: number;
  /** Programs that ran or waited, in the mean of the last minute. */
  load: number;
}

const SAMPLE_INTERVAL_MS = 250;
/** A sound test waits for at least a second; what stands still for longer than that can fail it. */
const MAX_DELAY_MS = 1000;
const MAX_STOLEN = 0.15;
/** The tests themselves keep about three programs a core waiting. */
const MAX_LOAD_PER_CORE = 5;

/** Ticks of processor time, from `/proc/stat`; zeros where there is none. */
export function processorTicks(stat: string): { stolen: number; total: number } {
  // "cpu" user nice system idle iowait irq softirq steal …
  const ticks = (/^cpu +(.*)$/m.exec(stat)?.[1] ?? '').split(' ').slice(0, 8).map(Number);
  return { stolen: ticks[7] ?? 0, total: ticks.reduce((sum, each) => sum + each, 0) };
}

/**
 * Why a sound test may have failed between two times because the machine gave it no time.
 * @param from milliseconds since 1970
 * @returns half a sentence, or null when the machine was at its service.
 */
export function starvationReason(
  samples: readonly Sample[],
  from: number,
  to: number,
  cores = cpus().length,
): string | null {
  const inRange = samples.filter(({ at, lateMs }) => at >= from && at - lateMs <= to);
  const [first] = inRange;
  const last = inRange.at(-1);
  if (first === undefined || last === undefined) return null;
  const maxDelay = Math.max(...inRange.map(({ lateMs }) => lateMs));
  if (maxDelay > MAX_DELAY_MS) return `the machine stood still for ${(maxDelay / 1000).toFixed(1)} s`;
  const share = last.total > first.total ? (last.stolen - first.stolen) / (last.total - first.total) : 0;
  if (share > MAX_STOLEN)
    return `other machines took ${Math.round(share * 100)} % of the processor (steal time)`;
  const load = Math.max(...inRange.map((sample) => sample.load));
  if (load > MAX_LOAD_PER_CORE * cores)
    return `${Math.round(load)} programs wanted ${cores} cores (load average)`;
  return null;
}

/** Looks at the machine as long as the tests run. */
export class MachineTime {
  readonly samples: Sample[] = [];
  #expectedAt = 0;
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#expectedAt = Date.now() + SAMPLE_INTERVAL_MS;
    this.#timer = setInterval(() => this.#sample(), SAMPLE_INTERVAL_MS);
    this.#timer.unref();
  }

  #sample(): void {
    const at = Date.now();
    this.samples.push({
      at,
      lateMs: Math.max(0, at - this.#expectedAt),
      ...processorTicks(readStat()),
      load: loadavg()[0] ?? 0,
    });
    this.#expectedAt = at + SAMPLE_INTERVAL_MS;
  }

  timeShortage(from: number, to: number): string | null {
    return starvationReason(this.samples, from, to);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

function readStat(): string {
  try {
    return readFileSync('/proc/stat', 'utf8');
  } catch {
    // Other systems have none: there the late looks and the load tell.
    return '';
  }
}
