import type { ServiceContext } from '#service/context.ts';
import { isListValue, isFailedItem, type CallUsage, type NodeValue } from '#service/nodes/definition.ts';
import type { ActiveRun, ReadyTask } from './active-run.ts';
import type { ModelCalls } from './model-calls.ts';
import type { NodeCache } from './node-cache.ts';
import type { TaskResult } from './worker-protocol.ts';
import { outputPinOf } from './plan.ts';
import { EVENT_ITEMS, forEvent, itemForProgress } from './run-files.ts';
import type { ItemEnd, StepItems } from './step-items.ts';
import type { UnitId } from './run-node-rows.ts';
import { itemData, unitKey } from './unit.ts';
import type { RunClaims } from './run-claim-rows.ts';
import type { RunHub } from './run-hub.ts';
import type { NewRunEvent } from './run-event-rows.ts';
import type { NodeFailed, RunStore, StoredOutput } from './run-rows.ts';
import { chargeOfTask } from './task-charge.ts';
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

/** Log lines one execution may write, and all items of a node; a loop that logs must not fill the database. */
const MAX_LOG_LINES = 200;
const MAX_LOG_LENGTH = 2000;

const unitOf = ({ step, item }: Pick<ReadyTask, 'step' | 'item'>): UnitId => ({
  nodeId: step.node.id,
  item,
});

export const taskKey = (task: Pick<ReadyTask, 'step' | 'item'>): string => unitKey(unitOf(task));

/** Writes lines of one execution, as many as it may write. */
export function lineWriter(write: (message: string) => void): (message: string) => void {
  let count = 0;
  return (message) => {
    count += 1;
    if (count <= MAX_LOG_LINES) write(message);
  };
}

/** What of a failure says that it cost something, or may have. */
const chargedOf = ({
  perhapsCharged,
  paidFile,
}: NodeFailed): Pick<NodeFailed, 'perhapsCharged' | 'paidFile'> => ({
  ...(perhapsCharged !== undefined && { perhapsCharged }),
  ...(paidFile !== undefined && { paidFile }),
});

/** `1 of 30 items failed. row 7: …` */
const failureOfItems = (
  { total, failed }: StepItems['counts'],
  { trace, error }: { trace: readonly string[]; error: NodeFailed },
): string =>
  `${failed} of ${total} ${total === 1 ? 'item' : 'items'} failed. ${trace.join(' × ')}: ${error.message}`;

/** A list as the end of its node shows it: the first items, and how many there are. */
export async function shortenedOutput(run: ActiveRun, value: NodeValue): Promise<StoredOutput> {
  if (!isListValue(value)) return forEvent(await run.files.toOutput(value));
  const first = { ...value, items: value.items.slice(0, EVENT_ITEMS) };
  const shortened = forEvent(await run.files.toOutput(first));
  const isCut = value.items.length > first.items.length;
  return {
    ...shortened,
    count: value.items.length,
    failed: value.items.filter(isFailedItem).length,
    ...(isCut && { truncated: true }),
  } as StoredOutput;
}

/** A value as the end of its node or item tells it: of a long list no more than that takes. */
const endOutput = (run: ActiveRun, value: NodeValue, trace: readonly string[]): Promise<StoredOutput> =>
  isListValue(value) && value.items.length > EVENT_ITEMS
    ? shortenedOutput(run, value)
    : run.files.toOutput(value, trace);

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
  /** What its provider said of the call. */
  usage?: CallUsage | null;
  /** Takes the work out of the queue of workers, in the transaction that stores what came of it. */
  settle?: (() => Promise<void>) | undefined;
}

/** What becomes of single nodes, written down: state, events, outputs, cache and charge; whoever follows is entry. */
export class NodeResults {
  readonly #deps: NodeResultsDependencies;

  constructor(deps: NodeResultsDependencies) {
    this.#deps = deps;
  }

