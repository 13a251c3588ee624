import type { PublicRunCreateRequest, PublicRunDetail } from '#shared/api/index.ts';
import { isLiveRun } from '#shared/desk/run-origin.ts';
import type { ServiceContext } from '#service/context.ts';
import type { Engine } from '#service/engine/engine.ts';
import { applyPatch } from '#service/documents/write-graph.ts';
import type { Caller } from '#service/http/handler.ts';
import { prepareRun, type PreparedRun } from './prepare-run.ts';
import { requireRun, runDetail } from './run-detail.ts';

/** Checks a request and writes the run it asks for; inside a transaction. */
export async function createRun(
  ctx: ServiceContext,
  engine: Engine,
  { accountId, personId }: Pick<Caller, 'accountId' | 'personId'>,
  body: PublicRunCreateRequest,
): Promise<PublicRunDetail> {
  const prepared = await prepareRun(ctx, { accountId, personId }, body);
  const projectVersion = await persist(ctx, accountId, prepared);
  const id = ctx.newId('run');
  await engine.store.insert({
    id,
    accountId,
    personId,
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
  await engine.store.events.append(id, { type: 'run.accepted' });
  if (!isLiveRun(body.externalId)) ctx.accountNews.changed(accountId);
  return await runDetail(ctx, requireRun(await engine.store.find(id), accountId, id));
}

/** @returns the version of the project that the run belongs to; null for an inline graph. */
async function persist(
  ctx: ServiceContext,
  accountId: string,
  { project, persist }: PreparedRun,
): Promise<number | null> {
  if (project === null) return null;
  if (persist.length === 0) return project.version;
  const patched = await applyPatch(ctx, {
    accountId,
    projectId: project.id,
    expectedVersion: project.version,
    operations: persist,
  });
  return patched.project.version;
}
