import type { PublicFileUploadSession } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { Problems } from '#service/problems/kinds.ts';
import { Problem } from '#service/problems/problem.ts';
import type { Handlers } from '#service/http/handler.ts';
import { transaction } from '#service/storage/database.ts';
import { fileDetail } from '#service/files/file-detail.ts';
import { findFile, insertFile, newFileId } from '#service/files/rows.ts';
import { checkedFilename, contentTypeOf, UploadNameProblem } from '#service/rules/file-names.ts';
import { releaseReservation, reserveStorage, useReservation } from '#service/accounts/quota-rows.ts';
import {
  endUpload,
  overdueUploads,
  type UploadRow,
  type PartRow,
  findUpload,
  partsOf,
  insertUpload,
} from './rows.ts';

/** Upload sessions: created here, filled by signed PUTs (`receive-part.ts`), completed here into files. */

export const etagOf = (part: Pick<PartRow, 'sha256'>): string => `"${part.sha256}"`;

const gone = (state: string) =>
  Problem.of(
    state === 'aborted' ? 'UPLOAD_ABORTED' : 'UPLOAD_EXPIRED',
    `The upload session was ${state === 'aborted' ? 'aborted' : 'left open too long and has expired'}. Start a new one.`,
  );

/**
 * Ends a session without a file: its state, its reservation, its parts.
 * @returns the incoming files to discard once the transaction is through.
 */
function endSession(ctx: ServiceContext, upload: UploadRow, state: 'aborted' | 'expired'): string[] {
  return transaction(ctx.db, () => {
    const paths = partsOf(ctx, upload.id).map((part) => part.path);
    if (!endUpload(ctx, upload.id, state)) return [];
    releaseReservation(ctx, upload.accountId, upload.sizeBytes);
    return paths;
  });
}

/**
 * Lets a pending session pass; one past its time is ended first.
 * @throws Problem UPLOAD_ABORTED, UPLOAD_EXPIRED
 */
export async function requireOpen(ctx: ServiceContext, upload: UploadRow): Promise<void> {
  if (upload.state === 'aborted' || upload.state === 'expired') throw gone(upload.state);
  if (upload.state === 'pending' && Date.parse(upload.expiresAt) <= ctx.now()) {
    await ctx.blobs.discardIncoming(endSession(ctx, upload, 'expired'));
    throw gone('expired');
  }
}

/** Ends every session that is past its time. */
export async function expireUploads(ctx: ServiceContext): Promise<void> {
  const overdue = overdueUploads(ctx, new Date(ctx.now()).toISOString());
  for (const upload of overdue) await ctx.blobs.discardIncoming(endSession(ctx, upload, 'expired'));
}

/** An upload has at most this many parts; larger files get larger parts. */
const PART_LIMIT = 10_000;

const invalidSession = (message: string, field: string) => Problem.of('INVALID_UPLOAD', message, { field });

interface Plan {
  storageMethod: UploadRow['storageMethod'];
  partSize: number | null;
  partCount: number | null;
}

function planParts(ctx: ServiceContext, sizeBytes: number): Plan {
  if (sizeBytes < ctx.config.multipartThreshold) {
    return { storageMethod: 'single_part', partSize: null, partCount: null };
  }
  const partSize = Math.max(ctx.config.partSize, Math.ceil(sizeBytes / PART_LIMIT));
  return { storageMethod: 'multipart', partSize, partCount: Math.ceil(sizeBytes / partSize) };
}

function sessionAnswer(ctx: ServiceContext, upload: UploadRow): PublicFileUploadSession {
  const lifetime = (Date.parse(upload.expiresAt) - ctx.now()) / 1000;
  const headers = { 'Content-Type': upload.contentType };
  const multipart = upload.storageMethod === 'multipart';
  return {
    uploadId: upload.id,
    fileId: upload.fileId,
    storageMethod: upload.storageMethod,
    expiresAt: upload.expiresAt,
    upload: multipart
      ? null
      : { method: 'PUT', url: ctx.urls.upload(upload.id, null, lifetime).url, headers },
    parts: multipart
      ? Array.from({ length: upload.partCount ?? 0 }, (_, index) => ({
          partNumber: index + 1,
          method: 'PUT',
          url: ctx.urls.upload(upload.id, index + 1, lifetime).url,
          headers,
        }))
      : null,
    partCount: upload.partCount,
    partSizeBytes: upload.partSize,
    externalId: upload.externalId,
    externalUserId: upload.externalUserId,
    externalWorkspaceId: upload.externalWorkspaceId,
  };
}

interface Completion {
  actualSha256?: string | null | undefined;
  actualSizeBytes?: number | null | undefined;
  multipartParts?: { partNumber: number; etag: string }[] | null | undefined;
}

/** The object failed verification; the session stays open, so that what is wrong can be sent again. */
const unverified = (message: string, details: Problems['UPLOAD_VERIFICATION_FAILED']) =>
  Problem.of('UPLOAD_VERIFICATION_FAILED', message, details);

function requireAllParts(upload: UploadRow, parts: readonly PartRow[], given: Completion): void {
  const count = upload.partCount ?? 1;
  const present = new Set(parts.map((part) => part.partNumber));
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter((n) => !present.has(n));
  if (missing.length > 0) {
    throw unverified(
      upload.storageMethod === 'multipart'
        ? `Parts ${missing.slice(0, 20).join(', ')} have not been sent. PUT them and complete again.`
        : 'The bytes have not been sent. PUT them to the upload URL and complete again.',
      { missingParts: missing.slice(0, 100) },
    );
  }
  if (upload.storageMethod !== 'multipart') return;
  const named = given.multipartParts ?? [];
  const etags = new Map(named.map((part) => [part.partNumber, part.etag]));
  if (etags.size < named.length) {
    throw unverified('multipartParts names a part more than once. Name every part once.', {
      field: 'multipartParts',
    });
  }
  const wrong = parts.filter((part) => etags.get(part.partNumber)?.replaceAll('"', '') !== part.sha256);
  if (wrong.length > 0 || etags.size !== count) {
    throw unverified('Pass the ETag of every part in multipartParts, as its PUT answered.', {
      parts: wrong.map((part) => part.partNumber).slice(0, 100),
    });
  }
  if (upload.sha256 !== null && (given.actualSha256 ?? null) === null) {
    throw unverified('A multipart upload created with sha256 needs actualSha256 to complete.', {
      field: 'actualSha256',
    });
  }
}

