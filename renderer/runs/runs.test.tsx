import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints, type PublicRunDetail, type PublicRunEvent } from '#shared/api/index.ts';
import { apiFor, callDesk } from '#renderer/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { runFromDetail } from './run-state.ts';
import { ApplyDialog, type ApplyDialogProps } from './apply-dialog.tsx';
import { OutputsDrawer } from './outputs-drawer.tsx';
import { RunPanel } from './run-panel.tsx';
import { createRunStore, type RunStore } from './run-store.ts';

let desk: DeskStandIn;
let runs: RunStore;
let connection = 0;
beforeEach(() => {
  desk = standInForDesk();
  desk.desk('listRuns', () => ({ runs: [] }));
  desk.desk('getRunSnapshot', () => ({ snapshot: null }));
  desk.desk('keepRunSnapshot', () => undefined);
  desk.api(endpoints.runs.listEvents, () => listed(story));
  desk.desk('tellRun', () => undefined);
  connection += 1;
  runs = createRunStore({
    connectionId: `con_${connection}`,
    projectId: 'prj_1',
    api: apiFor(`con_${connection}`),
    desk: callDesk,
    wait: () => Promise.resolve(),
  });
});
afterEach(() => {
  runs.dispose();
  desk.restore();
});

const headline = { type: 'text', value: 'Good evening' };
const detail = (change: Partial<PublicRunDetail> = {}): PublicRunDetail => ({
  id: 'run_1',
  status: 'accepted',
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-01-01T10:00:00.000Z',
  projectId: 'prj_1',
  projectVersion: 4,
  ...change,
});
const done = detail({ status: 'succeeded', outputs: { Headline: headline }, executionTimeMs: 2600 });

const event = (id: string, type: string, change: Partial<PublicRunEvent> = {}): PublicRunEvent => ({
  id,
  runId: 'run_1',
  type,
  createdAt: '2026-01-01T10:00:01.000Z',
  ...change,
});
const story = [
  event('e1', 'run.accepted'),
  event('e2', 'run.started', { data: { plan: ['word', 'card'], total: 2 } }),
  event('e3', 'node.succeeded', { nodeId: 'word', data: { outputs: { text: headline }, durationMs: 3 } }),
  event('e4', 'node.cached', { nodeId: 'card', data: { outputs: {} } }),
  event('e5', 'run.succeeded', { data: { status: 'succeeded' } }),
];

