import type { ServiceContext } from '#service/context.ts';
import { getLiveFile, projectsUsing, templatesUsing } from '#service/files/rows.ts';
import { fileDetail } from '#service/files/file-detail.ts';
import { createLibrary } from '#service/library/library.ts';
import { Problem } from '#service/problems/problem.ts';
import { findAnyProject } from '#service/projects/rows.ts';
import type { AdministrationHandlers } from './surface.ts';

/** The files that the documents of a project mean by their names, as its films and exports find them. */
export const fileHandlers = (ctx: ServiceContext) =>
  ({
    findFiles: ({ params, body }) => {
      const projectId = params['projectId'] ?? '';
      const project = findAnyProject(ctx.db, projectId);
      if (!project) throw Problem.of('PROJECT_NOT_FOUND', 'The project no longer exists.', { projectId });
      const { accountId } = project;
      const find = createLibrary(ctx, { accountId, current: { projectId, kind: 'timeline' } });
      const found = body.names.flatMap((filename) => find({ filename }) ?? []);
      return { files: [...new Map(found.map((file) => [file.id, fileDetail(file)])).values()] };
    },
    listFileHashes: ({ body }) => ({
      files: body.fileIds.flatMap((fileId) => {
        const file = getLiveFile(ctx, fileId);
        return file === null ? [] : [{ fileId, hash: file.blob }];
      }),
    }),
    getFileUsers: ({ params }) => {
      const file = getLiveFile(ctx, params['fileId'] ?? '');
      if (!file) return { projects: [], templates: [] };
      return { projects: projectsUsing(ctx, file), templates: templatesUsing(ctx, file) };
    },
  }) satisfies Partial<AdministrationHandlers>;
