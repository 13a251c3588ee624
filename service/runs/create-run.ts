import type { PublicRunCreateRequest, PublicRunDetail } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { Engine } from '#service/engine/engine.ts';
import { applyPatch } from '#service/documents/write-graph.ts';
import { dropCachedGraph } from '#service/graphs/graph-cache.ts';
import { prepareRun, type PreparedRun } from './prepare-run.ts';
import { requireRun, runDetail } from './run-detail.ts';

/** Checks a request and writes the run it asks for; inside a transaction. */
export function createRun(
  ctx: ServiceContext,
  engine: Engine,
  accountId: string,
  body: PublicRunCreateRequest,
): PublicRunDetail {
  const prepared = prepareRun(ctx, accountId, body);
  const projectVersion = persist(ctx, accountId, prepared);
  try {
    const id = ctx.newId('run');
    engine.store.insert({
      id,
      accountId,
      projectId: prepared.project?.id ?? null,
      projectVersion,
      sourceType: prepared.project === null ? 'inline_graph' : 'saved_project',
      graph: prepared.graph,
      targetNodeIds: prepared.targetNodeIds,
      inputFiles: prepared.inputFiles,
      externalId: body.externalId ?? null,
      externalUserId: body.externalUserId ?? null,
      externalWorkspaceId: body.externalWorkspaceId ?? null,
    });
    engine.store.events.append(id, { type: 'run.accepted' });
    return runDetail(ctx, requireRun(engine.store.find(id), accountId, id));
  } catch (error) {
    // The project's version is taken back with the transaction; what is kept of its graph must go too.
    if (prepared.project !== null) dropCachedGraph(ctx, prepared.project.id);
    throw error;
  }
}

/** @returns the version of the project that the run belongs to; null for an inline graph. */
function persist(ctx: ServiceContext, accountId: string, { project, persist }: PreparedRun): number | null {
  if (project === null) return null;
  if (persist.length === 0) return project.version;
  const patched = applyPatch(ctx, {
    accountId,
    projectId: project.id,
    expectedVersion: project.version,
    operations: persist,
  });
  return patched.project.version;
}
