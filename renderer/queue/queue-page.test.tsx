// @module-tag rig
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import type { FinishedItem, QueuedRun, QueueItem, RunRecord } from '#shared/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { libraryOutput } from '#renderer/testing/library-output.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { QueuePage } from './queue-page.tsx';

const AT = '2026-01-01T00:00:00Z';
const record = (runId: string): RunRecord => ({
  runId,
  connectionId: 'local',
  projectId: 'p1',
  status: 'queued',
  createdAt: AT,
  updatedAt: AT,
  projectVersion: 1,
  executionTimeMs: null,
  creditsUsedMicrocredits: null,
  lastEventId: null,
});
const run = (number: number, more: Partial<QueuedRun> = {}): QueuedRun => ({
  kind: 'run',
  run: record(`run_${number}`),
  number,
  state: 'waiting',
  position: number,
  progress: { doneNodes: 0, totalNodes: null, fraction: null, startedAt: null },
  expected: null,
  canCancel: true,
  canMove: number > 1,
  ...more,
});

let desk: DeskStandIn;
let items: QueueItem[];
let ended: FinishedItem[];
beforeEach(() => {
  items = [];
  ended = [];
  desk = standInForDesk();
  desk.desk('listConnections', () => ({ connections: [], activeId: 'local' }));
  desk.desk('queueSummary', () => ({
    running: 0,
    waiting: items.length,
    fraction: null,
    order: 'here',
  }));
  desk.desk('listQueue', ({ query }) => {
    const from = Number(query.get('cursor') ?? 0);
    const end = from + 100;
    return { items: items.slice(from, end), nextCursor: end < items.length ? String(end) : null };
  });
  desk.desk('listEnded', () => ({ items: ended }));
  desk.desk('outputsOfRuns', () => ({ outputs: [] }));
  desk.api(endpoints.projects.get, () => ({
    id: 'p1',
    name: 'Poster',
    nodeCount: 1,
    version: 1,
    createdAt: AT,
    updatedAt: AT,
  }));
});
afterEach(() => desk.restore());

const opened: string[] = [];
const show = () =>
  renderPage(
    <div style={{ height: 700 }}>
      <QueuePage
        connectionId="local"
        connectionName="Local workspace"
        onOpenRun={({ runId }) => void opened.push(`open ${runId}`)}
        onShowResults={({ runId }) => void opened.push(`results ${runId}`)}
        onOpenBatch={({ id }) => void opened.push(`batch ${id}`)}
      />
    </div>,
  );
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('teaches what stands here while nothing does', async () => {
  await show();
  await expect.element(page.getByText('Nothing is running').last()).toBeVisible();
  await expect.element(page.getByText(/it is listed here until it ends/)).toBeVisible();
});

it('moves one to the front, says that one has begun, and that one had ended when it was to be canceled', async () => {
  items = [run(1), run(2), run(3)];
  desk.desk('moveRunToFront', ({ params }) => ({
    outcome: params['runId'] === 'run_3' ? ('begun' as const) : ('moved' as const),
  }));
  desk.api(endpoints.runs.cancel, () => {
    throw new Problem(409, 'RUN_ALREADY_TERMINAL', 'The run has ended.');
  });
  await show();
  await button('Move Run 2 of “Poster” to the front').click();
  await expect
    .poll(() => desk.calls('moveRunToFront').map(({ params }) => params['runId']))
    .toEqual(['run_2']);
  await button('Move Run 3 of “Poster” to the front').click();
  await expect.element(page.getByText('It has already started')).toBeVisible();
  await button('Stop Run 1 of “Poster”').click();
  await expect.element(page.getByText('It had already ended')).toBeVisible();
  // The list is read anew after each.
  expect(desk.calls('listQueue').length).toBeGreaterThan(1);
  await expect.element(button('Move Run 1 of “Poster” to the front')).not.toBeInTheDocument();
});

it('keeps a part of a thousand rows in the page, reads on by cursor, and goes from row to row by keys', async () => {
  items = Array.from({ length: 1000 }, (_, at) => run(at + 1));
  await show();
  await expect.element(button('Open Run 1 of “Poster”')).toBeVisible();
  expect(page.getByRole('list', { name: 'Now and next' }).getByRole('listitem').all().length).toBeLessThan(
    40,
  );
  button('Open Run 1 of “Poster”').element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(button('Move Run 2 of “Poster” to the front')).toHaveFocus();
  // Keys that come faster than rows are drawn are all counted.
  for (let at = 0; at < 15; at += 1) {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  }
  await expect.element(button('Move Run 17 of “Poster” to the front')).toHaveFocus();
  const scroller = page.getByRole('list', { name: 'Now and next' }).element().parentElement;
  scroller?.scrollTo(0, 90 * 68);
  await expect.poll(() => desk.calls('listQueue').map(({ query }) => query.get('cursor'))).toContain('100');
});

it('leads to the results of what succeeded and to the project of what did not', async () => {
  opened.length = 0;
  ended = [
    { kind: 'run', number: 2, run: { ...record('run_2'), status: 'succeeded', executionTimeMs: 1200 } },
    { kind: 'run', number: 1, run: { ...record('run_1'), status: 'failed' } },
  ];
  await show();
  await expect.element(page.getByText(/^Finished · 1.2 s/)).toBeVisible();
  await button('Show results: Run 2 of “Poster”').click();
  await button('Open: Run 1 of “Poster”').click();
  expect(opened).toEqual(['results run_2', 'open run_1']);
});

