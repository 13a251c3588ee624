import type { Database } from '#service/storage/database.ts';
import { statement } from '#service/storage/statements.ts';

/** Rows of the ledger and balances. Amounts are microcredits. */

export function findBalance(db: Database, accountId: string): bigint {
  const select = statement(db, 'SELECT balance_microcredits AS balance FROM accounts WHERE id = ?');
  select.setReadBigInts(true);
  const row = select.get(accountId);
  return typeof row?.['balance'] === 'bigint' ? row['balance'] : 0n;
}

export interface LedgerLine {
  id: string;
  accountId: string;
  /** Null: the project that the template of the run was published from, if it was one. */
  projectId: string | null;
  runId: string;
  nodeId: string;
  nodeTitle: string;
  nodeType: string;
  chargeType: string;
  provider: string;
  model: string | null;
  reason: string;
  microcredits: bigint;
  createdAt: string;
}

export const TEMPLATE_PROJECT =
  'SELECT t.project_id FROM template_runs r JOIN templates t ON t.id = r.template_id WHERE r.run_id = ?';

export function insertLedgerLine(db: Database, line: LedgerLine): void {
  statement(
    db,
    `INSERT INTO ledger (id, account_id, project_id, run_id, node_id, node_title, node_type, charge_type, provider,
       model, reason, microcredits, created_at) VALUES (?, ?, COALESCE(?, (${TEMPLATE_PROJECT})), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    line.id,
    line.accountId,
    line.projectId,
    line.runId,
    line.runId,
    line.nodeId,
    line.nodeTitle,
    line.nodeType,
    line.chargeType,
    line.provider,
    line.model,
    line.reason,
    line.microcredits,
    line.createdAt,
  );
}

export function debitBalance(db: Database, accountId: string, microcredits: bigint, at: string): void {
  statement(
    db,
    'UPDATE accounts SET balance_microcredits = balance_microcredits - ?, updated_at = ? WHERE id = ?',
  ).run(microcredits, at, accountId);
}

/** What one node of a run has cost under one kind of charge. */
export interface NodeSpend {
  chargeType: string;
  provider: string | null;
  nodeId: string;
  nodeTitle: string;
  nodeType: string | null;
  billedRuns: number;
  spent: bigint;
}

/** What a run has cost, in the order in which it was booked. */
export function ledgerOfRun(db: Database, runId: string): NodeSpend[] {
  const select = statement(
    db,
    `SELECT charge_type, provider, node_id, node_title, node_type, COUNT(*) AS billed, SUM(microcredits) AS spent
     FROM ledger WHERE run_id = ? GROUP BY charge_type, provider, node_id ORDER BY MIN(created_at), MIN(id)`,
  );
  select.setReadBigInts(true);
  return select.all(runId).map((row) => ({
    chargeType: String(row['charge_type']),
    provider: row['provider'] === null ? null : String(row['provider']),
    nodeId: String(row['node_id']),
    nodeTitle: String(row['node_title']),
    nodeType: row['node_type'] === null ? null : String(row['node_type']),
    billedRuns: Number(row['billed']),
    spent: row['spent'] as bigint,
  }));
}
