import type { ServiceContext } from '#service/context.ts';
import type { NodeValue } from '#service/nodes/definition.ts';
import { transaction } from '#service/storage/database.ts';
import type { ActiveRun, NodeFailed, ReadyTask } from './active-run.ts';
import type { ModelCalls } from './model-calls.ts';
import type { NodeCache } from './node-cache.ts';
import { outputPinOf, type PlannedNode } from './plan.ts';
import { relaxedTransaction } from '#service/storage/relaxed-transaction.ts';
import { forEvent } from './run-files.ts';
import type { RunHub } from './run-hub.ts';
import type { NewRunEvent } from './run-event-rows.ts';
import type { RunStore, StoredOutput } from './run-rows.ts';
import { bookCharge } from '#service/spend/spend.ts';

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
}

/** What becomes of single nodes, written down: state, events, outputs, cache and charge; whoever follows is told. */
export class NodeResults {
  readonly #deps: NodeResultsDependencies;

  constructor(deps: NodeResultsDependencies) {
    this.#deps = deps;
  }

  /** Stores that a node began. */
  start(run: ActiveRun, { planned, definition }: ReadyTask): void {
    const { ctx, store, hub } = this.#deps;
    const nodeId = planned.node.id;
    relaxedTransaction(ctx.db, () => {
      store.nodes.start(run.id, nodeId);
      store.events.append(run.id, { type: 'node.started', nodeId, data: { nodeType: definition.type } });
    });
    hub.changed(run.id);
  }

  /** Stores what a node made, with all that follows from it, in one transaction. */
  succeed(run: ActiveRun, task: ReadyTask, outputs: Record<string, NodeValue>, outcome: NodeOutcome): void {
    const { ctx, store, hub, cache } = this.#deps;
    const { planned, definition, cacheKey } = task;
    const nodeId = planned.node.id;
    const outputsByPin: Record<string, StoredOutput> = {};
    try {
      // A charge is booked for good, together with what was paid for; and what a model answered is not asked for again.
      const isPaid = (outcome.price ?? 0n) > 0n || (task.answeredBy !== null && !outcome.cached);
      const commit = isPaid ? transaction : relaxedTransaction;
      commit(ctx.db, () => {
        const outputPin = outputPinOf(definition.type);
        const inputValue = outputPin === null ? undefined : task.inputs[outputPin];
        if (outputPin !== null && inputValue !== undefined)
          outputsByPin[outputPin] = run.files.toOutput(inputValue);
        for (const [pin, value] of Object.entries(outputs)) outputsByPin[pin] = run.files.toOutput(value);
        store.nodes.finish(run.id, nodeId, outcome.cached ? 'cached' : 'succeeded', outputs);
        let reusable = cacheKey !== null;
        if (cacheKey !== null && outcome.cached) reusable = cache.touch(run.row.accountId, cacheKey);
        else if (cacheKey !== null) reusable = this.#cacheResult(run, task, outputs);
        if (!outcome.cached) this.#charge(run, task, outcome.price ?? 0n);
        store.events.append(run.id, {
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
    } catch (error) {
      run.files.clear(Object.values(outputsByPin));
      throw error;
    }
    hub.changed(run.id);
  }

  /** Keeps what a model answered after its run had ended: it is paid, so the next run must not pay for it again. */
  keepLate(run: ActiveRun, task: ReadyTask, outputs: Record<string, NodeValue>): void {
    transaction(this.#deps.ctx.db, () => {
      this.#cacheResult(run, task, outputs);
      this.#charge(run, task, task.price);
    });
  }

  #cacheResult(
    run: ActiveRun,
    { cacheKey, answeredBy }: ReadyTask,
    outputs: Record<string, NodeValue>,
  ): boolean {
    if (cacheKey === null) return false;
    return this.#deps.cache.store(run.row.accountId, cacheKey, outputs, { isPaid: answeredBy !== null });
  }

  #charge(run: ActiveRun, task: ReadyTask, microcredits: bigint): void {
    const { ctx, calls } = this.#deps;
    const { planned, definition, answeredBy } = task;
    bookCharge(ctx, {
      accountId: run.row.accountId,
      projectId: run.row.projectId,
      runId: run.id,
      nodeId: planned.node.id,
      nodeTitle: run.titleOf(planned),
      nodeType: definition.type,
      microcredits,
      answeredBy:
        answeredBy === null ? null : { provider: answeredBy.provider.name, model: answeredBy.model },
    });
    if (answeredBy !== null) calls.answered(run, task);
  }

  /** Stores that a node failed, and why. */
  fail(run: ActiveRun, planned: PlannedNode, failure: NodeFailed): void {
    const { ctx, store, hub } = this.#deps;
    const nodeId = planned.node.id;
    const { code, perhapsCharged, paidFile } = failure;
    const charged = {
      ...(perhapsCharged !== undefined && { perhapsCharged }),
      ...(paidFile !== undefined && { paidFile }),
    };
    const commit = Object.keys(charged).length === 0 ? relaxedTransaction : transaction;
    commit(ctx.db, () => {
      store.nodes.finish(run.id, nodeId, 'failed', null);
      store.events.append(run.id, {
        type: 'node.failed',
        nodeId,
        message: failure.message,
        data: {
          code,
          nodeType: planned.node.type,
          key: run.keys.keyOf(nodeId),
          ...charged,
        },
      });
    });
    run.fail(planned, { code, message: failure.message, ...charged });
    hub.changed(run.id);
  }

  /** Progress and log lines: welcome, but never a reason for a run to end. */
  note(run: ActiveRun, event: NewRunEvent): void {
    if (run.over || run.canceling) return;
    try {
      const { ctx, store } = this.#deps;
      relaxedTransaction(ctx.db, () => store.events.append(run.id, event));
      this.#deps.hub.changed(run.id);
    } catch (error) {
      this.#deps.ctx.log.warn({ runId: run.id, err: error }, 'event not kept');
    }
  }
}
