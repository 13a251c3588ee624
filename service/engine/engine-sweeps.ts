import type { ServiceContext } from '#service/context.ts';
import { RunNodes } from './run-node-rows.ts';
import { LIVE_KEEP_MS, sweepLiveRuns, sweepRuns } from './retention.ts';

const HOUR_MS = 3_600_000;

/** Clears away what runs left behind, now and then, in one process at a time. */
export class EngineSweeps {
  readonly #ctx: ServiceContext;
  readonly #isIdle: () => Promise<boolean>;
  #interval: NodeJS.Timeout | null = null;
  /** Set while live previews wait to be cleared away. */
  #live: NodeJS.Timeout | null = null;
  #sweeping: Promise<void> = Promise.resolve();
  #isStopped = false;

  /** @param isIdle whether no run is under way, in any process: only then may bytes go. */
  constructor(ctx: ServiceContext, isIdle: () => Promise<boolean>) {
    this.#ctx = ctx;
    this.#isIdle = isIdle;
  }

  /** Sweeps now, and every hour. */
  start(): void {
    this.#interval = setInterval(() => this.#sweep(), HOUR_MS);
    this.#interval.unref();
    this.#sweep();
  }

  /** Live previews are there that are to go once nobody edits any more. */
  scheduleLive(): void {
    if (this.#isStopped) return;
    this.#live ??= setTimeout(() => {
      this.#live = null;
      this.#queue(() => this.#sweepLive(), 'live previews could not be cleared away');
    }, LIVE_KEEP_MS + 1000).unref();
  }

  /** Removes what is known of the items of a run that is over: there may be thousands, which nobody waits for. */
  clearItems(runId: string): void {
    const previous = this.#sweeping;
    const clear = async (): Promise<void> => {
      await previous;
      try {
        await new RunNodes(this.#ctx.db).clearItems(runId, () => this.#isStopped);
      } catch (error) {
        this.#ctx.log.warn({ runId, err: error }, 'items of a run are cleared away later');
      }
    };
    this.#sweeping = clear();
  }

  /** Resolves when nothing is being swept any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#interval !== null) clearInterval(this.#interval);
    if (this.#live !== null) clearTimeout(this.#live);
    await this.#sweeping;
  }

  #sweep(): void {
    this.scheduleLive();
    this.#queue(async () => {
      const swept = await sweepRuns(this.#ctx, this.#isIdle);
      this.#ctx.log.debug(swept, 'cleared away what runs left behind');
    }, 'what runs left behind could not be cleared away');
  }

  async #sweepLive(): Promise<void> {
    // While somebody edits there are always more.
    if (!(await this.#isIdle())) return this.scheduleLive();
    const { blobs } = await sweepLiveRuns(this.#ctx, this.#isIdle);
    this.#ctx.log.debug({ blobs }, 'cleared away live previews');
  }

  #queue(work: () => Promise<void>, failure: string): void {
    const previous = this.#sweeping;
    const sweep = async (): Promise<void> => {
      await previous;
      try {
        await this.#ctx.coordination.exclusively('run-retention', work);
      } catch (error) {
        this.#ctx.log.error({ err: error }, failure);
      }
    };
    this.#sweeping = sweep();
  }
}
