import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints, type PublicRunEvent } from '#shared/api/index.ts';
import type { DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import type { Batch, BatchItem } from '#shared/desk/index.ts';
import { pressEveryEntry } from '#renderer/testing/press-menus.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { RunPanel } from './run-panel.tsx';
import type { RunStore } from './run-store.ts';
import { detail, done, event, frames, listed, story, useRunWorld } from './testing/run-story.ts';

let connectionId: string;
let desk: DeskStandIn;
let runs: RunStore;
useRunWorld((world) => ({ connectionId, desk, runs } = world));

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
    <div style={{ width: 280 }}>
      <RunPanel
        connectionId="con_1"
        runs={runs}
        titleOf={(id) => `Node ${id}`}
        titleOfNode={({ type }) => type}
        onJumpToNode={() => undefined}
        onOpenOutputs={() => undefined}
      />
    </div>,
  );
  push([event('e1', 'run.started', { data: { plan: ids } })]);
  const status = page.getByText('Running, 0 of 1200 done').first();
  await expect.element(status).toBeVisible();
  // Beside its button it is whole, on two lines where it needs them.
  const { clientWidth, scrollWidth } = status.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  const list = page.getByRole('list', { name: 'Nodes of the run' });
  expect(list.element().childElementCount).toBe(100);
  await page.getByRole('button', { name: 'Show 500 more nodes' }).click();
  expect(list.element().childElementCount).toBe(600);

  let published = 0;
  const woken: number[] = [];
  runs.store.subscribe(() => (published += 1));
  ids.slice(0, 40).forEach((id, index) => {
    runs.table.subscribe(id, () => woken.push(index));
  });
  push(ids.slice(0, 40).map((nodeId, index) => event(`s${index}`, 'node.started', { nodeId })));
  await vi.waitFor(() => expect(woken).toEqual(ids.slice(0, 40).map((_id, index) => index)));
  expect(runs.table.get('n39')?.phase).toBe('running');
  await vi.waitFor(() => expect(runs.store.getState().runs['run_1']?.nodes['n39']?.phase).toBe('running'));
  expect(published).toBeLessThan(10);

  // The end is shown at once, with all that came before it; after that the run is read as a whole.
  let atTheEnd: string | undefined;
  runs.store.subscribe(({ runs: { run_1: run } }) => {
    if (run?.status === 'succeeded') atTheEnd ??= run.nodes['n0']?.phase;
  });
  push([
    event('e2', 'node.succeeded', { nodeId: 'n0', data: { outputs: {} } }),
    event('e3', 'run.succeeded'),
  ]);
  await vi.waitFor(() => expect(atTheEnd).toBe('succeeded'));
});

