import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import { transaction } from '#service/storage/database.ts';
import { auditContext, callerActor, note } from '#service/audit/audit.ts';
import { isBlobInUse } from './blob-use-rows.ts';
import { freeStorage, restoreStorage } from '#service/accounts/quota-rows.ts';
import {
  markFileDeleted,
  projectsUsing,
  restoreFile,
  runsUsing,
  templatesUsing,
  type FileRow,
} from './rows.ts';

/** Names in quotes, in their order; of several things with one name it says how many they are. */
export function namesInText(named: readonly { name: string }[]): string {
  const times = new Map<string, number>();
  for (const { name } of named) times.set(name, (times.get(name) ?? 0) + 1);
  return [...times].map(([name, count]) => `"${name}"${count > 1 ? ` (${count} times)` : ''}`).join(', ');
}

/** @throws Problem FILE_IN_USE, naming the projects, templates or runs that hold the file. */
async function requireUnused(ctx: ServiceContext, file: FileRow): Promise<void> {
  const projects = await projectsUsing(ctx, file);
  if (projects.length > 0) {
    throw Problem.of('FILE_IN_USE', `The file is used by ${namesInText(projects)}. Remove it there first.`, {
      fileId: file.id,
      projects,
    });
  }
  const templates = await templatesUsing(ctx, file);
  if (templates.length > 0) {
    throw Problem.of('FILE_IN_USE', `The file is part of the template ${namesInText(templates)}.`, {
      fileId: file.id,
      templates,
    });
  }
  const runs = await runsUsing(ctx, file);
  if (runs.length === 0) return;
  throw Problem.of(
    'FILE_IN_USE',
    'The file is used by a run that has not finished. Wait for it, or cancel it.',
    { fileId: file.id, runs },
  );
}

/** @param caller whose key asks for it */
export async function deleteFile(
  ctx: ServiceContext,
  file: FileRow,
  caller: { keyId: string; personId: string | null },
): Promise<void> {
  await transaction(ctx.db, async () => {
    await requireUnused(ctx, file);
    const isDeleted = await markFileDeleted(ctx, file.id, new Date(ctx.now()).toISOString());
    if (isDeleted && file.origin === 'upload') await freeStorage(ctx, file.accountId, file.sizeBytes);
    const { id, filename: name } = file;
    await note(auditContext(ctx), await callerActor(ctx.db, caller), 'file.delete', { id, name });
  });
  if (await isBlobInUse(ctx.db, file.blob)) return;
  try {
    await ctx.blobs.delete(file.blob);
  } catch (error) {
    ctx.log.error({ err: error, fileId: file.id }, 'file could not be deleted from storage');
    await transaction(ctx.db, async () => {
      const isRestored = await restoreFile(ctx, file.id);
      if (isRestored && file.origin === 'upload') await restoreStorage(ctx, file.accountId, file.sizeBytes);
    });
    throw Problem.of(
      'FILE_DELETE_FAILED',
      'The file could not be deleted from storage. Nothing has changed; try again later.',
      { fileId: file.id },
    );
  }
}
