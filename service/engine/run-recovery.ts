import type { ServiceContext } from '#service/context.ts';
import { transaction } from '#service/storage/database.ts';
import type { ActiveRun } from './active-run.ts';
import type { ModelCalls } from './model-calls.ts';
import { areStored } from './node-cache.ts';
import type { NodeRunner } from './node-runner.ts';
import type { DispatcherOf } from './remote-execution.ts';
import { clearLiveResults } from './retention-rows.ts';
import { QUEUED_NEWS } from './peer-news.ts';
import type { RunClaims } from './run-claim-rows.ts';
import { finishRun } from './run-end.ts';
import type { NodeRunRow } from './run-node-rows.ts';
import type { RunRow, RunStore } from './run-rows.ts';
import { unitKey } from './unit.ts';

interface RecoveryDependencies {
  calls: ModelCalls;
  claims: RunClaims;
  store: RunStore;
}

/** Runs whose process is over: they wait for another one, or for this one where it is the only one. */
export class RunRecovery {
  readonly #ctx: ServiceContext;
  readonly #deps: RecoveryDependencies;

  constructor(ctx: ServiceContext, deps: RecoveryDependencies) {
    this.#ctx = ctx;
    this.#deps = deps;
  }

  /** @param isFirst whether no other service is there */
  async begin(isFirst: boolean): Promise<void> {
    const { db } = this.#ctx;
    if (isFirst) await transaction(db, () => clearLiveResults(db));
    await this.#release('');
    if (isFirst) await transaction(db, () => this.#deps.calls.markRunsOfCopy());
  }

  /** Lets runs wait that no living process has, and ends what was asked of models for them: nobody hears the answers. */
  #release(excluded: string): Promise<void> {
    return transaction(this.#ctx.db, () => this.#releaseIn(excluded));
  }

  /** Takes away processes that have said nothing for too long, and what they had, all at once. */
  async releaseExpired(): Promise<void> {
    const { db, coordination } = this.#ctx;
    await transaction(db, async () => {
      if (await coordination.removeExpired()) await this.#releaseIn('');
    });
  }

  async #releaseIn(excluded: string): Promise<void> {
    const { calls, claims } = this.#deps;
    const live = (await this.#ctx.coordination.liveProcesses()).filter((name) => name !== excluded);
    await calls.endOrphaned(live);
    await claims.releaseOrphaned(live);
  }

  /** What this process has not finished is another's at once. One that cannot say so is found to be over. */
  async handOver(): Promise<void> {
    const { coordination, log } = this.#ctx;
    try {
      await this.#release(coordination.processName);
      coordination.publish(QUEUED_NEWS);
    } catch (error) {
      log.warn({ err: error }, 'runs could not be handed over; others take them up in some seconds');
    }
  }

  /** What an earlier process left, in order, but for runs that were to be canceled: those are. */
  async openRuns(): Promise<RunRow[]> {
    const { store } = this.#deps;
    const rows: RunRow[] = [];
    for (const runId of await store.activeIds()) {
      const row = await store.find(runId);
      if (row?.cancelRequested === true)
        await transaction(this.#ctx.db, () => finishRun(this.#ctx, store, row, 'canceled'));
      else if (row !== null) rows.push(row);
    }
    return rows;
  }

  /** Brings back what a run had finished in another process. */
  async restore(run: ActiveRun, runner: NodeRunner, dispatcher?: DispatcherOf): Promise<void> {
    const { store } = this.#deps;
    const rows = new Map<string, NodeRunRow>();
    for (const row of await store.nodes.of(run.id)) {
      if (row.item === '') rows.set(row.nodeId, row);
      else await this.#restoreItem(run, row, runner, dispatcher);
    }
    for (const step of run.plan.order) {
      const node = rows.get(step.node.id);
      const items = run.restored.get(step.node.id);
      if (restoreLoop(run, step.node.id, node)) continue;
      if (items !== undefined) {
        // What ran for items is put together of them anew; that it ended is known by the row of the node.
        if (node !== undefined) items.set('', node);
        continue;
      }
      if (node?.state === 'skipped') run.reportedSkips.add(step.node.id);
      else if (node?.state === 'failed') {
        const failure = await store.events.failureOf(run.id, step.node.id);
        run.fail(step, failure ?? { code: 'NODE_FAILED', message: `${run.titleOf(step)} failed.` });
      } else if (node?.outputs && (await areStored(this.#ctx.blobs, node.outputs))) {
        run.succeed(step.node.id, node.outputs);
      } else if (node?.state === 'running') {
        // A worker has it, and knows nothing of what happened here.
        this.#noteRunning(run, node, runner, dispatcher);
      }
    }
  }

  async #restoreItem(
    run: ActiveRun,
    row: NodeRunRow,
    runner: NodeRunner,
    dispatcher?: DispatcherOf,
  ): Promise<void> {
    const items = run.restored.get(row.nodeId) ?? new Map<string, NodeRunRow>();
    run.restored.set(row.nodeId, items);
    if (row.state === 'running') this.#noteRunning(run, row, runner, dispatcher);
    else if (row.outputs === null || (await areStored(this.#ctx.blobs, row.outputs)))
      items.set(row.item, row);
  }

  #noteRunning(run: ActiveRun, row: NodeRunRow, runner: NodeRunner, dispatcher?: DispatcherOf): void {
    const { nodeId, item, attempts } = row;
    if (dispatcher?.()?.has({ runId: run.id, nodeId, item }) === true) run.begun.add(unitKey(row));
    else runner.noteInterrupted(run, row, attempts);
  }
}

/**
 * The turns of a loop are gone through anew, with what their rows hold; that a node of it has ended is known by its own row.
 * @returns false for a node of no loop.
 */
function restoreLoop(run: ActiveRun, nodeId: string, row: NodeRunRow | undefined): boolean {
  const loop = run.loops.get(nodeId);
  if (loop === undefined && run.loopOf(nodeId) === undefined) return false;
  if (row === undefined) return true;
  if (loop !== undefined) loop.isReported = true;
  else if (row.state === 'skipped') run.reportedSkips.add(nodeId);
  else run.restored.get(nodeId)?.set('', row);
  return true;
}

/** Inside a transaction: marks a run as running, and says whether it begins or goes on. */
export async function writeStart(store: RunStore, run: ActiveRun): Promise<void> {
  await store.setStarted(run.id);
  if (run.row.startedAt !== null) {
    const message = 'The service was restarted; the run goes on.';
    await store.events.append(run.id, { type: 'log', message });
    return;
  }
  const plan = run.plan.order.map((entry) => entry.node.id);
  await store.events.append(run.id, { type: 'run.started', data: { plan, total: plan.length } });
}
