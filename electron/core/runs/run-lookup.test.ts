import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADMINISTRATION_SECRET_FILE } from '#shared/administration/index.ts';
import type { OutputPage, RunRecord } from '#shared/desk/index.ts';
import { sendApiError, sendJson, startServer } from '../testing/http-server.ts';
import { launcherOf, startTestCore } from '../testing/test-core.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const AT = '2026-01-01T00:00:00.000Z';
const ENDPOINT = { templateId: 'tpl_1', endpointId: 'end_1' };

/** Newest first: two of an endpoint, one that a program started, one that is gone, two of another account. */
const RUNS = [
  { runId: 'run_6', accountId: 'acc_1', endpoint: ENDPOINT },
  { runId: 'run_5', accountId: 'acc_1', endpoint: null },
  { runId: 'run_4', accountId: 'acc_1', endpoint: null },
  { runId: 'run_3', accountId: 'acc_2', endpoint: ENDPOINT },
  { runId: 'run_2', accountId: 'acc_2', endpoint: null },
  { runId: 'run_1', accountId: 'acc_1', endpoint: ENDPOINT },
];
const READABLE = new Set(['run_6', 'run_5', 'run_1']);

/** A core whose local service ran what no page here has met, in pages of two. */
async function startWithRuns() {
  const service = await startServer((asked, response) => {
    if (asked.url === '/administration/v1/runs/ended/list') {
      const { before } = JSON.parse(asked.body.toString()) as { before: string | null };
      const start = before === null ? 0 : RUNS.findIndex(({ runId }) => runId === before) + 1;
      return sendJson(response, 200, { runs: RUNS.slice(start, start + 2) });
    }
    const id = /\/runs\/(run_\d)$/.exec(asked.url)?.[1];
    if (id === undefined || !READABLE.has(id)) return sendApiError(response, 404, 'RUN_NOT_FOUND');
    return sendJson(response, 200, {
      id,
      taskId: id,
      ...ENDPOINT,
      projectId: asked.url.includes('/templates/') ? null : 'prj_1',
      status: 'succeeded',
      createdAt: AT,
      updatedAt: AT,
      outputs: { Greeting: { type: 'string', value: `hello ${id}` } },
    });
  });
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'service'), { recursive: true });
  writeFileSync(join(folder, 'service', ADMINISTRATION_SECRET_FILE), 'secret\n');
  const desk = await startTestCore({ folder, launchService: launcherOf(service.origin) });
  const asked = (part: string) => service.asked.filter(({ url }) => url.includes(part)).length;
  return { desk, asked };
}

test('runs that no page here started are in the gallery and in their lists, and each is read once', async () => {
  const { desk, asked } = await startWithRuns();
  const search = async () =>
    (await desk.read('POST', '/desk/outputs/search', { connectionId: 'local' })) as OutputPage;
  await expect.poll(async () => (await search()).outputs.length).toBe(3);
  const { outputs } = await search();
  expect(
    outputs.map(({ excerpt }) => String(excerpt)).toSorted((one, other) => one.localeCompare(other)),
  ).toEqual(['hello run_1', 'hello run_5', 'hello run_6']);
  expect(outputs.find(({ runId }) => runId === 'run_6')).toMatchObject({ templateId: 'tpl_1' });
  const ofProject = (await desk.read('GET', '/desk/runs?connectionId=local&projectId=prj_1')) as {
    runs: RunRecord[];
  };
  expect(ofProject.runs.map(({ runId }) => runId)).toEqual(['run_5']);
  const lists = asked('ended/list');
  await search();
  await expect.poll(() => asked('ended/list')).toBeGreaterThan(lists);
  // Of the other account one is tried, and then none.
  expect(asked('/runs/run_')).toBe(5);
});

test('a run that a program started is in the list of its project without a look at the gallery', async () => {
  const { desk } = await startWithRuns();
  const list = async () =>
    (await desk.read('GET', '/desk/runs?connectionId=local&projectId=prj_1')) as { runs: RunRecord[] };
  await expect.poll(async () => (await list()).runs.map(({ runId }) => runId)).toEqual(['run_5']);
});
