import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import { BlobSizeExceeded } from '#service/storage/blob-store.ts';
import { transaction } from '#service/storage/database.ts';
import { etagOf } from './handlers.ts';
import { requireOpen } from './sessions.ts';
import { storePart, findUpload, type UploadRow } from './rows.ts';

/** Bytes that each part of an upload has. */
function partBytes(upload: UploadRow, fraction: number): number {
  if (upload.partSize === null || upload.partCount === null) return upload.sizeBytes;
  return fraction < upload.partCount
    ? upload.partSize
    : upload.sizeBytes - upload.partSize * (upload.partCount - 1);
}

const sizeMismatch = (expected: number, actual: number) =>
  Problem.of(
    actual > expected ? 'PART_TOO_LARGE' : 'PART_TOO_SHORT',
    `This part has ${expected} bytes, but ${actual > expected ? 'more' : `only ${actual}`} came. Send it again.`,
    { expectedSizeBytes: expected },
  );

/**
 * Takes the bytes of one part; sending a part again replaces it. Resolves once they are durable.
 * @param part its number; null for a single-part upload.
 * @param announced the Content-Length, if there is one.
 * @returns the part's ETag.
 */
export async function receivePart(
  ctx: ServiceContext,
  uploadId: string,
  part: number | null,
  body: () => Readable,
  announced: number | null,
): Promise<string> {
  const upload = await findUpload(ctx, uploadId);
  if (!upload) throw Problem.of('UPLOAD_NOT_FOUND', 'There is no such upload session.');
  await requireOpen(ctx, upload);
  if (upload.state !== 'pending') {
    throw Problem.of('UPLOAD_COMPLETED', 'This upload is complete; nothing more can be sent.');
  }
  const number = part ?? 1;
  const expected = partBytes(upload, number);
  if (announced !== null && announced !== expected) throw sizeMismatch(expected, announced);

  const path = `part-${upload.id}-${number}-${randomBytes(6).toString('hex')}`;
  const received = await ctx.blobs.writeIncoming(path, body(), expected).catch((error: unknown) => {
    throw error instanceof BlobSizeExceeded ? sizeMismatch(expected, expected + 1) : error;
  });
  const stored = { partNumber: number, path, ...received };
  const unwanted: string[] = [];
  let isStored = false;
  try {
    if (received.sizeBytes !== expected) throw sizeMismatch(expected, received.sizeBytes);
    await transaction(ctx.db, async () => {
      // The session may have been ended, or its part sent again, while the bytes came in.
      if ((await findUpload(ctx, upload.id))?.state !== 'pending') {
        throw Problem.of('UPLOAD_ABORTED', 'The upload session has ended. Start a new one.');
      }
      const before = await storePart(ctx, upload.id, stored);
      if (before !== null) unwanted.push(before);
    });
    isStored = true;
  } finally {
    await ctx.blobs.discardIncoming(isStored ? unwanted : [path]);
  }
  return etagOf(stored);
}
