import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceContext } from '#service/context.ts';
import { relaxedTransaction } from '#service/storage/database.ts';
import { ActiveRun } from './active-run.ts';
import { ModelCalls } from './model-calls.ts';
import { NodeRunner } from './node-runner.ts';
import { PreviewScales } from './preview-scale.ts';
import { EngineSweeps } from './engine-sweeps.ts';
import { createSteps } from './engine-steps.ts';
import { cancelNews, changedNews, PeerNews, QUEUED_NEWS } from './peer-news.ts';
import { StaleClaim, RunClaims, type Claim } from './run-claim-rows.ts';
import { finishRun, abortRun, requestCancel, writeListFiles } from './run-end.ts';
import { RunRecovery, writeStart } from './run-recovery.ts';
import { RunHub } from './run-hub.ts';
import { RunStore, type RunFailure, type RunRow } from './run-rows.ts';
import { createRunBacklog, type RunBacklog } from './run-backlog.ts';
import { NodeCache } from './node-cache.ts';
import type { EngineOptions } from './engine-options.ts';
import { parallelNodes } from './native-pool.ts';
import { WorkerPool } from './worker-pool.ts';

/** Executes runs: plans them, spreads their nodes over native children, keeps results, events and spend. */
export interface Engine {
  readonly hub: RunHub;
  readonly store: RunStore;
  /**
   * Takes up the runs that an earlier process left unfinished.
   * @param isFirst whether no other service is there that may have begun before. Default: it is.
   */
  start(isFirst?: boolean): Promise<void>;
  /** False when as many runs wait as may wait, some of them this account's. */
  hasCapacity(accountId: string): Promise<boolean>;
  /** Takes up an accepted run, after the transaction that created it. Calling it again does nothing. */
  dispatch(run: { id: string; accountId: string }): void;
  /**
   * Asks a run to end. A waiting run is canceled at once, a running one at its next safe point.
   * @returns false when the run has ended already.
   */
  cancel(runId: string): Promise<boolean>;
  /** Ids of the runs that wait, the next one first. */
  queuedRuns(): Promise<string[]>;
  /**
   * Lets a waiting run begin before the others of its account, also after a restart.
   * @returns false when it does not wait any more.
   */
  moveToFront(runId: string): Promise<boolean>;
  /** Looks for work that can begin now: workers came or went. */
  workersChanged(): void;
  /** Resolves when no run is waiting or under way in this process. */
  whenIdle(): Promise<void>;
  /** Lets nodes under way finish for a moment, then ends all threads. Unfinished runs go on at the next start. */
  stop(): Promise<void>;
}

const MAX_RUNNING = 16;
const MAX_QUEUED = 1000;
/** The end of a run that could not be written is written again after so long. */
const RETRY_MS = 5000;

export function createEngine(ctx: ServiceContext, options: EngineOptions = {}): Engine {
  return new RunEngine(ctx, options);
}

class RunEngine implements Engine {
  readonly hub: RunHub;
  readonly store: RunStore;
  readonly #claims: RunClaims;
  readonly #ctx: ServiceContext;
  readonly #options: EngineOptions;
  readonly #pool: WorkerPool;
  readonly #runner: NodeRunner;
  readonly #calls: ModelCalls;
  readonly #scales: PreviewScales;
  readonly #backlog: RunBacklog;
  readonly #active = new Map<string, ActiveRun>();
  /** Dispatched and not ended: a second dispatch of the same run changes nothing. */
  readonly #dispatched = new Set<string>();
  #idle = Promise.withResolvers<void>();
  readonly #recovery: RunRecovery;
  readonly #sweeps: EngineSweeps;
  readonly #peers: PeerNews;
  #isClosing = false;
  /** See `NodeRunnerDependencies.step`. What a run has done is not given up because the database is away for a moment. */
  readonly #step = createSteps((work) => this.#ctx.db.withReconnect(work, () => !this.#isClosing));

