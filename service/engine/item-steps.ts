import type { ActiveRun } from './active-run.ts';
import { MAX_ITEMS, type ItemUnit, type PlannedItems } from './item-plan.ts';
import { LoopItems } from './loop-items.ts';
import type { LoopSteps } from './loop-steps.ts';
import type { NodeResults } from './node-results.ts';
import type { RunStep } from './plan.ts';
import type { NewRunEvent } from './run-event-rows.ts';
import { StepItems } from './step-items.ts';

interface ItemStepsDependencies {
  results: NodeResults;
  loops: LoopSteps;
  progressIntervalMs: number;
  isCancelling(): boolean;
  /** Looks an item up in the cache, and lines it up where it must be executed. */
  prepareUnit(run: ActiveRun, items: StepItems, unit: ItemUnit): void;
  /** Goes on with nodes that nothing keeps waiting any more. */
  prepareAll(run: ActiveRun, released: readonly RunStep[]): void;
  note(run: ActiveRun, event: NewRunEvent): void;
}

/** Brings nodes that run for each item of a list from their first item to their last. All in steps of the engine. */
export class ItemSteps {
  readonly #deps: ItemStepsDependencies;

  constructor(deps: ItemStepsDependencies) {
    this.#deps = deps;
  }

  /** Takes up a node whose items are known. */
  async begin(
    run: ActiveRun,
    { step, definition }: Pick<StepItems, 'step' | 'definition'>,
    planned: PlannedItems,
  ): Promise<void> {
    if (run.over || run.canceling) return;
    const { results, progressIntervalMs } = this.#deps;
    if (!planned.ok) {
      const { code, reason: message } = planned.mismatch;
      await results.fail(run, { step, item: '', trace: [] }, { code, message });
      return;
    }
    const nodeId = step.node.id;
    const items = new StepItems(
      { step, definition, plan: planned.plan },
      progressIntervalMs,
      ({ fraction, message, data }) =>
        this.#deps.note(run, { type: 'node.progress', nodeId, progress: fraction, message, data }),
    );
    restoreItems(run, items);
    run.items.set(nodeId, items);
    run.hasItemRows = true;
    await results.beginItems(run, items);
  }

  /** Takes up a turn of a node that lies in a loop. @param planned its items, where it is given a list in that turn */
  async extend(
    run: ActiveRun,
    { step, definition }: Pick<StepItems, 'step' | 'definition'>,
    planned: PlannedItems | ItemUnit,
  ): Promise<void> {
    const loop = run.loopOf(step.node.id);
    if (run.over || run.canceling || loop === undefined || loop.schedule === null) return;
    const { results, progressIntervalMs } = this.#deps;
    const nodeId = step.node.id;
    let items = run.items.get(nodeId);
    if (!(items instanceof LoopItems)) {
      items = new LoopItems(
        { step, definition },
        loop.total,
        progressIntervalMs,
        ({ fraction, message, data }) =>
          this.#deps.note(run, { type: 'node.progress', nodeId, progress: fraction, message, data }),
      );
      items.isReported = run.restored.get(nodeId)?.has('') === true;
      run.items.set(nodeId, items);
      await results.beginItems(run, items);
    }
    const growing = items as LoopItems;
    const { position } = loop;
    if ('ok' in planned && !planned.ok) {
      growing.extend(position, {}, null);
      const { code, reason: message } = planned.mismatch;
      await results.fail(
        run,
        { step, item: position.path.join('.'), trace: position.trace },
        { code, message },
      );
    } else if ('ok' in planned) growing.extend(position, {}, planned.plan);
    else growing.extend(position, planned.inputs, null);
    restoreItems(run, growing);
    if (growing.total > MAX_ITEMS)
      loop.failure ??= {
        step,
        failure: {
          code: 'LOOP_TOO_LONG',
          message: `The turns of this loop make more than ${MAX_ITEMS.toLocaleString('en')} items of a node. Set fewer turns, or take a part of the list with Slice.`,
        },
      };
  }

  /** Begins further items where there is room, and ends nodes that are through with theirs. */
  async advance(run: ActiveRun): Promise<void> {
    for (const loop of run.loops.values()) {
      const { failure, schedule } = loop;
      if (failure !== null && schedule !== null)
        await this.#deps.loops.fail(run, loop, failure.step, failure.failure);
    }
    for (const items of run.items.values()) {
      if (run.over || run.canceling || this.#deps.isCancelling()) return;
      for (let unit = items.next(); unit !== null; unit = items.next())
        this.#deps.prepareUnit(run, items, unit);
      if (items instanceof LoopItems) await this.#advanceLoop(run, items);
      else if (items.isComplete) await this.#finish(run, items);
    }
  }

  /** Goes on with a loop where a node of it is through with a turn. */
  async #advanceLoop(run: ActiveRun, items: LoopItems): Promise<void> {
    const { step } = items;
    const loop = run.loopOf(step.node.id);
    const end = items.endOfIteration();
    if (end === null || loop === undefined || loop.schedule === null) return;
    if ('error' in end) await this.#deps.loops.fail(run, loop, step, end.error);
    else this.#deps.prepareAll(run, run.succeed(step.node.id, end.outputs));
  }

  async #finish(run: ActiveRun, items: StepItems): Promise<void> {
    const { step, counts } = items;
    const outputs = items.results();
    items.end();
    await this.#deps.results.finishItems(run, items, outputs);
    run.items.delete(step.node.id);
    // What is there goes on; a node of which nothing is there releases nobody.
    if (counts.total > 0 && counts.failed === counts.total) run.finish(step.node.id, outputs);
    else this.#deps.prepareAll(run, run.succeed(step.node.id, outputs));
  }
}

/** Takes up what an earlier process has brought to its end of the items of a node. */
function restoreItems(run: ActiveRun, items: StepItems): void {
  for (const [item, { state, outputs, error }] of run.restored.get(items.step.node.id) ?? []) {
    if (item === '') items.isReported = true;
    else if (state === 'failed') {
      const fallback = { code: 'NODE_FAILED', message: `${run.titleOf(items.step)} failed.` };
      items.restore(item, { state, error: error ?? fallback });
    } else if ((state === 'succeeded' || state === 'cached') && outputs !== null)
      items.restore(item, { state, outputs, display: {}, isReusable: state === 'cached' });
  }
  if (!(items instanceof LoopItems)) run.restored.delete(items.step.node.id);
}
