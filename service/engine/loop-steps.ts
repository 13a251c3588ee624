import { LIST_KIND, type ListValue, type NodeValue } from '#service/nodes/definition.ts';
import type { ActiveLoop } from './active-loop.ts';
import { fitInputs, type ActiveRun } from './active-run.ts';
import { LoopItems } from './loop-items.ts';
import { shortenedOutput, type NodeResults, type NodeResultsDependencies } from './node-results.ts';
import type { RunStep } from './plan.ts';
import type { NewRunEvent } from './run-event-rows.ts';
import type { NodeFailed } from './run-rows.ts';
import { skipSteps } from './skip-steps.ts';

interface LoopStepsDependencies extends NodeResultsDependencies {
  results: NodeResults;
  isCancelling(): boolean;
  prepareAll(run: ActiveRun, released: readonly RunStep[]): void;
  note(run: ActiveRun, event: NewRunEvent): void;
}

const RELAXED = { relaxed: true };

/** Brings loops from their first turn to their last. All in steps of the engine. */
export class LoopSteps {
  readonly #deps: LoopStepsDependencies;

  constructor(deps: LoopStepsDependencies) {
    this.#deps = deps;
  }

  /** Takes up a loop whose end has its turn: all that comes from outside is there, or a turn is through. */
  async advance(run: ActiveRun, loop: ActiveLoop): Promise<void> {
    if (run.over || run.canceling || this.#deps.isCancelling()) return;
    if (loop.schedule === null) await this.#begin(run, loop);
    else await this.#endIteration(run, loop);
  }

  async #begin(run: ActiveRun, loop: ActiveLoop): Promise<void> {
    const { ctx, claims, store, hub } = this.#deps;
    const { start, end } = loop.plan;
    const inputs = await this.#inputsOf(run, start);
    if ('code' in inputs) return await this.fail(run, loop, start, inputs);
    if (run.isLive) {
      const message = `${run.titleOf(end)} is executed by Run only: live previews are made of one picture.`;
      return await this.fail(run, loop, end, { code: 'NOT_IN_LIVE_PREVIEW', message });
    }
    loop.startedAt = performance.now();
    loop.total = Number(inputs.values['iterations']);
    run.hasItemRows = true;
    if (!loop.isReported) {
      const data = (nodeType: string) => ({ nodeType, items: { total: loop.total } });
      await claims.write(
        run.claim,
        async () => {
          for (const { node } of [start, end])
            await store.events.append(run.id, {
              type: 'node.started',
              nodeId: node.id,
              data: data(ctx.nodes.get(node.type)?.type ?? node.type),
            });
        },
        RELAXED,
      );
      hub.changed(run.id);
    }
    this.#deps.prepareAll(run, loop.beginIteration(inputs.values['value'] ?? null));
  }

