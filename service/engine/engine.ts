import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceContext } from '#service/context.ts';
import { relaxedTransaction, transaction } from '#service/storage/database.ts';
import { createSerialize, type Serialize } from '#shared/language/serialize.ts';
import { ActiveRun } from './active-run.ts';
import { ModelCalls } from './model-calls.ts';
import { NodeRunner } from './node-runner.ts';
import { PreviewScales } from './preview-scale.ts';
import { clearLiveResults } from './retention-rows.ts';
import { LIVE_KEEP_MS, sweepLiveRuns, sweepRuns } from './retention.ts';
import { finishRun, abortRun } from './run-end.ts';
import { RunHub } from './run-hub.ts';
import { RunQueue } from './run-queue.ts';
import { RunStore } from './run-rows.ts';
import { NodeCache, areStored } from './node-cache.ts';
import type { EngineOptions } from './engine-options.ts';
import { parallelNodes } from './native-pool.ts';
import { WorkerPool } from './worker-pool.ts';

/** Executes runs: plans them, spreads their nodes over native children, keeps results, events and spend. */
export interface Engine {
  readonly hub: RunHub;
  readonly store: RunStore;
  /** Takes up the runs that an earlier process left unfinished. */
  start(): Promise<void>;
  /** False when as many runs wait as may wait, some of them this account's. */
  hasCapacity(accountId: string): boolean;
  /** Takes up an accepted run, after the transaction that created it. Calling it again does nothing. */
  dispatch(run: { id: string; accountId: string }): void;
  /**
   * Asks a run to end. A waiting run is canceled at once, a running one at its next safe point.
   * @returns false when the run has ended already.
   */
  cancel(runId: string): Promise<boolean>;
  /** Ids of the runs that wait, the next one first. */
  queuedRuns(): string[];
  /**
   * Lets a waiting run begin before the others of its account, also after a restart.
   * @returns false when it does not wait any more.
   */
  moveToFront(runId: string): Promise<boolean>;
  /** Looks for work that can begin now: workers came or went. */
  workersChanged(): void;
  /** Resolves when no run is waiting or under way. */
  whenIdle(): Promise<void>;
  /** Lets nodes under way finish for a moment, then ends all threads. Unfinished runs go on at the next start. */
  stop(): Promise<void>;
}

const MAX_RUNNING = 16;
const MAX_QUEUED = 1000;
const HOUR_MS = 3_600_000;
/** The end of a run that could not be written is written again after so long. */
const RETRY_MS = 5000;

export function createEngine(ctx: ServiceContext, options: EngineOptions = {}): Engine {
  return new RunEngine(ctx, options);
}

class RunEngine implements Engine {
  readonly hub = new RunHub();
  readonly store: RunStore;
  readonly #ctx: ServiceContext;
  readonly #options: EngineOptions;
  readonly #pool: WorkerPool;
  readonly #runner: NodeRunner;
  readonly #calls: ModelCalls;
  readonly #scales: PreviewScales;
  readonly #queue = new RunQueue();
  readonly #active = new Map<string, ActiveRun>();
  /** Dispatched and not ended: a second dispatch of the same run changes nothing. */
  readonly #dispatched = new Set<string>();
  #idle = Promise.withResolvers<void>();
  #maintenance: NodeJS.Timeout | null = null;
  /** Set while live previews wait to be cleared away. */
  #liveSweep: NodeJS.Timeout | null = null;
  #sweeping: Promise<void> = Promise.resolve();
  #isClosing = false;
  /** One step after the other: see `NodeRunnerDependencies.step`. */
  readonly #serialize = createSerialize();
  /** What a run has done is not given up because the database is away for a moment. */
  readonly #step: Serialize = (work) =>
    this.#serialize(() => this.#ctx.db.withReconnect(work, () => !this.#isClosing));

