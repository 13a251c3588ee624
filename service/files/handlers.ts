import { Readable } from 'node:stream';
import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import type { Handlers } from '#service/http/handler.ts';
import { hasResponse } from '#service/http/idempotency.ts';
import { isFileId } from '#service/rules/file-values.ts';
import { consumeStorage, limitToStorage } from '#service/accounts/quota-rows.ts';
import { checkedFilename, contentTypeOf, UploadNameProblem } from '#service/rules/file-names.ts';
import { type FileRow, findFile, insertFile } from './rows.ts';
import { fileDetail } from './file-detail.ts';
import { deleteFile } from './delete-file.ts';
import { noteUnreferenced } from './unreferenced-blobs.ts';

/** Completed files of an account. */

/**
 * A file of the account; with `externalUserId` only when the stored value is the same.
 * @throws Problem INVALID_FILE_ID, FILE_NOT_FOUND
 */
async function requireFile(
  ctx: ServiceContext,
  accountId: string,
  fileId: string,
  externalUserId: string | undefined,
): Promise<FileRow> {
  if (!isFileId(fileId)) {
    throw Problem.of('INVALID_FILE_ID', 'This is not a file id. Use the fileId of an upload.');
  }
  const file = await findFile(ctx, accountId, fileId);
  if (file && (externalUserId === undefined || file.externalUserId === externalUserId)) return file;
  throw Problem.of('FILE_NOT_FOUND', 'There is no such file.', { fileId });
}

const DOWNLOAD_DEFAULT_SECONDS = 3600;
/** Size of a file in one request (API document, Limits). */
const INLINE_FILE_BYTES = 25 * 1024 * 1024;

type FileHandlers = Pick<Handlers, 'files.get' | 'files.delete' | 'files.downloadUrl' | 'files.upload'>;

export function createFileHandlers(ctx: ServiceContext): FileHandlers {
  return {
    'files.get': async ({ caller, params, query }) =>
      fileDetail(await requireFile(ctx, caller.accountId, params.file_id, query.externalUserId)),
    'files.delete': async ({ caller, params, query }) => {
      const file = await requireFile(ctx, caller.accountId, params.file_id, query.externalUserId);
      await deleteFile(ctx, file, caller);
      return undefined;
    },
    'files.downloadUrl': async ({ caller, params, query }) => {
      const file = await requireFile(ctx, caller.accountId, params.file_id, query.externalUserId);
      const signed = ctx.urls.download(file, query.expiresInSeconds ?? DOWNLOAD_DEFAULT_SECONDS);
      return { downloadUrl: signed.url, expiresAt: signed.expiresAt, fileId: file.id };
    },
    'files.upload': async ({ caller, form, commit, signal, request }) => {
      const isReplay = await hasResponse(
        { db: ctx.db, getTime: ctx.now },
        caller.accountId,
        request.headers.get('idempotency-key'),
      );
      const received: { blob: string; sizeBytes: number; filename: string; contentType: string }[] = [];
      const fields = await form(
        async (file) => {
          const filename = inlineFileName(file.filename);
          const source = isReplay
            ? file.stream
            : Readable.from(limitToStorage(ctx, caller, file.stream), { objectMode: false });
          const stored = await ctx.blobs.write(source, { signal });
          noteUnreferenced(ctx, stored.hash);
          received.push({
            blob: stored.hash,
            sizeBytes: stored.sizeBytes,
            filename,
            contentType: contentTypeOf(filename, file.contentType),
          });
        },
        { fileBytes: INLINE_FILE_BYTES },
      );
      const file = received[0];
      if (!file || file.sizeBytes === 0) {
        throw Problem.of(
          'INVALID_FILE',
          file ? 'The file is empty.' : 'The form has no file. Send one in the field named file.',
        );
      }
      return commit(async () => {
        await consumeStorage(ctx, caller.accountId, file.sizeBytes, caller.personId);
        return fileDetail(
          await insertFile(ctx, {
            ...file,
            accountId: caller.accountId,
            personId: caller.personId,
            origin: 'upload',
            externalId: fields['externalId'] ?? null,
            externalUserId: fields['externalUserId'] ?? null,
            externalWorkspaceId: fields['externalWorkspaceId'] ?? null,
          }),
        );
      });
    },
  };
}

function inlineFileName(input: string): string {
  try {
    return checkedFilename(input === '' ? 'file.bin' : input);
  } catch (error) {
    if (error instanceof UploadNameProblem) throw Problem.of('INVALID_FILE', error.message);
    throw error;
  }
}
