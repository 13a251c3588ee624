import type { PublicFileDetail } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import type { Handlers } from '#service/http/handler.ts';
import { transaction } from '#service/storage/database.ts';
import { all, one, run, text, textOrNull, type Row } from '#service/storage/statements.ts';
import { isFileId } from '#service/rules/file-values.ts';
import { isBlobInUse } from './blob-use-rows.ts';
import { freeStorage, takeStorage } from '#service/accounts/quota-rows.ts';
import {
  checkedFilename,
  contentTypeOf,
  fileExtension,
  UploadNameProblem,
} from '#service/rules/file-names.ts';

/** Completed files of an account. */

export interface FileRow {
  id: string;
  accountId: string;
  blob: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
  origin: 'upload' | 'run';
  runId: string | null;
  externalId: string | null;
  externalUserId: string | null;
  externalWorkspaceId: string | null;
  createdAt: string;
  updatedAt: string;
}

export const readFileRow = (row: Row): FileRow => ({
  id: text(row, 'id'),
  accountId: text(row, 'account_id'),
  blob: text(row, 'blob'),
  filename: text(row, 'filename'),
  contentType: text(row, 'content_type'),
  sizeBytes: Number(row['size_bytes']),
  origin: text(row, 'origin') === 'run' ? 'run' : 'upload',
  runId: textOrNull(row, 'run_id'),
  externalId: textOrNull(row, 'external_id'),
  externalUserId: textOrNull(row, 'external_user_id'),
  externalWorkspaceId: textOrNull(row, 'external_workspace_id'),
  createdAt: text(row, 'created_at'),
  updatedAt: text(row, 'updated_at'),
});

/** A file by id alone, for signed URLs, which stand for the permission. */
export function getLiveFile(ctx: Pick<ServiceContext, 'db'>, fileId: string): FileRow | null {
  const row = one(ctx.db, 'SELECT * FROM files WHERE id = ? AND deleted_at IS NULL', fileId);
  return row ? readFileRow(row) : null;
}

/** A file of the account, or null when it is missing, deleted or another account's. */
export function findFile(ctx: Pick<ServiceContext, 'db'>, accountId: string, fileId: string): FileRow | null {
  const file = getLiveFile(ctx, fileId);
  return file?.accountId === accountId ? file : null;
}

export interface NewFile {
  accountId: string;
  blob: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
  origin: 'upload' | 'run';
  runId?: string | null;
  /** Given when it was promised before (an upload session). */
  id?: string;
  externalId?: string | null;
  externalUserId?: string | null;
  externalWorkspaceId?: string | null;
}

export const newFileId = (ctx: ServiceContext, filename: string, contentType: string): string =>
  `${ctx.newId('file')}.${fileExtension(filename, contentType)}`;

