import type { Database } from '#service/storage/database.ts';
import { all, queryRow, run, text, textList, textOrNull } from '#service/storage/statements.ts';

/** Rows of webhooks and of their deliveries. */

export interface WebhookRow {
  id: string;
  accountId: string;
  accountName: string;
  url: string;
  /** Whether its address may lie inside a private network. */
  isPrivate: boolean;
  createdAt: string;
}

export async function insertWebhook(
  db: Database,
  webhook: Omit<WebhookRow, 'accountName'> & { sealedSecret: Uint8Array },
): Promise<void> {
  await run(
    db,
    'INSERT INTO webhooks (id, account_id, url, sealed_secret, is_private, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    webhook.id,
    webhook.accountId,
    webhook.url,
    webhook.sealedSecret,
    webhook.isPrivate ? 1 : 0,
    webhook.createdAt,
  );
}

/** Those in use, oldest first. */
export const listWebhooks = async (db: Database): Promise<WebhookRow[]> =>
  (
    await all(
      db,
      `SELECT w.id, w.account_id, a.name, w.url, w.is_private, w.created_at FROM webhooks w
       JOIN accounts a ON a.id = w.account_id WHERE w.removed_at IS NULL ORDER BY w.id`,
    )
  ).map((row) => ({
    id: text(row, 'id'),
    accountId: text(row, 'account_id'),
    accountName: text(row, 'name'),
    url: text(row, 'url'),
    isPrivate: row['is_private'] === 1,
    createdAt: text(row, 'created_at'),
  }));

export async function countWebhooks(db: Database, accountId: string): Promise<number> {
  const sql = 'SELECT COUNT(*) AS n FROM webhooks WHERE account_id = ? AND removed_at IS NULL';
  return Number((await queryRow(db, sql, accountId))?.['n'] ?? 0);
}

/** Ends what waits for it as well. @returns false where there is none of that id */
export async function removeWebhook(db: Database, id: string, at: string): Promise<boolean> {
  const sql = 'UPDATE webhooks SET removed_at = ? WHERE id = ? AND removed_at IS NULL';
  if ((await run(db, sql, at, id)) === 0) return false;
  await run(db, 'UPDATE webhook_deliveries SET next_at = NULL WHERE webhook_id = ?', id);
  return true;
}

/** Ids of the webhooks of an account. */
export const webhooksOf = async (db: Database, accountId: string): Promise<string[]> =>
  (
    await all(
      db,
      'SELECT id FROM webhooks WHERE account_id = ? AND removed_at IS NULL ORDER BY id',
      accountId,
    )
  ).map((row) => text(row, 'id'));

export async function insertDelivery(
  db: Database,
  delivery: { id: string; webhookId: string; runId: string; body: string; at: string },
): Promise<void> {
  await run(
    db,
    `INSERT INTO webhook_deliveries (id, webhook_id, run_id, body, created_at, next_at) VALUES (?, ?, ?, ?, ?, ?)`,
    delivery.id,
    delivery.webhookId,
    delivery.runId,
    delivery.body,
    delivery.at,
    delivery.at,
  );
}

/** A delivery that is to be tried now. */
export interface PendingDelivery {
  id: string;
  body: string;
  attempts: number;
  webhookId: string;
  url: string;
  isPrivate: boolean;
  sealedSecret: Uint8Array;
}

/** Whether any is to be tried now, by whomever. */
export async function hasPending(db: Database, at: string): Promise<boolean> {
  const sql = 'SELECT 1 AS found FROM webhook_deliveries WHERE next_at <= ? LIMIT 1';
  return (await queryRow(db, sql, at)) !== undefined;
}

/**
 * Inside a transaction: takes deliveries that are due and that no living process is trying.
 * @param owner who takes them. @param live names of all processes that live
 */
export async function claimPending(
  db: Database,
  { owner, live, at, limit }: { owner: string; live: readonly string[]; at: string; limit: number },
): Promise<PendingDelivery[]> {
  const rows = await all(
    db,
    `SELECT d.id, d.body, d.attempts, d.webhook_id, w.url, w.is_private, w.sealed_secret FROM webhook_deliveries d
     JOIN webhooks w ON w.id = d.webhook_id WHERE d.next_at <= ?
       AND (d.owner IS NULL OR d.owner NOT IN (SELECT value FROM json_each(?)))
     ORDER BY d.next_at, d.id LIMIT ?`,
    at,
    textList([...live]),
    limit,
  );
  for (const row of rows)
    await run(db, 'UPDATE webhook_deliveries SET owner = ? WHERE id = ?', owner, text(row, 'id'));
  return rows.map((row) => ({
    id: text(row, 'id'),
    body: text(row, 'body'),
    attempts: Number(row['attempts']),
    webhookId: text(row, 'webhook_id'),
    url: text(row, 'url'),
    isPrivate: row['is_private'] === 1,
    sealedSecret: row['sealed_secret'] as Uint8Array,
  }));
}

/** What became of a try. */
export interface DeliveryOutcome {
  status: number | null;
  /** Null where it has arrived. */
  problem: string | null;
  /** When it is tried again; null: no more. */
  nextAt: string | null;
  at: string;
}

/** Notes an outcome, as long as the delivery is this process's own. */
export async function recordAttempt(
  db: Database,
  id: string,
  owner: string,
  { status, problem, nextAt, at }: DeliveryOutcome,
): Promise<void> {
  await run(
    db,
    `UPDATE webhook_deliveries SET attempts = attempts + 1, owner = NULL, status = ?, problem = ?,
       next_at = CASE WHEN next_at IS NULL THEN NULL ELSE CAST(? AS TEXT) END, delivered_at = ?
     WHERE id = ? AND owner = ? AND delivered_at IS NULL`,
    status,
    problem,
    nextAt,
    problem === null ? at : null,
    id,
    owner,
  );
}

/** The log: what was tried last and how it went, newest first. */
export const listDeliveries = async (db: Database, webhookId: string | null, limit: number) =>
  (
    await all(
      db,
      `SELECT id, webhook_id, run_id, created_at, attempts, next_at, delivered_at, status, problem
       FROM webhook_deliveries WHERE CAST(?1 AS TEXT) IS NULL OR webhook_id = ?1 ORDER BY id DESC LIMIT ?2`,
      webhookId,
      limit,
    )
  ).map((row) => ({
    id: text(row, 'id'),
    webhookId: text(row, 'webhook_id'),
    runId: text(row, 'run_id'),
    createdAt: text(row, 'created_at'),
    attempts: Number(row['attempts']),
    nextAt: textOrNull(row, 'next_at'),
    deliveredAt: textOrNull(row, 'delivered_at'),
    status: row['status'] === null ? null : Number(row['status']),
    problem: textOrNull(row, 'problem'),
  }));

/** Forgets what is over since a time. */
export async function deleteDeliveriesBefore(db: Database, at: string): Promise<void> {
  await run(db, 'DELETE FROM webhook_deliveries WHERE next_at IS NULL AND created_at < ?', at);
}
