import type { ServiceContext } from '#service/context.ts';
import type { NodeValue } from '#service/nodes/definition.ts';
import type { ActiveRun, NodeFailed, ReadyTask } from './active-run.ts';
import type { ModelCalls } from './model-calls.ts';
import type { NodeCache } from './node-cache.ts';
import type { TaskResult } from './worker-protocol.ts';
import { outputPinOf, type RunStep } from './plan.ts';
import { forEvent } from './run-files.ts';
import type { RunClaims } from './run-claim-rows.ts';
import type { RunHub } from './run-hub.ts';
import type { NewRunEvent } from './run-event-rows.ts';
import type { RunStore, StoredOutput } from './run-rows.ts';
import { rejectionOfPerson } from '#service/spend/person-limit.ts';
import { balanceOf, recordCharge } from '#service/spend/spend.ts';

export interface NodeResultsDependencies {
  ctx: ServiceContext;
  store: RunStore;
  hub: RunHub;
  cache: NodeCache;
  claims: RunClaims;
  calls: ModelCalls;
}

/** For what a run does again after a power cut. */
const RELAXED = { relaxed: true };

/**
 * Whether a node began: not where an equal one is executed by another process, the balance does not cover it, or the person who
 * started the run may not.
 */
export type StartOutcome = 'begun' | 'elsewhere' | 'not covered' | 'not allowed';

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
  async enqueue(run: ActiveRun, { step, price }: ReadyTask, send: () => Promise<void>): Promise<void> {
    const { claims, store } = this.#deps;
    const write = async (): Promise<void> => {
      await store.nodes.enqueue(run.id, step.node.id, price);
      await send();
    };
    await claims.write(run.claim, write, RELAXED);
  }

  /**
   * Stores that a node began.
   * @param options.reserved microcredits that other nodes of the account will cost in this process; null for one that waits in a queue.
   * @param options.worker who has it, where that is not this service
   * @returns why it did not, where nothing is stored.
   */
  async start(
    run: ActiveRun,
    task: ReadyTask,
    { reserved = null, worker = null }: { reserved?: bigint | null; worker?: string | null },
  ): Promise<StartOutcome> {
    const { ctx, claims, store, hub } = this.#deps;
    const { step, definition, price } = task;
    const { accountId, personId } = run.row;
    // Read by other processes only.
    const cacheKey = ctx.coordination.isShared ? task.cacheKey : null;
    const nodeId = step.node.id;
    const begin = async (): Promise<StartOutcome> => {
      if (reserved !== null) {
        if (cacheKey !== null && (await this.#hasPeerResult(run, step, cacheKey))) return 'elsewhere';
        if (price > 0n && (await this.#availableTo(accountId)) - reserved < price) return 'not covered';
        // Looked at once more where it counts: others of this person may have begun since.
        if ((await rejectionOfPerson(ctx, personId, price, { runId: run.id, nodeId })) !== null)
          return 'not allowed';
      }
      await store.nodes.start(run.id, nodeId, { price, cacheKey });
      await store.events.append(run.id, {
        type: 'node.started',
        nodeId,
        data: { nodeType: definition.type, ...(worker !== null && { worker }) },
      });
      return 'begun';
    };
    const outcome = await claims.write(run.claim, begin, RELAXED);
    if (outcome === 'begun') hub.changed(run.id);
    return outcome;
  }

  /** A node that was stopped with the service, by the service: that start does not count. */
  async removeStart(run: ActiveRun, nodeId: string): Promise<void> {
    const { claims, store } = this.#deps;
    await claims.write(run.claim, () => store.nodes.removeStart(run.id, nodeId));
  }

  /** Whether another process makes the result of a node, or has made it since it was looked for. */
  async #hasPeerResult(run: ActiveRun, { node }: RunStep, cacheKey: string): Promise<boolean> {
    const { claims, cache } = this.#deps;
    const { accountId } = run.row;
    if (await claims.isExecutedByPeer(accountId, cacheKey)) return true;
    // Looked up once more only: a result whose files are missing is there, and of no use.
    if (run.rechecked.has(node.id) || !(await cache.has(accountId, cacheKey))) return false;
    run.rechecked.add(node.id);
    return true;
  }

  /** What an account can spend besides what nodes of other processes will cost. */
  async #availableTo(accountId: string): Promise<bigint> {
    const { ctx, claims } = this.#deps;
    return (await balanceOf(ctx, accountId)) - (await claims.reservedByPeers(accountId));
  }

  /** Stores what a node made, with all that follows from it, in one transaction. */
  async succeed(
    run: ActiveRun,
    task: ReadyTask,
    outputs: Record<string, NodeValue>,
    outcome: NodeOutcome,
  ): Promise<void> {
    const { claims, store, hub, cache } = this.#deps;
    const { step, definition, cacheKey } = task;
    const nodeId = step.node.id;
    // A charge is booked for good, together with what was paid for; and what a model answered is not asked for again.
    const isPaid = (outcome.price ?? 0n) > 0n || (task.modelSource !== null && !outcome.cached);
    const write = async (): Promise<void> => {
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
    };
    await claims.write(run.claim, write, { relaxed: !isPaid });
    hub.changed(run.id);
  }

  /** A canceled run takes no more results; of a model's answer, which is paid, the next run takes it. */
  async settleAbandoned(
    run: ActiveRun,
    task: ReadyTask,
    result: TaskResult,
  ): Promise<Record<string, NodeValue> | null> {
    if (task.modelSource === null) return null;
    if (result.kind === 'succeeded') {
      await this.#keepLate(run, task, result.outputs);
      return result.outputs;
    }
    if (result.kind === 'failed' && result.notSent === true) await this.#deps.calls.failed(run, task, result);
    else await this.#deps.calls.stopped(run, task);
    return null;
  }

  /** Keeps what a model answered after its run had ended: it is paid, so the next run must not pay for it again. */
  async #keepLate(run: ActiveRun, task: ReadyTask, outputs: Record<string, NodeValue>): Promise<void> {
    await this.#deps.claims.write(run.claim, async () => {
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
    const { claims, store, hub } = this.#deps;
    const nodeId = step.node.id;
    const { code, perhapsCharged, paidFile } = failure;
    const charged = {
      ...(perhapsCharged !== undefined && { perhapsCharged }),
      ...(paidFile !== undefined && { paidFile }),
    };
    const write = async (): Promise<void> => {
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
    };
    await claims.write(run.claim, write, { relaxed: Object.keys(charged).length === 0 });
    run.fail(step, { code, message: failure.message, ...charged });
    hub.changed(run.id);
  }

  /** Progress and log lines: welcome, but never a reason for a run to end. */
  async note(run: ActiveRun, event: NewRunEvent): Promise<void> {
    if (run.over || run.canceling) return;
    try {
      const { claims, store } = this.#deps;
      await claims.write(run.claim, () => store.events.append(run.id, event), RELAXED);
      this.#deps.hub.changed(run.id);
    } catch (error) {
      this.#deps.ctx.log.warn({ runId: run.id, err: error }, 'event not kept');
    }
  }
}
