import type { ServiceContext } from '#service/context.ts';
import { selectProvider, providerKey } from '#service/providers/providers.ts';
import type { NodeValue, ProviderAccess } from '#service/nodes/definition.ts';
import { hasPreviewSize } from '#service/nodes/preview-size.ts';
import { SealProblem } from '#service/storage/sealed.ts';
import type { ActiveRun, ReadyTask } from './active-run.ts';
import { cacheKeyOf } from './node-cache.ts';
import { WorkDeduplicator, type Waiter } from './deduplicate-work.ts';
import { FairOrder } from './fair-order.ts';
import { NodeResults, type NodeOutcome, type NodeResultsDependencies } from './node-results.ts';
import type { PlannedNode } from './plan.ts';
import { ProgressThrottle } from './progress-throttle.ts';
import { balanceOf, priceOf } from '#service/spend/spend.ts';
import { EventLoopYield } from './event-loop-yield.ts';
import type { Lane } from './task.ts';
import type { WorkerPool } from './worker-pool.ts';
import type { TaskResult } from './worker-protocol.ts';

/** Starts that the process did not survive, after which a node is taken to be the reason. */
const MAX_ATTEMPTS = 3;
/** Log lines one execution may write; a loop that logs must not fill the database. */
const MAX_LOG_LINES = 200;
const MAX_LOG_LENGTH = 2000;
const LANES: readonly Lane[] = ['work', 'wait'];