  constructor(ctx: ServiceContext, options: EngineOptions) {
    this.#ctx = ctx;
    this.#options = options;
    this.store = new RunStore(ctx.db, () => ctx.now());
    this.#claims = new RunClaims(ctx.db, ctx.coordination);
    this.hub = new RunHub((runId) => ctx.coordination.publish(changedNews(runId)));
    this.#backlog = createRunBacklog({
      db: ctx.db,
      store: this.store,
      claims: this.#claims,
      coordination: ctx.coordination,
      limits: {
        maxRunning: options.maxRunning ?? MAX_RUNNING,
        maxQueued: options.maxQueued ?? MAX_QUEUED,
      },
      isActive: (runId) => this.#active.has(runId),
    });
    this.#sweeps = new EngineSweeps(ctx, async () => this.#isIdle() && !(await this.#hasPeerRuns()));
    this.#peers = new PeerNews(ctx, {
      hub: this.hub,
      onQueued: () => this.#stepAlone(() => this.#beginNext()),
      onCancel: (runId) => this.#stepAlone(() => this.#cancelActive(runId)),
      onCheck: () => this.#stepAlone(() => this.#check()),
      onExpired: async () => {
        await this.#recovery.releaseExpired();
        this.#stepAlone(() => this.#beginNext());
      },
      onReplaced: () => this.#stepAlone(() => this.#discardStale()),
    });
    const scratchDirectory = join(ctx.workFolder, 'scratch');
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
    this.#calls = new ModelCalls(ctx, this.#claims);
    this.#recovery = new RunRecovery(ctx, { calls: this.#calls, claims: this.#claims, store: this.store });
    this.#runner = new NodeRunner({
      ctx,
      calls: this.#calls,
      claims: this.#claims,
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

  async start(isFirst = true): Promise<void> {
    await this.#recovery.begin(isFirst);
    if (this.#ctx.coordination.isShared) this.#peers.watch();
    else for (const row of await this.#recovery.openRuns()) this.dispatch(row);
    this.#sweeps.start();
  }

  #isIdle = (): boolean => this.#dispatched.size === 0 && !this.#isClosing;

  async #hasPeerRuns(): Promise<boolean> {
    return this.#ctx.coordination.isShared && (await this.#claims.hasOpenRuns());
  }

  async hasCapacity(accountId: string): Promise<boolean> {
    return !this.#isClosing && (await this.#backlog.hasCapacity(accountId));
  }

  dispatch({ id: runId, accountId }: { id: string; accountId: string }): void {
    if (this.#isClosing || this.#dispatched.has(runId)) return;
    this.#register(runId);
    this.#backlog.add(accountId, runId);
    this.#ctx.log.info({ runId }, 'run dispatched');
    // Not in this turn: the response to the request that created the run goes out first.
    setImmediate(() => this.#stepAlone(() => this.#enqueue(runId)));
  }

  #register(runId: string): void {
    if (this.#dispatched.size === 0) this.#idle = Promise.withResolvers();
    this.#dispatched.add(runId);
  }

  /** A step that nobody waits for. */
  #stepAlone(work: () => Promise<void>): void {
    this.#step(work).catch((error: unknown) => {
      this.#ctx.log.error({ err: error }, 'a step of the engine failed');
    });
  }

  async #enqueue(runId: string): Promise<void> {
    try {
      const isQueued = await relaxedTransaction(this.#ctx.db, async () => {
        if (!(await this.store.setQueued(runId))) return false;
        await this.store.events.append(runId, { type: 'run.queued' });
        return true;
      });
      if (isQueued) this.hub.changed(runId);
    } catch (error) {
      // It stays accepted, and runs nevertheless.
      this.#ctx.log.error({ runId, err: error }, 'run could not be marked as queued');
    }
    await this.#beginNext();
    if (!this.#ctx.coordination.isShared || this.#active.has(runId)) return;
    // Whoever has room first begins it.
    this.#ctx.coordination.publish(QUEUED_NEWS);
    this.#release(runId);
  }

  async #beginNext(): Promise<void> {
    const ofAccount = (accountId: string): number =>
      [...this.#active.values()].filter(({ row }) => row.accountId === accountId).length;
    while (!this.#isClosing) {
      const claim = await this.#backlog.claimNext({ total: this.#active.size, ofAccount });
      if (claim === null) return;
      this.#register(claim.runId);
      try {
        await this.#begin(claim);
      } catch (error) {
        this.#release(claim.runId);
        throw error;
      }
    }
  }

  async #begin(claim: Claim): Promise<void> {
    const { runId } = claim;
    const row = await this.store.find(runId);
    if (row === null || row.finishedAt !== null) {
      this.#release(runId);
      return;
    }
    if (row.cancelRequested) return await this.#endUnbegun(claim, row, 'canceled');
    let run: ActiveRun;
    try {
      run = await ActiveRun.open(this.#ctx, row, await this.store.graphOf(runId), claim);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return await this.#endUnbegun(claim, row, 'failed', {
        code: 'RUN_NOT_PLANNED',
        message: `The graph cannot be run: ${message}`,
      });
    }
    this.#active.set(runId, run);
    // What it waits for beside the database is no part of this step.
    const starting = this.#ctx.db.withReconnect(
      () => this.#startRun(run),
      () => !this.#isClosing,
    );
    starting.catch((error: unknown) => this.#stepAlone(() => this.#abortRun(run, error)));
  }

  async #endUnbegun(
    claim: Claim,
    row: RunRow,
    status: 'canceled' | 'failed',
    error: RunFailure | null = null,
  ): Promise<void> {
    await this.#claims.write(claim, () => finishRun(this.#ctx, this.store, row, status, { error }));
    this.hub.changed(row.id);
    this.#release(row.id);
  }

  /** Marks a run as running, brings back what it had finished before a restart, and starts the rest. */
  async #startRun(run: ActiveRun): Promise<void> {
    const resumed = run.row.startedAt !== null;
    await this.#step(async () => {
      await this.#claims.write(run.claim, () => writeStart(this.store, run), { relaxed: true });
      this.hub.changed(run.id);
    });
    if (run.isLive) run.scale = await this.#scales.scaleOf(run);
    if (resumed) await this.#recovery.restore(run, this.#runner, this.#options.dispatcher);
    await this.#step(async () => {
      if (run.over || this.#isClosing) return;
      this.#runner.prepareAll(run, run.startable());
      await this.#settled(run);
    });
  }

  cancel(runId: string): Promise<boolean> {
    return this.#step(() => this.#cancel(runId));
  }

  async #cancel(runId: string): Promise<boolean> {
    const outcome = await requestCancel(this.#ctx, this.store, this.#backlog, runId);
    if (outcome === null) return false;
    this.hub.changed(runId);
    if (outcome.isQueued) {
      this.#backlog.remove(outcome.row.accountId, runId);
      this.#release(runId);
    } else if (this.#active.has(runId)) await this.#cancelActive(runId);
    else this.#ctx.coordination.publish(cancelNews(runId));
    return true;
  }

  /** Ends what a run that is to be canceled does in this process. In a step. */
  async #cancelActive(runId: string): Promise<void> {
    const run = this.#active.get(runId);
    if (run === undefined || run.canceling) return;
    run.canceling = true;
    run.dropReady();
    for (const task of run.running.values()) await task.cancel();
    // Not in this turn: the response says `running` with `cancelRequested`, as the API describes it.
    setImmediate(() => this.#stepAlone(() => this.#settled(run)));
  }

  /** Looks for what others may have asked without being heard. In a step. */
  async #check(): Promise<void> {
    if (this.#active.size > 0)
      for (const runId of await this.#claims.toCancel()) await this.#cancelActive(runId);
    await this.#beginNext();
  }

  queuedRuns(): Promise<string[]> {
    return this.#backlog.inOrder();
  }

  moveToFront(runId: string): Promise<boolean> {
    return this.#step(async () => {
      const accountId = await this.store.accountOf(runId);
      return accountId !== null && (await this.#backlog.toFront(accountId, runId));
    });
  }

  /** Something of this run ended: end the run when nothing is left, and let threads find work. In a step. */
  async #settled(run: ActiveRun): Promise<void> {
    if (!run.over && run.isIdle && !this.#isClosing) {
      try {
        if (!run.canceling) await writeListFiles(this.#ctx, this.#claims, run);
        const status = run.canceling ? 'canceled' : run.failure === null ? 'succeeded' : 'failed';
        // A preview is made again by the next edit: its end need not wait for the disk.
        const finish = () => finishRun(this.#ctx, this.store, run.row, status, { run, error: run.failure });
        await this.#claims.write(run.claim, finish, { relaxed: run.isLive });
        await this.#drop(run);
      } catch (error) {
        await this.#abortRun(run, error);
      }
    }
    await this.#runner.pump([...this.#active.values()]);
  }

  /** The engine itself met a defect or a full disk: the run ends with a sentence, and never hangs. In a step. */
  async #abortRun(run: ActiveRun, error: unknown): Promise<void> {
    if (run.over) return;
    if (error instanceof StaleClaim) return await this.#discard(run);
    this.#ctx.log.error({ runId: run.id, err: error }, 'run given up');
    for (const task of run.running.values()) await task.cancel();
    run.dropReady();
    run.over = true;
    await this.#writeEnd(run, error);
  }

  async #writeEnd(run: ActiveRun, cause: unknown): Promise<void> {
    if (this.#isClosing) return;
    const isSaved = await abortRun(this.#ctx, { store: this.store, claims: this.#claims }, run, cause).catch(
      (error: unknown) => error instanceof StaleClaim,
    );
    if (isSaved) await this.#drop(run);
    else setTimeout(() => this.#stepAlone(() => this.#writeEnd(run, cause)), RETRY_MS).unref();
  }

  /** Another process carries a run on: what this one does for it ends, and is written nowhere. In a step. */
  async #discard(run: ActiveRun): Promise<void> {
    this.#ctx.log.warn({ runId: run.id }, 'another service carries the run on');
    run.over = true;
    run.dropReady();
    for (const task of run.running.values()) await task.cancel();
    await this.#drop(run);
  }

  /** This process was taken for gone, and has none of its runs any more. In a step. */
  async #discardStale(): Promise<void> {
    const { processName } = this.#ctx.coordination;
    for (const run of this.#active.values()) if (run.claim.owner !== processName) await this.#discard(run);
  }

  async #drop(run: ActiveRun): Promise<void> {
    run.over = true;
    if (run.isLive) this.#sweeps.scheduleLive();
    if (run.hasItemRows) this.#sweeps.clearItems(run.id);
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
    this.#peers.stop();
    await this.#sweeps.stop();
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
    if (this.#ctx.coordination.isShared) await this.#recovery.handOver();
  }
}
