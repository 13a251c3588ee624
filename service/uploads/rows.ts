import type { ServiceContext } from '#service/context.ts';
import { all, queryRow, run, text, textOrNull, type Row } from '#service/storage/statements.ts';
import type { Database } from '#service/storage/database.ts';

export interface UploadRow {
  id: string;
  accountId: string;
  /** Who sends it; null for a key of nobody in particular. */
  personId: string | null;
  fileId: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
  sha256: string | null;
  storageMethod: 'single_part' | 'multipart';
  partSize: number | null;
  partCount: number | null;
  state: 'pending' | 'completed' | 'aborted' | 'expired';
  externalId: string | null;
  externalUserId: string | null;
  externalWorkspaceId: string | null;
  createdAt: string;
  expiresAt: string;
}

export interface PartRow {
  partNumber: number;
  sha256: string;
  sizeBytes: number;
  /** Name in the blob store's incoming folder. */
  path: string;
}

const readUpload = (row: Row): UploadRow => ({
  id: text(row, 'id'),
  accountId: text(row, 'account_id'),
  personId: textOrNull(row, 'person_id'),
  fileId: text(row, 'file_id'),
  filename: text(row, 'filename'),
  contentType: text(row, 'content_type'),
  sizeBytes: Number(row['size_bytes']),
  sha256: textOrNull(row, 'sha256'),
  storageMethod: text(row, 'storage_method') === 'multipart' ? 'multipart' : 'single_part',
  partSize: row['part_size'] === null ? null : Number(row['part_size']),
  partCount: row['part_count'] === null ? null : Number(row['part_count']),
  state: text(row, 'state') as UploadRow['state'],
  externalId: textOrNull(row, 'external_id'),
  externalUserId: textOrNull(row, 'external_user_id'),
  externalWorkspaceId: textOrNull(row, 'external_workspace_id'),
  createdAt: text(row, 'created_at'),
  expiresAt: text(row, 'expires_at'),
});

export async function findUpload(ctx: ServiceContext, uploadId: string): Promise<UploadRow | null> {
  const row = await queryRow(ctx.db, 'SELECT * FROM uploads WHERE id = ?', uploadId);
  return row ? readUpload(row) : null;
}

export const partsOf = async (ctx: ServiceContext, uploadId: string): Promise<PartRow[]> =>
  (await all(ctx.db, 'SELECT * FROM upload_parts WHERE upload_id = ? ORDER BY part_number', uploadId)).map(
    (row) => ({
      partNumber: Number(row['part_number']),
      sha256: text(row, 'sha256'),
      sizeBytes: Number(row['size_bytes']),
      path: text(row, 'path'),
    }),
  );

export async function insertUpload(ctx: ServiceContext, upload: UploadRow): Promise<void> {
  await run(
    ctx.db,
    `INSERT INTO uploads (id, account_id, file_id, filename, content_type, size_bytes, sha256, storage_method,
       part_size, part_count, state, external_id, external_user_id, external_workspace_id, created_at, expires_at,
       person_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    upload.id,
    upload.accountId,
    upload.fileId,
    upload.filename,
    upload.contentType,
    upload.sizeBytes,
    upload.sha256,
    upload.storageMethod,
    upload.partSize,
    upload.partCount,
    upload.state,
    upload.externalId,
    upload.externalUserId,
    upload.externalWorkspaceId,
    upload.createdAt,
    upload.expiresAt,
    upload.personId,
  );
}

/** Ends a pending session, and forgets its parts. @returns false when it was not pending. */
export async function endUpload(
  ctx: Pick<ServiceContext, 'db'>,
  uploadId: string,
  state: Exclude<UploadRow['state'], 'pending'>,
): Promise<boolean> {
  const changed = await run(
    ctx.db,
    `UPDATE uploads SET state = ? WHERE id = ? AND state = 'pending'`,
    state,
    uploadId,
  );
  if (changed === 0) return false;
  await run(ctx.db, 'DELETE FROM upload_parts WHERE upload_id = ?', uploadId);
  return true;
}

/** Pending sessions whose time is over. @param at ISO time. */
export const expiredUploads = async (ctx: Pick<ServiceContext, 'db'>, at: string): Promise<UploadRow[]> =>
  (await all(ctx.db, `SELECT * FROM uploads WHERE state = 'pending' AND expires_at <= ?`, at)).map(
    readUpload,
  );

/** Ends all pending sessions of a person. @returns the paths of their parts, and the bytes that they had reserved */
export async function endUploadsOf(
  db: Database,
  personId: string,
): Promise<{ paths: string[]; sizeBytes: number }> {
  const pending = `SELECT id FROM uploads WHERE person_id = ? AND state = 'pending'`;
  const parts = await all(db, `SELECT path FROM upload_parts WHERE upload_id IN (${pending})`, personId);
  await run(db, `DELETE FROM upload_parts WHERE upload_id IN (${pending})`, personId);
  const sizes = await all(
    db,
    `UPDATE uploads SET state = 'aborted' WHERE person_id = ? AND state = 'pending' RETURNING size_bytes`,
    personId,
  );
  return {
    paths: parts.map((row) => text(row, 'path')),
    sizeBytes: sizes.reduce((sum, row) => sum + Number(row['size_bytes']), 0),
  };
}

/** Stores a part over the one of that number. @returns the path of that one; null without one. */
export async function storePart(
  ctx: Pick<ServiceContext, 'db'>,
  uploadId: string,
  part: PartRow,
): Promise<string | null> {
  const before = await queryRow(
    ctx.db,
    'SELECT path FROM upload_parts WHERE upload_id = ? AND part_number = ?',
    uploadId,
    part.partNumber,
  );
  await run(
    ctx.db,
    `INSERT INTO upload_parts (upload_id, part_number, sha256, size_bytes, path) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (upload_id, part_number) DO UPDATE SET sha256 = excluded.sha256, size_bytes = excluded.size_bytes,
       path = excluded.path`,
    uploadId,
    part.partNumber,
    part.sha256,
    part.sizeBytes,
    part.path,
  );
  return before ? text(before, 'path') : null;
}

/** The paths of all parts of all sessions. */
export const partPaths = async (db: Database): Promise<ReadonlySet<string>> =>
  new Set((await all(db, 'SELECT path FROM upload_parts')).map((row) => text(row, 'path')));
