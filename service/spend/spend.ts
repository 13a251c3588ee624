import type { RunSpendSummary } from '#shared/api/index.ts';
import type { GraphNode } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { chooseProvider } from '#service/providers/providers.ts';
import { statement } from '#service/storage/statements.ts';

/** Microcredits in one credit. */
const CREDIT = 1_000_000n;

/** What executions are booked under: those made here, and those that a provider answered. */
const LOCAL = { chargeType: 'node_execution', provider: 'local', model: null };
const PROVIDED = 'provider';

/** Price of one execution, in microcredits; node types without a price are free. */
export function priceOf(ctx: ServiceContext, nodeType: string): bigint {
  const price = Object.hasOwn(ctx.config.prices, nodeType) ? ctx.config.prices[nodeType] : undefined;
  return BigInt(price ?? 0);
}

/** What a node of a graph may cost; a provider that is named by a wire is known only when the node runs. */
export function expectedPrice(ctx: ServiceContext, node: Pick<GraphNode, 'type' | 'inputs'>): bigint {
  const price = priceOf(ctx, node.type);
  if (ctx.nodes.get(node.type)?.usesProvider !== true) return price;
  const chosen = chooseProvider(ctx.db, node.inputs?.['provider']?.value, node.inputs?.['model']?.value);
  return chosen.ok ? price + chosen.provider.price : price;
}

export function balanceOf(ctx: ServiceContext, accountId: string): bigint {
  const select = statement(ctx.db, 'SELECT balance_microcredits AS balance FROM accounts WHERE id = ?');
  select.setReadBigInts(true);
  const row = select.get(accountId);
  return typeof row?.['balance'] === 'bigint' ? row['balance'] : 0n;
}

export interface Charge {
  accountId: string;
  /** Null for a run of no project; a template's run is booked to the project that the template was published from. */
  projectId: string | null;
  runId: string;
  nodeId: string;
  nodeTitle: string;
  nodeType: string;
  microcredits: bigint;
  /** Set when a provider answered. */
  answeredBy: { provider: string; model: string } | null;
}

const TEMPLATE_PROJECT =
  'SELECT t.project_id FROM template_runs r JOIN templates t ON t.id = r.template_id WHERE r.run_id = ?';

/**
 * Books one execution: a line in the ledger, and the balance lowered by it. Called inside the transaction that stores
 * the node's result, so that neither exists without the other.
 */
export function bookCharge(ctx: ServiceContext, charge: Charge): void {
  if (charge.microcredits === 0n) return;
  const at = new Date(ctx.now()).toISOString();
  const booked = charge.answeredBy === null ? LOCAL : { chargeType: PROVIDED, ...charge.answeredBy };
  ctx.db
    .prepare(
      `INSERT INTO ledger (id, account_id, project_id, run_id, node_id, node_title, node_type, charge_type, provider,
         model, reason, microcredits, created_at) VALUES (?, ?, COALESCE(?, (${TEMPLATE_PROJECT})), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      ctx.newId('led'),
      charge.accountId,
      charge.projectId,
      charge.runId,
      charge.runId,
      charge.nodeId,
      charge.nodeTitle,
      charge.nodeType,
      booked.chargeType,
      booked.provider,
      booked.model,
      `Execution of ${charge.nodeTitle}`,
      charge.microcredits,
      at,
    );
  ctx.db
    .prepare(
      'UPDATE accounts SET balance_microcredits = balance_microcredits - ?, updated_at = ? WHERE id = ?',
    )
    .run(charge.microcredits, at, charge.accountId);
}

/** Whole credits for display: microcredits rounded down. The exact amount goes beside it. */
export const wholeCredits = (microcredits: bigint): number => Number(microcredits / CREDIT);

/** What one run has cost so far. */
export function runSpend(ctx: ServiceContext, runId: string): RunSpendSummary & { microcredits: bigint } {
  const select = statement(
    ctx.db,
    `SELECT charge_type, provider, node_id, node_title, node_type, COUNT(*) AS billed, SUM(microcredits) AS spent
     FROM ledger WHERE run_id = ? GROUP BY charge_type, provider, node_id ORDER BY MIN(created_at), MIN(id)`,
  );
  select.setReadBigInts(true);
  const byChargeType = new Map<string, bigint>();
  const byProvider = new Map<string, bigint>();
  const byNode: NonNullable<RunSpendSummary['byNode']> = [];
  let total = 0n;
  for (const row of select.all(runId)) {
    const spent = row['spent'] as bigint;
    total += spent;
    add(byChargeType, String(row['charge_type']), spent);
    if (row['provider'] !== null) add(byProvider, String(row['provider']), spent);
    byNode.push({
      nodeId: String(row['node_id']),
      nodeTitle: String(row['node_title']),
      nodeType: row['node_type'] === null ? null : String(row['node_type']),
      billedRuns: Number(row['billed']),
      credits: wholeCredits(spent),
      microcredits: spent.toString(),
    });
  }
  return {
    microcredits: total,
    totalCredits: wholeCredits(total),
    totalMicrocredits: total.toString(),
    byChargeType: mapValues(byChargeType, wholeCredits),
    byChargeTypeMicrocredits: mapValues(byChargeType, String),
    byProvider: mapValues(byProvider, wholeCredits),
    byProviderMicrocredits: mapValues(byProvider, String),
    byNode,
  };
}

function add(sums: Map<string, bigint>, key: string, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
}

const mapValues = <T>(sums: Map<string, bigint>, read: (sum: bigint) => T): Record<string, T> =>
  Object.fromEntries([...sums].map(([key, sum]) => [key, read(sum)]));
