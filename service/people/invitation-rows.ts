import type { Scope } from '#shared/api/index.ts';
import type { Database } from '#service/storage/database.ts';
import { all, queryRow, run, text, textOrNull, type Row } from '#service/storage/statements.ts';

/** Rows of invitations: each yields one key, once. */
export interface InvitationRow {
  id: string;
  personId: string;
  scopes: readonly Scope[];
  /** How long the key lives that it yields, in seconds; null for good. */
  keySeconds: number | null;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  usedAt: string | null;
}

const readInvitation = (row: Row): InvitationRow => ({
  id: text(row, 'id'),
  personId: text(row, 'person_id'),
  scopes: text(row, 'scopes').split(' ') as Scope[],
  keySeconds: row['key_seconds'] === null ? null : Number(row['key_seconds']),
  createdAt: text(row, 'created_at'),
  expiresAt: text(row, 'expires_at'),
  revokedAt: textOrNull(row, 'revoked_at'),
  usedAt: textOrNull(row, 'used_at'),
});

/** @param hash SHA-256 of the code. */
export async function insertInvitation(
  db: Database,
  invitation: Omit<InvitationRow, 'revokedAt' | 'usedAt'> & { hash: string },
): Promise<void> {
  await run(
    db,
    `INSERT INTO invitations (id, person_id, hash, scopes, key_seconds, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    invitation.id,
    invitation.personId,
    invitation.hash,
    invitation.scopes.join(' '),
    invitation.keySeconds,
    invitation.createdAt,
    invitation.expiresAt,
  );
}

/** The newest invitations, but those first that can be used or revoked still. @param personId of one person; null of all */
export const listInvitations = async (
  db: Database,
  personId: string | null,
  atMost: number,
): Promise<InvitationRow[]> =>
  (
    await all(
      db,
      `SELECT * FROM invitations WHERE CAST(?1 AS TEXT) IS NULL OR person_id = ?1
       ORDER BY CASE WHEN used_at IS NULL AND revoked_at IS NULL THEN 0 ELSE 1 END, id DESC LIMIT ?2`,
      personId,
      atMost,
    )
  ).map(readInvitation);

export async function findInvitation(db: Database, id: string): Promise<InvitationRow | null> {
  const row = await queryRow(db, 'SELECT * FROM invitations WHERE id = ?', id);
  return row === undefined ? null : readInvitation(row);
}

/** @param hash SHA-256 of the code. */
export async function findInvitationByHash(db: Database, hash: string): Promise<InvitationRow | null> {
  const row = await queryRow(db, 'SELECT * FROM invitations WHERE hash = ?', hash);
  return row === undefined ? null : readInvitation(row);
}

/** Uses it up. @returns false where that was done before, here or in another process */
export const claimInvitation = async (db: Database, id: string, at: string): Promise<boolean> =>
  (await run(
    db,
    'UPDATE invitations SET used_at = ? WHERE id = ? AND used_at IS NULL AND revoked_at IS NULL',
    at,
    id,
  )) === 1;

/** Notes which key came of it. */
export async function noteInvitationKey(db: Database, id: string, keyId: string): Promise<void> {
  await run(db, 'UPDATE invitations SET key_id = ? WHERE id = ?', keyId, id);
}

/** @returns false where it was used or revoked before */
export const revokeInvitationRow = async (db: Database, id: string, at: string): Promise<boolean> =>
  (await run(
    db,
    'UPDATE invitations SET revoked_at = ? WHERE id = ? AND used_at IS NULL AND revoked_at IS NULL',
    at,
    id,
  )) === 1;

/** Revokes what a person has not used. */
export async function revokeInvitationsOf(db: Database, personId: string, at: string): Promise<void> {
  await run(
    db,
    'UPDATE invitations SET revoked_at = ? WHERE person_id = ? AND used_at IS NULL AND revoked_at IS NULL',
    at,
    personId,
  );
}
