import type { NodeValue } from '#service/nodes/definition.ts';
import type { ActiveRun, ReadyTask } from './active-run.ts';
import { WorkDeduplicator, type Waiter } from './deduplicate-work.ts';
import { FairOrder } from './fair-order.ts';
import { lineWriter, NodeResults, taskKey, type NodeOutcome } from './node-results.ts';
import { AttemptCounts } from './attempt-counts.ts';
import { ItemSteps } from './item-steps.ts';
import type { RunStep } from './plan.ts';
import type { NewRunEvent } from './run-event-rows.ts';
import { ProgressThrottle } from './progress-throttle.ts';
import { Reservations } from './reservations.ts';
import { taskOf } from './task-of.ts';
import type { UnitId } from './run-node-rows.ts';
import { checkTask, rejectUncovered } from './check-task.ts';
import { dispatchTask } from './remote-execution.ts';
import { LANES, laneOf, mayHaveCapacity, nextTask, targetOfNext, type Target } from './task-lanes.ts';
import { LoopSteps } from './loop-steps.ts';
import type { NodeRunnerDependencies, Started, Tracked } from './node-runner-types.ts';
import { Preparations } from './preparations.ts';
import type { TaskResult } from './worker-protocol.ts';

/** Brings single nodes to their result: inputs, cache, equal work, thread. */
export class NodeRunner {
  readonly #deps: NodeRunnerDependencies;
  readonly #reserved = new Reservations();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #deduplicated = new WorkDeduplicator();
  readonly #attempts = new AttemptCounts();
  #isQuarantineRunning = false;
  readonly #order = new FairOrder<ActiveRun>((run) => run.row.accountId);
  readonly #results: NodeResults;
  readonly #items: ItemSteps;
  readonly #preparations: Preparations;

