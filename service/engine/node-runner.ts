import { setTimeout as delay } from 'node:timers/promises';
import { ffmpegVersion } from '#native/media/ffmpeg-version.ts';
import type { Serialize } from '#shared/language/serialize.ts';
import type { NodeValue } from '#service/nodes/definition.ts';
import type { ActiveRun, ReadyTask } from './active-run.ts';
import { prepareTask } from './prepare-task.ts';
import { WorkDeduplicator, type Waiter } from './deduplicate-work.ts';
import { FairOrder } from './fair-order.ts';
import { NodeResults, type NodeOutcome, type NodeResultsDependencies } from './node-results.ts';
import type { RunStep } from './plan.ts';
import type { NewRunEvent } from './run-event-rows.ts';
import { ProgressThrottle } from './progress-throttle.ts';
import { EventLoopYield } from './event-loop-yield.ts';
import { checkTask, rejectUncovered } from './check-task.ts';
import { dispatchTask, type DispatcherOf, type RemoteExecution } from './remote-execution.ts';
import { LANES, laneOf, mayHaveCapacity, nextTask, targetOfNext, type Target } from './task-lanes.ts';
import type { WorkerPool } from './worker-pool.ts';
import type { TaskResult } from './worker-protocol.ts';

/** Log lines one execution may write; a loop that logs must not fill the database. */
const MAX_LOG_LINES = 200;
const MAX_LOG_LENGTH = 2000;
/** What another process makes is looked for so often. */
const PEER_RETRY_MS = 300;

export interface NodeRunnerDependencies extends NodeResultsDependencies {
  pool: WorkerPool;
  /** Workers on other machines; undefined where there can be none, null before there is the first. */
  dispatcher?: DispatcherOf | undefined;
  progressIntervalMs: number;
  /**
   * Runs a step of the engine after the steps before it. All that is kept in memory of runs changes in steps only: between
   * two statements of one no other sees it half changed. A step never waits for another one.
   */
  step: Serialize;
  isCancelling(): boolean;
  /** Called after anything of a run ended. */
  onSettled(run: ActiveRun): Promise<void>;
  /** Called when the engine itself failed. */
  onDefect(run: ActiveRun, error: unknown): Promise<void>;
}

/** Work under way; in an object, as a step that hands it on must not wait for it. */
interface Tracked {
  completion: Promise<void>;
}

/** A node that is executing. */
interface Started {
  task: ReadyTask;
  /** As it was lined up, before it was known whether a file of it is paid already. */
  readyTask: ReadyTask;
  result: Promise<TaskResult>;
  progress: ProgressThrottle;
  startedAt: number;
  /** Of a task that lies in the queue of workers. */
  remote?: RemoteExecution;
}

/** Brings single nodes to their result: inputs, cache, equal work, thread. */
export class NodeRunner {
  readonly #deps: NodeRunnerDependencies;
  /** Microcredits of executions under way, by account: they are as good as spent. */
  readonly #reserved = new Map<string, bigint>();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #deduplicated = new WorkDeduplicator();
  /** Nodes that were executing when earlier processes died, with how often. */
  readonly #interrupted = new WeakMap<ActiveRun, Map<string, number>>();
  #isQuarantineRunning = false;
  readonly #order = new FairOrder<ActiveRun>((run) => run.row.accountId);
  readonly #yield = new EventLoopYield();
  readonly #results: NodeResults;

  constructor(deps: NodeRunnerDependencies) {
    this.#deps = deps;
    this.#results = new NodeResults(deps);
  }

  /** Looks nodes up in the cache, and lines up those that must be executed. */
  prepareAll(run: ActiveRun, nodes: readonly RunStep[]): void {
    for (const step of nodes) this.#trackPreparation(run, this.#prepare(run, step));
  }

