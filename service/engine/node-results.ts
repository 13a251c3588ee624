import type { ServiceContext } from '#service/context.ts';
import type { NodeValue } from '#service/nodes/definition.ts';
import { relaxedTransaction, transaction } from '#service/storage/database.ts';
import type { ActiveRun, NodeFailed, ReadyTask } from './active-run.ts';
import type { ModelCalls } from './model-calls.ts';
import type { NodeCache } from './node-cache.ts';
import { outputPinOf, type RunStep } from './plan.ts';
import { forEvent } from './run-files.ts';
import type { RunHub } from './run-hub.ts';
import type { NewRunEvent } from './run-event-rows.ts';
import type { RunStore, StoredOutput } from './run-rows.ts';
import { recordCharge } from '#service/spend/spend.ts';

export interface NodeResultsDependencies {
  ctx: ServiceContext;
  store: RunStore;
  hub: RunHub;
  cache: NodeCache;
  calls: ModelCalls;
}

/** How a node came to its outputs. */
export interface NodeOutcome {
  cached: boolean;
  durationMs: number;
  /** Microcredits, of one that was executed. */
  price?: bigint;
  /** Takes the work out of the queue of workers, in the transaction that stores what came of it. */
  settle?: (() => Promise<void>) | undefined;
}

/** What becomes of single nodes, written down: state, events, outputs, cache and charge; whoever follows is told. */
export class NodeResults {
  readonly #deps: NodeResultsDependencies;

  constructor(deps: NodeResultsDependencies) {
    this.#deps = deps;
  }

  /** Stores that a node's work lies in the queue of workers, where `send` puts it. */
  async enqueue(run: ActiveRun, { step }: ReadyTask, send: () => Promise<void>): Promise<void> {
    const { ctx, store } = this.#deps;
    await relaxedTransaction(ctx.db, async () => {
      await store.nodes.enqueue(run.id, step.node.id);
      await send();
    });
  }

  /** Stores that a node began. @param worker who has it, where that is not this service */
  async start(run: ActiveRun, { step, definition }: ReadyTask, worker: string | null = null): Promise<void> {
    const { ctx, store, hub } = this.#deps;
    const nodeId = step.node.id;
    await relaxedTransaction(ctx.db, async () => {
      await store.nodes.start(run.id, nodeId);
      await store.events.append(run.id, {
        type: 'node.started',
        nodeId,
        data: { nodeType: definition.type, ...(worker !== null && { worker }) },
      });
    });
    hub.changed(run.id);
  }

  /** Stores what a node made, with all that follows from it, in one transaction. */
  async succeed(
    run: ActiveRun,
    task: ReadyTask,
    outputs: Record<string, NodeValue>,
    outcome: NodeOutcome,
  ): Promise<void> {
    const { ctx, store, hub, cache } = this.#deps;
    const { step, definition, cacheKey } = task;
    const nodeId = step.node.id;
    // A charge is booked for good, together with what was paid for; and what a model answered is not asked for again.
    const isPaid = (outcome.price ?? 0n) > 0n || (task.modelSource !== null && !outcome.cached);
    const commit = isPaid ? transaction : relaxedTransaction;
    await commit(ctx.db, async () => {
      const outputsByPin: Record<string, StoredOutput> = {};
      const outputPin = outputPinOf(definition.type);
      const inputValue = outputPin === null ? undefined : task.inputs[outputPin];
      if (outputPin !== null && inputValue !== undefined)
        outputsByPin[outputPin] = await run.files.toOutput(inputValue);
      for (const [pin, value] of Object.entries(outputs)) outputsByPin[pin] = await run.files.toOutput(value);
      await store.nodes.finish(run.id, nodeId, outcome.cached ? 'cached' : 'succeeded', outputs);
      let reusable = cacheKey !== null;
      if (cacheKey !== null && outcome.cached) reusable = await cache.touch(run.row.accountId, cacheKey);
      else if (cacheKey !== null) reusable = await this.#cacheResult(run, task, outputs);
      if (!outcome.cached) await this.#charge(run, task, outcome.price ?? 0n);
      await outcome.settle?.();
      await store.events.append(run.id, {
        type: outcome.cached ? 'node.cached' : 'node.succeeded',
        nodeId,
        progress: 1,
        data: {
          outputs: Object.fromEntries(
            Object.entries(outputsByPin).map(([pin, output]) => [pin, forEvent(output)]),
          ),
          durationMs: Math.round(outcome.durationMs),
          nodeType: definition.type,
          // What a client needs to say which results the next run reuses.
          key: run.keys.keyOf(nodeId),
          // A result at preview size stands for nothing that a run makes.
          reusable: reusable && task.scale === null,
          ...(task.scale !== null && { scale: task.scale }),
        },
      });
    });
    hub.changed(run.id);
  }

