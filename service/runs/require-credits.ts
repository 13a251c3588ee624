import type { ServiceContext } from '#service/context.ts';
import { planRun } from '#service/engine/plan.ts';
import { activeWork } from '#service/engine/run-rows.ts';
import { Problem } from '#service/problems/problem.ts';
import { priceOfPaidFiles } from '#service/spend/model-call-rows.ts';
import { personMonth } from '#service/spend/person-limit.ts';
import { balanceOf, expectedPrice, providersFor } from '#service/spend/spend.ts';

/** On whose account a run goes, and whose limit of it counts. */
export interface RunPayer {
  accountId: string;
  personId: string | null;
}

/** @throws Problem INSUFFICIENT_CREDITS for more than the account has, or the person may spend */
export async function requireRunCredits(
  ctx: ServiceContext,
  { accountId, personId }: RunPayer,
  cost: bigint,
): Promise<void> {
  await requireCredits(ctx, accountId, cost);
  if (personId !== null) await requirePersonCredits(ctx, { accountId, personId }, cost);
}

/**
 * Reused results are free, so a run may turn out cheaper; it is refused when its full price is not covered by what the
 * runs under way leave of the balance.
 */
async function requireCredits(ctx: ServiceContext, accountId: string, cost: bigint): Promise<void> {
  if (cost === 0n) return;
  const balance = await balanceOf(ctx, accountId);
  const reserved = await reservedFor(ctx, accountId);
  // What was paid and only has to be fetched may be all that this run does; each node looks at the balance again.
  if (balance - reserved + (await priceOfPaidFiles(ctx.db, accountId)) >= cost) return;
  const remaining = reserved === 0n ? '' : `, of which runs under way may need ${reserved}`;
  const nextStep = reserved === 0n ? 'or run to fewer nodes' : 'wait for those runs, or run to fewer nodes';
  throw Problem.of(
    'INSUFFICIENT_CREDITS',
    `This run may cost ${cost} microcredits, and the balance is ${balance}${remaining}. Add credits, ${nextStep}.`,
    {
      requiredMicrocredits: cost.toString(),
      balanceMicrocredits: balance.toString(),
      promisedMicrocredits: reserved.toString(),
    },
  );
}

/** @throws Problem INSUFFICIENT_CREDITS for more than is left of what the person may spend this month */
async function requirePersonCredits(
  ctx: ServiceContext,
  { accountId, personId }: { accountId: string; personId: string },
  cost: bigint,
): Promise<void> {
  const month = cost === 0n ? null : await personMonth(ctx, personId);
  if (month === null || month.limit === null) return;
  const left = month.limit - month.spent - month.abandoned - (await reservedFor(ctx, accountId, personId));
  if (left >= cost) return;
  throw Problem.of(
    'INSUFFICIENT_CREDITS',
    `This run may cost ${cost} microcredits, and ${left > 0n ? left : 0n} are left of what you may spend this month. Ask for a higher limit, or run to fewer nodes.`,
    {
      requiredMicrocredits: cost.toString(),
      balanceMicrocredits: (month.limit - month.spent).toString(),
      promisedMicrocredits: (month.limit - month.spent - left).toString(),
    },
  );
}

/** What the account's unfinished runs may still cost, in microcredits. @param personId of these alone */
async function reservedFor(ctx: ServiceContext, accountId: string, personId?: string): Promise<bigint> {
  let reserved = 0n;
  const active = await activeWork(ctx.db, accountId);
  const pending = personId === undefined ? active : active.filter((work) => work.personId === personId);
  const connected = await providersFor(ctx, { nodes: pending.flatMap(({ graph }) => graph.nodes) });
  for (const { graph, targetNodeIds, finishedNodeIds } of pending) {
    for (const { node } of planRun(graph, targetNodeIds, ctx.nodes).order) {
      if (!finishedNodeIds.has(node.id)) reserved += expectedPrice(ctx, connected, node);
    }
  }
  return reserved;
}
