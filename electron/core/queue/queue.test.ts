import { expect, test } from 'vitest';
import {
  QUEUE_PAGE_SIZE,
  type Batch,
  type FinishedItem,
  type QueuedFile,
  type QueueItem,
  type RunRecord,
} from '#shared/desk/index.ts';
import { Queue, type QueueSources } from './queue.ts';
import { advanceProgress, NO_PROGRESS, type TrackedProgress } from './run-progress.ts';

const AT = '2026-01-01T00:00:00Z';
const run = (runId: string, more: Partial<RunRecord> = {}): RunRecord => ({
  runId,
  connectionId: 'local',
  projectId: 'p',
  status: 'queued',
  createdAt: AT,
  updatedAt: AT,
  projectVersion: 1,
  executionTimeMs: null,
  creditsUsedMicrocredits: null,
  lastEventId: null,
  ...more,
});
const batch = (id: string, more: Partial<Batch> = {}): Batch => ({
  id,
  connectionId: 'local',
  kind: 'table',
  name: id,
  origin: { kind: 'graph', projectId: 'p', projectVersion: 1, targetNodeIds: [] },
  fields: [],
  layout: null,
  limits: { maxRuns: null, maxMicrocredits: null, inFlight: 3 },
  state: 'running',
  movedToFront: 0,
  reason: null,
  counts: {
    total: 4,
    waiting: 2,
    submitted: 1,
    done: 1,
    failed: 0,
    canceled: 0,
    skipped: 0,
    starred: 0,
    hidden: 0,
  },
  runsStarted: 2,
  spentMicrocredits: '0',
  pricedRuns: 0,
  highestMicrocredits: null,
  createdAt: AT,
  updatedAt: AT,
  ...more,
});
const half: TrackedProgress = advanceProgress(NO_PROGRESS, [
  { id: 'a', runId: 'r', type: 'run.started', createdAt: AT, data: { plan: ['x', 'y'], total: 2 } },
  { id: 'b', runId: 'r', type: 'node.succeeded', createdAt: AT, nodeId: 'x' },
]);

function queueOf(sources: Partial<QueueSources>) {
  return new Queue({
    activeRuns: () => [],
    finishedLast: () => [],
    numberOf: () => 7,
    batches: () => [],
    files: () => [],
    progressOf: () => NO_PROGRESS,
    expected: () => null,
    pendingRunIds: async () => [],
    ...sources,
  });
}
function idOf(item: QueueItem | FinishedItem): string {
  if (item.kind === 'file') return item.id;
  return item.kind === 'run' ? item.run.runId : item.batch.id;
}

test('what goes on stands first, then what waits in the order of the local service, then what is paused', async () => {
  const queue = queueOf({
    activeRuns: () => [run('first'), run('second'), run('begun', { status: 'running' })],
    batches: () => [
      batch('paused', { state: 'paused' }),
      batch('late', { createdAt: '2026-01-02T00:00:00Z' }),
      batch('early'),
      batch('draft', { state: 'draft' }),
      batch('done', { state: 'done', counts: { ...batch('x').counts, waiting: 0, submitted: 0, done: 4 } }),
    ],
    progressOf: (_connection, id) => (id === 'begun' ? half : NO_PROGRESS),
    pendingRunIds: async () => ['of somebody else', 'second', 'first'],
  });
  const { items, nextCursor } = await queue.page('local');
  expect(items.map(idOf)).toEqual(['early', 'late', 'begun', 'second', 'first', 'paused']);
  expect(nextCursor).toBeNull();
  expect(items.flatMap((item) => (item.kind === 'run' ? [[item.position, item.canMove]] : []))).toEqual([
    [null, false],
    [1, false],
    [2, true],
  ]);
  expect(items[2]).toMatchObject({ state: 'running', number: 7, progress: { doneNodes: 1, totalNodes: 2 } });
  // Two batches a quarter done, one run half done.
  expect(await queue.summary('local')).toEqual({
    running: 3,
    waiting: 2,
    fraction: (0.25 + 0.25 + 0.5) / 3,
    order: 'here',
  });
});

