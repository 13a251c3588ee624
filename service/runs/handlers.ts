import { PAGE_DEFAULT, PAGE_MAX } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { Engine } from '#service/engine/engine.ts';
import { isLiveRun } from '#shared/desk/run-origin.ts';
import type { RunRow } from '#service/engine/run-rows.ts';
import { openCursor } from '#service/signing/cursor.ts';
import { Problem } from '#service/problems/problem.ts';
import { createRunEventStreams, type RunEventStreamOptions } from './event-stream.ts';
import type { Handlers } from '#service/http/handler.ts';
import { applyOutputs, thumbnailOf } from './apply-outputs.ts';
import { requireQueueCapacity } from './prepare-run.ts';
import { requireRun, runDetail, runEvent, URL_TTL } from './run-detail.ts';
import { createRun } from './create-run.ts';
import { createResponseCache } from '#service/http/response-cache.ts';

type RunEndpoints =
  | 'runs.create'
  | 'runs.get'
  | 'runs.applyToProject'
  | 'runs.cancel'
  | 'runs.listEvents'
  | 'runs.streamEvents';

export type RunHandlers = Pick<Handlers, RunEndpoints>;

/** What an event cursor is valid for: one run, seen by its owner. */
const binding = (run: { id: string; accountId: string }): string[] => ['run-events', run.accountId, run.id];

/** The six endpoints of runs. Open event streams end when the engine stops. */
export function createRunHandlers(
  ctx: ServiceContext,
  engine: Engine,
  options: RunEventStreamOptions = {},
): RunHandlers {
  const { store } = engine;
  const cursorOf = (run: { id: string; accountId: string }, sequence: number): string =>
    ctx.cursors.seal(binding(run), [sequence]);
  const streams = createRunEventStreams({ store, hub: engine.hub, cursorOf }, options);
  engine.hub.onClose(() => streams.close());
  const responses = createResponseCache(ctx.db);

  /** The sequence number a cursor stands for. @throws Problem INVALID_CURSOR */
  const positionOf = (run: { id: string; accountId: string }, cursor: string | null | undefined): number => {
    if (cursor === null || cursor === undefined || cursor === '') return 0;
    return Number(openCursor(ctx.cursors, binding(run), cursor)[0]);
  };

  const requireOwned = async (
    accountId: string,
    runId: string,
  ): Promise<{ id: string; accountId: string }> => {
    if ((await store.statusOf(runId, accountId)) === null) requireRun(null, accountId, runId);
    return { id: runId, accountId };
  };

  const load = async (call: { params: { run_id: string }; caller: { accountId: string } }): Promise<RunRow> =>
    requireRun(await store.find(call.params.run_id), call.caller.accountId, call.params.run_id);

  return {
    'runs.create': async ({ caller, body, commit }) => {
      await requireQueueCapacity(engine, caller.accountId);
      // A preview while somebody edits is asked for anew by the next edit.
      const isTransient = isLiveRun(body.externalId) && body.graph != null;
      const detail = await commit(() => createRun(ctx, engine, caller, body), {
        transient: isTransient,
      });
      engine.dispatch({ id: detail.id, accountId: caller.accountId });
      return detail;
    },

    'runs.get': (call) =>
      responses.get(call.caller, ['run', call.params.run_id, ctx.urls.epoch(URL_TTL)], async () =>
        runDetail(ctx, await load(call)),
      ),

    'runs.cancel': async (call) => {
      const run = await load(call);
      if (!(await engine.cancel(run.id))) {
        throw Problem.of(
          'RUN_ALREADY_TERMINAL',
          `This run has ended already: it ${statusLabel(run.status)}.`,
          {
            runId: run.id,
            status: run.status,
          },
        );
      }
      return await ctx.db.snapshot(async () => runDetail(ctx, await load(call)));
    },

    'runs.applyToProject': async (call) => {
      const thumbnail = await thumbnailOf(ctx, await load(call), call.body.outputKeys);
      return call.commit(async () => applyOutputs(ctx, await load(call), call.body, thumbnail));
    },

    'runs.listEvents': ({ caller, params, query }) =>
      responses.get(caller, ['events', params.run_id, JSON.stringify(query)], async () => {
        const run = await requireOwned(caller.accountId, params.run_id);
        const limit = Math.min(query.limit ?? PAGE_DEFAULT, PAGE_MAX);
        const rows = await store.events.after(run.id, positionOf(run, query.cursor), limit + 1);
        const data = rows.slice(0, limit).map((row) => runEvent(row, run.id, cursorOf(run, row.sequence)));
        const hasNextPage = rows.length > limit;
        return { data, hasMore: hasNextPage, nextCursor: hasNextPage ? data.at(-1)!.id : null };
      }),

    'runs.streamEvents': async (call) => {
      const run = await requireOwned(call.caller.accountId, call.params.run_id);
      // A browser that reconnects sends the old address with a newer Last-Event-ID.
      const cursor = call.request.headers.get('last-event-id') || call.query.cursor;
      return await streams.open(run, positionOf(run, cursor), call.signal, () => call.caller.rejection());
    },
  };
}

function statusLabel(status: string): string {
  return status === 'canceled' ? 'was canceled' : status;
}
