import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADMINISTRATION_SECRET_FILE } from '#shared/administration/index.ts';
import { batchRunId, liveRunId, type QueueItem, type QueueSummary } from '#shared/desk/index.ts';
import { sendApiError, sendJson, startServer } from '../testing/http-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { launcherOf, refusalOf, startOnHosted, startTestCore, type TestCore } from '../testing/test-core.ts';

const AT = '2026-01-01T00:00:00Z';

/** A service with runs that a test lets begin, wait and end; its order is asked for with its secret. */
async function startService() {
  const runs = new Map<string, { status: string; externalId?: string }>();
  const state = { order: [] as string[], moved: [] as string[] };
  const detail = (id: string) => ({
    id,
    createdAt: AT,
    updatedAt: runs.get(id)?.status === 'succeeded' ? '2026-01-01T00:00:09Z' : AT,
    projectId: 'prj_1',
    outputs: {},
    ...runs.get(id),
  });
  const server = await startServer((asked, response) => {
    const [path = ''] = asked.url.split('?');
    if (path === '/administration/v1/runs/waiting') return sendJson(response, 200, { runIds: state.order });
    const moved = /^\/administration\/v1\/runs\/([^/]+)\/front$/.exec(path)?.[1];
    if (moved !== undefined) {
      state.moved.push(moved);
      return sendJson(response, 200, { outcome: 'moved' });
    }
    if (path === '/api/v1/runs' && asked.method === 'POST') {
      const { externalId } = JSON.parse(asked.body.toString()) as { externalId?: string };
      const id = `run_${runs.size + 1}`;
      runs.set(id, { status: 'queued', ...(externalId === undefined ? {} : { externalId }) });
      return sendJson(response, 202, detail(id));
    }
    const [, id = '', events] = /^\/api\/v1\/runs\/([^/]+)(\/events)?$/.exec(path) ?? [];
    if (!runs.has(id)) return sendApiError(response, 404, 'NOT_FOUND');
    if (events === undefined) return sendJson(response, 200, detail(id));
    const isRunning = runs.get(id)?.status === 'running' && !asked.url.includes('cursor');
    const event = (type: string, more: object) => ({
      id: `${id} ${type}`,
      runId: id,
      type,
      createdAt: AT,
      ...more,
    });
    return sendJson(response, 200, {
      data: isRunning
        ? [
            event('run.started', { data: { plan: ['a', 'b'], total: 2 } }),
            event('node.succeeded', { nodeId: 'a', data: {} }),
          ]
        : [],
      hasMore: false,
      nextCursor: null,
    });
  });
  return { server, runs, state };
}

async function start() {
  const { server, runs, state } = await startService();
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'service'), { recursive: true });
  writeFileSync(join(folder, 'service', ADMINISTRATION_SECRET_FILE), 'secret\n');
  const options = { folder, launchService: launcherOf(server.origin) };
  return { runs, state, options, desk: await startTestCore(options) };
}

let keys = 0;
const startRun = (desk: TestCore, externalId?: string) =>
  desk.ask(
    'POST',
    '/api/local/v1/runs',
    { projectId: 'prj_1', externalId },
    { 'idempotency-key': `k${(keys += 1)}` },
  );
const page = async (desk: TestCore, connectionId = 'local') =>
  ((await desk.read('GET', `/desk/queue?connectionId=${connectionId}`)) as { items: QueueItem[] }).items;
const runIds = (items: QueueItem[]) =>
  items.map((item) =>
    item.kind === 'run' ? item.run.runId : item.kind === 'batch' ? item.batch.id : item.id,
  );
const summary = (desk: TestCore) =>
  desk.read('GET', '/desk/queue/summary?connectionId=local') as Promise<QueueSummary>;

test('runs stand in the order of the local service, one is let go first, and previews and batches stand in no row', async () => {
  const { desk, state } = await start();
  for (const externalId of [undefined, undefined, liveRunId('x'), batchRunId('batch_12345678', '0')]) {
    expect((await startRun(desk, externalId)).status).toBe(202);
  }
  state.order = ['run_2', 'run_1'];
  expect(runIds(await page(desk))).toEqual(['run_2', 'run_1']);
  expect(await summary(desk)).toEqual({ running: 0, waiting: 2, fraction: null, order: 'here' });
  expect(await desk.read('POST', '/desk/queue/runs/local/run_1/front')).toEqual({ outcome: 'moved' });
  expect(state.moved).toEqual(['run_1']);
  expect((await page(desk)).map((item) => item.kind === 'run' && item.number)).toEqual([2, 1]);
});

test('while a page listens the events say how far a run is; its end puts it among those that ended', async () => {
  const { desk, runs, options } = await start();
  await startRun(desk);
  runs.set('run_1', { status: 'running' });
  const isDone = async () =>
    (await page(desk)).some((item) => item.kind === 'run' && item.progress.fraction === 0.5);
  await desk.until((event) => event.type === 'queue');
  const stop = new AbortController();
  const stream = await desk.core.fetch(new Request('http://app.test/desk/events', { signal: stop.signal }));
  await expect.poll(isDone, { timeout: 20_000 }).toBe(true);
  expect(await summary(desk)).toMatchObject({ running: 1, waiting: 0, fraction: 0.5 });
  await stream.body?.cancel();

  // Found again after a restart, and its end is noted without a page.
  await desk.core.close();
  const again = await startTestCore(options);
  expect(runIds(await page(again))).toEqual(['run_1']);
  runs.set('run_1', { status: 'succeeded' });
  await expect.poll(async () => (await page(again)).length, { timeout: 20_000 }).toBe(0);
  expect(await again.read('GET', '/desk/queue/ended?connectionId=local')).toMatchObject({
    items: [{ kind: 'run', number: 1, run: { runId: 'run_1', status: 'succeeded' } }],
  });
});

test('a hosted service decides its order alone, and a connection that is gone is said', async () => {
  const { server, runs } = await startService();
  const { desk, id } = await startOnHosted(server.origin);
  const created = await desk.ask(
    'POST',
    `/api/${id}/v1/runs`,
    { projectId: 'prj_1' },
    { 'idempotency-key': 'h' },
  );
  expect([created.status, runs.size]).toEqual([202, 1]);
  expect((await page(desk, id)).map((item) => item.kind === 'run' && [item.position, item.canMove])).toEqual([
    [null, false],
  ]);
  const refused = await refusalOf(await desk.ask('POST', `/desk/queue/runs/${id}/run_1/front`));
  expect(refused).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
  expect(refused.message).toMatch(/decides which run starts next/);
  expect((await desk.ask('GET', '/desk/queue?connectionId=none')).status).toBe(404);
});
