import type { Database } from '#service/storage/database.ts';
import { queryRow, run, text } from '#service/storage/statements.ts';

export interface SavedResponse {
  status: number;
  body: string;
  /** Origin of the service when it answered. */
  origin: string;
}

/** The response saved under a key after a time, and the fingerprint of its request. */
export async function findResponse(
  db: Database,
  accountId: string,
  key: string,
  after: string,
): Promise<{ fingerprint: string; response: SavedResponse } | null> {
  const row = await queryRow(
    db,
    'SELECT fingerprint, status, body, origin FROM idempotency WHERE account_id = ? AND key = ? AND created_at > ?',
    accountId,
    key,
    after,
  );
  if (!row) return null;
  return {
    fingerprint: text(row, 'fingerprint'),
    response: { status: Number(row['status']), body: text(row, 'body'), origin: text(row, 'origin') },
  };
}

export interface NewResponse {
  accountId: string;
  endpoint: string;
  key: string;
  fingerprint: string;
  response: SavedResponse;
  at: string;
}

export async function saveResponse(db: Database, saved: NewResponse): Promise<void> {
  await run(
    db,
    `INSERT INTO idempotency (account_id, endpoint, key, fingerprint, status, body, origin, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, key) DO UPDATE SET endpoint = excluded.endpoint, fingerprint = excluded.fingerprint,
       status = excluded.status, body = excluded.body, origin = excluded.origin, created_at = excluded.created_at`,
    saved.accountId,
    saved.endpoint,
    saved.key,
    saved.fingerprint,
    saved.response.status,
    saved.response.body,
    saved.response.origin,
    saved.at,
  );
}

export async function deleteResponsesUntil(db: Database, at: string): Promise<void> {
  await run(db, 'DELETE FROM idempotency WHERE created_at <= ?', at);
}
