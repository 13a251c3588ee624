import { setTimeout as delay } from 'node:timers/promises';
import { ffmpegVersion } from '#native/media/ffmpeg-version.ts';
import type { NodeValue } from '#service/nodes/definition.ts';
import type { ActiveRun, ReadyTask } from './active-run.ts';
import type { AttemptCounts } from './attempt-counts.ts';
import { selectBranchesInSlices, narrowerOf } from './branches.ts';
import { EventLoopYield } from './event-loop-yield.ts';
import type { Needs } from './item-needs.ts';
import { planItemsInSlices, type ItemUnit } from './item-plan.ts';
import type { ItemSteps } from './item-steps.ts';
import type { LoopSteps } from './loop-steps.ts';
import type { NodeOutcome, NodeResults } from './node-results.ts';
import { PEER_RETRY_MS, type NodeRunnerDependencies } from './node-runner-types.ts';
import type { RunStep } from './plan.ts';
import { nodeUnit, prepareStep, prepareTask } from './prepare-task.ts';
import { skipSteps } from './skip-steps.ts';
import type { StepItems } from './step-items.ts';
import { unitKey } from './unit.ts';

interface PreparationsDependencies extends NodeRunnerDependencies {
  results: NodeResults;
  items: ItemSteps;
  loops: LoopSteps;
  attempts: AttemptCounts;
  /** Lets a run wait for something. */
  track(run: ActiveRun, completion: Promise<void>): void;
  /** Lets a task wait for a thread. */
  lineUp(run: ActiveRun, task: ReadyTask): void;
  succeed(
    run: ActiveRun,
    task: ReadyTask,
    outputs: Record<string, NodeValue>,
    outcome: NodeOutcome,
  ): Promise<void>;
}

/** Looks at nodes whose turn has come: what they take, whether they run for items, and whether it is all in the cache. */
export class Preparations {
  readonly #deps: PreparationsDependencies;
  readonly #yield = new EventLoopYield();

  constructor(deps: PreparationsDependencies) {
    this.#deps = deps;
  }

  /** Looks nodes up in the cache, and lines up those that must be executed. */
  all(run: ActiveRun, steps: readonly RunStep[]): void {
    for (const step of steps) this.#track(run, this.#prepare(run, step));
  }

  /** The same for an item of a node. */
  unit(run: ActiveRun, items: StepItems, unit: ItemUnit): void {
    this.#track(run, this.#prepareUnit(run, items, unit));
  }

  /** Looks once more in a moment: somebody else may make it meanwhile. */
  retry(run: ActiveRun, task: ReadyTask): void {
    this.#track(
      run,
      delay(PEER_RETRY_MS).then(() => this.#retry(run, task)),
    );
  }

  async #retry(run: ActiveRun, { step, item }: ReadyTask): Promise<void> {
    const items = run.items.get(step.node.id);
    const unit = items?.unitAt(item);
    if (items !== undefined && unit !== undefined) await this.#prepareUnit(run, items, unit);
    else await this.#prepare(run, step);
  }

  #track(run: ActiveRun, preparation: Promise<void>): void {
    run.preparing += 1;
    this.#deps.track(
      run,
      preparation.finally(() => {
        run.preparing -= 1;
      }),
    );
  }

  async #prepare(run: ActiveRun, planned: RunStep): Promise<void> {
    const { ctx, step } = this.#deps;
    await this.#yield.next();
    // Asked once: no step of the engine waits for a program.
    if (ctx.nodes.get(planned.node.type)?.runsPrograms === true) await ffmpegVersion();
    const loop = run.loops.get(planned.node.id);
    if (loop !== undefined) return await step(() => this.#deps.loops.advance(run, loop));
    const prepared = await step(() => prepareStep(ctx, this.#deps.results, run, planned));
    if (prepared === null) return;
    const { definition, sources, pairing, mayHaveItems } = prepared;
    const needs = run.demandOf(planned.node.id)?.needsOf(planned.node.id) ?? null;
    const position = run.loopOf(planned.node.id)?.position;
    if (prepared.isUnresolved) {
      const selected = await this.#yield.run(selectBranchesInSlices(definition, sources, pairing, needs));
      // It comes again once what it takes is there.
      if (selected !== null) return await step(() => this.#resolve(run, planned, selected));
    }
    // A list of thousands is gone through in pieces.
    const options = { needs, narrow: narrowerOf(definition), ...(position && { start: position }) };
    const items = mayHaveItems ? await this.#yield.run(planItemsInSlices(sources, pairing, options)) : null;
    if (items !== null && run.isLive) return await this.#rejectItems(run, planned);
    if (position !== undefined)
      await step(() =>
        this.#deps.items.extend(run, { step: planned, definition }, items ?? nodeUnit(prepared)),
      );
    else if (items === null) await this.#prepareUnit(run, { step: planned, definition }, nodeUnit(prepared));
    else await step(() => this.#deps.items.begin(run, { step: planned, definition }, items));
  }

  /** A preview is made of one item, which the page picks. */
  async #rejectItems(run: ActiveRun, step: RunStep): Promise<void> {
    const message = `${run.titleOf(step)} has a list and is executed by Run only: live previews are made of one picture.`;
    const failure = { code: 'NOT_IN_LIVE_PREVIEW', message };
    await this.#deps.step(() => this.#deps.results.fail(run, { step, item: '', trace: [] }, failure));
  }

  /** Takes up what a node with branches has decided: what it takes begins, and what nothing takes is skipped. */
  async #resolve(run: ActiveRun, step: RunStep, selected: ReadonlyMap<string, Needs>): Promise<void> {
    if (run.over || run.canceling) return;
    const { released, skipped } = run.resolve(step, selected);
    const loop = run.loopOf(step.node.id);
    // Another turn may take it: of a loop that is said when it is over.
    if (loop === undefined) await skipSteps(this.#deps, run, skipped, step);
    else for (const { node } of skipped) loop.skipped.set(node.id, step);
    this.all(run, released);
  }

  async #prepareUnit(
    run: ActiveRun,
    planned: Pick<StepItems, 'step' | 'definition'>,
    unit: ItemUnit,
  ): Promise<void> {
    const { ctx, cache, step } = this.#deps;
    if (unit.item !== '') await this.#yield.next();
    const key = unitKey({ nodeId: planned.step.node.id, item: unit.item });
    const interruptions = this.#deps.attempts.attemptsOf(run, key);
    const task = await step(() =>
      prepareTask(ctx, this.#deps.results, run, { ...planned, unit }, interruptions),
    );
    if (task === null) return;
    const { cacheKey } = task;
    const startedAt = performance.now();
    const cached = cacheKey === null ? null : await cache.find(run.row.accountId, cacheKey);
    await this.#yield.next();
    await step(async () => {
      if (run.over || run.canceling || this.#deps.isCancelling()) return;
      if (cached === null) this.#deps.lineUp(run, task);
      else
        await this.#deps.succeed(run, task, cached, {
          cached: true,
          durationMs: performance.now() - startedAt,
        });
    });
  }
}
