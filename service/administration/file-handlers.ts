import type { ServiceContext } from '#service/context.ts';
import { getLiveFile, liveBlobs, projectsUsing, referencesOf, templatesUsing } from '#service/files/rows.ts';
import { fileDetail } from '#service/files/file-detail.ts';
import { loadLibrary } from '#service/library/library.ts';
import { Problem } from '#service/problems/problem.ts';
import { findAnyProject } from '#service/projects/rows.ts';
import type { AdministrationHandlers } from './surface.ts';

/** The files that the documents of a project mean by their names, as its films and exports find them. */
export const fileHandlers = (ctx: ServiceContext) =>
  ({
    findFiles: async ({ params, body }) => {
      const projectId = params['projectId'] ?? '';
      const project = await findAnyProject(ctx.db, projectId);
      if (!project) throw Problem.of('PROJECT_NOT_FOUND', 'The project no longer exists.', { projectId });
      const { accountId } = project;
      const find = await loadLibrary(
        ctx,
        { accountId, current: { projectId, kind: 'timeline' } },
        body.names.map((filename) => ({ filename })),
      );
      const found = body.names.flatMap((filename) => find({ filename }) ?? []);
      return { files: [...new Map(found.map((file) => [file.id, fileDetail(file)])).values()] };
    },
    listFileHashes: async ({ body }) => {
      const blobs = await liveBlobs(ctx, body.fileIds);
      return {
        files: body.fileIds.flatMap((fileId) => {
          const hash = blobs.get(fileId);
          return hash === undefined ? [] : [{ fileId, hash }];
        }),
      };
    },
    listFileReferences: async ({ body }) => ({ files: await referencesOf(ctx, body.fileIds) }),
    getFileUsers: async ({ params }) => {
      const file = await getLiveFile(ctx, params['fileId'] ?? '');
      if (!file) return { projects: [], templates: [] };
      return { projects: await projectsUsing(ctx, file), templates: await templatesUsing(ctx, file) };
    },
  }) satisfies Partial<AdministrationHandlers>;
