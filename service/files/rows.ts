import type { ServiceContext } from '#service/context.ts';
import { all, queryRow, run, text, textList, textOrNull, type Row } from '#service/storage/statements.ts';
import { fileExtension } from '#service/rules/file-names.ts';

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
export async function getLiveFile(ctx: Pick<ServiceContext, 'db'>, fileId: string): Promise<FileRow | null> {
  const row = await queryRow(ctx.db, 'SELECT * FROM files WHERE id = ? AND deleted_at IS NULL', fileId);
  return row ? readFileRow(row) : null;
}

/** The blobs of files by id, whoever's they are; those that are missing or deleted are left out. */
export async function liveBlobs(
  ctx: Pick<ServiceContext, 'db'>,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await all(
    ctx.db,
    'SELECT id, blob FROM files WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL',
    textList(fileIds),
  );
  return new Map(rows.map((row) => [text(row, 'id'), text(row, 'blob')]));
}

/** A file of the account, or null when it is missing, deleted or another account's. */
export async function findFile(
  ctx: Pick<ServiceContext, 'db'>,
  accountId: string,
  fileId: string,
): Promise<FileRow | null> {
  const file = await getLiveFile(ctx, fileId);
  return file?.accountId === accountId ? file : null;
}

/** Files of the account by id; those that are missing, deleted or another account's are left out. */
export async function findFiles(
  ctx: Pick<ServiceContext, 'db'>,
  accountId: string,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, FileRow>> {
  if (fileIds.length === 0) return new Map();
  const rows = await all(
    ctx.db,
    'SELECT * FROM files WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL',
    textList(fileIds),
  );
  // Not asked for in the query, which would then go through all files of the account.
  const files = rows.map(readFileRow).filter((file) => file.accountId === accountId);
  return new Map(files.map((file) => [file.id, file]));
}

export interface NewFile {
  accountId: string;
  /** Who sent it; null for a key of nobody in particular, and for what runs make. */
  personId?: string | null;
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
export async function insertFile(ctx: ServiceContext, file: NewFile): Promise<FileRow> {
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
  await run(
    ctx.db,
    `INSERT INTO files (id, account_id, blob, filename, content_type, size_bytes, origin, run_id, external_id,
       external_user_id, external_workspace_id, created_at, updated_at, person_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    file.personId ?? null,
  );
  return row;
}

/** Files of an account under one name, whether its accents are letters of their own, as a Mac writes them, or not. */
export const filesByName = async (
  ctx: Pick<ServiceContext, 'db'>,
  accountId: string,
  filename: string,
): Promise<FileRow[]> =>
  (
    await all(
      ctx.db,
      'SELECT * FROM files WHERE account_id = ? AND filename IN (?, ?, ?) AND deleted_at IS NULL',
      accountId,
      filename,
      filename.normalize('NFC'),
      filename.normalize('NFD'),
    )
  ).map(readFileRow);

/** Files that a run made. */
export const filesOfRun = async (ctx: Pick<ServiceContext, 'db'>, runId: string): Promise<FileRow[]> =>
  (await all(ctx.db, 'SELECT * FROM files WHERE run_id = ? AND deleted_at IS NULL', runId)).map(readFileRow);

/** The newest file of an account whose content type begins with `kind`, `image/` for example. */
export async function latestFile(
  ctx: Pick<ServiceContext, 'db'>,
  accountId: string,
  kind: string,
): Promise<FileRow | null> {
  const row = await queryRow(
    ctx.db,
    `SELECT * FROM files WHERE account_id = ? AND deleted_at IS NULL AND substr(content_type, 1, ?) = ?
     ORDER BY created_at DESC LIMIT 1`,
    accountId,
    kind.length,
    kind,
  );
  return row ? readFileRow(row) : null;
}

/** Marks a file as deleted. @returns false when it was before. */
export const markFileDeleted = async (
  ctx: Pick<ServiceContext, 'db'>,
  fileId: string,
  at: string,
): Promise<boolean> =>
  (await run(
    ctx.db,
    'UPDATE files SET deleted_at = ?, updated_at = ? WHERE id = ? AND deleted_at IS NULL',
    at,
    at,
    fileId,
  )) === 1;

/** Takes a deletion back. @returns false when there is no such file. */
export const restoreFile = async (ctx: Pick<ServiceContext, 'db'>, fileId: string): Promise<boolean> =>
  (await run(ctx.db, 'UPDATE files SET deleted_at = NULL WHERE id = ?', fileId)) === 1;

/** Projects of the file's account that refer to it, by name; 20 at most. */
export const projectsUsing = async (
  ctx: Pick<ServiceContext, 'db'>,
  file: Pick<FileRow, 'id' | 'accountId'>,
): Promise<{ projectId: string; name: string }[]> =>
  (
    await all(
      ctx.db,
      `SELECT DISTINCT p.id, p.name FROM file_references r JOIN projects p ON p.id = r.project_id
     WHERE r.file_id = ? AND p.account_id = ? AND p.deleted_at IS NULL ORDER BY p.name LIMIT 20`,
      file.id,
      file.accountId,
    )
  ).map((row) => ({ projectId: text(row, 'id'), name: text(row, 'name') }));

/** Templates of the file's account that refer to it, by name; 20 at most. */
export const templatesUsing = async (
  ctx: Pick<ServiceContext, 'db'>,
  file: Pick<FileRow, 'id' | 'accountId'>,
): Promise<{ templateId: string; name: string }[]> =>
  (
    await all(
      ctx.db,
      `SELECT t.id, t.name FROM template_files r JOIN templates t ON t.id = r.template_id
     WHERE r.file_id = ? AND t.account_id = ? ORDER BY t.name LIMIT 20`,
      file.id,
      file.accountId,
    )
  ).map((row) => ({ templateId: text(row, 'id'), name: text(row, 'name') }));

/** Unfinished runs of the file's account that refer to it; 20 at most. */
export const runsUsing = async (
  ctx: Pick<ServiceContext, 'db'>,
  file: Pick<FileRow, 'id' | 'accountId'>,
): Promise<string[]> =>
  (
    await all(
      ctx.db,
      `SELECT id FROM runs WHERE account_id = ? AND status IN ('accepted', 'queued', 'running')
       AND (instr(graph, ?) > 0 OR instr(input_files, ?) > 0) LIMIT 20`,
      file.accountId,
      file.id,
      file.id,
    )
  ).map((row) => text(row, 'id'));

const REFERENCES = {
  project: `SELECT DISTINCT r.file_id AS id FROM file_references r JOIN projects p ON p.id = r.project_id
    WHERE p.deleted_at IS NULL AND r.file_id IN (SELECT value FROM json_each(?))`,
  template:
    'SELECT DISTINCT file_id AS id FROM template_files WHERE file_id IN (SELECT value FROM json_each(?))',
  running: `SELECT j.value AS id FROM json_each(?) j WHERE EXISTS (SELECT 1 FROM runs
    WHERE status IN ('accepted', 'queued', 'running') AND (instr(graph, j.value) > 0 OR instr(input_files, j.value) > 0))`,
} as const;

/** By what each of these files is held; those that nothing holds are left out. */
export async function referencesOf(
  ctx: Pick<ServiceContext, 'db'>,
  fileIds: readonly string[],
): Promise<{ fileId: string; by: (keyof typeof REFERENCES)[] }[]> {
  const found = new Map<string, (keyof typeof REFERENCES)[]>();
  for (const by of ['project', 'template', 'running'] as const) {
    for (const row of await all(ctx.db, REFERENCES[by], JSON.stringify(fileIds))) {
      const fileId = text(row, 'id');
      found.set(fileId, [...(found.get(fileId) ?? []), by]);
    }
  }
  return [...found].map(([fileId, by]) => ({ fileId, by }));
}