  constructor(deps: NodeRunnerDependencies) {
    this.#deps = deps;
    this.#results = new NodeResults(deps);
    const loops = new LoopSteps({
      ...deps,
      results: this.#results,
      prepareAll: (run, released) => this.prepareAll(run, released),
      note: (run, event) => this.#queueNote(run, event),
    });
    this.#items = new ItemSteps({
      ...deps,
      results: this.#results,
      loops,
      prepareUnit: (run, items, unit) => this.#preparations.unit(run, items, unit),
      prepareAll: (run, released) => this.prepareAll(run, released),
      note: (run, event) => this.#queueNote(run, event),
    });
    this.#preparations = new Preparations({
      ...deps,
      results: this.#results,
      items: this.#items,
      loops,
      attempts: this.#attempts,
      track: (run, completion) => this.#track(run, { completion }),
      lineUp: (run, task) => this.#lineUp(run, task),
      succeed: (run, task, outputs, outcome) => this.#succeed(run, task, outputs, outcome),
    });
  }

  /** Looks nodes up in the cache, and lines up those that must be executed. */
  prepareAll(run: ActiveRun, nodes: readonly RunStep[]): void {
    this.#preparations.all(run, nodes);
  }

  /**
   * Says that a node was executing when an earlier process died. It may have been the reason or a bystander: such
   * nodes are executed one after the other, so that the next death has one suspect only.
   */
  noteInterrupted(run: ActiveRun, unit: UnitId, attempts: number): void {
    this.#attempts.add(run, unit, attempts);
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
      if (run.items.size > 0 || run.loops.size > 0) await this.#deps.step(() => this.#items.advance(run));
    } catch (error) {
      await this.#deps.onDefect(run, error);
    }
    await this.#deps.onSettled(run);
  }

  /** Writes something about a node down when the steps before it are through. */
  #queueNote(run: ActiveRun, event: NewRunEvent): void {
    this.#queueStep(() => this.#results.note(run, event));
  }

  #queueStep(work: () => Promise<void>): void {
    const pending = this.#deps.step(work).finally(() => this.#inFlight.delete(pending));
    this.#inFlight.add(pending);
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
    const hasAttempts = this.#attempts.has(run, taskKey(task));
    const isFilm = this.#deps.dispatcher !== undefined && task.definition.runsPrograms === true;
    run.ready[hasAttempts ? 'suspect' : isFilm ? 'film' : laneOf(task)].push(task);
  }

  /** Starts a node, in a step. @returns null when it must not be executed, and why is written down then. */
  async #start(run: ActiveRun, readyTask: ReadyTask, place: Target): Promise<Started | null> {
    const checked = await checkTask(this.#deps, this.#results, run, readyTask, this.#reserved);
    if (checked === null) return null;
    const { pool, calls } = this.#deps;
    const { task, paidFile, provider } = checked;
    const { step, item, price } = task;
    const nodeId = step.node.id;
    const key = taskKey(task);
    const isLocal = place === 'here';
    if (isLocal && !(await this.#beginLocally(run, task))) return null;
    if (this.#deps.isCancelling()) {
      // The service stops: this start does not count.
      if (isLocal) await this.#results.removeStart(run, task);
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
    const onProgress = (fraction: number, message: string | null): void => {
      if (item === '') progress.report({ fraction, message });
      else run.items.get(nodeId)?.advance(item, fraction);
    };
    const onLog = lineWriter((message) => this.#queueStep(() => this.#results.log(run, task, message)));
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
          if (!run.begun.has(key)) this.#queueStart(run, task, worker);
        },
        note: (event) => this.#queueNote(run, event),
      });
      run.running.set(key, { result: remote.result, cancel: async () => remote.cancel() });
      this.#reserved.add(run.row.accountId, price);
      return Object.assign(started, { result: remote.result, remote });
    }
    const running = pool.run({
      ...taskOf(run, task),
      provider,
      onProgress,
      onLog,
      ...(task.modelSource !== null && { onCall: () => calls.begin(run, task) }),
      onFile: (address) => calls.noteFile(run, task, address),
      onJob: (answer) => calls.noteJob(run, task, answer),
      ...(paidFile !== null && { paidFile }),
      ...(task.job !== undefined && { job: task.job }),
    });
    run.running.set(key, {
      result: running.result,
      // What was asked for and paid is not taken back: the run ends, and the answer is stored for the next one.
      cancel: async () => {
        if (await this.#shouldRetain(run, task)) run.running.delete(key);
        else running.cancel();
      },
    });
    this.#reserved.add(run.row.accountId, price);
    return Object.assign(started, { result: running.result });
  }

  /** @returns false where a node must not begin in this process: why is written down, or it is looked up again in a moment. */
  async #beginLocally(run: ActiveRun, task: ReadyTask): Promise<boolean> {
    const reserved = this.#reserved.of(run.row.accountId);
    const outcome = await this.#results.start(run, task, { reserved });
    if (outcome === 'not covered') await rejectUncovered(this.#results, run, task);
    // Looked up anew in a moment, it is there, or refused with the reason.
    if (outcome === 'elsewhere' || outcome === 'not allowed') this.#preparations.retry(run, task);
    return outcome === 'begun';
  }

  /** Writes down that a worker began a node. */
  #queueStart(run: ActiveRun, task: ReadyTask, worker: string | null): void {
    run.begun.add(taskKey(task));
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
      run.running.delete(taskKey(task));
      this.#reserved.release(run.row.accountId, task.price);
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
    const kind = task.definition.usesModel;
    const isPaidInFull = kind !== undefined && kind !== 'text' && task.price > 0n;
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
        if (settle === undefined) await this.#results.removeStart(run, task);
        return null;
      case 'failed':
        if (result.defect !== null) {
          ctx.log.warn(
            { runId: run.id, nodeId, nodeType: task.definition.type, defect: result.defect },
            'node failed',
          );
        }
        await this.#results.fail(run, task, await calls.failed(run, task, result), settle);
        return null;
      case 'succeeded':
        await this.#succeed(run, task, result.outputs, {
          cached: false,
          durationMs,
          price,
          usage: result.usage ?? null,
          settle,
        });
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
    if (task.item === '') this.prepareAll(run, run.succeed(task.step.node.id, outputs));
  }
}
