import { ffmpegVersion } from '#native/media/ffmpeg-version.ts';
import type { ServiceContext } from '#service/context.ts';
import { hasPreviewSize } from '#service/nodes/preview-size.ts';
import { selectProvider } from '#service/providers/providers.ts';
import { listProviders } from '#service/providers/rows.ts';
import { priceOf } from '#service/spend/spend.ts';
import type { ActiveRun, ReadyTask } from './active-run.ts';
import { cacheKeyOf } from './node-cache.ts';
import type { NodeResults } from './node-results.ts';
import type { RunStep } from './plan.ts';

/** Starts that the process did not survive, after which a node is taken to be the reason. */
const MAX_ATTEMPTS = 3;

/**
 * What is to be done for a node, in a step of the engine.
 * @param interruptions how often it was executing when the process died.
 * @returns null where nothing is to be done, and why is written down then.
 */
export async function prepareTask(
  ctx: ServiceContext,
  results: NodeResults,
  run: ActiveRun,
  step: RunStep,
  interruptions: number,
): Promise<ReadyTask | null> {
  if (run.over || run.canceling) return null;
  const reject = async (code: string, message: string): Promise<null> => {
    await results.fail(run, step, { code, message });
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
  if (interruptions >= MAX_ATTEMPTS) {
    const message = `The service ended ${MAX_ATTEMPTS} times while ${run.titleOf(step)} worked, so it is not tried again. Check its inputs and start a new run.`;
    return await reject('NODE_CRASHED', message);
  }
  const resolved = await run.resolveInputs(step, definition);
  if (!resolved.ok) return await reject(resolved.mismatch.code, resolved.mismatch.reason);
  const { inputs } = resolved;
  for (const message of resolved.notes)
    await results.note(run, { type: 'log', nodeId: step.node.id, message });
  let modelSource: ReadyTask['modelSource'] = null;
  let modelPrice = 0n;
  if (definition.usesModel !== undefined) {
    const connected = await listProviders(ctx.db);
    const selection = selectProvider(connected, definition.usesModel, inputs['provider'], inputs['model']);
    if (!selection.ok) return await reject(selection.code, selection.message);
    modelSource = { provider: selection.provider, model: selection.model };
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
  return { step, definition, inputs, cacheKey, scale, modelSource, price };
}
