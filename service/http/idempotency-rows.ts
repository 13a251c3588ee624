import type { Database } from '#service/storage/database.ts';
import { one, run, text } from '#service/storage/statements.ts';

export interface SavedAnswer {
  status: number;
  body: string;
  /** Origin of the service when it answered. */
  origin: string;
}

/** The answer saved under a key after a time, and the fingerprint of its request. */
export function findAnswer(
  db: Database,
  accountId: string,
  key: string,
  after: string,
): { fingerprint: string; answer: SavedAnswer } | null {
  const row = one(
    db,
    'SELECT fingerprint, status, body, origin FROM idempotency WHERE account_id = ? AND key = ? AND created_at > ?',
    accountId,
    key,
    after,
  );
  if (!row) return null;
  return {
    fingerprint: text(row, 'fingerprint'),
    answer: { status: Number(row['status']), body: text(row, 'body'), origin: text(row, 'origin') },
  };
}

export interface NewAnswer {
  accountId: string;
  endpoint: string;
  key: string;
  fingerprint: string;
  answer: SavedAnswer;
  at: string;
}

export function saveAnswer(db: Database, saved: NewAnswer): void {
  run(
    db,
    `INSERT OR REPLACE INTO idempotency (account_id, endpoint, key, fingerprint, status, body, origin, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    saved.accountId,
    saved.endpoint,
    saved.key,
    saved.fingerprint,
    saved.answer.status,
    saved.answer.body,
    saved.answer.origin,
    saved.at,
  );
}

export function deleteAnswersUntil(db: Database, at: string): void {
  run(db, 'DELETE FROM idempotency WHERE created_at <= ?', at);
}
