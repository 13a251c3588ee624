import { ffmpegVersion } from '#native/media/ffmpeg-version.ts';
import { LISTS_PIN, pairingOf, type Pairing } from '#shared/graph/list-pairing.ts';
import type { ServiceContext } from '#service/context.ts';
import { isAnyList, type NodeDefinition } from '#service/nodes/definition.ts';
import { hasPreviewSize } from '#service/nodes/preview-size.ts';
import { selectProvider } from '#service/providers/providers.ts';
import { listProviders } from '#service/providers/rows.ts';
import { priceOf } from '#service/spend/spend.ts';
import { fitInputs, type ActiveRun, type ReadyTask } from './active-run.ts';
import type { StepInput, ItemUnit } from './item-plan.ts';
import { narrowerOf } from './branches.ts';
import { cacheKeyOf } from './node-cache.ts';
import type { NodeResults } from './node-results.ts';
import type { RunStep } from './plan.ts';
import { depthOfPin } from './step-items.ts';

/** Starts that the process did not survive, after which a node is taken to be the reason. */
const MAX_ATTEMPTS = 3;

/** A node whose inputs are there. */
export interface PreparedStep {
  definition: NodeDefinition;
  sources: readonly StepInput[];
  pairing: Pairing;
  /** Whether it may run for each item of a list. */
  mayHaveItems: boolean;
  /** Whether it has branches, and has not decided yet which it takes. */
  isUnresolved: boolean;
}

/** A node as a whole, as a unit. */
export const nodeUnit = ({ sources }: PreparedStep): ItemUnit => ({
  item: '',
  trace: [],
  inputs: Object.fromEntries(sources.map(({ name, value }) => [name, value])),
});

/**
 * Looks at a node whose turn has come, in a step of the engine.
 * @returns null where nothing is to be done, and why is written down then.
 */
export async function prepareStep(
  ctx: ServiceContext,
  results: NodeResults,
  run: ActiveRun,
  step: RunStep,
): Promise<PreparedStep | null> {
  if (run.over || run.canceling) return null;
  const reject = async (code: string, message: string): Promise<null> => {
    await results.fail(run, { step, item: '', trace: [] }, { code, message });
    return null;
  };
  const definition = ctx.nodes.get(step.node.type);
  if (definition === undefined) {
    const message = `This service has no node type ${step.node.type}. Remove the node or use a service that knows it.`;
    return await reject('UNKNOWN_NODE_TYPE', message);
  }
  if (run.isLive && !(hasPreviewSize(definition) && priceOf(ctx, definition.type) === 0n)) {
    const message = `${run.titleOf(step)} is executed by Run only: live previews are made of what is free and fast.`;
    return await reject('NOT_IN_LIVE_PREVIEW', message);
  }
  const values = await run.rawValues(step, definition);
  if (!values.ok) return await reject(values.mismatch.code, values.mismatch.reason);
  const rawSources = definition.inputs
    .filter(({ name }) => name !== LISTS_PIN)
    .map((pin): StepInput => ({
      name: pin.name,
      label: pin.label,
      value: values.values[pin.name],
      depth: depthOfPin(definition.type, pin),
    }));
  const sources = narrowerOf(definition)?.(rawSources) ?? rawSources;
  const isUnresolved =
    definition.branchOf !== undefined && run.demandOf(step.node.id)?.isResolved(step.node.id) === false;
  const mayHaveItems = sources.some(({ value, depth }) => depth < Infinity && isAnyList(value));
  return { definition, sources, pairing: pairingOf(values.values[LISTS_PIN]), mayHaveItems, isUnresolved };
}

/**
 * What is to be executed for a node or one of its items, in a step of the engine.
 * @param interruptions how often it was executing when the process died.
 * @returns null where nothing is to be done, and why is written down then.
 */
export async function prepareTask(
  ctx: ServiceContext,
  results: NodeResults,
  run: ActiveRun,
  { step, definition, unit }: { step: RunStep; definition: NodeDefinition; unit: ItemUnit },
  interruptions: number,
): Promise<ReadyTask | null> {
  if (run.over || run.canceling) return null;
  const { item, trace } = unit;
  const reject = async (code: string, message: string): Promise<null> => {
    await results.fail(run, { step, item, trace }, { code, message });
    return null;
  };
  if (interruptions >= MAX_ATTEMPTS) {
    const message = `The service ended ${MAX_ATTEMPTS} times while ${run.titleOf(step)} worked, so it is not tried again. Check its inputs and start a new run.`;
    return await reject('NODE_CRASHED', message);
  }
  const resolved = fitInputs(step, definition, unit.inputs);
  if (!resolved.ok) return await reject(resolved.mismatch.code, resolved.mismatch.reason);
  const { [LISTS_PIN]: _pairing, ...inputs } = resolved.inputs;
  for (const message of resolved.notes) await results.log(run, { step, item, trace }, message);
  let modelSource: ReadyTask['modelSource'] = null;
  let modelPrice = 0n;
  if (definition.usesModel !== undefined) {
    const connected = await listProviders(ctx.db);
    const selection = selectProvider(connected, definition.usesModel, inputs);
    if (!selection.ok) return await reject(selection.code, selection.message);
    modelSource = { provider: selection.provider, model: selection.model, rate: selection.rate };
    modelPrice = selection.price;
  }
  // What has nothing to do with the size of pictures is the same at any.
  const scale = definition.preview === undefined ? null : run.scale;
  const program = definition.runsPrograms === true ? await ffmpegVersion() : null;
  const cacheKey =
    definition.cacheable === false
      ? null
      : cacheKeyOf(definition, inputs, { answeredBy: modelSource, scale, program });
  const price = priceOf(ctx, definition.type) + modelPrice;
  return { step, item, trace, definition, inputs, cacheKey, scale, modelSource, price };
}
