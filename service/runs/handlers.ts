import { PAGE_DEFAULT, PAGE_MAX, type EndpointOf, type PublicRunDetail } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { Engine } from '#service/engine/engine.ts';
import type { RunRow } from '#service/engine/run-rows.ts';
import { openCursor } from '#service/signing/cursor.ts';
import { Problem } from '#service/problems/problem.ts';
import { createRunEventStreams, type RunEventStreamOptions } from './event-stream.ts';
import type { Call, Handlers } from '#service/http/handler.ts';
import { applyPatch } from '#service/documents/write-graph.ts';
import { dropCachedGraph } from '#service/graphs/graph-cache.ts';
import { applyOutputs, thumbnailOf } from './apply-outputs.ts';
import { prepareRun, requireQueueRoom, type PreparedRun } from './prepare-run.ts';
import { requireRun, runDetail, runEvent } from './run-detail.ts';

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

  /** The sequence number a cursor stands for. @throws Problem INVALID_CURSOR */
  const positionOf = (run: { id: string; accountId: string }, cursor: string | null | undefined): number => {
    if (cursor === null || cursor === undefined || cursor === '') return 0;
    return Number(openCursor(ctx.cursors, binding(run), cursor)[0]);
  };

  const requireOwned = (accountId: string, runId: string): { id: string; accountId: string } => {
    if (store.statusOf(runId, accountId) === null) requireRun(null, accountId, runId);
    return { id: runId, accountId };
  };

  const load = (call: { params: { run_id: string }; caller: { accountId: string } }): RunRow =>
    requireRun(store.find(call.params.run_id), call.caller.accountId, call.params.run_id);

  return {
    'runs.create': (call) => {
      requireQueueRoom(engine, call.caller.accountId);
      let accepted: string | null = null;
      const detail = call.commit(() => {
        const created = createRun(ctx, engine, call);
        accepted = created.id;
        return created;
      });
      if (accepted !== null) engine.dispatch(accepted);
      return detail;
    },

    'runs.get': (call) => runDetail(ctx, load(call)),

    'runs.cancel': (call) => {
      const run = load(call);
      if (!engine.cancel(run.id)) {
        throw Problem.of(
          'RUN_ALREADY_TERMINAL',
          `This run has ended already: it ${statusLabel(run.status)}.`,
          {
            runId: run.id,
            status: run.status,
          },
        );
      }
      return runDetail(ctx, load(call));
    },

    'runs.applyToProject': async (call) => {
      const thumbnail = await thumbnailOf(ctx, load(call), call.body.outputKeys);
      return call.commit(() => applyOutputs(ctx, load(call), call.body, thumbnail));
    },

    'runs.listEvents': (call) => {
      const run = requireOwned(call.caller.accountId, call.params.run_id);
      const limit = Math.min(call.query.limit ?? PAGE_DEFAULT, PAGE_MAX);
      const rows = store.events(run.id, positionOf(run, call.query.cursor), limit + 1);
      const data = rows.slice(0, limit).map((row) => runEvent(row, run.id, cursorOf(run, row.sequence)));
      const hasMore = rows.length > limit;
      return { data, hasMore, nextCursor: hasMore ? data.at(-1)!.id : null };
    },

    'runs.streamEvents': (call) => {
      const run = requireOwned(call.caller.accountId, call.params.run_id);
      // A browser that reconnects sends the old address with a newer Last-Event-ID.
      const cursor = call.request.headers.get('last-event-id') || call.query.cursor;
      return streams.open(run, positionOf(run, cursor), call.signal);
    },
  };
}

/** Checks a request and writes the run it asks for; inside a transaction. */
function createRun(
  ctx: ServiceContext,
  engine: Engine,
  call: Call<EndpointOf<'runs.create'>>,
): PublicRunDetail {
  const { accountId } = call.caller;
  const prepared = prepareRun(ctx, accountId, call.body);
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
      externalId: call.body.externalId ?? null,
      externalUserId: call.body.externalUserId ?? null,
      externalWorkspaceId: call.body.externalWorkspaceId ?? null,
    });
    engine.store.appendEvent(id, { type: 'run.accepted' });
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

function statusLabel(status: string): string {
  return status === 'canceled' ? 'was canceled' : status;
}
