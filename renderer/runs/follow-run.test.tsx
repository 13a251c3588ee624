import { expect, it, vi } from 'vitest';
import { endpoints } from '#shared/api/index.ts';
import { runOfProjectHeader } from '#shared/desk/index.ts';
import type { DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import type { RunStore } from './run-store.ts';
import { detail, done, ended, frames, headline, listed, story, useRunWorld } from './testing/run-story.ts';

let desk: DeskStandIn;
let runs: RunStore;
useRunWorld((world) => ({ desk, runs } = world));

it('takes a cut stream up after the last event it has seen, and completes the run from its record', async () => {
  desk.api(endpoints.runs.create, () => detail());
  desk.api(endpoints.runs.get, () => done);
  desk.stream(endpoints.runs.streamEvents, ({ headers }) =>
    headers.get('last-event-id') === 'e3' ? frames(story.slice(2)) : frames(story.slice(0, 3)),
  );
  const end = ended(runs);
  await runs.start({});
  await end;
  expect(desk.calls('runs.streamEvents').map(({ headers }) => headers.get('last-event-id'))).toEqual([
    null,
    'e3',
  ]);
  expect(desk.calls('runs.create')[0]?.body).toEqual({ projectId: 'prj_1' });
  expect(runs.table.get('word')).toMatchObject({ phase: 'succeeded', outputs: { text: headline } });
  expect(runs.table.get('card')?.phase).toBe('cached');
  expect(runs.store.getState().runs['run_1']).toMatchObject({
    status: 'succeeded',
    outputs: { Headline: headline },
  });
});

it('says at the start of a graph that was not saved which project it is of', async () => {
  desk.api(endpoints.runs.create, () => detail());
  desk.api(endpoints.runs.get, () => done);
  desk.stream(endpoints.runs.streamEvents, () => frames(story));
  const end = ended(runs);
  await runs.start({ graph: { nodes: [], connections: [] } });
  await end;
  const [call] = desk.calls('runs.create');
  expect(call?.headers.get(runOfProjectHeader)).toBe('prj_1');
  expect(call?.body).toEqual({ graph: { nodes: [], connections: [] } });
});

it('asks for events where no stream comes through', async () => {
  desk.api(endpoints.runs.create, () => detail());
  desk.stream(
    endpoints.runs.streamEvents,
    () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } }),
  );
  const pages = [story.slice(0, 2), story.slice(2)];
  desk.api(endpoints.runs.listEvents, () => listed(pages.shift() ?? []));
  desk.api(endpoints.runs.get, () => (pages.length === 0 ? done : detail({ status: 'running' })));
  const end = ended(runs);
  await runs.start({ targetNodeIds: ['card'] });
  await end;
  expect(desk.calls('runs.listEvents').map(({ query }) => query.get('cursor'))).toEqual([null, 'e2']);
  expect(runs.table.get('word')?.phase).toBe('succeeded');
});

it('asks for events when the stream is lost, and goes back to the stream once there is one', async () => {
  desk.api(endpoints.runs.create, () => detail());
  let opened = 0;
  const feeds: string[] = [];
  desk.stream(endpoints.runs.streamEvents, () => {
    opened += 1;
    // Cut before any event, again and again; the rest of the service answers.
    return opened <= 4 ? new Response('', { status: 503 }) : frames(story.slice(2));
  });
  let written = 0;
  desk.api(endpoints.runs.listEvents, ({ query }) => {
    // The run makes an event between two questions, and the rest once the stream is back.
    written = opened > 4 ? story.length : Math.min(written + 1, 2);
    return listed(story.slice(story.findIndex(({ id }) => id === query.get('cursor')) + 1, written));
  });
  desk.api(endpoints.runs.get, () => (opened > 4 ? done : detail({ status: 'running' })));
  runs.store.subscribe(({ feeds: all }) => {
    const feed = all['run_1'];
    if (feed !== undefined && feeds.at(-1) !== feed) feeds.push(feed);
  });
  const end = ended(runs);
  await runs.start({});
  await end;
  expect(feeds).toEqual(['reconnecting', 'polling', 'live']);
  expect(desk.calls('runs.streamEvents').at(-1)?.headers.get('last-event-id')).toBe('e2');
  expect(runs.table.get('word')).toMatchObject({ phase: 'succeeded', outputs: { text: headline } });
});

it('says to the desktop process that the end of a run it followed was seen', async () => {
  const seen: string[] = [];
  desk.desk('markRunSeen', ({ params }) => void seen.push(params['runId'] ?? ''));
  desk.api(endpoints.runs.create, () => detail());
  desk.api(endpoints.runs.get, () => done);
  desk.stream(endpoints.runs.streamEvents, () => frames(story));
  const end = ended(runs);
  await runs.start({});
  await end;
  await vi.waitFor(() => expect(seen).toEqual(['run_1']));
});

it('wakes the listeners of a node that changed, and no others', async () => {
  desk.api(endpoints.runs.create, () => detail());
  desk.api(endpoints.runs.get, () => done);
  const woken: string[] = [];
  runs.table.subscribe('word', () => woken.push('word'));
  runs.table.subscribe('elsewhere', () => woken.push('elsewhere'));
  desk.stream(endpoints.runs.streamEvents, () => {
    // Showing the new run woke everybody once; from here on only its nodes may.
    woken.length = 0;
    return frames(story);
  });
  const end = ended(runs);
  await runs.start({});
  await end;
  expect(new Set(woken)).toEqual(new Set(['word']));
});

it('picks up runs that were going on when the page was last closed', async () => {
  desk.desk('listRuns', () => ({
    runs: [
      {
        runId: 'run_1',
        connectionId: 'con',
        projectId: 'prj_1',
        status: 'running',
        createdAt: '2026-01-01T10:00:00.000Z',
        updatedAt: '2026-01-01T10:00:00.000Z',
        projectVersion: 4,
        executionTimeMs: null,
        creditsUsedMicrocredits: null,
        lastEventId: 'e2',
      },
    ],
  }));
  let details = 0;
  desk.api(endpoints.runs.get, () => ((details += 1) === 1 ? detail({ status: 'running' }) : done));
  desk.stream(endpoints.runs.streamEvents, () => frames(story));
  const end = ended(runs);
  await runs.loadHistory();
  await end;
  expect(runs.store.getState().activeId).toBe('run_1');
  expect(runs.table.get('word')?.phase).toBe('succeeded');
});

it('streams three runs at once and asks after the others, so that connections stay free', async () => {
  let started = 0;
  const opened: ReadableStreamDefaultController<Uint8Array>[] = [];
  desk.api(endpoints.runs.create, () => detail({ id: `run_${(started += 1)}` }));
  // Those that are asked about have ended: nothing is asked without an end.
  desk.api(endpoints.runs.get, ({ params }) => detail({ id: params['run_id'] ?? '', status: 'succeeded' }));
  desk.api(endpoints.runs.listEvents, () => listed([]));
  desk.stream(endpoints.runs.streamEvents, () => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void opened.push(controller) });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  for (let at = 0; at < 5; at += 1) await runs.start({});
  const asked = () => new Set(desk.calls('runs.listEvents').map(({ params }) => params['run_id']));
  await expect.poll(asked).toEqual(new Set(['run_4', 'run_5']));
  expect(opened).toHaveLength(3);
  runs.dispose();
  for (const controller of opened) controller.close();
});