it('says what a model may have charged, and asks it again only by a button', async () => {
  const perhapsCharged = { provider: 'Acme', model: 'm', microcredits: '30000000' };
  const message = 'The answer of Acme is lost.';
  const error = { code: 'PERHAPS_CHARGED', message, nodeId: 'card', perhapsCharged };
  desk.api(endpoints.runs.create, () => detail());
  desk.api(endpoints.runs.get, () => detail({ status: 'failed', error }));
  const events = [
    ...story.slice(0, 3),
    event('f4', 'node.failed', { nodeId: 'card', message, data: { code: error.code, perhapsCharged } }),
    event('f5', 'run.failed', { message, data: { error } }),
  ];
  desk.stream(endpoints.runs.streamEvents, () => frames(events));
  desk.api(endpoints.runs.listEvents, () => listed(events));
  const jump = vi.fn<(nodeId: string) => void>();
  await renderPage(
    <RunPanel
      connectionId={connectionId}
      runs={runs}
      titleOf={(id) => `The ${id}`}
      titleOfNode={({ type, title }) => title ?? type}
      onJumpToNode={jump}
      onOpenOutputs={vi.fn<() => void>()}
    />,
  );
  await runs.start({});
  const shown = page.getByRole('region', { name: 'Run shown' });
  await expect.element(shown.getByText('perhaps charged 30 credits')).toBeVisible();
  expect(page.getByRole('list', { name: 'Nodes of the run' }).element().textContent).toContain(
    'perhaps charged',
  );
  await page.getByRole('button', { name: 'Ask again · 30 credits' }).click();
  expect(jump).toHaveBeenCalledWith('card');
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
  desk.desk('getRunSource', () => ({
    connectionId,
    runId: 'run_1',
    projectId: 'prj_1',
    projectVersion: 4,
    graph: {
      nodes: [
        { id: 'word', type: 'text/word', title: 'Words of the day', position: { x: 0, y: 0 }, inputs: {} },
      ],
      connections: [],
    },
    graphProblem: null,
    isExact: true,
    targetNodeIds: [],
    template: null,
  }));
  const jump = vi.fn<(nodeId: string) => void>();
  await renderPage(
    <RunPanel
      connectionId={connectionId}
      runs={runs}
      titleOf={(id) => (id === 'word' ? null : `The ${id}`)}
      titleOfNode={({ type, title }) => title ?? type}
      onJumpToNode={jump}
      onOpenOutputs={vi.fn<() => void>()}
    />,
  );
  await runs.start({});
  await expect.element(page.getByRole('button', { name: 'Go to the node' })).toBeVisible();
  const rows = page.getByRole('list', { name: 'Nodes of the run' }).getByRole('button');
  expect(rows.elements()[0]?.textContent).toContain('The card');
  // Its cause is said once, with the way to the node, and not again in the list and in a log.
  expect(page.getByRole('region', { name: 'Run shown' }).element().textContent).toContain(failure);
  expect(page.getByRole('list', { name: 'Nodes of the run' }).element().textContent).not.toContain(failure);
  expect(page.getByRole('list', { name: 'Log of the run' }).query()).toBeNull();
  // A node deleted since has the name that it had.
  await expect.element(rows.filter({ hasText: 'Words of the day' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to the node' }).click();
  expect(jump).toHaveBeenCalledWith('card');
  await expect
    .element(page.getByRole('status').filter({ hasText: `The run failed. ${failure}` }))
    .toBeInTheDocument();
});

it('offers the outputs until they are open', async () => {
  desk.api(endpoints.runs.get, () => done);
  await runs.show('run_1');
  function Panel() {
    const [areOutputsOpen, setOutputsOpen] = useState(false);
    return (
      <RunPanel
        connectionId={connectionId}
        runs={runs}
        titleOf={(id) => id}
        titleOfNode={({ type }) => type}
        onJumpToNode={() => undefined}
        areOutputsOpen={areOutputsOpen}
        onOpenOutputs={() => setOutputsOpen(true)}
      />
    );
  }
  await renderPage(<Panel />);
  await page.getByRole('button', { name: 'Show 1 output' }).click();
  await expect.element(page.getByRole('button', { name: 'Show 1 output' })).not.toBeInTheDocument();
});

it('a run with another value than the canvas says which, in the list and above it', async () => {
  const changes = [
    { nodeId: 'word', nodeTitle: 'Headline', name: 'text', value: { type: 'text', value: 'morning' } },
  ];
  const record = {
    runId: 'run_1',
    connectionId,
    projectId: 'prj_1',
    status: 'succeeded',
    projectVersion: null,
    createdAt: done.createdAt,
    updatedAt: done.updatedAt,
    executionTimeMs: 5,
    creditsUsedMicrocredits: null,
    lastEventId: null,
    occasion: { kind: 'once' as const, changes },
  };
  desk.desk('listRuns', () => ({ runs: [record] }));
  desk.desk('outputsOfRuns', () => ({ outputs: [] }));
  desk.api(endpoints.runs.get, () => ({ ...done, projectVersion: null }));
  await runs.loadHistory();
  await runs.show('run_1');
  await renderPage(
    <RunPanel
      connectionId={connectionId}
      runs={runs}
      titleOf={(id) => id}
      titleOfNode={({ type }) => type}
      onJumpToNode={() => undefined}
      onOpenOutputs={() => undefined}
    />,
  );
  const row = page.getByRole('list', { name: 'Runs of this project' }).getByRole('button');
  await expect.element(row.getByText(/^Headline: morning/)).toBeVisible();
  expect(page.getByText(/^Headline: morning/).elements().length).toBeGreaterThan(1);
  expect(page.getByText('as on the canvas').elements()).toHaveLength(0);
});

it('a run that has just ended has its picture before the library lists it', async () => {
  const Poster = {
    type: 'file' as const,
    fileId: 'f1',
    filename: 'a.png',
    contentType: 'image/png',
    sizeBytes: 7,
  };
  desk.api(endpoints.runs.get, () => ({ ...done, outputs: { Poster } }));
  desk.desk('outputsOfRuns', () => ({ outputs: [] }));
  await runs.show('run_1');
  await renderPage(
    <RunPanel
      connectionId={connectionId}
      runs={runs}
      titleOf={(id) => id}
      titleOfNode={({ type }) => type}
      onJumpToNode={() => undefined}
      onOpenOutputs={() => undefined}
    />,
  );
  const row = page.getByRole('list', { name: 'Runs of this project' }).getByRole('button');
  await expect.element(row).toBeVisible();
  await vi.waitFor(() => expect(row.element().querySelector('[title="Poster"]')).not.toBeNull());
});

it('a run of the list has a menu by the pointer and by the keyboard, and keys of its own', async () => {
  desk.api(endpoints.runs.get, () => done);
  desk.desk('outputsOfRuns', () => ({ outputs: [] }));
  await runs.show('run_1');
  await renderPage(
    <RunPanel
      connectionId={connectionId}
      runs={runs}
      titleOf={(id) => id}
      titleOfNode={({ type }) => type}
      onJumpToNode={() => undefined}
      onOpenOutputs={() => undefined}
    />,
  );
  const row = page.getByRole('list', { name: 'Runs of this project' }).getByRole('button');
  await row.click({ button: 'right' });
  const marks = page.getByRole('menuitemcheckbox', { name: 'Mark to compare' });
  await expect.element(marks).toHaveAttribute('aria-checked', 'false');
  await expect.element(marks).toHaveAttribute('aria-keyshortcuts', 'M');
  expect(marks.element().querySelector('svg, [class*=check]')).not.toBeNull();
  // It has ended, nothing that it made is known, and one run is not compared.
  expect(
    page
      .getByRole('menuitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual([expect.stringContaining('Show on the canvas')]);
  await marks.click();
  const mark = page.getByRole('checkbox', { name: /^Mark the run of .* to compare it$/ });
  await expect.element(mark).toBeChecked();
  row.element().focus();
  await userEvent.keyboard('m');
  await expect.element(mark).not.toBeChecked();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await expect.element(page.getByRole('menuitem', { name: 'Show on the canvas' })).toBeVisible();
});

it('lists the runs of a grid as one line that opens', async () => {
  desk.desk('listBatches', () => ({ batches: [grid] }));
  desk.desk('listBatchItems', () => ({
    items: [
      gridItem(0, { state: 'done', runId: 'run_1', values: [{ type: 'number', value: 3 }] }),
      gridItem(1, {
        state: 'failed',
        runId: 'run_2',
        error: 'Out of memory.',
        values: [{ type: 'number', value: 9 }],
      }),
      gridItem(2, { state: 'waiting' }),
    ],
  }));
  desk.desk('outputsOfRuns', () => ({ outputs: [] }));
  desk.api(endpoints.runs.get, () => done);
  const openBatch = vi.fn<(id: string) => void>();
  await runs.loadHistory();
  await renderPage(
    <RunPanel
      connectionId={connectionId}
      projectId="prj_1"
      runs={runs}
      titleOf={(id) => id}
      titleOfNode={({ type }) => type}
      onJumpToNode={() => undefined}
      onOpenOutputs={() => undefined}
      onOpenBatch={({ id }) => openBatch(id)}
    />,
  );
  const line = page.getByRole('button', { name: /^Grid: 2 runs/ });
  await expect.element(line).toHaveAttribute('aria-expanded', 'false');
  await line.click();
  const opened = page.getByRole('list', { name: 'Runs of “Blur by sigma”' });
  await expect.element(opened).toBeVisible();
  expect(opened.getByRole('listitem').elements()).toHaveLength(2);
  await opened.getByRole('button', { name: /Sigma 3/ }).click();
  // It is shown, and still stands in its grid alone.
  await vi.waitFor(() => expect(runs.store.getState().activeId).toBe('run_1'));
  await expect
    .element(opened.getByRole('button', { name: /Sigma 3/ }))
    .toHaveAttribute('aria-current', 'true');
  expect(page.getByRole('list', { name: 'Runs of this project' }).getByRole('checkbox').query()).toBeNull();
  await page.getByRole('button', { name: 'Open the grid' }).click();
  expect(openBatch).toHaveBeenCalledWith(grid.id);
});

const grid: Batch = {
  id: 'batch_12345678',
  connectionId: 'con_1',
  kind: 'grid',
  name: 'Blur by sigma',
  origin: { kind: 'graph', projectId: 'prj_1', projectVersion: 4, targetNodeIds: [] },
  fields: [{ of: 'node', nodeId: 'blur', input: 'sigma', label: 'Sigma', type: 'number' }],
  layout: null,
  limits: { maxRuns: null, maxMicrocredits: null, inFlight: 3 },
  state: 'running',
  movedToFront: 0,
  reason: null,
  counts: {
    total: 3,
    waiting: 1,
    submitted: 0,
    done: 1,
    failed: 1,
    canceled: 0,
    skipped: 0,
    starred: 0,
    hidden: 0,
  },
  runsStarted: 2,
  spentMicrocredits: '0',
  pricedRuns: 0,
  highestMicrocredits: null,
  createdAt: '2026-01-01T11:00:00.000Z',
  updatedAt: '2026-01-01T11:00:00.000Z',
};

const gridItem = (index: number, change: Partial<BatchItem>): BatchItem => ({
  index,
  place: [index],
  values: [null],
  state: 'waiting',
  starred: false,
  hidden: false,
  attempt: 1,
  runId: null,
  error: null,
  outputs: [],
  microcredits: null,
  executionTimeMs: null,
  ...change,
});

it('every entry of the menu of a run acts where nothing has the focus: runs/run-list.tsx', async () => {
  desk.api(endpoints.runs.get, () => done);
  desk.desk('outputsOfRuns', () => ({ outputs: [] }));
  await runs.show('run_1');
  let shown: Awaited<ReturnType<typeof renderPage>>;
  const pressed = await pressEveryEntry({
    show: async () => {
      shown = await renderPage(
        <RunPanel
          connectionId={connectionId}
          runs={runs}
          titleOf={(id) => id}
          titleOfNode={({ type }) => type}
          onJumpToNode={() => undefined}
          onOpenOutputs={() => undefined}
        />,
      );
    },
    leave: () => shown.unmount(),
    observe: () => runs.store.getState(),
    target: () => document.querySelector('[aria-label="Runs of this project"] button'),
  });
  expect(pressed).toEqual(['Show on the canvas', 'Mark to compare']);
});
