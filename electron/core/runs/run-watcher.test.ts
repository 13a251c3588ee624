import { describe, expect, test } from 'vitest';
import type { RunRecord } from '#shared/desk/index.ts';
import { sendApiError, sendJson, startServer } from '../testing/http-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { launcherOf, startTestCore, type TestCore } from '../testing/test-core.ts';

/** A service with one run, which a test brings to its end. */
async function startService() {
  const state = { status: 'running', asked: 0, streams: 0, endStream: () => {} };
  const run = () => ({
    id: 'run_1',
    status: state.status,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: state.status === 'running' ? '2026-01-01T00:00:01Z' : '2026-01-01T00:00:09Z',
    projectId: 'prj_1',
    projectVersion: 3,
    outputs: {},
  });
  const server = await startServer((asked, response) => {
    const [path] = asked.url.split('?');
    if (path === '/api/v1/runs' && asked.method === 'POST') return sendJson(response, 202, run());
    if (path === '/api/v1/runs/run_1') {
      state.asked += 1;
      return sendJson(response, 200, run());
    }
    if (path === '/api/v1/runs/run_1/events/stream') {
      state.streams += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': open\n\n');
      state.endStream = () => void response.end();
      return undefined;
    }
    return sendApiError(response, 404, 'NOT_FOUND');
  });
  return { server, state };
}

async function start() {
  const { server, state } = await startService();
  const options = {
    folder: temporaryFolder(),
    launchService: launcherOf(server.origin),
    clock: createTestClock().clock,
  };
  return { state, options, desk: await startTestCore(options) };
}

const startRun = (desk: TestCore) =>
  desk.ask('POST', '/api/local/v1/runs', { projectId: 'prj_1' }, { 'idempotency-key': 'k' });
const unseen = async (desk: TestCore) =>
  ((await desk.read('GET', '/desk/runs/unseen')) as { runs: RunRecord[] }).runs.map(({ runId }) => runId);
const ended = (desk: TestCore) =>
  desk.until((event) => event.type === 'run' && event.run.status === 'succeeded');

describe('a run that nobody follows', () => {
  test('is known to have ended, and is shown until somebody has seen it, once', async () => {
    const { state, desk } = await start();
    await startRun(desk);
    expect(await unseen(desk)).toEqual([]);
    const end = ended(desk);
    state.status = 'succeeded';
    expect(await end).toMatchObject({ run: { runId: 'run_1', unseen: true } });
    expect(await unseen(desk)).toEqual(['run_1']);
    const seen = desk.until((event) => event.type === 'run' && event.run.unseen === false);
    await desk.read('POST', '/desk/runs/local/run_1/seen');
    await seen;
    expect(await unseen(desk)).toEqual([]);
  });

  test('that ended while the app was closed is shown at the next start, and not at the one after', async () => {
    const { state, options, desk } = await start();
    await startRun(desk);
    await desk.core.close();
    state.status = 'succeeded';
    const second = await startTestCore(options);
    await expect.poll(() => unseen(second), { timeout: 10_000 }).toEqual(['run_1']);
    await second.core.close();
    const third = await startTestCore(options);
    expect(await unseen(third)).toEqual(['run_1']);
    await third.read('POST', '/desk/runs/local/run_1/seen');
    await third.core.close();
    const fourth = await startTestCore(options);
    expect(await unseen(fourth)).toEqual([]);
  });
});

describe('a run that a page follows', () => {
  const openStream = async (desk: TestCore, leave: AbortSignal) => {
    const response = await desk.core.fetch(
      new Request('http://app.test/api/local/v1/runs/run_1/events/stream', { signal: leave }),
    );
    return response.body!.getReader();
  };

  test('to its end is no event', async () => {
    const { state, desk } = await start();
    await startRun(desk);
    const reader = await openStream(desk, new AbortController().signal);
    await reader.read();
    const end = ended(desk);
    state.status = 'succeeded';
    state.endStream();
    while (!(await reader.read()).done);
    expect(await end).toMatchObject({ run: { unseen: false } });
    expect(await unseen(desk)).toEqual([]);
  });

  test('is asked for once the page has left, and its end is notified', async () => {
    const { state, desk } = await start();
    await startRun(desk);
    const leave = new AbortController();
    const reader = await openStream(desk, leave.signal);
    await reader.read();
    const end = ended(desk);
    await reader.cancel();
    state.status = 'succeeded';
    expect(await end).toMatchObject({ run: { unseen: true } });
  });
});
