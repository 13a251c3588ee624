import { afterEach, beforeEach } from 'vitest';
import { endpoints, type PublicRunDetail, type PublicRunEvent } from '#shared/api/index.ts';
import { apiFor, callDesk } from '#renderer/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { createRunStore, type RunStore } from '../run-store.ts';

export const headline = { type: 'text', value: 'Good evening' };
export const detail = (change: Partial<PublicRunDetail> = {}): PublicRunDetail => ({
  id: 'run_1',
  status: 'accepted',
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-01-01T10:00:00.000Z',
  projectId: 'prj_1',
  projectVersion: 4,
  ...change,
});
export const done = detail({ status: 'succeeded', outputs: { Headline: headline }, executionTimeMs: 2600 });

export const event = (id: string, type: string, change: Partial<PublicRunEvent> = {}): PublicRunEvent => ({
  id,
  runId: 'run_1',
  type,
  createdAt: '2026-01-01T10:00:01.000Z',
  ...change,
});
/** The events of a run of two nodes, of which one was cached. */
export const story = [
  event('e1', 'run.accepted'),
  event('e2', 'run.started', { data: { plan: ['word', 'card'], total: 2 } }),
  event('e3', 'node.succeeded', { nodeId: 'word', data: { outputs: { text: headline }, durationMs: 3 } }),
  event('e4', 'node.cached', { nodeId: 'card', data: { outputs: {} } }),
  event('e5', 'run.succeeded', { data: { status: 'succeeded' } }),
];

export const listed = (data: PublicRunEvent[]) => ({ data, hasMore: false, nextCursor: null });
/** The events as one stream that then ends. */
export const frames = (events: PublicRunEvent[]) =>
  new Response(events.map((e) => `id: ${e.id}\nevent: ${e.type}\ndata: ${JSON.stringify(e)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  });

/** Resolves when the next run of a store ends. */
export const ended = (store: RunStore) => new Promise<void>((resolve) => store.onEnd(() => resolve()));

/** Of one test: a desktop process that knows no runs, and the runs of one project of a connection of its own. */
export interface RunWorld {
  connectionId: string;
  desk: DeskStandIn;
  runs: RunStore;
}

let connections = 0;

function openWorld(): RunWorld {
  const desk = standInForDesk();
  desk.desk('listRuns', () => ({ runs: [] }));
  desk.desk('getRunSnapshot', () => ({ snapshot: null }));
  desk.desk('keepRunSnapshot', () => undefined);
  desk.api(endpoints.runs.listEvents, () => listed(story));
  desk.desk('markRunSeen', () => undefined);
  connections += 1;
  const connectionId = `con_${connections}`;
  const runs = createRunStore({
    connectionId,
    projectId: 'prj_1',
    api: apiFor(connectionId),
    desk: callDesk,
    wait: () => Promise.resolve(),
    // A stream of an earlier test may end a moment after it.
    streams: { open: 0 },
  });
  return { connectionId, desk, runs };
}

/** For a file of tests: `given` gets the world of each test before it begins. */
export function useRunWorld(given: (world: RunWorld) => void): void {
  let world: RunWorld;
  beforeEach(() => {
    world = openWorld();
    given(world);
  });
  afterEach(() => {
    world.runs.dispose();
    world.desk.restore();
  });
}
