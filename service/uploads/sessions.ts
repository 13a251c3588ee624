import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import { transaction } from '#service/storage/database.ts';
import { releaseReservation } from '#service/accounts/quota-rows.ts';
import { endUpload, expiredUploads, type UploadRow, partsOf } from './rows.ts';

/** What sending to a session that has ended comes to. */
export const inactiveSession = (state: string) =>
  Problem.of(
    state === 'aborted' ? 'UPLOAD_ABORTED' : 'UPLOAD_EXPIRED',
    `The upload session was ${state === 'aborted' ? 'aborted' : 'left open too long and has expired'}. Start a new one.`,
  );

/**
 * Ends a session without a file: its state, its reservation, its parts.
 * @returns the incoming files to discard once the transaction is through.
 */
export function endSession(
  ctx: ServiceContext,
  upload: UploadRow,
  state: 'aborted' | 'expired',
): Promise<string[]> {
  return transaction(ctx.db, async () => {
    const paths = (await partsOf(ctx, upload.id)).map((part) => part.path);
    if (!(await endUpload(ctx, upload.id, state))) return [];
    await releaseReservation(ctx, upload.accountId, upload.sizeBytes);
    return paths;
  });
}

/**
 * Lets a pending session pass; one past its time is ended first.
 * @throws Problem UPLOAD_ABORTED, UPLOAD_EXPIRED
 */
export async function requireOpen(ctx: ServiceContext, upload: UploadRow): Promise<void> {
  if (upload.state === 'aborted' || upload.state === 'expired') throw inactiveSession(upload.state);
  if (upload.state === 'pending' && Date.parse(upload.expiresAt) <= ctx.now()) {
    await ctx.blobs.discardIncoming(await endSession(ctx, upload, 'expired'));
    throw inactiveSession('expired');
  }
}

/** Ends every session that is past its time. */
export async function expireUploads(ctx: ServiceContext): Promise<void> {
  const expired = await expiredUploads(ctx, new Date(ctx.now()).toISOString());
  for (const upload of expired) await ctx.blobs.discardIncoming(await endSession(ctx, upload, 'expired'));
}
