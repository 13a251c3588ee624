import { PAGE_DEFAULT, PAGE_MAX, type PublicTemplateSummary } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { Engine } from '#service/engine/engine.ts';
import { openCursor } from '#service/signing/cursor.ts';
import type { RunEventStreamOptions } from '#service/runs/event-stream.ts';
import type { HandlersOf } from '#service/http/handler.ts';
import { searchTexts } from '#service/rules/search-texts.ts';
import { mergePages, textsToSearch } from '#service/storage/refold.ts';
import { requireQueueCapacity } from '#service/runs/prepare-run.ts';
import { endpointDocs } from './endpoint-docs.ts';
import { activeEndpoints, requireEndpoint, requireTemplate, type TemplateRow } from './rows.ts';
import { findTemplates } from './list-rows.ts';
import { endpointSummary, templateDetails } from './template-detail.ts';
import { createTemplateRun, requireTemplateRun, type TemplateRun } from './runs.ts';
import { TemplateRunViews } from './run-views.ts';
import { createTemplateRunStreams } from './streams.ts';
import { createResponseCache } from '#service/http/response-cache.ts';

interface ListQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  hasEndpoint?: boolean | undefined;
  search?: string | undefined;
}

/** Newest first. A template never changes its place, so nothing shifts while somebody pages. */
async function listTemplates(ctx: ServiceContext, accountId: string, query: ListQuery) {
  const limit = Math.min(query.limit ?? PAGE_DEFAULT, PAGE_MAX);
  const search = searchTexts(query.search);
  const binding = ['templates', accountId, search.previous, String(query.hasEndpoint ?? '-')];
  const requested = {
    accountId,
    hasEndpoint: query.hasEndpoint,
    before: query.cursor === undefined ? null : String(openCursor(ctx.cursors, binding, query.cursor)[0]),
    limit: limit + 1,
  };
  const found: TemplateRow[][] = [];
  for (const folded of await textsToSearch(ctx.db, 'templates', search))
    found.push(await findTemplates(ctx, { ...requested, search: folded }));
  const rows = mergePages(found, requested.limit, ({ id }) => id);
  const page = rows.slice(0, limit);
  const hasNextPage = rows.length > limit;
  return {
    data: (await templateDetails(ctx, page)) satisfies PublicTemplateSummary[],
    hasMore: hasNextPage,
    nextCursor: hasNextPage ? ctx.cursors.seal(binding, [page.at(-1)!.id]) : null,
  };
}

/** The seven endpoints of templates. Open event streams end when the engine stops. */
export function createTemplateHandlers(
  ctx: ServiceContext,
  engine: Engine,
  options: RunEventStreamOptions = {},
): HandlersOf<'templates'> {
  const views = new TemplateRunViews(ctx, engine);
  const responses = createResponseCache(ctx.db);
  const streams = createTemplateRunStreams(
    ctx,
    engine,
    (found, event) => views.atEvent(found, event),
    options,
  );

  const requireCalled = async (accountId: string, params: { template_id: string; endpoint_id: string }) => {
    const template = await requireTemplate(ctx, accountId, params.template_id);
    return { template, endpoint: await requireEndpoint(ctx, template, params.endpoint_id) };
  };
  const requireRun = async (
    accountId: string,
    params: { template_id: string; endpoint_id: string; task_id: string },
  ): Promise<TemplateRun> => {
    const template = await requireTemplate(ctx, accountId, params.template_id);
    // A run stays readable when its endpoint is no longer active.
    return await requireTemplateRun(
      ctx,
      engine,
      { template, endpointId: params.endpoint_id },
      params.task_id,
    );
  };

  return {
    'templates.list': ({ caller, query }) =>
      responses.get(caller, [JSON.stringify(query)], () => listTemplates(ctx, caller.accountId, query)),
    'templates.get': ({ caller, params }) =>
      ctx.db.snapshot(async () => {
        const template = await requireTemplate(ctx, caller.accountId, params.template_id);
        return (await templateDetails(ctx, [template]))[0]!;
      }),
    'templates.listEndpoints': ({ caller, params }) =>
      ctx.db.snapshot(async () => {
        const template = await requireTemplate(ctx, caller.accountId, params.template_id);
        const data = (await activeEndpoints(ctx, template.id)).map((item) => endpointSummary(template, item));
        return { data, hasMore: false, nextCursor: null };
      }),
    'templates.getEndpointDocs': ({ caller, params }) =>
      ctx.db.snapshot(async () => {
        const { template, endpoint } = await requireCalled(caller.accountId, params);
        return await endpointDocs(ctx, template, endpoint);
      }),
    'templates.createRun': async ({ caller, params, body, commit }) => {
      await requireQueueCapacity(engine, caller.accountId);
      const detail = await commit(async () => {
        const called = {
          ...(await requireCalled(caller.accountId, params)),
          caller: 'owner' as const,
          personId: caller.personId,
        };
        return await views.detail(await createTemplateRun(ctx, engine, called, body));
      });
      engine.dispatch({ id: detail.taskId, accountId: caller.accountId });
      return detail;
    },
    'templates.getRun': ({ caller, params }) =>
      ctx.db.snapshot(async () => views.detail(await requireRun(caller.accountId, params))),
    'templates.streamRunEvents': async ({ caller, params, request, signal }) => {
      const found = await requireRun(caller.accountId, params);
      return await streams.open(found, {
        lastEventId: request.headers.get('last-event-id'),
        signal,
        rejection: () => caller.rejection(),
      });
    },
  };
}