test('the batch moved to the front last is served first, and cannot be moved further', async () => {
  const queue = queueOf({
    batches: () => [batch('a'), batch('b', { movedToFront: 2 }), batch('c', { movedToFront: 1 })],
  });
  const { items } = await queue.page('local');
  expect(items.map((item) => [idOf(item), 'canMove' in item && item.canMove])).toEqual([
    ['b', false],
    ['c', true],
    ['a', true],
  ]);
  const alone = await queueOf({ batches: () => [batch('a')] }).page('local');
  expect(alone.items[0]).toMatchObject({ canMove: false });
});

test('of a hosted service no order is claimed, and its local order is never asked for', async () => {
  const queue = queueOf({
    activeRuns: () => [run('a'), run('b'), run('t', { templateId: 'tpl', endpointId: 'end' })],
    pendingRunIds: () => Promise.reject(new Error('asked for')),
  });
  const { items } = await queue.page('studio');
  expect(items.map((item) => item.kind === 'run' && [item.position, item.canMove, item.canCancel])).toEqual([
    [null, false, true],
    [null, false, true],
    [null, false, false],
  ]);
  expect((await queue.summary('studio')).order).toBe('service');
});

test('a local service that does not answer leaves the runs in the order of their start', async () => {
  const queue = queueOf({
    activeRuns: () => [run('a'), run('b', { status: 'running' })],
    pendingRunIds: async () => null,
  });
  const { items } = await queue.page('local');
  expect(items.map((item) => item.kind === 'run' && [idOf(item), item.state])).toEqual([
    ['b', 'running'],
    ['a', 'waiting'],
  ]);
});

test('a thousand that wait come page by page, each once, also when some end between two pages', async () => {
  const all = Array.from({ length: 1000 }, (_, at) => run(`run_${at}`));
  let left = all;
  const queue = queueOf({
    activeRuns: () => left,
    pendingRunIds: async () => left.map(({ runId }) => runId),
  });
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 20; pages += 1) {
    const page = await queue.page('local', cursor);
    expect(page.items.length).toBeLessThanOrEqual(QUEUE_PAGE_SIZE);
    seen.push(...page.items.map(idOf));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
    // The first of all ended meanwhile.
    left = left.slice(1);
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toHaveLength(1000);
  // One whose own item ended goes on where that was.
  left = all.filter(({ runId }) => runId !== 'run_99');
  const gone = await queue.page('local', '100 run run_99');
  expect(gone.items.map(idOf)[0]).toBe('run_101');
  expect((await queue.page('local', 'nonsense')).items.map(idOf)[0]).toBe('run_0');
});

test('what ended last is listed across runs and batches', () => {
  const queue = queueOf({
    finishedLast: () => [run('r', { status: 'failed', updatedAt: '2026-01-03T00:00:00Z' })],
    batches: () => [
      batch('going'),
      batch('done', {
        state: 'done',
        updatedAt: '2026-01-04T00:00:00Z',
        counts: { ...batch('x').counts, waiting: 0, submitted: 0 },
      }),
    ],
  });
  expect(queue.finished('local').map(idOf)).toEqual(['done', 'r']);
});

const file = (id: string, more: Partial<QueuedFile> = {}): QueuedFile => ({
  kind: 'file',
  id,
  connectionId: 'local',
  work: 'upload',
  name: `${id}.png`,
  state: 'working',
  fraction: 0.5,
  totalBytes: 10,
  error: null,
  canRetry: false,
  canPause: false,
  at: AT,
  ...more,
});

test('files on their way stand after what runs and before what waits; one that can be tried again stays, others end', async () => {
  const queue = queueOf({
    activeRuns: () => [run('waits'), run('begun', { status: 'running' })],
    pendingRunIds: async () => ['waits'],
    files: () => [
      file('late', { at: '2026-01-02T00:00:00Z', state: 'waiting' }),
      file('early', { work: 'export' }),
      file('again', { state: 'failed', canRetry: true, error: 'The disk is full.' }),
      file('failed', { state: 'failed', at: '2026-01-03T00:00:00Z' }),
      file('done', { state: 'done' }),
    ],
  });
  const { items } = await queue.page('local');
  expect(items.map(idOf)).toEqual(['begun', 'early', 'again', 'late', 'waits']);
  expect(await queue.summary('local')).toMatchObject({ running: 2, waiting: 2 });
  expect(queue.finished('local').map(idOf)).toEqual(['failed', 'done']);
});