/** Adds the row of a file whose blob is stored already. Does not touch the quota. */
export function insertFile(ctx: ServiceContext, file: NewFile): FileRow {
  const at = new Date(ctx.now()).toISOString();
  const row: FileRow = {
    id: file.id ?? newFileId(ctx, file.filename, file.contentType),
    accountId: file.accountId,
    blob: file.blob,
    filename: file.filename,
    contentType: file.contentType,
    sizeBytes: file.sizeBytes,
    origin: file.origin,
    runId: file.runId ?? null,
    externalId: file.externalId ?? null,
    externalUserId: file.externalUserId ?? null,
    externalWorkspaceId: file.externalWorkspaceId ?? null,
    createdAt: at,
    updatedAt: at,
  };
  run(
    ctx.db,
    `INSERT INTO files (id, account_id, blob, filename, content_type, size_bytes, origin, run_id, external_id,
       external_user_id, external_workspace_id, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.accountId,
    row.blob,
    row.filename,
    row.contentType,
    row.sizeBytes,
    row.origin,
    row.runId,
    row.externalId,
    row.externalUserId,
    row.externalWorkspaceId,
    at,
    at,
  );
  return row;
}

export const fileDetail = (file: FileRow): PublicFileDetail => ({
  fileId: file.id,
  filename: file.filename,
  contentType: file.contentType,
  sizeBytes: file.sizeBytes,
  createdAt: file.createdAt,
  updatedAt: file.updatedAt,
  externalId: file.externalId,
  externalUserId: file.externalUserId,
  externalWorkspaceId: file.externalWorkspaceId,
});

/**
 * A file of the account; with `externalUserId` only when the stored value is the same.
 * @throws Problem INVALID_FILE_ID, FILE_NOT_FOUND
 */
function requireFile(
  ctx: ServiceContext,
  accountId: string,
  fileId: string,
  externalUserId: string | undefined,
): FileRow {
  if (!isFileId(fileId)) {
    throw Problem.of('INVALID_FILE_ID', 'This is not a file id. Use the fileId of an upload.');
  }
  const file = findFile(ctx, accountId, fileId);
  if (file && (externalUserId === undefined || file.externalUserId === externalUserId)) return file;
  throw Problem.of('FILE_NOT_FOUND', 'There is no such file.', { fileId });
}

/** @throws Problem FILE_IN_USE, naming the projects, templates or runs that hold the file. */
function requireUnused(ctx: ServiceContext, file: FileRow): void {
  const projects = all(
    ctx.db,
    `SELECT DISTINCT p.id, p.name FROM file_references r JOIN projects p ON p.id = r.project_id
     WHERE r.file_id = ? AND p.account_id = ? AND p.deleted_at IS NULL ORDER BY p.name LIMIT 20`,
    file.id,
    file.accountId,
  ).map((row) => ({ projectId: text(row, 'id'), name: text(row, 'name') }));
  if (projects.length > 0) {
    throw Problem.of(
      'FILE_IN_USE',
      `The file is used by ${projects.map((project) => `"${project.name}"`).join(', ')}. Remove it there first.`,
      { fileId: file.id, projects },
    );
  }
  const templates = all(
    ctx.db,
    `SELECT t.id, t.name FROM template_files r JOIN templates t ON t.id = r.template_id
     WHERE r.file_id = ? AND t.account_id = ? ORDER BY t.name LIMIT 20`,
    file.id,
    file.accountId,
  ).map((row) => ({ templateId: text(row, 'id'), name: text(row, 'name') }));
  if (templates.length > 0) {
    throw Problem.of(
      'FILE_IN_USE',
      `The file is part of the template ${templates.map((template) => `"${template.name}"`).join(', ')}.`,
      { fileId: file.id, templates },
    );
  }
  const runs = all(
    ctx.db,
    `SELECT id FROM runs WHERE account_id = ? AND status IN ('accepted', 'queued', 'running')
       AND (instr(graph, ?) > 0 OR instr(input_files, ?) > 0) LIMIT 20`,
    file.accountId,
    file.id,
    file.id,
  ).map((row) => text(row, 'id'));
  if (runs.length === 0) return;
  throw Problem.of(
    'FILE_IN_USE',
    'The file is used by a run that has not finished. Wait for it, or cancel it.',
    { fileId: file.id, runs },
  );
}

async function deleteFile(ctx: ServiceContext, file: FileRow): Promise<void> {
  transaction(ctx.db, () => {
    requireUnused(ctx, file);
    const at = new Date(ctx.now()).toISOString();
    const changed = run(
      ctx.db,
      'UPDATE files SET deleted_at = ?, updated_at = ? WHERE id = ? AND deleted_at IS NULL',
      at,
      at,
      file.id,
    );
    if (changed === 1 && file.origin === 'upload') freeStorage(ctx, file.accountId, file.sizeBytes);
  });
  if (isBlobInUse(ctx.db, file.blob)) return;
  try {
    await ctx.blobs.delete(file.blob);
  } catch (error) {
    ctx.log.error({ err: error, fileId: file.id }, 'file could not be deleted from storage');
    transaction(ctx.db, () => {
      const restored = run(ctx.db, 'UPDATE files SET deleted_at = NULL WHERE id = ?', file.id);
      if (restored === 1 && file.origin === 'upload') {
        run(
          ctx.db,
          'UPDATE accounts SET storage_used_bytes = storage_used_bytes + ? WHERE id = ?',
          file.sizeBytes,
          file.accountId,
        );
      }
    });
    throw Problem.of(
      'FILE_DELETE_FAILED',
      'The file could not be deleted from storage. Nothing has changed; try again later.',
      { fileId: file.id },
    );
  }
}

const DOWNLOAD_DEFAULT_SECONDS = 3600;
/** Size of a file in one request (API document, Limits). */
const SMALL_FILE_BYTES = 25 * 1024 * 1024;

type FileHandlers = Pick<Handlers, 'files.get' | 'files.delete' | 'files.downloadUrl' | 'files.upload'>;

export function createFileHandlers(ctx: ServiceContext): FileHandlers {
  return {
    'files.get': ({ caller, params, query }) =>
      fileDetail(requireFile(ctx, caller.accountId, params.file_id, query.externalUserId)),
    'files.delete': async ({ caller, params, query }) => {
      await deleteFile(ctx, requireFile(ctx, caller.accountId, params.file_id, query.externalUserId));
      return undefined;
    },
    'files.downloadUrl': ({ caller, params, query }) => {
      const file = requireFile(ctx, caller.accountId, params.file_id, query.externalUserId);
      const signed = ctx.urls.download(file, query.expiresInSeconds ?? DOWNLOAD_DEFAULT_SECONDS);
      return { downloadUrl: signed.url, expiresAt: signed.expiresAt, fileId: file.id };
    },
    'files.upload': async ({ caller, form, commit, signal }) => {
      const received: { blob: string; sizeBytes: number; filename: string; contentType: string }[] = [];
      const fields = await form(
        async (file) => {
          const filename = smallFileName(file.filename);
          const stored = await ctx.blobs.write(file.stream, { signal });
          received.push({
            blob: stored.hash,
            sizeBytes: stored.sizeBytes,
            filename,
            contentType: contentTypeOf(filename, file.contentType),
          });
        },
        { fileBytes: SMALL_FILE_BYTES },
      );
      const file = received[0];
      if (!file || file.sizeBytes === 0) {
        throw Problem.of(
          'INVALID_FILE',
          file ? 'The file is empty.' : 'The form has no file. Send one in the field named file.',
        );
      }
      return commit(() => {
        takeStorage(ctx, caller.accountId, file.sizeBytes);
        return fileDetail(
          insertFile(ctx, {
            ...file,
            accountId: caller.accountId,
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

function smallFileName(given: string): string {
  try {
    return checkedFilename(given === '' ? 'file.bin' : given);
  } catch (error) {
    if (error instanceof UploadNameProblem) throw Problem.of('INVALID_FILE', error.message);
    throw error;
  }
}
