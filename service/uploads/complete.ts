import type { PublicFileDetail } from '#shared/api/index.ts';
import { useReservation } from '#service/accounts/quota-rows.ts';
import type { ServiceContext } from '#service/context.ts';
import { fileDetail } from '#service/files/file-detail.ts';
import { findFile, insertFile } from '#service/files/rows.ts';
import { Problem } from '#service/problems/problem.ts';
import { transaction } from '#service/storage/database.ts';
import { endUpload, findUpload, partsOf, type UploadRow } from './rows.ts';
import { inactiveSession, requireOpen } from './sessions.ts';
import { requireAllParts, requireMatch, type Completion } from './verify.ts';

async function requireUpload(ctx: ServiceContext, accountId: string, uploadId: string): Promise<UploadRow> {
  const upload = await findUpload(ctx, uploadId);
  if (upload?.accountId === accountId) return upload;
  throw Problem.of('UPLOAD_NOT_FOUND', 'There is no such upload session.', { uploadId });
}

/**
 * Makes a file of what was sent; of a session that is complete it is the file made then.
 * @throws Problem UPLOAD_NOT_FOUND, UPLOAD_VERIFICATION_FAILED, UPLOAD_ABORTED, UPLOAD_EXPIRED, FILE_NOT_FOUND
 */
export async function completeUpload(
  ctx: ServiceContext,
  accountId: string,
  uploadId: string,
  completion: Completion,
): Promise<PublicFileDetail> {
  const upload = await requireUpload(ctx, accountId, uploadId);
  await requireOpen(ctx, upload);
  if (upload.state === 'completed') return await completedFile(ctx, upload);
  try {
    return await makeFile(ctx, upload, completion);
  } catch (error) {
    // Another service may have completed it meanwhile, and the parts are gone with that.
    const present = await requireUpload(ctx, accountId, uploadId);
    if (present.state !== 'completed') throw error;
    return await completedFile(ctx, present);
  }
}

/** @throws Problem FILE_NOT_FOUND */
async function completedFile(
  ctx: ServiceContext,
  { accountId, fileId }: UploadRow,
): Promise<PublicFileDetail> {
  const file = await findFile(ctx, accountId, fileId);
  if (file) return fileDetail(file);
  throw Problem.of('FILE_NOT_FOUND', 'The uploaded file has been deleted since.', { fileId });
}

async function makeFile(
  ctx: ServiceContext,
  upload: UploadRow,
  completion: Completion,
): Promise<PublicFileDetail> {
  const { accountId } = upload;
  const segments = await partsOf(ctx, upload.id);
  requireAllParts(upload, segments, completion);
  const stored =
    segments.length === 1
      ? await ctx.blobs.adopt(segments[0]!.path, segments[0]!.sha256)
      : await ctx.blobs.join(segments.map((part) => part.path));
  requireMatch(upload, stored, completion);
  const file = await transaction(ctx.db, async () => {
    if (!(await endUpload(ctx, upload.id, 'completed'))) throw inactiveSession('aborted');
    await useReservation(ctx, accountId, upload.sizeBytes);
    return await insertFile(ctx, {
      ...upload,
      id: upload.fileId,
      blob: stored.hash,
      sizeBytes: stored.sizeBytes,
      origin: 'upload',
    });
  });
  await ctx.blobs.discardIncoming(segments.map((part) => part.path));
  return fileDetail(file);
}