it('calls the export of a film by the name of its file, with a frame of it when it has ended', async () => {
  const occasion = { kind: 'film' as const, filename: 'Sunset.mp4' };
  items = [run(1, { run: { ...record('run_1'), occasion }, state: 'running' })];
  ended = [{ kind: 'run', number: 2, run: { ...record('run_2'), status: 'succeeded', occasion } }];
  const film = libraryOutput(2, { kind: 'video', fileId: 'film.mp4', title: 'Sunset', runId: 'run_2' });
  desk.desk('outputsOfRuns', () => ({ outputs: [film] }));
  desk.desk('mediaUrls', () => ({ urls: [] }));
  await show();
  await expect.element(page.getByText('Export of “Sunset.mp4”').first()).toBeVisible();
  expect(page.getByText('Export of “Sunset.mp4”').elements()).toHaveLength(2);
  const row = page.getByRole('list', { name: 'Recently finished' }).getByRole('listitem');
  await expect.element(row.getByTitle('Sunset', { exact: true })).toBeVisible();
});

it('shows what a run wrote that made no picture', async () => {
  ended = [{ kind: 'run', number: 2, run: { ...record('run_2'), status: 'succeeded' } }];
  const text = { title: 'Headline', runId: 'run_2', excerpt: 'Good evening, harbor' };
  desk.desk('outputsOfRuns', () => ({ outputs: [libraryOutput(2, text)] }));
  await show();
  const row = page.getByRole('list', { name: 'Recently finished' }).getByRole('listitem');
  await expect.element(row.getByText('Good evening, harbor')).toBeVisible();
  await expect.element(row.getByTitle('Headline: Good evening, harbor')).toBeVisible();
});

it('shows files on their way with progress and cancel, and a failed upload with its sentence and Try again', async () => {
  const upload: QueueItem = {
    kind: 'file',
    id: 'upload_1',
    connectionId: 'local',
    work: 'upload',
    name: 'sky.png',
    state: 'failed',
    fraction: 0.4,
    totalBytes: 2000,
    error: 'The disk of this computer is full. Free space, then try again.',
    canRetry: true,
    canPause: false,
    at: AT,
  };
  items = [
    {
      ...upload,
      id: 'transfer_1',
      work: 'export',
      name: 'Poster',
      state: 'working',
      error: null,
      canRetry: false,
    },
    upload,
  ];
  const asked: string[] = [];
  desk.desk('retryUpload', ({ params }) => {
    asked.push(`retry ${params.uploadId}`);
    throw new Problem(404, 'NOT_FOUND', 'The upload is gone. Add the file again.');
  });
  desk.desk('cancelTransfer', ({ params }) => {
    asked.push(`cancel ${params.transferId}`);
    throw new Problem(404, 'NOT_FOUND', 'It is gone.');
  });
  await show();
  await expect.element(page.getByText('Export of “Poster”')).toBeVisible();
  await expect.element(page.getByText('Exporting · 40 % · 2 kB')).toBeVisible();
  await expect
    .element(page.getByText('The disk of this computer is full. Free space, then try again.'))
    .toBeVisible();
  await button('Try again: Upload of “sky.png”').click();
  await expect.element(page.getByText('The upload is gone. Add the file again.').first()).toBeVisible();
  await button('Cancel Export of “Poster”').click();
  await expect.poll(() => asked).toEqual(['retry upload_1', 'cancel transfer_1']);
});

it('pauses an upload, goes on with a paused one and breaks off a ZIP', async () => {
  const file = {
    kind: 'file' as const,
    connectionId: 'local',
    name: 'sky.png',
    fraction: 0.4,
    totalBytes: null,
    error: null,
    canRetry: false,
    at: AT,
  };
  items = [
    { ...file, id: 'upload_1', work: 'upload', state: 'working', canPause: true },
    { ...file, id: 'upload_2', work: 'upload', name: 'sea.png', state: 'paused', canPause: false },
    { ...file, id: 'zip_1', work: 'zip', name: 'Poster.zip', state: 'working', canPause: false },
  ];
  ended = [{ ...file, id: 'zip_2', work: 'zip', name: 'Old.zip', state: 'done', canPause: false }];
  const asked: string[] = [];
  const gone = (call: string): never => {
    asked.push(call);
    throw new Problem(404, 'NOT_FOUND', 'It is gone.');
  };
  desk.desk('pauseUpload', ({ params }) => gone(`pause ${params.uploadId}`));
  desk.desk('resumeUpload', ({ params }) => gone(`resume ${params.uploadId}`));
  desk.desk('cancelZip', ({ params }) => gone(`cancel ${params.zipId}`));
  await show();
  await expect.element(page.getByText('Saving · 40 %')).toBeVisible();
  await expect.element(page.getByText('Saving of “Old.zip”')).toBeVisible();
  await button('Pause Upload of “sky.png”').click();
  await button('Resume Upload of “sea.png”').click();
  await button('Cancel Saving of “Poster.zip”').click();
  await expect.poll(() => asked).toEqual(['pause upload_1', 'resume upload_2', 'cancel zip_1']);
});

it('does not say that nothing runs while the service that knows cannot be reached', async () => {
  desk.desk('listConnections', () => ({
    connections: [
      {
        id: 'local',
        kind: 'hosted' as const,
        name: 'Studio',
        baseUrl: 'https://studio.example',
        keyHint: null,
        state: 'ready' as const,
        createdAt: AT,
        offlineSince: AT,
      },
    ],
    activeId: 'local',
  }));
  await show();
  await expect.element(page.getByText('What is running is not known now')).toBeVisible();
  await expect.element(page.getByText(/does not answer\. What it runs goes on there/)).toBeVisible();
  expect(page.getByText('Nothing is running').elements()).toEqual([]);
});