  /** Stores that a node's work lies in the queue of workers, where `send` puts it. */
  async enqueue(run: ActiveRun, task: ReadyTask, send: () => Promise<void>): Promise<void> {
    const { claims, store } = this.#deps;
    const write = async (): Promise<void> => {
      await store.nodes.enqueue(run.id, unitOf(task), task.price);
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
    const { step, item, definition, price } = task;
    const { accountId, personId } = run.row;
    // Read by other processes only.
    const cacheKey = ctx.coordination.isShared ? task.cacheKey : null;
    const nodeId = step.node.id;
    const begin = async (): Promise<StartOutcome> => {
      if (reserved !== null) {
        if (cacheKey !== null && (await this.#hasPeerResult(run, task, cacheKey))) return 'elsewhere';
        if (price > 0n && (await this.#availableTo(accountId)) - reserved < price) return 'not covered';
        // Looked at once more where it counts: others of this person may have begun since.
        if ((await rejectionOfPerson(ctx, personId, price, { runId: run.id, nodeId, item })) !== null)
          return 'not allowed';
      }
      await store.nodes.start(run.id, { nodeId, item }, { price, cacheKey });
      // That a node of items began is said once, and of each item how it ended.
      if (item !== '') return 'begun';
      await store.events.append(run.id, {
        type: 'node.started',
        nodeId,
        data: { nodeType: definition.type, ...(worker !== null && { worker }) },
      });
      return 'begun';
    };
    const outcome = await claims.write(run.claim, begin, RELAXED);
    if (outcome === 'begun' && item === '') hub.changed(run.id);
    return outcome;
  }

  /** A node that was stopped with the service, by the service: that start does not count. */
  async removeStart(run: ActiveRun, task: ReadyTask): Promise<void> {
    const { claims, store } = this.#deps;
    await claims.write(run.claim, () => store.nodes.removeStart(run.id, unitOf(task)));
  }

  /** Whether another process makes the result of a node, or has made it since it was looked for. */
  async #hasPeerResult(run: ActiveRun, task: ReadyTask, cacheKey: string): Promise<boolean> {
    const { claims, cache } = this.#deps;
    const { accountId } = run.row;
    if (await claims.isExecutedByPeer(accountId, cacheKey)) return true;
    // Looked up once more only: a result whose files are missing is there, and of no use.
    const unit = taskKey(task);
    if (run.rechecked.has(unit) || !(await cache.has(accountId, cacheKey))) return false;
    run.rechecked.add(unit);
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
    const { step, item, trace, definition, cacheKey } = task;
    const nodeId = step.node.id;
    const state = outcome.cached ? 'cached' : 'succeeded';
    // A charge is booked for good, together with what was paid for; and what a model answered is not asked for again.
    const isPaid = (outcome.price ?? 0n) > 0n || (task.modelSource !== null && !outcome.cached);
    const write = async (): Promise<ItemEnd> => {
      const outputsByPin: Record<string, StoredOutput> = {};
      const outputPin = outputPinOf(definition.type);
      const inputValue = outputPin === null ? undefined : task.inputs[outputPin];
      if (outputPin !== null && inputValue !== undefined)
        outputsByPin[outputPin] = await endOutput(run, inputValue, []);
      for (const [pin, value] of Object.entries(outputs))
        outputsByPin[pin] = await endOutput(run, value, trace);
      await store.nodes.finish(run.id, { nodeId, item }, state, { outputs });
      let reusable = cacheKey !== null;
      if (cacheKey !== null && outcome.cached) reusable = await cache.touch(run.row.accountId, cacheKey);
      else if (cacheKey !== null) reusable = await this.#cacheResult(run, task, outputs);
      if (!outcome.cached) await this.#charge(run, task, outcome.price ?? 0n, outcome.usage ?? null);
      await outcome.settle?.();
      if (item !== '') {
        const display = Object.entries(outputsByPin).map(([pin, output]) => [pin, itemForProgress(output)]);
        return { state, outputs, display: Object.fromEntries(display), isReusable: reusable };
      }
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
      return { state, outputs, display: {}, isReusable: reusable };
    };
    const end = await claims.write(run.claim, write, { relaxed: !isPaid });
    if (item !== '') run.items.get(nodeId)?.settle(item, end);
    else hub.changed(run.id);
  }

  /** A canceled run takes no more results; of a model's answer, which is paid, the next run takes it. */
  async settleAbandoned(
    run: ActiveRun,
    task: ReadyTask,
    result: TaskResult,
  ): Promise<Record<string, NodeValue> | null> {
    if (task.modelSource === null) return null;
    if (result.kind === 'succeeded') {
      await this.#keepLate(run, task, result.outputs, result.usage ?? null);
      return result.outputs;
    }
    if (result.kind === 'failed' && result.notSent === true) await this.#deps.calls.failed(run, task, result);
    else await this.#deps.calls.stopped(run, task);
    return null;
  }

  /** Keeps what a model answered after its run had ended: it is paid, so the next run must not pay for it again. */
  async #keepLate(
    run: ActiveRun,
    task: ReadyTask,
    outputs: Record<string, NodeValue>,
    usage: CallUsage | null,
  ): Promise<void> {
    await this.#deps.claims.write(run.claim, async () => {
      await this.#cacheResult(run, task, outputs);
      await this.#charge(run, task, task.price, usage);
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

  async #charge(run: ActiveRun, task: ReadyTask, price: bigint, usage: CallUsage | null): Promise<void> {
    const { ctx, calls } = this.#deps;
    const { step, definition, modelSource } = task;
    const { microcredits, basis } = chargeOfTask(ctx, task, price, usage);
    await recordCharge(ctx, {
      accountId: run.row.accountId,
      projectId: run.row.projectId,
      runId: run.id,
      nodeId: step.node.id,
      nodeTitle: run.titleOf(step),
      nodeType: definition.type,
      microcredits,
      basis,
      answeredBy:
        modelSource === null ? null : { provider: modelSource.provider.name, model: modelSource.model },
    });
    if (modelSource !== null) await calls.answered(run, task);
  }

  /** Stores that a node or one of its items failed, and why. */
  async fail(
    run: ActiveRun,
    { step, item, trace }: Pick<ReadyTask, 'step' | 'item' | 'trace'>,
    failure: NodeFailed,
    settle?: () => Promise<void>,
  ): Promise<void> {
    const { claims, store, hub } = this.#deps;
    const nodeId = step.node.id;
    const { code, message } = failure;
    const charged = chargedOf(failure);
    if (item !== '') {
      const error = { code, message, ...charged };
      const writeItem = async (): Promise<void> => {
        await store.nodes.finish(run.id, { nodeId, item }, 'failed', { error });
        await settle?.();
      };
      await claims.write(run.claim, writeItem, { relaxed: Object.keys(charged).length === 0 });
      // What cost something, or may have, is said by itself.
      if (Object.keys(charged).length > 0)
        run.noteFailure(step, { ...failure, message: `${trace.join(' × ')}: ${message}` });
      run.items.get(nodeId)?.settle(item, { state: 'failed', error });
      return;
    }
    const write = async (): Promise<void> => {
      await store.nodes.finish(run.id, { nodeId, item }, 'failed', null);
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

  /** Says that a node runs for each item of a list. */
  async beginItems(run: ActiveRun, { step, definition, counts, isReported }: StepItems): Promise<void> {
    const { claims, store, hub } = this.#deps;
    if (isReported) return;
    const event: NewRunEvent = {
      type: 'node.started',
      nodeId: step.node.id,
      data: { nodeType: definition.type, items: { total: counts.total } },
    };
    await claims.write(run.claim, () => store.events.append(run.id, event), RELAXED);
    hub.changed(run.id);
  }

  /** Stores that a node is through with all items, and what that gave. Each item was written down before. */
  async finishItems(run: ActiveRun, items: StepItems, outputs: Record<string, NodeValue>): Promise<void> {
    const { claims, store, hub } = this.#deps;
    const { step, definition, counts } = items;
    const nodeId = step.node.id;
    const failure = items.firstFailure();
    const state = failure !== null ? 'failed' : items.isCached ? 'cached' : 'succeeded';
    const message = failure === null ? undefined : failureOfItems(counts, failure);
    const write = async (): Promise<void> => {
      const display: [string, StoredOutput][] = [];
      for (const [pin, value] of Object.entries(outputs))
        display.push([pin, await shortenedOutput(run, value)]);
      await store.nodes.finish(run.id, { nodeId, item: '' }, state, null);
      await store.events.append(run.id, {
        type: `node.${state}`,
        nodeId,
        progress: 1,
        ...(message !== undefined && { message }),
        data: {
          outputs: Object.fromEntries(display),
          items: counts,
          durationMs: Math.round(performance.now() - items.startedAt),
          nodeType: definition.type,
          key: run.keys.keyOf(nodeId),
          reusable: items.isReusable,
          ...(failure !== null && { code: failure.error.code, ...chargedOf(failure.error) }),
        },
      });
    };
    if (!items.isReported) await claims.write(run.claim, write, RELAXED);
    if (failure !== null) run.noteFailure(step, { ...failure.error, message: message ?? '' });
    hub.changed(run.id);
  }

  /** A line for those who follow, of a node or one of its items; a node of many items does not write endlessly many. */
  async log(
    run: ActiveRun,
    { step, item, trace }: Pick<ReadyTask, 'step' | 'item' | 'trace'>,
    message: string,
  ): Promise<void> {
    const items = item === '' ? undefined : run.items.get(step.node.id);
    if (items !== undefined && (items.logLines += 1) > MAX_LOG_LINES) return;
    await this.note(run, {
      type: 'log',
      nodeId: step.node.id,
      message: message.slice(0, MAX_LOG_LENGTH),
      data: itemData({ item, trace }),
    });
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
