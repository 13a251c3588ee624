import type { PublicProjectUpdateRequest } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { transaction } from '#service/storage/database.ts';
import { dropCachedGraph, cacheSameGraph } from '#service/graphs/graph-cache.ts';
import { auditContext, callerActor, note } from '#service/audit/audit.ts';
import { listProjects } from './list.ts';
import { deleteProject, insertProject, requireProject, requireVersion, saveProject } from './rows.ts';
import { THUMBNAIL_TTL, detailOf } from './project-detail.ts';
import { projectSpend } from '#service/spend/project-spend.ts';
import { changesOf, checkedMetadata, checkedName } from './changes.ts';
import type { Handlers } from '#service/http/handler.ts';
import { createResponseCache } from '#service/http/response-cache.ts';

const NAME_DEFAULT = 'Untitled project';

type ProjectHandlers = Pick<
  Handlers,
  | 'projects.create'
  | 'projects.list'
  | 'projects.get'
  | 'projects.update'
  | 'projects.updateMetadata'
  | 'projects.delete'
  | 'projects.getSpend'
>;

export function createProjectHandlers(ctx: ServiceContext): ProjectHandlers {
  const responses = createResponseCache(ctx.db);
  const updateMetadata = (accountId: string, projectId: string, body: PublicProjectUpdateRequest) =>
    transaction(ctx.db, async () => {
      const project = await requireProject(ctx, accountId, projectId);
      const changes = changesOf(body);
      requireVersion(project, body.expectedVersion);
      const saved = await saveProject(ctx, project, changes);
      cacheSameGraph(ctx, project.id, project.version, saved.version);
      return detailOf(ctx, saved);
    });

  return {
    'projects.create': ({ caller, body, commit }) => {
      const name = body.name === undefined ? NAME_DEFAULT : checkedName(body.name);
      const metadata = checkedMetadata(body.metadata ?? {});
      return commit(async () =>
        detailOf(ctx, await insertProject(ctx, { ...body, name, metadata, accountId: caller.accountId })),
      );
    },
    'projects.list': ({ caller, query }) =>
      responses.get(caller, ['list', JSON.stringify(query), ctx.urls.pictureEpoch(THUMBNAIL_TTL)], () =>
        listProjects(ctx, caller.accountId, query),
      ),
    'projects.get': ({ caller, params }) =>
      responses.get(caller, ['project', params.project_id, ctx.urls.pictureEpoch(THUMBNAIL_TTL)], async () =>
        detailOf(ctx, await requireProject(ctx, caller.accountId, params.project_id)),
      ),
    'projects.update': ({ caller, params, body, commit }) =>
      commit(() => updateMetadata(caller.accountId, params.project_id, body)),
    'projects.updateMetadata': ({ caller, params, body, commit }) =>
      commit(() => updateMetadata(caller.accountId, params.project_id, body)),
    'projects.delete': ({ caller, params, query, commit }) =>
      commit(async () => {
        const project = await requireProject(ctx, caller.accountId, params.project_id);
        requireVersion(project, query.expectedVersion);
        await deleteProject(ctx, project.id);
        dropCachedGraph(ctx, project.id);
        await note(auditContext(ctx), await callerActor(ctx.db, caller), 'project.delete', project);
        return undefined;
      }),
    'projects.getSpend': ({ caller, params }) =>
      ctx.db.snapshot(async () => {
        const { id } = await requireProject(ctx, caller.accountId, params.project_id);
        return await projectSpend(ctx.db, id);
      }),
  };
}