function requireMatch(
  upload: UploadRow,
  stored: { hash: string; sizeBytes: number },
  given: Completion,
): void {
  const announcedSize = given.actualSizeBytes ?? upload.sizeBytes;
  if (stored.sizeBytes !== upload.sizeBytes || stored.sizeBytes !== announcedSize) {
    throw unverified(`The object has ${stored.sizeBytes} bytes, not the ${announcedSize} announced.`, {
      expectedSizeBytes: announcedSize,
      actualSizeBytes: stored.sizeBytes,
    });
  }
  for (const expected of [upload.sha256, given.actualSha256?.toLowerCase() ?? null]) {
    if (expected !== null && expected !== stored.hash) {
      throw unverified('The SHA-256 of the object is not the one announced. Send the file again.', {
        expectedSha256: expected,
        actualSha256: stored.hash,
      });
    }
  }
}

type UploadHandlers = Pick<Handlers, 'files.createUpload' | 'files.completeUpload' | 'files.abortUpload'>;

export function createUploadHandlers(ctx: ServiceContext): UploadHandlers {
  /** Sessions being completed: a second call waits and then finds the file. */
  const completing = new Map<string, Promise<unknown>>();

  const requireUpload = (accountId: string, uploadId: string): UploadRow => {
    const upload = findUpload(ctx, uploadId);
    if (upload?.accountId === accountId) return upload;
    throw Problem.of('UPLOAD_NOT_FOUND', 'There is no such upload session.', { uploadId });
  };

  const complete = async (accountId: string, uploadId: string, given: Completion) => {
    const upload = requireUpload(accountId, uploadId);
    await requireOpen(ctx, upload);
    if (upload.state === 'completed') {
      const file = findFile(ctx, accountId, upload.fileId);
      if (file) return fileDetail(file);
      throw Problem.of('FILE_NOT_FOUND', 'The uploaded file has been deleted since.', {
        fileId: upload.fileId,
      });
    }
    const parts = partsOf(ctx, upload.id);
    requireAllParts(upload, parts, given);
    const stored =
      parts.length === 1
        ? await ctx.blobs.adopt(parts[0]!.path, parts[0]!.sha256)
        : await ctx.blobs.join(parts.map((part) => part.path));
    requireMatch(upload, stored, given);
    const file = transaction(ctx.db, () => {
      if (!endUpload(ctx, upload.id, 'completed')) throw gone('aborted');
      useReservation(ctx, accountId, upload.sizeBytes);
      return insertFile(ctx, {
        ...upload,
        id: upload.fileId,
        blob: stored.hash,
        sizeBytes: stored.sizeBytes,
        origin: 'upload',
      });
    });
    await ctx.blobs.discardIncoming(parts.map((part) => part.path));
    return fileDetail(file);
  };

  return {
    'files.createUpload': ({ caller, body, commit }) => {
      let filename: string;
      try {
        filename = checkedFilename(body.filename);
      } catch (error) {
        if (error instanceof UploadNameProblem) throw invalidSession(error.message, 'filename');
        throw error;
      }
      if (body.sizeBytes <= 0) throw invalidSession('An empty file cannot be uploaded.', 'sizeBytes');
      const sha256 = body.sha256?.toLowerCase() ?? null;
      if (sha256 !== null && !/^[0-9a-f]{64}$/.test(sha256)) {
        throw invalidSession('sha256 is written as 64 hex digits.', 'sha256');
      }
      const contentType = contentTypeOf(filename, body.contentType);
      return commit(() => {
        reserveStorage(ctx, caller.accountId, body.sizeBytes);
        const upload: UploadRow = {
          id: ctx.newId('upl'),
          accountId: caller.accountId,
          fileId: newFileId(ctx, filename, contentType),
          filename,
          contentType,
          sizeBytes: body.sizeBytes,
          sha256,
          ...planParts(ctx, body.sizeBytes),
          state: 'pending',
          externalId: body.externalId ?? null,
          externalUserId: body.externalUserId ?? null,
          externalWorkspaceId: body.externalWorkspaceId ?? null,
          createdAt: new Date(ctx.now()).toISOString(),
          expiresAt: new Date(ctx.now() + ctx.config.uploadTtl * 1000).toISOString(),
        };
        insertUpload(ctx, upload);
        return sessionAnswer(ctx, upload);
      });
    },
    'files.completeUpload': async ({ caller, params, body }) => {
      const running = completing.get(params.upload_id);
      if (running) await running.catch(() => undefined);
      const mine = complete(caller.accountId, params.upload_id, body);
      completing.set(params.upload_id, mine);
      try {
        return await mine;
      } finally {
        if (completing.get(params.upload_id) === mine) completing.delete(params.upload_id);
      }
    },
    'files.abortUpload': async ({ caller, params }) => {
      const upload = findUpload(ctx, params.upload_id);
      // Aborting what is not there (any more) is already done.
      if (upload?.accountId === caller.accountId) {
        await ctx.blobs.discardIncoming(endSession(ctx, upload, 'aborted'));
      }
      return undefined;
    },
  };
}