  constructor(ctx: ServiceContext, options: EngineOptions) {
    this.#ctx = ctx;
    this.#options = options;
    this.store = new RunStore(ctx.db, () => ctx.now());
    const scratchDirectory = join(ctx.config.dataDirectory, 'scratch');
    // What is left there belongs to a process that is gone.
    rmSync(scratchDirectory, { recursive: true, force: true });
    mkdirSync(scratchDirectory, { recursive: true, mode: 0o700 });
    this.#scales = new PreviewScales(ctx);
    this.#pool = new WorkerPool({
      nodesModule: options.nodesModule ?? null,
      media: ctx.media,
      scratchDirectory,
      native: ctx.native,
      blobs: ctx.blobs,
      size: parallelNodes(options),
      cancelGraceMs: options.cancelGraceMs,
      timeLimitMs: options.nodeTimeLimitMs,
    });
    this.#calls = new ModelCalls(ctx);
    this.#runner = new NodeRunner({
      ctx,
      calls: this.#calls,
      store: this.store,
      hub: this.hub,
      pool: this.#pool,
      dispatcher: options.dispatcher,
      cache: new NodeCache(ctx.db, ctx.blobs, () => ctx.now()),
      progressIntervalMs: options.progressIntervalMs ?? 100,
      step: this.#step,
      isCancelling: () => this.#isClosing,
      onSettled: (run) => this.#step(() => this.#settled(run)),
      onDefect: (run, error) => this.#step(() => this.#abortRun(run, error)),
    });
  }

  async start(): Promise<void> {
    await transaction(this.#ctx.db, () => clearLiveResults(this.#ctx.db));
    await this.#calls.start();
    for (const runId of await this.store.activeIds()) {
      const row = await this.store.find(runId);
      if (row === null) continue;
      if (row.cancelRequested) await this.#end(() => finishRun(this.#ctx, this.store, row, 'canceled'));
      else this.dispatch(row);
    }
    this.#maintenance = setInterval(() => this.#sweep(), HOUR_MS);
    this.#maintenance.unref();
    this.#sweep();
  }

  #isIdle = (): boolean => this.#dispatched.size === 0 && !this.#isClosing;

  #scheduleLiveSweep(): void {
    if (this.#isClosing) return;
    this.#liveSweep ??= setTimeout(() => {
      this.#liveSweep = null;
      // While somebody edits there are always more.
      if (!this.#isIdle()) return this.#scheduleLiveSweep();
      this.#sweeping = this.#sweeping
        .then(() => sweepLiveRuns(this.#ctx, this.#isIdle))
        .then(
          ({ blobs }) => this.#ctx.log.debug({ blobs }, 'cleared away live previews'),
          (error: unknown) => this.#ctx.log.error({ err: error }, 'live previews could not be cleared away'),
        );
    }, LIVE_KEEP_MS + 1000).unref();
  }

  #sweep(): void {
    this.#scheduleLiveSweep();
    this.#sweeping = sweepRuns(this.#ctx, this.#isIdle).then(
      (swept) => this.#ctx.log.debug(swept, 'cleared away what runs left behind'),
      (error: unknown) =>
        this.#ctx.log.error({ err: error }, 'what runs left behind could not be cleared away'),
    );
  }

  hasCapacity(accountId: string): boolean {
    if (this.#isClosing) return false;
    const isFull = this.#queue.size >= (this.#options.maxQueued ?? MAX_QUEUED);
    return !isFull || this.#queue.sizeOf(accountId) === 0;
  }

  dispatch({ id: runId, accountId }: { id: string; accountId: string }): void {
    if (this.#isClosing || this.#dispatched.has(runId)) return;
    if (this.#dispatched.size === 0) this.#idle = Promise.withResolvers();
    this.#dispatched.add(runId);
    this.#queue.add(accountId, runId);
    this.#ctx.log.info({ runId }, 'run dispatched');
    // Not in this turn: the response to the request that created the run goes out first.
    setImmediate(() => this.#stepAlone(() => this.#enqueue(runId)));
  }

  /** A step that nobody waits for. */
  #stepAlone(work: () => Promise<void>): void {
    this.#step(work).catch((error: unknown) => {
      this.#ctx.log.error({ err: error }, 'a step of the engine failed');
    });
  }

  async #enqueue(runId: string): Promise<void> {
    try {
      if ((await this.store.find(runId))?.status === 'accepted') {
        await relaxedTransaction(this.#ctx.db, async () => {
          await this.store.setStatus(runId, 'queued');
          await this.store.events.append(runId, { type: 'run.queued' });
        });
        this.hub.changed(runId);
      }
    } catch (error) {
      // It stays accepted, and runs nevertheless.
      this.#ctx.log.error({ runId, err: error }, 'run could not be marked as queued');
    }
    await this.#beginNext();
  }

  async #beginNext(): Promise<void> {
    const activeCount = (accountId: string): number =>
      [...this.#active.values()].filter(({ row }) => row.accountId === accountId).length;
    // An account with nothing under way never waits for the runs of others.
    const mayBegin = (accountId: string): boolean =>
      this.#active.size < (this.#options.maxRunning ?? MAX_RUNNING) || activeCount(accountId) === 0;
    while (!this.#isClosing) {
      const runId = this.#queue.take(activeCount, mayBegin);
      if (runId === undefined) return;
      await this.#begin(runId);
    }
  }

  async #begin(runId: string): Promise<void> {
    const row = await this.store.find(runId);
    if (row === null || row.finishedAt !== null) {
      this.#release(runId);
      return;
    }
    let run: ActiveRun;
    try {
      run = await ActiveRun.open(this.#ctx, row, await this.store.graphOf(runId));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await this.#end(() =>
        finishRun(this.#ctx, this.store, row, 'failed', {
          error: { code: 'RUN_NOT_PLANNED', message: `The graph cannot be run: ${message}` },
        }),
      );
      this.#release(runId);
      return;
    }
    this.#active.set(runId, run);
    // What it waits for beside the database is no part of this step.
    const starting = this.#ctx.db.withReconnect(
      () => this.#startRun(run),
      () => !this.#isClosing,
    );
    starting.catch((error: unknown) => this.#stepAlone(() => this.#abortRun(run, error)));
  }

  /** Marks a run as running, brings back what it had finished before a restart, and starts the rest. */
  async #startRun(run: ActiveRun): Promise<void> {
    const resumed = run.row.startedAt !== null;
    await this.#step(async () => {
      await relaxedTransaction(this.#ctx.db, async () => {
        await this.store.setStarted(run.id);
        if (resumed) {
          await this.store.events.append(run.id, {
            type: 'log',
            message: 'The service was restarted; the run goes on.',
          });
        } else {
          const plan = run.plan.order.map((entry) => entry.node.id);
          await this.store.events.append(run.id, {
            type: 'run.started',
            data: { plan, total: plan.length },
          });
        }
      });
      this.hub.changed(run.id);
    });
    if (run.isLive) run.scale = await this.#scales.scaleOf(run);
    if (resumed) await this.#restore(run);
    await this.#step(async () => {
      if (run.over || this.#isClosing) return;
      this.#runner.prepareAll(run, run.startable());
      await this.#settled(run);
    });
  }

  async #restore(run: ActiveRun): Promise<void> {
    const rows = new Map((await this.store.nodes.of(run.id)).map((node) => [node.nodeId, node]));
    for (const step of run.plan.order) {
      const node = rows.get(step.node.id);
      if (node?.state === 'failed') {
        const failure = await this.store.events.failureOf(run.id, step.node.id);
        run.fail(step, failure ?? { code: 'NODE_FAILED', message: `${run.titleOf(step)} failed.` });
      } else if (node?.outputs && (await areStored(this.#ctx.blobs, node.outputs))) {
        run.succeed(step.node.id, node.outputs);
      } else if (node?.state === 'running') {
        // A worker has it, and knows nothing of what happened here.
        if (this.#options.dispatcher?.()?.has(run.id, step.node.id) === true) run.begun.add(step.node.id);
        else this.#runner.noteInterrupted(run, step, node.attempts);
      }
    }
  }

  cancel(runId: string): Promise<boolean> {
    return this.#step(() => this.#cancel(runId));
  }

  async #cancel(runId: string): Promise<boolean> {
    const row = await this.store.find(runId);
    if (row === null || row.finishedAt !== null) return false;
    const run = this.#active.get(runId);
    if (run === undefined) {
      this.#queue.remove(row.accountId, runId);
      await transaction(this.#ctx.db, async () => {
        await this.store.setCancelRequested(runId);
        await finishRun(this.#ctx, this.store, row, 'canceled');
      });
      this.hub.changed(runId);
      this.#release(runId);
      return true;
    }
    if (run.canceling) return true;
    await transaction(this.#ctx.db, async () => {
      await this.store.setCancelRequested(runId);
      await this.store.events.append(runId, { type: 'run.cancel_requested' });
    });
    this.hub.changed(runId);
    run.canceling = true;
    run.dropReady();
    for (const task of run.running.values()) await task.cancel();
    // Not in this turn: the response says `running` with `cancelRequested`, as the API describes it.
    setImmediate(() => this.#stepAlone(() => this.#settled(run)));
    return true;
  }

  queuedRuns(): string[] {
    return [...this.#queue.inOrder()];
  }

  moveToFront(runId: string): Promise<boolean> {
    return this.#step(async () => {
      const accountId = await this.store.accountOf(runId);
      if (accountId === null || !this.#queue.toFront(accountId, runId)) return false;
      await transaction(this.#ctx.db, () => this.store.prioritize(runId));
      return true;
    });
  }

  /** Something of this run ended: end the run when nothing is left, and let threads find work. In a step. */
  async #settled(run: ActiveRun): Promise<void> {
    if (!run.over && run.isIdle && !this.#isClosing) {
      try {
        const status = run.canceling ? 'canceled' : run.failure === null ? 'succeeded' : 'failed';
        // A preview is made again by the next edit: its end need not wait for the disk.
        const commit = run.isLive ? relaxedTransaction : transaction;
        await commit(this.#ctx.db, () =>
          finishRun(this.#ctx, this.store, run.row, status, { run, error: run.failure }),
        );
        await this.#drop(run);
      } catch (error) {
        await this.#abortRun(run, error);
      }
    }
    await this.#runner.pump([...this.#active.values()]);
  }

  async #end(finish: () => Promise<void>): Promise<void> {
    await transaction(this.#ctx.db, finish);
  }

  /** The engine itself met a defect or a full disk: the run ends with a sentence, and never hangs. In a step. */
  async #abortRun(run: ActiveRun, error: unknown): Promise<void> {
    if (run.over) return;
    this.#ctx.log.error({ runId: run.id, err: error }, 'run given up');
    for (const task of run.running.values()) await task.cancel();
    run.dropReady();
    run.over = true;
    await this.#writeEnd(run, error);
  }

  async #writeEnd(run: ActiveRun, cause: unknown): Promise<void> {
    if (this.#isClosing) return;
    if (await abortRun(this.#ctx, this.store, run, cause)) await this.#drop(run);
    else setTimeout(() => this.#stepAlone(() => this.#writeEnd(run, cause)), RETRY_MS).unref();
  }

  async #drop(run: ActiveRun): Promise<void> {
    run.over = true;
    if (run.isLive) this.#scheduleLiveSweep();
    this.#active.delete(run.id);
    this.hub.changed(run.id);
    this.#release(run.id);
    await this.#beginNext();
  }

  #release(runId: string): void {
    if (this.#dispatched.delete(runId) && this.#dispatched.size === 0) this.#idle.resolve();
  }

  workersChanged(): void {
    if (this.#isClosing) return;
    this.#stepAlone(() => this.#runner.pump([...this.#active.values()]));
  }

  whenIdle(): Promise<void> {
    return this.#dispatched.size === 0 ? Promise.resolve() : this.#idle.promise;
  }

  async stop(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.hub.close();
    if (this.#maintenance !== null) clearInterval(this.#maintenance);
    if (this.#liveSweep !== null) clearTimeout(this.#liveSweep);
    await this.#sweeping;
    const pendingTasks = [...this.#active.values()].flatMap((run) =>
      [...run.running.values()].map((task) => task.result),
    );
    if (pendingTasks.length > 0) {
      const grace = Promise.withResolvers<void>();
      const timer = setTimeout(() => grace.resolve(), this.#options.stopGraceMs ?? 2000);
      await Promise.race([Promise.all(pendingTasks), grace.promise]);
      clearTimeout(timer);
    }
    await this.#pool.close();
    await this.#options.dispatcher?.()?.close();
    await this.#runner.whenQuiet();
    // What was begun before is written.
    await this.#step(() => {});
  }
}
