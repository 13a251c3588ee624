import type { PublicFileUploadCreateRequest, PublicFileUploadSession } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import type { Caller, Handlers } from '#service/http/handler.ts';
import { newFileId } from '#service/files/rows.ts';
import { checkedFilename, contentTypeOf, UploadNameProblem } from '#service/rules/file-names.ts';
import { reserveStorage } from '#service/accounts/quota-rows.ts';
import { type UploadRow, type PartRow, findUpload, insertUpload } from './rows.ts';
import { endSession } from './sessions.ts';
import { completeUpload } from './complete.ts';

/** Upload sessions: created here, filled by signed PUTs (`receive-part.ts`), completed here into files. */

export const etagOf = (part: Pick<PartRow, 'sha256'>): string => `"${part.sha256}"`;

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

function sessionResponse(ctx: ServiceContext, upload: UploadRow): PublicFileUploadSession {
  const ttl = (Date.parse(upload.expiresAt) - ctx.now()) / 1000;
  const headers = { 'Content-Type': upload.contentType };
  const multipart = upload.storageMethod === 'multipart';
  return {
    uploadId: upload.id,
    fileId: upload.fileId,
    storageMethod: upload.storageMethod,
    expiresAt: upload.expiresAt,
    upload: multipart ? null : { method: 'PUT', url: ctx.urls.upload(upload.id, null, ttl).url, headers },
    parts: multipart
      ? Array.from({ length: upload.partCount ?? 0 }, (_, index) => ({
          partNumber: index + 1,
          method: 'PUT',
          url: ctx.urls.upload(upload.id, index + 1, ttl).url,
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

/** What a client says of the file it is going to send, checked. */
interface ExpectedFile {
  filename: string;
  contentType: string;
  sha256: string | null;
}

/** @throws Problem INVALID_UPLOAD */
function expectedFile(body: PublicFileUploadCreateRequest): ExpectedFile {
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
  return { filename, contentType: contentTypeOf(filename, body.contentType), sha256 };
}

async function openSession(
  ctx: ServiceContext,
  { accountId, personId }: Pick<Caller, 'accountId' | 'personId'>,
  { filename, contentType, sha256 }: ExpectedFile,
  body: PublicFileUploadCreateRequest,
): Promise<UploadRow> {
  const upload: UploadRow = {
    id: ctx.newId('upl'),
    accountId,
    personId,
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
  await insertUpload(ctx, upload);
  return upload;
}

type UploadHandlers = Pick<Handlers, 'files.createUpload' | 'files.completeUpload' | 'files.abortUpload'>;

export function createUploadHandlers(ctx: ServiceContext): UploadHandlers {
  /** Sessions being completed: a second call waits and then finds the file. */
  const completing = new Map<string, Promise<unknown>>();

  return {
    'files.createUpload': ({ caller, body, commit }) => {
      const expected = expectedFile(body);
      return commit(async () => {
        await reserveStorage(ctx, caller.accountId, body.sizeBytes, caller.personId);
        return sessionResponse(ctx, await openSession(ctx, caller, expected, body));
      });
    },
    'files.completeUpload': async ({ caller, params, body }) => {
      const running = completing.get(params.upload_id);
      if (running) await running.catch(() => undefined);
      const completion = completeUpload(ctx, caller.accountId, params.upload_id, body);
      completing.set(params.upload_id, completion);
      try {
        return await completion;
      } finally {
        if (completing.get(params.upload_id) === completion) completing.delete(params.upload_id);
      }
    },
    'files.abortUpload': async ({ caller, params }) => {
      const upload = await findUpload(ctx, params.upload_id);
      // Aborting what is not there (any more) is already done.
      if (upload?.accountId === caller.accountId) {
        await ctx.blobs.discardIncoming(await endSession(ctx, upload, 'aborted'));
      }
      return undefined;
    },
  };
}