const listed = (data: PublicRunEvent[]) => ({ data, hasMore: false, nextCursor: null });
const frames = (events: PublicRunEvent[]) =>
  new Response(events.map((e) => `id: ${e.id}\nevent: ${e.type}\ndata: ${JSON.stringify(e)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  });

const ended = (store: RunStore) => new Promise<void>((resolve) => store.onEnd(() => resolve()));

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
  expect(runs.table.get('word')).toMatchObject({ phase: 'done', outputs: { text: headline } });
  expect(runs.table.get('card')?.phase).toBe('reused');
  expect(runs.store.getState().runs['run_1']).toMatchObject({
    status: 'succeeded',
    outputs: { Headline: headline },
  });
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
  expect(runs.table.get('word')?.phase).toBe('done');
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
  expect(runs.table.get('word')).toMatchObject({ phase: 'done', outputs: { text: headline } });
});

it('says to the desktop process that the end of a run it followed was seen', async () => {
  const told: string[] = [];
  desk.desk('tellRun', ({ params }) => void told.push(params['runId'] ?? ''));
  desk.api(endpoints.runs.create, () => detail());
  desk.api(endpoints.runs.get, () => done);
  desk.stream(endpoints.runs.streamEvents, () => frames(story));
  const end = ended(runs);
  await runs.start({});
  await end;
  await vi.waitFor(() => expect(told).toEqual(['run_1']));
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

it('wakes a node at once and the panels a few times a second, and lists thousands of nodes in parts', async () => {
  const ids = Array.from({ length: 1200 }, (_v, index) => `n${index}`);
  let push: (events: PublicRunEvent[]) => void = () => undefined;
  desk.api(endpoints.runs.create, () => detail());
  desk.api(endpoints.runs.get, () => done);
  desk.stream(endpoints.runs.streamEvents, () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        push = (events) => {
          for (const one of events) {
            controller.enqueue(new TextEncoder().encode(`id: ${one.id}\ndata: ${JSON.stringify(one)}\n\n`));
          }
        };
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  await runs.start({});
  await vi.waitFor(() => expect(desk.calls('runs.streamEvents')).toHaveLength(1));
  await renderPage(
    <RunPanel
      connectionId="con_1"
      runs={runs}
      titleOf={(id) => `Node ${id}`}
      onJumpToNode={() => undefined}
      onOpenOutputs={() => undefined}
    />,
  );
  push([event('e1', 'run.started', { data: { plan: ids } })]);
  await expect.element(page.getByText('Running, 0 of 1200 done').first()).toBeVisible();
  const list = page.getByRole('list', { name: 'Nodes of the run' });
  expect(list.element().childElementCount).toBe(100);
  await page.getByRole('button', { name: 'Show 500 more nodes' }).click();
  expect(list.element().childElementCount).toBe(600);

  let published = 0;
  const heard: number[] = [];
  runs.store.subscribe(() => (published += 1));
  ids.slice(0, 40).forEach((id, index) => {
    runs.table.subscribe(id, () => heard.push(index));
  });
  push(ids.slice(0, 40).map((nodeId, index) => event(`s${index}`, 'node.started', { nodeId })));
  await vi.waitFor(() => expect(heard).toEqual(ids.slice(0, 40).map((_id, index) => index)));
  expect(runs.table.get('n39')?.phase).toBe('running');
  await vi.waitFor(() => expect(runs.store.getState().runs['run_1']?.nodes['n39']?.phase).toBe('running'));
  expect(published).toBeLessThan(10);

  // The end is told at once, with all that came before it.
  push([
    event('e2', 'node.succeeded', { nodeId: 'n0', data: { outputs: {} } }),
    event('e3', 'run.succeeded'),
  ]);
  await vi.waitFor(() => expect(runs.store.getState().runs['run_1']?.status).toBe('succeeded'));
  expect(runs.store.getState().runs['run_1']?.nodes['n0']?.phase).toBe('done');
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
  expect(runs.store.getState().shownId).toBe('run_1');
  expect(runs.table.get('word')?.phase).toBe('done');
});

it('puts the failed node first in the panel and leads to it', async () => {
  const failure = 'Sigma must be between 0.3 and 1000.';
  desk.api(endpoints.runs.create, () => detail());
  desk.api(endpoints.runs.get, () =>
    detail({ status: 'failed', error: { code: 'BAD_INPUT', message: failure, nodeId: 'card' } }),
  );
  const events = [
    ...story.slice(0, 3),
    event('f4', 'node.failed', { nodeId: 'card', message: failure }),
    event('f5', 'run.failed', { message: failure }),
  ];
  desk.stream(endpoints.runs.streamEvents, () => frames(events));
  desk.api(endpoints.runs.listEvents, () => listed(events));
  const jump = vi.fn<(nodeId: string) => void>();
  await renderPage(
    <RunPanel
      connectionId={`con_${connection}`}
      runs={runs}
      titleOf={(id) => `The ${id}`}
      onJumpToNode={jump}
      onOpenOutputs={vi.fn<() => void>()}
    />,
  );
  await runs.start({});
  await expect.element(page.getByRole('button', { name: 'Go to the node' })).toBeVisible();
  const rows = page.getByRole('list', { name: 'Nodes of the run' }).getByRole('button');
  expect(rows.elements()[0]?.textContent).toContain(failure);
  await page.getByRole('button', { name: 'Go to the node' }).click();
  expect(jump).toHaveBeenCalledWith('card');
  await expect
    .element(page.getByRole('status').filter({ hasText: `The run failed. ${failure}` }))
    .toBeInTheDocument();
});

it('shows the outputs of a finished run', async () => {
  desk.api(endpoints.runs.create, () => detail());
  desk.api(endpoints.runs.get, () => done);
  desk.stream(endpoints.runs.streamEvents, () => frames(story));
  const open = vi.fn<(key: string) => void>();
  await renderPage(
    <OutputsDrawer
      connectionId="con"
      runs={runs}
      onOpen={open}
      onApply={vi.fn<() => void>()}
      onClose={vi.fn<() => void>()}
    />,
  );
  await expect.element(page.getByText('No outputs yet')).toBeVisible();
  await runs.start({});
  await expect.element(page.getByText('Good evening')).toBeVisible();
  await page.getByRole('button', { name: /Open Headline at full size/ }).click();
  expect(open).toHaveBeenCalledWith('Headline');
});

const applyProps = (change: Partial<ApplyDialogProps> = {}): ApplyDialogProps => ({
  connectionId: `con_${connection}`,
  run: runFromDetail(done),
  saveFirst: () => Promise.resolve(4),
  plan: (outputs) =>
    outputs.map(({ key }) => ({ op: 'addNode', node: { id: `applied-${key}`, type: 'input/text' } })),
  onApplyAsEdit: vi.fn<ApplyDialogProps['onApplyAsEdit']>(),
  onApplied: vi.fn<ApplyDialogProps['onApplied']>(),
  onRunAgain: vi.fn<() => void>(),
  onClose: vi.fn<() => void>(),
  ...change,
});

it('keeps only those of thousands of outputs in the page that are near the view', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 10_000 }, (_v, index) => [
      `Output ${index}`,
      { type: 'text', value: `Words ${index}` },
    ]),
  );
  desk.api(endpoints.runs.get, () => detail({ status: 'succeeded', outputs: many }));
  desk.api(endpoints.runs.listEvents, () => ({ data: [], hasMore: false, nextCursor: null }));
  await runs.show('run_1');
  await renderPage(
    <div style={{ display: 'flex', width: 900, height: 400 }}>
      <OutputsDrawer
        connectionId="con_1"
        runs={runs}
        onOpen={() => undefined}
        onApply={() => undefined}
        onClose={() => undefined}
      />
    </div>,
  );
  await expect.element(page.getByText('Output 0', { exact: true })).toBeVisible();
  const list = page.getByRole('list', { name: 'Outputs of the run' }).element();
  await vi.waitFor(() => expect(list.childElementCount).toBeLessThan(60));
  const height = list.scrollHeight;
  list.scrollTop = height / 2;
  await vi.waitFor(() => expect(list.querySelector('[aria-posinset="5001"]')).not.toBeNull());
  expect(list.childElementCount).toBeLessThan(60);
  expect(Math.abs(list.scrollHeight - height)).toBeLessThan(4);
  const middle = list.querySelector('[aria-posinset="5001"]')!.getBoundingClientRect();
  const box = list.getBoundingClientRect();
  expect(middle.bottom > box.top - 400 && middle.top < box.bottom + 400).toBe(true);
  list.scrollTop = height;
  await expect.element(page.getByText('Output 9999', { exact: true })).toBeVisible();
});

it('applies the chosen outputs under the version the run was of', async () => {
  desk.api(endpoints.runs.applyToProject, () => ({
    runId: 'run_1',
    projectId: 'prj_1',
    version: 5,
    appliedOutputs: 1,
    outputKeys: ['Headline'],
  }));
  const props = applyProps();
  await renderPage(<ApplyDialog {...props} />);
  await page.getByRole('button', { name: 'Apply 1 output' }).click();
  await vi.waitFor(() => expect(props.onApplied).toHaveBeenCalled());
  expect(desk.calls('runs.applyToProject')[0]?.body).toEqual({
    expectedVersion: 4,
    outputKeys: ['Headline'],
  });
});

it('says when the project has moved on, and applies as an edit instead', async () => {
  const props = applyProps({ saveFirst: () => Promise.resolve(6) });
  await renderPage(<ApplyDialog {...props} />);
  await expect.element(page.getByText(/used version 4, the project is now at version 6/)).toBeVisible();
  await page.getByRole('button', { name: 'Apply as an edit' }).click();
  expect(props.onApplyAsEdit).toHaveBeenCalledWith(
    [{ op: 'addNode', node: { id: 'applied-Headline', type: 'input/text' } }],
    1,
  );
  expect(desk.calls('runs.applyToProject')).toEqual([]);
});

it('offers the same ways on when somebody else was faster', async () => {
  desk.api(endpoints.runs.applyToProject, () => {
    throw new Problem(409, 'STALE_VERSION', 'stale');
  });
  const props = applyProps();
  await renderPage(<ApplyDialog {...props} />);
  await page.getByRole('button', { name: 'Apply 1 output' }).click();
  await page.getByRole('button', { name: 'Run the current version' }).click();
  expect(props.onRunAgain).toHaveBeenCalled();
});

it('keeps what an unfinished run made as an edit, never through the service', async () => {
  const props = applyProps({ run: { ...runFromDetail(done), status: 'canceled' } });
  await renderPage(<ApplyDialog {...props} />);
  await expect.element(page.getByText('This run did not finish.')).toBeVisible();
  await page.getByRole('button', { name: 'Apply as an edit' }).click();
  expect(props.onApplyAsEdit).toHaveBeenCalled();
  expect(desk.calls('runs.applyToProject')).toEqual([]);
});