  async #endIteration(run: ActiveRun, loop: ActiveLoop): Promise<void> {
    const { end } = loop.plan;
    const inputs = await this.#inputsOf(run, end);
    if ('code' in inputs) return await this.fail(run, loop, end, inputs);
    const value = inputs.values['value'] ?? null;
    const { path, trace } = loop.position;
    loop.endIteration(value);
    const completed = loop.results.length;
    if (inputs.values['stop'] === true || completed >= loop.total) return await this.#finish(run, loop);
    if (!loop.isReported)
      this.#deps.note(run, {
        type: 'node.progress',
        nodeId: end.node.id,
        progress: completed / loop.total,
        message: `turn ${completed} of ${loop.total}`,
        data: {
          items: { total: loop.total, completed, failed: 0 },
          settled: [{ item: path, trace, state: 'succeeded', outputs: {} }],
        },
      });
    this.#deps.prepareAll(run, loop.beginIteration(value));
  }

  async #finish(run: ActiveRun, loop: ActiveLoop): Promise<void> {
    const { start, end } = loop.plan;
    const isReusable = await this.#finishBody(run, loop);
    await this.#succeed(run, loop, start, outputsOfStart(loop), isReusable);
    const last = loop.results.at(-1);
    const outputs = {
      value: last !== undefined && 'value' in last ? last.value : null,
      results: listOf(loop.results),
      iterations: loop.results.length,
    };
    run.keepResult(start.node.id, outputsOfStart(loop));
    await this.#succeed(run, loop, end, outputs, isReusable);
    this.#deps.prepareAll(run, run.succeed(end.node.id, outputs));
  }

  /** A turn cannot go on: what the turns before gave is there, and nothing that follows the loop runs. */
  async fail(run: ActiveRun, loop: ActiveLoop, step: RunStep, failure: NodeFailed): Promise<void> {
    const { end } = loop.plan;
    const { trace } = loop.position;
    await this.#finishBody(run, loop);
    const message =
      loop.startedAt === 0 || step === end
        ? failure.message
        : `${trace.join(' × ')}, ${run.titleOf(step)}: ${failure.message}`;
    if (loop.isReported) run.fail(end, { ...failure, message });
    else await this.#deps.results.fail(run, { step: end, item: '', trace: [] }, { ...failure, message });
  }

  /** Ends the nodes between start and end, each with a list of what its turns gave. @returns whether all of it is found made by the next run. */
  async #finishBody(run: ActiveRun, loop: ActiveLoop): Promise<boolean> {
    loop.end();
    let isReusable = true;
    for (const step of loop.plan.body) {
      const items = run.items.get(step.node.id);
      const selector = loop.skipped.get(step.node.id);
      if (items instanceof LoopItems) {
        items.close();
        const outputs = items.results();
        run.items.delete(step.node.id);
        await this.#deps.results.finishItems(run, items, outputs);
        run.keepResult(step.node.id, outputs);
        isReusable &&= items.isReusable;
      } else if (selector !== undefined) await skipSteps(this.#deps, run, [step], selector);
    }
    return isReusable;
  }

  async #succeed(
    run: ActiveRun,
    loop: ActiveLoop,
    { node }: RunStep,
    outputs: Record<string, NodeValue>,
    reusable: boolean,
  ): Promise<void> {
    if (loop.isReported) return;
    const { claims, store, hub } = this.#deps;
    const completed = loop.results.length;
    const write = async (): Promise<void> => {
      const shortened: Record<string, unknown> = {};
      for (const [pin, value] of Object.entries(outputs)) shortened[pin] = await shortenedOutput(run, value);
      await store.nodes.finish(run.id, { nodeId: node.id, item: '' }, 'succeeded', { outputs });
      await store.events.append(run.id, {
        type: 'node.succeeded',
        nodeId: node.id,
        progress: 1,
        data: {
          outputs: shortened,
          items: { total: completed, completed, failed: 0 },
          durationMs: Math.round(performance.now() - loop.startedAt),
          nodeType: node.type,
          key: run.keys.keyOf(node.id),
          reusable,
        },
      });
    };
    await claims.write(run.claim, write, RELAXED);
    hub.changed(run.id);
  }

  async #inputsOf(
    run: ActiveRun,
    step: RunStep,
  ): Promise<{ values: Record<string, NodeValue | undefined> } | NodeFailed> {
    const definition = this.#deps.ctx.nodes.get(step.node.type);
    if (definition === undefined)
      return { code: 'UNKNOWN_NODE_TYPE', message: `This service has no node type ${step.node.type}.` };
    const raw = await run.rawValues(step, definition);
    const fitted = raw.ok ? fitInputs(step, definition, raw.values) : raw;
    if (fitted.ok) return { values: fitted.inputs };
    return { code: fitted.mismatch.code, message: fitted.mismatch.reason };
  }
}

const listOf = (items: ListValue['items']): ListValue => ({ kind: LIST_KIND, items: [...items] });

const outputsOfStart = ({ initial }: ActiveLoop): Record<string, NodeValue> => ({
  value: listOf(initial),
  iteration: listOf(initial.map(({ trace }, at) => ({ value: at + 1, ...(trace && { trace }) }))),
  loop: null,
});
