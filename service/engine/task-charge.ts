import type { ServiceContext } from '#service/context.ts';
import type { CallUsage } from '#service/nodes/definition.ts';
import { costOfCall, type ModelCost } from '#service/providers/model-cost.ts';
import { priceOf } from '#service/spend/spend.ts';
import type { ReadyTask } from './active-run.ts';

/**
 * What an execution is charged: what the node type costs here, and what its model did.
 * @param price what was expected of both, in microcredits; 0 for a file that was paid before.
 */
export function chargeOfTask(
  ctx: ServiceContext,
  { definition, modelSource, paidFile }: ReadyTask,
  price: bigint,
  usage: CallUsage | null,
): ModelCost {
  if (modelSource === null || paidFile !== undefined) return { microcredits: price, basis: 'named' };
  const nodePrice = priceOf(ctx, definition.type);
  const cost = costOfCall(modelSource.rate, usage, price > nodePrice ? price - nodePrice : 0n);
  return { ...cost, microcredits: cost.microcredits + nodePrice };
}
