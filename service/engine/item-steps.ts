import type { ActiveRun } from './active-run.ts';
import type { ItemUnit, PlannedItems } from './item-plan.ts';
import type { NodeResults } from './node-results.ts';
import type { RunStep } from './plan.ts';
import type { NewRunEvent } from './run-event-rows.ts';
import { StepItems } from './step-items.ts';

interface ItemStepsDependencies {
  results: NodeResults;
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

  /** Begins further items where there is room, and ends nodes that are through with theirs. */
  async advance(run: ActiveRun): Promise<void> {
    for (const items of run.items.values()) {
      if (run.over || run.canceling || this.#deps.isCancelling()) return;
      for (let unit = items.next(); unit !== null; unit = items.next())
        this.#deps.prepareUnit(run, items, unit);
      if (items.isComplete) await this.#finish(run, items);
    }
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
  run.restored.delete(items.step.node.id);
}