  #trackPreparation(run: ActiveRun, preparation: Promise<void>): void {
    run.preparing += 1;
    this.#track(run, {
      completion: preparation.finally(() => {
        run.preparing -= 1;
      }),
    });
  }

  /**
   * Says that a node was executing when an earlier process died. It may have been the reason or a bystander: such
   * nodes are executed one after the other, so that the next death has one suspect only.
   */
  noteInterrupted(run: ActiveRun, step: RunStep, attempts: number): void {
    const interrupted = this.#interrupted.get(run) ?? new Map<string, number>();
    interrupted.set(step.node.id, attempts);
    this.#interrupted.set(run, interrupted);
  }

  /** Gives free threads work: the accounts one after the other, and within an account a node of each run. In a step. */
  async pump(runs: readonly ActiveRun[]): Promise<void> {
    if (runs.length === 0) this.#order.reset();
    for (const lane of LANES) {
      while (!this.#deps.isCancelling() && mayHaveCapacity(this.#deps, lane)) {
        const run = this.#order.next(
          runs.filter((candidate) => targetOfNext(this.#deps, candidate, lane) !== null),
        );
        if (run === undefined) break;
        const target = targetOfNext(this.#deps, run, lane);
        const task = run.ready[lane].shift();
        if (target === null || task === undefined) break;
        this.#track(run, await this.#execute(run, task, target));
      }
    }
    await this.#pumpQuarantined(runs);
  }

  async #pumpQuarantined(runs: readonly ActiveRun[]): Promise<void> {
    if (this.#isQuarantineRunning || this.#deps.isCancelling()) return;
    const run = this.#order.next(
      runs.filter((candidate) => {
        const task = nextTask(candidate, 'suspect');
        return task !== undefined && this.#deps.pool.hasCapacity(laneOf(task));
      }),
    );
    const task = run?.ready.suspect.shift();
    if (run === undefined || task === undefined) return;
    this.#isQuarantineRunning = true;
    const execution = await this.#execute(run, task, 'here');
    this.#track(run, {
      completion: execution.completion.finally(() => {
        this.#isQuarantineRunning = false;
      }),
    });
  }

  /** Resolves when no result is being stored. */
  async whenQuiet(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
  }

  #track(run: ActiveRun, { completion }: Tracked): void {
    const tracked = this.#settle(run, completion).finally(() => this.#inFlight.delete(tracked));
    this.#inFlight.add(tracked);
  }

  async #settle(run: ActiveRun, work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      await this.#deps.onDefect(run, error);
    }
    await this.#deps.onSettled(run);
  }

  /** Writes something about a node down when the steps before it are through. */
  #queueNote(run: ActiveRun, event: NewRunEvent): void {
    const pendingNote = this.#deps
      .step(() => this.#results.note(run, event))
      .finally(() => this.#inFlight.delete(pendingNote));
    this.#inFlight.add(pendingNote);
  }

  async #prepare(run: ActiveRun, planned: RunStep): Promise<void> {
    const { cache, step } = this.#deps;
    await this.#yield.next();
    // Asked once: no step of the engine waits for a program.
    if (this.#deps.ctx.nodes.get(planned.node.type)?.runsPrograms === true) await ffmpegVersion();
    const task = await step(() => {
      const interruptions = this.#interrupted.get(run)?.get(planned.node.id) ?? 0;
      return prepareTask(this.#deps.ctx, this.#results, run, planned, interruptions);
    });
    if (task === null) return;
    const { cacheKey } = task;
    const startedAt = performance.now();
    const cached = cacheKey === null ? null : await cache.find(run.row.accountId, cacheKey);
    await this.#yield.next();
    await step(async () => {
      if (run.over || run.canceling || this.#deps.isCancelling()) return;
      if (cached === null) this.#lineUp(run, task);
      else
        await this.#succeed(run, task, cached, { cached: true, durationMs: performance.now() - startedAt });
    });
  }

  /** Begins a task, in a step. @returns what resolves when all that follows from it is written down. */
  async #execute(run: ActiveRun, task: ReadyTask, place: Target): Promise<Tracked> {
    if (!this.#deduplicated.begin(run, task)) return { completion: Promise.resolve() };
    let started: Started | null;
    try {
      started = await this.#start(run, task, place);
    } catch (error) {
      await this.#followAll(run, task, null);
      return { completion: Promise.reject(error) };
    }
    if (started !== null) return { completion: this.#finish(run, started) };
    await this.#followAll(run, task, null);
    return { completion: Promise.resolve() };
  }

  /** Gives those that waited for a task what it made; when nothing came of it, they have to do the work themselves. */
  async #followAll(
    run: ActiveRun,
    task: ReadyTask,
    outputs: Record<string, NodeValue> | null,
  ): Promise<void> {
    for (const waiter of this.#deduplicated.end(run, task)) {
      if (outputs === null) this.#lineUp(waiter.run, waiter.task);
      else this.#track(waiter.run, await this.#follow(waiter, outputs));
    }
  }

  /** Gives a node what equal work made. */
  async #follow({ run, task, since }: Waiter, outputs: Record<string, NodeValue>): Promise<Tracked> {
    try {
      await this.#succeed(run, task, outputs, { cached: true, durationMs: performance.now() - since });
      return { completion: Promise.resolve() };
    } catch (error) {
      return { completion: Promise.reject(error) };
    }
  }

  #lineUp(run: ActiveRun, task: ReadyTask): void {
    const interrupted = this.#interrupted.get(run)?.has(task.step.node.id) === true;
    const isFilm = this.#deps.dispatcher !== undefined && task.definition.runsPrograms === true;
    run.ready[interrupted ? 'suspect' : isFilm ? 'film' : laneOf(task)].push(task);
  }

  /** Starts a node, in a step. @returns null when it must not be executed, and why is written down then. */
  async #start(run: ActiveRun, readyTask: ReadyTask, place: Target): Promise<Started | null> {
    const checked = await checkTask(this.#deps, this.#results, run, readyTask, this.#reserved);
    if (checked === null) return null;
    const { pool, calls } = this.#deps;
    const { task, paidFile, provider } = checked;
    const { step, definition, inputs, price } = task;
    const nodeId = step.node.id;
    const isLocal = place === 'here';
    if (isLocal && !(await this.#beginLocally(run, task))) return null;
    if (this.#deps.isCancelling()) {
      // The service stops: this start does not count.
      if (isLocal) await this.#results.removeStart(run, nodeId);
      return null;
    }
    const progress = new ProgressThrottle(this.#deps.progressIntervalMs, ({ fraction, message }) => {
      this.#queueNote(run, {
        type: 'node.progress',
        nodeId,
        progress: fraction,
        message: message ?? undefined,
      });
    });
    let logLines = 0;
    const onProgress = (fraction: number, message: string | null): void =>
      progress.report({ fraction, message });
    const onLog = (message: string): void => {
      logLines += 1;
      if (logLines > MAX_LOG_LINES) return;
      this.#queueNote(run, { type: 'log', nodeId, message: message.slice(0, MAX_LOG_LENGTH) });
    };
    const started = { task, readyTask, progress, startedAt: performance.now() };
    const dispatcher = this.#deps.dispatcher?.() ?? null;
    if (place === 'queue' && dispatcher !== null) {
      const remote = await dispatchTask(dispatcher, {
        run,
        task,
        results: this.#results,
        onProgress,
        onLog,
        onStarted: (worker) => {
          started.startedAt = performance.now();
          if (!run.begun.has(nodeId)) this.#queueStart(run, task, worker);
        },
        note: (event) => this.#queueNote(run, event),
      });
      run.running.set(nodeId, { result: remote.result, cancel: async () => remote.cancel() });
      this.#reserve(run.row.accountId, price);
      return Object.assign(started, { result: remote.result, remote });
    }
    const running = pool.run({
      lane: laneOf(task),
      nodeType: definition.type,
      category: definition.category,
      runsPrograms: definition.runsPrograms === true,
      timeLimitMs: definition.timeLimitMs,
      inputs,
      scale: task.scale,
      provider,
      title: run.titleOf(step),
      onProgress,
      onLog,
      ...(task.modelSource !== null && { onCall: () => calls.begin(run, task) }),
      onFile: (address) => calls.noteFile(run, task, address),
      ...(paidFile !== null && { paidFile }),
    });
    run.running.set(nodeId, {
      result: running.result,
      // What was asked for and paid is not taken back: the run ends, and the answer is stored for the next one.
      cancel: async () => {
        if (await this.#shouldRetain(run, task)) run.running.delete(nodeId);
        else running.cancel();
      },
    });
    this.#reserve(run.row.accountId, price);
    return Object.assign(started, { result: running.result });
  }

  /** @returns false where a node must not begin in this process: why is written down, or it is looked up again in a moment. */
  async #beginLocally(run: ActiveRun, task: ReadyTask): Promise<boolean> {
    const reserved = this.#reserved.get(run.row.accountId) ?? 0n;
    const outcome = await this.#results.start(run, task, { reserved });
    if (outcome === 'not covered') await rejectUncovered(this.#results, run, task);
    // Looked up anew in a moment, it is there, or refused with the reason.
    if (outcome === 'elsewhere' || outcome === 'not allowed')
      this.#trackPreparation(
        run,
        delay(PEER_RETRY_MS).then(() => this.#prepare(run, task.step)),
      );
    return outcome === 'begun';
  }

  /** Writes down that a worker began a node. */
  #queueStart(run: ActiveRun, task: ReadyTask, worker: string | null): void {
    run.begun.add(task.step.node.id);
    const starting = this.#deps
      .step(async () => {
        if (!run.over && !run.canceling) await this.#results.start(run, task, { worker });
      })
      .catch((error: unknown) => this.#deps.onDefect(run, error))
      .finally(() => this.#inFlight.delete(starting));
    this.#inFlight.add(starting);
  }

  /** Waits for a node and writes down how it ended, with all that waited for it. */
  async #finish(run: ActiveRun, started: Started): Promise<void> {
    const { task, readyTask, progress, remote } = started;
    const result = await started.result;
    progress.end();
    await this.#deps.step(async () => {
      run.running.delete(task.step.node.id);
      this.#release(run.row.accountId, task.price);
      let outputs: Record<string, NodeValue> | null = null;
      try {
        outputs =
          run.over || run.canceling
            ? await this.#results.settleAbandoned(run, task, result)
            : await this.#conclude(run, task, result, {
                durationMs: performance.now() - started.startedAt,
                settle: remote?.settle,
              });
      } finally {
        await this.#followAll(run, readyTask, outputs);
      }
    });
  }

  /**
   * Whether a node goes on though its run is canceled: a picture is paid for once it was asked for, where a text that
   * nobody waits for stops being written.
   */
  async #shouldRetain(run: ActiveRun, task: ReadyTask): Promise<boolean> {
    if (task.modelSource === null || !(await this.#deps.calls.isPending(run, task))) return false;
    const isPaidInFull = task.definition.usesModel === 'image' && task.price > 0n;
    return isPaidInFull || this.#deduplicated.isAwaited(run, task);
  }

  /** @returns the outputs that were stored, null when the node did not succeed. */
  async #conclude(
    run: ActiveRun,
    task: ReadyTask,
    result: TaskResult,
    { durationMs, settle }: Pick<NodeOutcome, 'durationMs' | 'settle'>,
  ): Promise<Record<string, NodeValue> | null> {
    const { ctx, calls } = this.#deps;
    const { price } = task;
    const nodeId = task.step.node.id;
    switch (result.kind) {
      case 'canceled':
        // The thread ended with the service, not on anyone's wish: the node begins anew at the next start.
        if (settle === undefined) await this.#results.removeStart(run, nodeId);
        return null;
      case 'failed':
        if (result.defect !== null) {
          ctx.log.warn(
            { runId: run.id, nodeId, nodeType: task.definition.type, defect: result.defect },
            'node failed',
          );
        }
        await this.#results.fail(run, task.step, await calls.failed(run, task, result), settle);
        return null;
      case 'succeeded':
        await this.#succeed(run, task, result.outputs, { cached: false, durationMs, price, settle });
        return result.outputs;
      default:
        return result satisfies never;
    }
  }

  async #succeed(
    run: ActiveRun,
    task: ReadyTask,
    outputs: Record<string, NodeValue>,
    outcome: NodeOutcome,
  ): Promise<void> {
    await this.#results.succeed(run, task, outputs, outcome);
    this.prepareAll(run, run.succeed(task.step.node.id, outputs));
  }

  #reserve(accountId: string, price: bigint): void {
    this.#reserved.set(accountId, (this.#reserved.get(accountId) ?? 0n) + price);
  }

  #release(accountId: string, price: bigint): void {
    const left = (this.#reserved.get(accountId) ?? 0n) - price;
    if (left > 0n) this.#reserved.set(accountId, left);
    else this.#reserved.delete(accountId);
  }
}
