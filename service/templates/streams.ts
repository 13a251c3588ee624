import type { ServiceContext } from '#service/context.ts';
import type { Engine } from '#service/engine/engine.ts';
import type { RunEventRow } from '#service/engine/run-event-rows.ts';
import { createRunEventStreams, type RunEventStreamOptions } from '#service/runs/event-stream.ts';
import { invalid } from '#service/problems/validation-problem.ts';
import type { TemplateRun } from './runs.ts';

/** Event streams of template runs, for owners and for callers with an endpoint's own key. */
export interface TemplateRunStreams {
  /** @throws ValidationProblem when `lastEventId` is no event of this run. */
  open(found: TemplateRun, caller: RunCaller): Promise<Response>;
}

interface RunCaller {
  /** The `Last-Event-ID` of the request. */
  lastEventId: string | null;
  signal: AbortSignal;
  /** Why the reader may have no more, in a sentence; null while it may. */
  rejection: () => Promise<string | null>;
}

/** What an event id is valid for: one template run, seen by its owner. */
const binding = (run: { id: string; accountId: string }): string[] => [
  'template-run-events',
  run.accountId,
  run.id,
];

/** @param viewAt what is told of a run at one of its events. Open streams end when the engine stops. */
export function createTemplateRunStreams(
  ctx: ServiceContext,
  engine: Engine,
  viewAt: (found: TemplateRun, event: RunEventRow) => Promise<object | null>,
  options: RunEventStreamOptions = {},
): TemplateRunStreams {
  const watched = new Map<string, TemplateRun>();
  const streams = createRunEventStreams(
    {
      store: engine.store,
      hub: engine.hub,
      cursorOf: (run, sequence) => ctx.cursors.seal(binding(run), [sequence]),
      textOf: async (event, run) => {
        const found = watched.get(run.id);
        const view = found ? await viewAt(found, event) : null;
        return view && JSON.stringify(view);
      },
      onFeedEnd: (run) => watched.delete(run.id),
    },
    options,
  );
  engine.hub.onClose(() => streams.close());

  const positionAfter = (run: { id: string; accountId: string }, lastEventId: string | null): number => {
    if (lastEventId === null || lastEventId === '') return 0;
    const position = ctx.cursors.open(binding(run), lastEventId);
    if (position) return Number(position[0]);
    throw invalid(
      ['header', 'last-event-id'],
      'This is no event id of this run. Leave it out to start from the beginning.',
    );
  };

  return {
    async open(found, { lastEventId, signal, rejection }) {
      const run = { id: found.row.id, accountId: found.row.accountId };
      const position = positionAfter(run, lastEventId);
      watched.set(run.id, found);
      return await streams.open(run, position, signal, rejection);
    },
  };
}
