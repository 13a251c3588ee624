import type { PublicProjectSpendSummary } from '#shared/api/index.ts';
import { wholeCredits } from './spend.ts';
import { statement } from '#service/storage/statements.ts';
import type { Database } from '#service/storage/database.ts';

/** What a project has cost, from the ledger. */

const RECENT = 20;

type LedgerRow = Record<string, unknown>;

const micro = (row: LedgerRow): bigint => row['microcredits'] as bigint;
const nullableText = (row: LedgerRow, column: string): string | null =>
  typeof row[column] === 'string' ? row[column] : null;

function query(db: Database, sql: string, ...values: string[]): LedgerRow[] {
  const select = statement(db, sql);
  select.setReadBigInts(true);
  return select.all(...values);
}

function totals(db: Database, projectId: string, column: 'charge_type' | 'provider') {
  const rows = query(
    db,
    `SELECT ${column} AS name, SUM(microcredits) AS microcredits FROM ledger
     WHERE project_id = ? AND ${column} IS NOT NULL GROUP BY ${column} ORDER BY ${column}`,
    projectId,
  );
  return {
    credits: Object.fromEntries(rows.map((row) => [String(row['name']), wholeCredits(micro(row))])),
    microcredits: Object.fromEntries(rows.map((row) => [String(row['name']), micro(row).toString()])),
  };
}

export function projectSpend(db: Database, projectId: string): PublicProjectSpendSummary {
  const total = query(
    db,
    'SELECT COALESCE(SUM(microcredits), 0) AS microcredits FROM ledger WHERE project_id = ?',
    projectId,
  )[0]!;
  const byChargeType = totals(db, projectId, 'charge_type');
  const byProvider = totals(db, projectId, 'provider');
  const byNode = query(
    db,
    `SELECT node_id, MAX(node_title) AS node_title, MAX(node_type) AS node_type, COUNT(*) AS billed_runs,
       SUM(microcredits) AS microcredits, MAX(created_at) AS last_used_at
     FROM ledger WHERE project_id = ? AND node_id IS NOT NULL GROUP BY node_id ORDER BY microcredits DESC, node_id`,
    projectId,
  );
  const recent = query(
    db,
    `SELECT *, EXISTS (SELECT 1 FROM template_runs t WHERE t.run_id = ledger.run_id) AS by_template
     FROM ledger WHERE project_id = ? ORDER BY created_at DESC, id DESC LIMIT ${RECENT}`,
    projectId,
  );
  return {
    projectId,
    totalCredits: wholeCredits(micro(total)),
    totalMicrocredits: micro(total).toString(),
    byChargeType: byChargeType.credits,
    byChargeTypeMicrocredits: byChargeType.microcredits,
    byProvider: byProvider.credits,
    byProviderMicrocredits: byProvider.microcredits,
    byNode: byNode.map((row) => ({
      nodeId: String(row['node_id']),
      nodeTitle: nullableText(row, 'node_title') ?? String(row['node_id']),
      nodeType: nullableText(row, 'node_type'),
      billedRuns: Number(row['billed_runs']),
      credits: wholeCredits(micro(row)),
      microcredits: micro(row).toString(),
      lastUsedAt: nullableText(row, 'last_used_at'),
    })),
    recentRuns: recent.map((row) => ({
      id: String(row['id']),
      chargeType: String(row['charge_type']),
      nodeId: nullableText(row, 'node_id') ?? '',
      nodeTitle: nullableText(row, 'node_title') ?? '',
      nodeType: nullableText(row, 'node_type'),
      credits: wholeCredits(micro(row)),
      microcredits: micro(row).toString(),
      reason: String(row['reason']),
      kind: row['by_template'] === 1n ? 'template_run' : 'run',
      createdAt: nullableText(row, 'created_at'),
      model: nullableText(row, 'model'),
      nodeExecutionId: nullableText(row, 'run_id'),
      provider: nullableText(row, 'provider'),
    })),
  };
}
