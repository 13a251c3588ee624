import type { Database } from '#service/storage/database.ts';

/** What a project has cost, from the ledger. Amounts are microcredits. */

/** Lines of one kind, at most. */
export const MAX_RECENT = 20;

type LedgerRow = Record<string, unknown>;

const amount = (row: LedgerRow): bigint => row['microcredits'] as bigint;
const nullableText = (row: LedgerRow, column: string): string | null =>
  typeof row[column] === 'string' ? row[column] : null;

const query = (db: Database, sql: string, ...values: string[]): Promise<LedgerRow[]> =>
  db.all(sql, values, { bigints: true });

export async function projectTotal(db: Database, projectId: string): Promise<bigint> {
  const [row] = await query(
    db,
    'SELECT COALESCE(SUM(microcredits), 0) AS microcredits FROM ledger WHERE project_id = ?',
    projectId,
  );
  return row === undefined ? 0n : amount(row);
}

/** The sums of a project by kind of charge or by provider, sorted by name. */
export const projectTotals = async (
  db: Database,
  projectId: string,
  column: 'charge_type' | 'provider',
): Promise<[name: string, microcredits: bigint][]> =>
  (
    await query(
      db,
      `SELECT ${column} AS name, SUM(microcredits) AS microcredits FROM ledger
     WHERE project_id = ? AND ${column} IS NOT NULL GROUP BY ${column} ORDER BY ${column}`,
      projectId,
    )
  ).map((row) => [String(row['name']), amount(row)]);

export interface NodeTotal {
  nodeId: string;
  nodeTitle: string;
  nodeType: string | null;
  billedRuns: number;
  microcredits: bigint;
  lastUsedAt: string | null;
}

/** The sums of a project by node, the dearest first. */
export const projectNodeTotals = async (db: Database, projectId: string): Promise<NodeTotal[]> =>
  (
    await query(
      db,
      `SELECT node_id, MAX(node_title) AS node_title, MAX(node_type) AS node_type, COUNT(*) AS billed_runs,
       SUM(microcredits) AS microcredits, MAX(created_at) AS last_used_at
     FROM ledger WHERE project_id = ? AND node_id IS NOT NULL GROUP BY node_id ORDER BY microcredits DESC, node_id`,
      projectId,
    )
  ).map((row) => ({
    nodeId: String(row['node_id']),
    nodeTitle: nullableText(row, 'node_title') ?? String(row['node_id']),
    nodeType: nullableText(row, 'node_type'),
    billedRuns: Number(row['billed_runs']),
    microcredits: amount(row),
    lastUsedAt: nullableText(row, 'last_used_at'),
  }));

export interface RecentCharge {
  id: string;
  chargeType: string;
  nodeId: string;
  nodeTitle: string;
  nodeType: string | null;
  microcredits: bigint;
  reason: string;
  isTemplateRun: boolean;
  createdAt: string | null;
  model: string | null;
  runId: string | null;
  provider: string | null;
}

/** The newest lines of a project. */
export const recentCharges = async (db: Database, projectId: string): Promise<RecentCharge[]> =>
  (
    await query(
      db,
      `SELECT *, EXISTS (SELECT 1 FROM template_runs t WHERE t.run_id = ledger.run_id) AS by_template
     FROM ledger WHERE project_id = ? ORDER BY created_at DESC, id DESC LIMIT ${MAX_RECENT}`,
      projectId,
    )
  ).map((row) => ({
    id: String(row['id']),
    chargeType: String(row['charge_type']),
    nodeId: nullableText(row, 'node_id') ?? '',
    nodeTitle: nullableText(row, 'node_title') ?? '',
    nodeType: nullableText(row, 'node_type'),
    microcredits: amount(row),
    reason: String(row['reason']),
    isTemplateRun: row['by_template'] === 1n,
    createdAt: nullableText(row, 'created_at'),
    model: nullableText(row, 'model'),
    runId: nullableText(row, 'run_id'),
    provider: nullableText(row, 'provider'),
  }));
