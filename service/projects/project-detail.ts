import type { PublicProjectDetail, PublicProjectSummary } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { ProjectRow } from './rows.ts';

/** Seconds that thumbnail URLs in responses stay valid. */
export const THUMBNAIL_TTL = 86_400;

export function summaryOf(ctx: ServiceContext, project: ProjectRow): PublicProjectSummary {
  const thumbnail = project.thumbnailBlob
    ? ctx.urls.preview(project.thumbnailBlob, 'thumbnail', THUMBNAIL_TTL)
    : null;
  return {
    id: project.id,
    name: project.name,
    nodeCount: project.nodeCount,
    createdAt: project.createdAt,
    updatedAt: project.updatedAt,
    externalId: project.externalId,
    externalUserId: project.externalUserId,
    externalWorkspaceId: project.externalWorkspaceId,
    thumbnailUrl: thumbnail?.url ?? null,
    thumbnailExpiresAt: thumbnail?.expiresAt ?? null,
  };
}

export const detailOf = (ctx: ServiceContext, project: ProjectRow): PublicProjectDetail => ({
  ...summaryOf(ctx, project),
  version: project.version,
});
