import type { Database } from '#service/storage/database.ts';
import { run } from '#service/storage/statements.ts';

/** Rows of the ledger and balances. Amounts are microcredits. */

export async function findBalance(db: Database, accountId: string): Promise<bigint> {
  const row = await db.get('SELECT balance_microcredits AS balance FROM accounts WHERE id = ?', [accountId], {
    bigints: true,
  });
  return typeof row?.['balance'] === 'bigint' ? row['balance'] : 0n;
}

export interface LedgerLine {
  id: string;
  accountId: string;
  /** Null: the project that the template of the run was published from, if it was one. */
  projectId: string | null;
  /** Null for what is of no run. */
  runId: string | null;
  nodeId: string;
  nodeTitle: string;
  nodeType: string | null;
  chargeType: string;
  provider: string;
  model: string | null;
  reason: string;
  microcredits: bigint;
  createdAt: string;
}

export const TEMPLATE_PROJECT =
  'SELECT t.project_id FROM template_runs r JOIN templates t ON t.id = r.template_id WHERE r.run_id = ?';

export async function insertLedgerLine(db: Database, line: LedgerLine): Promise<void> {
  await run(
    db,
    `INSERT INTO ledger (id, account_id, project_id, run_id, node_id, node_title, node_type, charge_type, provider,
       model, reason, microcredits, created_at, person_id)
     VALUES (?, ?, COALESCE(?, (${TEMPLATE_PROJECT})), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT person_id FROM runs WHERE id = ?))`,
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
    line.runId,
  );
}

export async function debitBalance(
  db: Database,
  accountId: string,
  microcredits: bigint,
  at: string,
): Promise<void> {
  await run(
    db,
    'UPDATE accounts SET balance_microcredits = balance_microcredits - ?, updated_at = ? WHERE id = ?',
    microcredits,
    at,
    accountId,
  );
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
export async function ledgerOfRun(db: Database, runId: string): Promise<NodeSpend[]> {
  const rows = await db.all(
    `SELECT charge_type, provider, node_id, MIN(node_title) AS node_title, MIN(node_type) AS node_type,
       COUNT(*) AS billed, SUM(microcredits) AS spent
     FROM ledger WHERE run_id = ? GROUP BY charge_type, provider, node_id ORDER BY MIN(created_at), MIN(id)`,
    [runId],
    { bigints: true },
  );
  return rows.map((row) => ({
    chargeType: String(row['charge_type']),
    provider: row['provider'] === null ? null : String(row['provider']),
    nodeId: String(row['node_id']),
    nodeTitle: String(row['node_title']),
    nodeType: row['node_type'] === null ? null : String(row['node_type']),
    billedRuns: Number(row['billed']),
    spent: row['spent'] as bigint,
  }));
}

/** What a person has spent since a month began, and may spend in it. */
export interface PersonMonth {
  isDisabled: boolean;
  /** Microcredits; null without a limit. */
  limit: bigint | null;
  /** Booked since the month began. */
  spent: bigint;
  /** What nodes that are executed now, or lie in the queue of workers, will cost. */
  running: bigint;
  /** What models are still asked for by runs that were canceled: their answers are paid as well. */
  abandoned: bigint;
}

/** A node of a run. */
export interface NodeOfRun {
  runId: string;
  nodeId: string;
  /** Which item of a list, where the node runs for each. */
  item?: string;
}

/**
 * @param since when the month began
 * @param excluded is not counted among those that are executed
 * @returns null for a person who is not there
 */
export async function findPersonMonth(
  db: Database,
  personId: string,
  since: string,
  excluded: NodeOfRun | null,
): Promise<PersonMonth | null> {
  const row = await db.get(
    `SELECT p.disabled_at AS disabled_at, p.spend_limit AS spend_limit,
       (SELECT COALESCE(SUM(l.microcredits), 0) FROM ledger l
        WHERE l.person_id = p.id AND l.created_at >= ?) AS spent,
       (SELECT COALESCE(SUM(n.price), 0) FROM runs r JOIN run_nodes n ON n.run_id = r.id
        WHERE r.person_id = p.id AND r.status IN ('accepted', 'queued', 'running')
          AND n.state IN ('running', 'queued') AND NOT (n.run_id = ? AND n.node_id = ? AND n.item = ?)) AS running,
       (SELECT COALESCE(SUM(c.price), 0) FROM model_calls c JOIN runs r ON r.id = c.run_id
        WHERE c.state = 'asked' AND r.person_id = p.id AND r.finished_at IS NOT NULL) AS abandoned
     FROM people p WHERE p.id = ?`,
    [since, excluded?.runId ?? '', excluded?.nodeId ?? '', excluded?.item ?? '', personId],
    { bigints: true },
  );
  if (row === undefined) return null;
  return {
    isDisabled: row['disabled_at'] !== null,
    limit: row['spend_limit'] === null ? null : (row['spend_limit'] as bigint),
    spent: row['spent'] as bigint,
    running: row['running'] as bigint,
    abandoned: row['abandoned'] as bigint,
  };
}
