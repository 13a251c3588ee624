import type { RunSpendSummary } from '#shared/api/index.ts';
import type { GraphNode } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { CostBasis } from '#service/providers/model-cost.ts';
import { selectProvider } from '#service/providers/providers.ts';
import { listProviders, type Provider } from '#service/providers/rows.ts';
import { findBalance, insertLedgerLine, ledgerOfRun, debitBalance } from './rows.ts';
import { toFullCredits } from '#service/rules/credits.ts';

/** What executions are booked under that no provider answered. */
const LOCAL = { chargeType: 'node_execution', provider: 'local', model: null };
/** And those that one did, by what their amount goes by: sums by kind of charge keep them apart. */
export const CHARGE_TYPES: Readonly<Record<CostBasis, string>> = {
  named: 'provider',
  usage: 'provider_usage',
  estimate: 'provider_estimated',
};

/** Price of one execution, in microcredits; node types without a price are free. */
export function priceOf(ctx: ServiceContext, nodeType: string): bigint {
  const price = Object.hasOwn(ctx.config.prices, nodeType) ? ctx.config.prices[nodeType] : undefined;
  return BigInt(price ?? 0);
}

/** All providers where a graph has nodes that ask one; none otherwise, without looking. */
export const providersFor = async (
  { db, nodes }: Pick<ServiceContext, 'db' | 'nodes'>,
  graph: { nodes: readonly { type: string }[] },
): Promise<readonly Provider[]> =>
  graph.nodes.some(({ type }) => nodes.get(type)?.usesModel !== undefined) ? await listProviders(db) : [];

/**
 * What a node of a graph may cost; a provider that is named by a wire is known only when the node runs.
 * @param connected all providers: see `providersFor`.
 */
export function expectedPrice(
  ctx: ServiceContext,
  connected: readonly Provider[],
  node: Pick<GraphNode, 'type' | 'inputs'>,
): bigint {
  const price = priceOf(ctx, node.type);
  const kind = ctx.nodes.get(node.type)?.usesModel;
  if (kind === undefined) return price;
  const inputs = Object.fromEntries(
    Object.entries(node.inputs ?? {}).map(([name, input]) => [name, input?.value]),
  );
  const selection = selectProvider(connected, kind, inputs);
  return selection.ok ? price + selection.price : price;
}

/** What an account has, in microcredits. */
export const balanceOf = (ctx: ServiceContext, accountId: string): Promise<bigint> =>
  findBalance(ctx.db, accountId);

export interface Charge {
  accountId: string;
  /** Null for a run of no project; a template's run is booked to the project that the template was published from. */
  projectId: string | null;
  runId: string;
  nodeId: string;
  nodeTitle: string;
  nodeType: string;
  microcredits: bigint;
  /** What the amount goes by, where a provider answered. */
  basis: CostBasis;
  /** Set when a provider answered. */
  answeredBy: { provider: string; model: string } | null;
}

/**
 * Books one execution: a line in the ledger, and the balance lowered by it. Called inside the transaction that stores
 * the node's result, so that neither exists without the other.
 */
export async function recordCharge(ctx: ServiceContext, { basis, ...charge }: Charge): Promise<void> {
  if (charge.microcredits === 0n) return;
  const at = new Date(ctx.now()).toISOString();
  const booked =
    charge.answeredBy === null ? LOCAL : { chargeType: CHARGE_TYPES[basis], ...charge.answeredBy };
  await insertLedgerLine(ctx.db, {
    ...charge,
    ...booked,
    id: ctx.newId('led'),
    reason: `Execution of ${charge.nodeTitle}`,
    createdAt: at,
  });
  await debitBalance(ctx.db, charge.accountId, charge.microcredits, at);
}

/** What one run has cost so far. */
export async function runSpend(
  ctx: ServiceContext,
  runId: string,
): Promise<RunSpendSummary & { microcredits: bigint }> {
  const byChargeType = new Map<string, bigint>();
  const byProvider = new Map<string, bigint>();
  const byNode: NonNullable<RunSpendSummary['byNode']> = [];
  let total = 0n;
  for (const { chargeType, provider, spent, ...node } of await ledgerOfRun(ctx.db, runId)) {
    total += spent;
    add(byChargeType, chargeType, spent);
    if (provider !== null) add(byProvider, provider, spent);
    byNode.push({ ...node, credits: toFullCredits(spent), microcredits: spent.toString() });
  }
  return {
    microcredits: total,
    totalCredits: toFullCredits(total),
    totalMicrocredits: total.toString(),
    byChargeType: mapValues(byChargeType, toFullCredits),
    byChargeTypeMicrocredits: mapValues(byChargeType, String),
    byProvider: mapValues(byProvider, toFullCredits),
    byProviderMicrocredits: mapValues(byProvider, String),
    byNode,
  };
}

function add(sums: Map<string, bigint>, key: string, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
}

const mapValues = <T>(sums: Map<string, bigint>, read: (sum: bigint) => T): Record<string, T> =>
  Object.fromEntries([...sums].map(([key, sum]) => [key, read(sum)]));
