import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import { transaction } from '#service/storage/database.ts';
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

/** @throws Problem FILE_IN_USE, naming the projects, templates or runs that hold the file. */
function requireUnused(ctx: ServiceContext, file: FileRow): void {
  const projects = projectsUsing(ctx, file);
  if (projects.length > 0) {
    throw Problem.of(
      'FILE_IN_USE',
      `The file is used by ${projects.map((project) => `"${project.name}"`).join(', ')}. Remove it there first.`,
      { fileId: file.id, projects },
    );
  }
  const templates = templatesUsing(ctx, file);
  if (templates.length > 0) {
    throw Problem.of(
      'FILE_IN_USE',
      `The file is part of the template ${templates.map((template) => `"${template.name}"`).join(', ')}.`,
      { fileId: file.id, templates },
    );
  }
  const runs = runsUsing(ctx, file);
  if (runs.length === 0) return;
  throw Problem.of(
    'FILE_IN_USE',
    'The file is used by a run that has not finished. Wait for it, or cancel it.',
    { fileId: file.id, runs },
  );
}

export async function deleteFile(ctx: ServiceContext, file: FileRow): Promise<void> {
  transaction(ctx.db, () => {
    requireUnused(ctx, file);
    const isDeleted = markFileDeleted(ctx, file.id, new Date(ctx.now()).toISOString());
    if (isDeleted && file.origin === 'upload') freeStorage(ctx, file.accountId, file.sizeBytes);
  });
  if (isBlobInUse(ctx.db, file.blob)) return;
  try {
    await ctx.blobs.delete(file.blob);
  } catch (error) {
    ctx.log.error({ err: error, fileId: file.id }, 'file could not be deleted from storage');
    transaction(ctx.db, () => {
      const isRestored = restoreFile(ctx, file.id);
      if (isRestored && file.origin === 'upload') restoreStorage(ctx, file.accountId, file.sizeBytes);
    });
    throw Problem.of(
      'FILE_DELETE_FAILED',
      'The file could not be deleted from storage. Nothing has changed; try again later.',
      { fileId: file.id },
    );
  }
}