export interface NodeRunnerDependencies extends NodeResultsDependencies {
  pool: WorkerPool;
  progressIntervalMs: number;
  isCancelling(): boolean;
  /** Called after anything of a run ended. */
  onSettled(run: ActiveRun): void;
  /** Called when the engine itself failed. */
  onDefect(run: ActiveRun, error: unknown): void;
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
  prepareAll(run: ActiveRun, nodes: readonly PlannedNode[]): void {
    for (const planned of nodes) {
      run.preparing += 1;
      this.#track(
        run,
        this.#prepare(run, planned).finally(() => {
          run.preparing -= 1;
        }),
      );
    }
  }

  /**
   * Says that a node was executing when an earlier process died. It may have been the reason or a bystander: such
   * nodes are executed one after the other, so that the next death has one suspect only.
   */
  noteInterrupted(run: ActiveRun, planned: PlannedNode, attempts: number): void {
    const interrupted = this.#interrupted.get(run) ?? new Map<string, number>();
    interrupted.set(planned.node.id, attempts);
    this.#interrupted.set(run, interrupted);
  }

  /** Gives free threads work: the accounts one after the other, and within an account a node of each run. */
  pump(runs: readonly ActiveRun[]): void {
    if (runs.length === 0) this.#order.reset();
    for (const lane of LANES) {
      while (!this.#deps.isCancelling() && this.#deps.pool.hasRoom(lane)) {
        const run = this.#order.take(runs.filter((candidate) => nextTask(candidate, lane) !== undefined));
        const task = run?.ready[lane].shift();
        if (run === undefined || task === undefined) break;
        this.#track(run, this.#execute(run, task));
      }
    }
    this.#pumpQuarantined(runs);
  }

  #pumpQuarantined(runs: readonly ActiveRun[]): void {
    if (this.#isQuarantineRunning || this.#deps.isCancelling()) return;
    const run = this.#order.take(
      runs.filter((candidate) => {
        const task = nextTask(candidate, 'suspect');
        return task !== undefined && this.#deps.pool.hasRoom(laneOf(task));
      }),
    );
    const task = run?.ready.suspect.shift();
    if (run === undefined || task === undefined) return;
    this.#isQuarantineRunning = true;
    const execution = this.#execute(run, task).finally(() => {
      this.#isQuarantineRunning = false;
    });
    this.#track(run, execution);
  }

  /** Resolves when no result is being stored. */
  async whenQuiet(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
  }

  #track(run: ActiveRun, work: Promise<void>): void {
    const tracked = this.#settle(run, work).finally(() => this.#inFlight.delete(tracked));
    this.#inFlight.add(tracked);
  }

  async #settle(run: ActiveRun, work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.#deps.onDefect(run, error);
    }
    this.#deps.onSettled(run);
  }

  /** Sentences in the log of a node. */
  #noteAll(run: ActiveRun, { node }: PlannedNode, notes: readonly string[]): void {
    for (const message of notes) this.#results.note(run, { type: 'log', nodeId: node.id, message });
  }

  async #prepare(run: ActiveRun, planned: PlannedNode): Promise<void> {
    const { ctx, cache } = this.#deps;
    await this.#yield.next();
    if (run.over || run.canceling) return;
    const definition = ctx.nodes.get(planned.node.type);
    if (definition === undefined) {
      const message = `This service has no node type ${planned.node.type}. Remove the node or use a service that knows it.`;
      this.#results.fail(run, planned, { code: 'UNKNOWN_NODE_TYPE', message });
      return;
    }
    if (run.isLive && !(hasPreviewSize(definition) && priceOf(ctx, definition.type) === 0n)) {
      const message = `${run.titleOf(planned)} is executed by Run only: live previews are made of what is free and fast.`;
      this.#results.fail(run, planned, { code: 'NOT_IN_LIVE_PREVIEW', message });
      return;
    }
    const interruptions = this.#interrupted.get(run)?.get(planned.node.id) ?? 0;
    if (interruptions >= MAX_ATTEMPTS) {
      const message = `The service ended ${MAX_ATTEMPTS} times while ${run.titleOf(planned)} worked, so it is not tried again. Check its inputs and start a new run.`;
      this.#results.fail(run, planned, { code: 'NODE_CRASHED', message });
      return;
    }
    const resolved = run.resolveInputs(planned, definition);
    if (!resolved.ok) {
      this.#results.fail(run, planned, { code: resolved.misfit.code, message: resolved.misfit.reason });
      return;
    }
    const { inputs } = resolved;
    this.#noteAll(run, planned, resolved.notes);
    let modelSource: ReadyTask['answeredBy'] = null;
    let modelPrice = 0n;
    if (definition.usesModel !== undefined) {
      const selection = selectProvider(ctx.db, definition.usesModel, inputs['provider'], inputs['model']);
      if (!selection.ok) {
        this.#results.fail(run, planned, { code: selection.code, message: selection.message });
        return;
      }
      modelSource = { provider: selection.provider, model: selection.model };
      modelPrice = selection.price;
    }
    // What has nothing to do with the size of pictures is the same at any.
    const scale = definition.preview === undefined ? null : run.scale;
    const cacheKey =
      definition.cacheable === false
        ? null
        : cacheKeyOf(definition, inputs, { answeredBy: modelSource, scale });
    const price = priceOf(ctx, definition.type) + modelPrice;
    const task: ReadyTask = { planned, definition, inputs, cacheKey, scale, answeredBy: modelSource, price };
    const startedAt = performance.now();
    const cached = cacheKey === null ? null : await cache.find(run.row.accountId, cacheKey);
    await this.#yield.next();
    if (run.over || run.canceling || this.#deps.isCancelling()) return;
    if (cached === null) this.#lineUp(run, task);
    else this.#succeed(run, task, cached, { cached: true, durationMs: performance.now() - startedAt });
  }

  async #execute(run: ActiveRun, task: ReadyTask): Promise<void> {
    if (!this.#deduplicated.begin(run, task)) return;
    let outputs: Record<string, NodeValue> | null = null;
    try {
      outputs = await this.#work(run, task);
    } finally {
      for (const waiter of this.#deduplicated.end(run, task)) this.#follow(waiter, outputs);
    }
  }

  /** Gives a node what equal work made; when nothing came of that, it has to do the work itself. */
  #follow({ run, task, since }: Waiter, outputs: Record<string, NodeValue> | null): void {
    if (outputs === null) {
      this.#lineUp(run, task);
      return;
    }
    const durationMs = performance.now() - since;
    const completion = Promise.resolve().then(() =>
      this.#succeed(run, task, outputs, { cached: true, durationMs }),
    );
    this.#track(run, completion);
  }

  #lineUp(run: ActiveRun, task: ReadyTask): void {
    const interrupted = this.#interrupted.get(run)?.has(task.planned.node.id) === true;
    run.ready[interrupted ? 'suspect' : laneOf(task)].push(task);
  }

  /** @returns the outputs that were stored, null when the node did not succeed or its run takes no more results. */
  async #work(run: ActiveRun, readyTask: ReadyTask): Promise<Record<string, NodeValue> | null> {
    const { ctx, pool, calls } = this.#deps;
    const paidFile = calls.paidFileOf(run, readyTask);
    // What was paid before is fetched for nothing.
    const task = paidFile === null ? readyTask : { ...readyTask, price: 0n, paidFile: paidFile.address };
    const { planned, definition, inputs, price } = task;
    const nodeId = planned.node.id;
    const rejection = paidFile === null ? calls.rejection(run, task) : null;
    if (rejection !== null) {
      this.#results.fail(run, planned, rejection);
      return null;
    }
    const reserved = this.#reserved.get(run.row.accountId) ?? 0n;
    if (price > 0n && balanceOf(ctx, run.row.accountId) - reserved < price) {
      const message = `${run.titleOf(planned)} costs ${price} microcredits, and the balance does not cover it. Add credits and run again.`;
      this.#results.fail(run, planned, { code: 'INSUFFICIENT_CREDITS', message });
      return null;
    }
    let provider: ProviderAccess | undefined;
    try {
      provider = accessOf(ctx, task.answeredBy);
    } catch (error) {
      if (!(error instanceof SealProblem)) throw error;
      const message = `The key of ${task.answeredBy?.provider.name} cannot be read. Enter it again under Models.`;
      this.#results.fail(run, planned, { code: 'PROVIDER_KEY_UNREADABLE', message });
      return null;
    }
    this.#results.start(run, task);
    const progress = new ProgressThrottle(this.#deps.progressIntervalMs, ({ fraction, message }) => {
      this.#results.note(run, {
        type: 'node.progress',
        nodeId,
        progress: fraction,
        message: message ?? undefined,
      });
    });
    let logLines = 0;
    const startedAt = performance.now();
    const running = pool.run({
      lane: laneOf(task),
      nodeType: definition.type,
      category: definition.category,
      runsPrograms: definition.runsPrograms === true,
      timeLimitMs: definition.timeLimitMs,
      inputs,
      scale: task.scale,
      provider,
      title: run.titleOf(planned),
      onProgress: (fraction, message) => progress.report({ fraction, message }),
      onLog: (message) => {
        logLines += 1;
        if (logLines > MAX_LOG_LINES) return;
        this.#results.note(run, { type: 'log', nodeId, message: message.slice(0, MAX_LOG_LENGTH) });
      },
      ...(task.answeredBy !== null && { onCall: () => calls.begin(run, task) }),
      onFile: (address) => calls.noteFile(run, task, address),
      ...(paidFile !== null && { paidFile: paidFile.address }),
    });
    run.running.set(nodeId, {
      result: running.result,
      // What was asked for and paid is not taken back: the run ends, and the answer is stored for the next one.
      cancel: () => {
        if (this.#shouldRetain(run, task)) run.running.delete(nodeId);
        else running.cancel();
      },
    });
    this.#reserved.set(run.row.accountId, reserved + price);
    let result: TaskResult;
    try {
      result = await running.result;
    } finally {
      progress.end();
      run.running.delete(nodeId);
      this.#release(run.row.accountId, price);
    }
    if (run.over || run.canceling) return this.#settleAbandoned(run, task, result);
    this.#conclude(run, task, result, performance.now() - startedAt);
    return result.kind === 'succeeded' ? result.outputs : null;
  }

  /**
   * Whether a node goes on though its run is canceled: a picture is paid for once it was asked for, where a text that
   * nobody waits for stops being written.
   */
  #shouldRetain(run: ActiveRun, task: ReadyTask): boolean {
    if (task.answeredBy === null || !this.#deps.calls.isUnderWay(run, task)) return false;
    const isPaidInFull = task.definition.usesModel === 'image' && task.price > 0n;
    return isPaidInFull || this.#deduplicated.isAwaited(run, task);
  }

  /** A canceled run takes no more results; of a model's answer, which is paid, the next run takes it. */
  #settleAbandoned(run: ActiveRun, task: ReadyTask, result: TaskResult): Record<string, NodeValue> | null {
    if (task.answeredBy === null) return null;
    if (result.kind === 'succeeded') {
      this.#results.keepLate(run, task, result.outputs);
      return result.outputs;
    }
    if (result.kind === 'failed' && result.notTaken === true) this.#deps.calls.failed(run, task, result);
    else this.#deps.calls.stopped(run, task);
    return null;
  }

  #conclude(run: ActiveRun, task: ReadyTask, result: TaskResult, durationMs: number): void {
    const { ctx, store, calls } = this.#deps;
    const { price } = task;
    const nodeId = task.planned.node.id;
    switch (result.kind) {
      case 'canceled':
        // The thread ended with the service, not on anyone's wish: the node begins anew at the next start.
        store.nodes.removeStart(run.id, nodeId);
        return;
      case 'failed':
        if (result.defect !== null) {
          ctx.log.warn(
            { runId: run.id, nodeId, nodeType: task.definition.type, defect: result.defect },
            'node failed',
          );
        }
        this.#results.fail(run, task.planned, calls.failed(run, task, result));
        return;
      case 'succeeded':
        this.#succeed(run, task, result.outputs, { cached: false, durationMs, price });
        return;
      default:
        result satisfies never;
    }
  }

  #succeed(run: ActiveRun, task: ReadyTask, outputs: Record<string, NodeValue>, outcome: NodeOutcome): void {
    this.#results.succeed(run, task, outputs, outcome);
    this.prepareAll(run, run.succeed(task.planned.node.id, outputs));
  }

  #release(accountId: string, price: bigint): void {
    const left = (this.#reserved.get(accountId) ?? 0n) - price;
    if (left > 0n) this.#reserved.set(accountId, left);
    else this.#reserved.delete(accountId);
  }
}

/** Opens the key at the last moment, for the one execution that needs it. */
function accessOf(ctx: ServiceContext, modelSource: ReadyTask['answeredBy']): ProviderAccess | undefined {
  if (modelSource === null) return undefined;
  const { provider, model } = modelSource;
  const key = providerKey(ctx.db, ctx.config.dataDirectory, provider.name);
  return { name: provider.name, baseUrl: provider.baseUrl, model, key };
}

/** A node with a provider's key is never in a process that decodes. */
const laneOf = ({ definition }: ReadyTask): Lane =>
  definition.waits === true || definition.usesModel !== undefined ? 'wait' : 'work';

/** What a run would have executed next in a lane; undefined for a run that takes no more results. */
const nextTask = (run: ActiveRun, lane: Lane | 'suspect'): ReadyTask | undefined =>
  run.canceling || run.over ? undefined : run.ready[lane][0];