  /** Keeps what a model answered after its run had ended: it is paid, so the next run must not pay for it again. */
  async keepLate(run: ActiveRun, task: ReadyTask, outputs: Record<string, NodeValue>): Promise<void> {
    await transaction(this.#deps.ctx.db, async () => {
      await this.#cacheResult(run, task, outputs);
      await this.#charge(run, task, task.price);
    });
  }

  async #cacheResult(
    run: ActiveRun,
    { cacheKey, modelSource }: ReadyTask,
    outputs: Record<string, NodeValue>,
  ): Promise<boolean> {
    if (cacheKey === null) return false;
    return await this.#deps.cache.store(run.row.accountId, cacheKey, outputs, {
      isPaid: modelSource !== null,
    });
  }

  async #charge(run: ActiveRun, task: ReadyTask, microcredits: bigint): Promise<void> {
    const { ctx, calls } = this.#deps;
    const { step, definition, modelSource } = task;
    await recordCharge(ctx, {
      accountId: run.row.accountId,
      projectId: run.row.projectId,
      runId: run.id,
      nodeId: step.node.id,
      nodeTitle: run.titleOf(step),
      nodeType: definition.type,
      microcredits,
      answeredBy:
        modelSource === null ? null : { provider: modelSource.provider.name, model: modelSource.model },
    });
    if (modelSource !== null) await calls.answered(run, task);
  }

  /** Stores that a node failed, and why. */
  async fail(
    run: ActiveRun,
    step: RunStep,
    failure: NodeFailed,
    settle?: () => Promise<void>,
  ): Promise<void> {
    const { ctx, store, hub } = this.#deps;
    const nodeId = step.node.id;
    const { code, perhapsCharged, paidFile } = failure;
    const charged = {
      ...(perhapsCharged !== undefined && { perhapsCharged }),
      ...(paidFile !== undefined && { paidFile }),
    };
    const commit = Object.keys(charged).length === 0 ? relaxedTransaction : transaction;
    await commit(ctx.db, async () => {
      await store.nodes.finish(run.id, nodeId, 'failed', null);
      await settle?.();
      await store.events.append(run.id, {
        type: 'node.failed',
        nodeId,
        message: failure.message,
        data: {
          code,
          nodeType: step.node.type,
          key: run.keys.keyOf(nodeId),
          ...charged,
        },
      });
    });
    run.fail(step, { code, message: failure.message, ...charged });
    hub.changed(run.id);
  }

  /** Progress and log lines: welcome, but never a reason for a run to end. */
  async note(run: ActiveRun, event: NewRunEvent): Promise<void> {
    if (run.over || run.canceling) return;
    try {
      const { ctx, store } = this.#deps;
      await relaxedTransaction(ctx.db, () => store.events.append(run.id, event));
      this.#deps.hub.changed(run.id);
    } catch (error) {
      this.#deps.ctx.log.warn({ runId: run.id, err: error }, 'event not kept');
    }
  }
}
