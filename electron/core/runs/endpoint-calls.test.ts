import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADMINISTRATION_SECRET_FILE } from '#shared/administration/index.ts';
import type { OutputPage } from '#shared/desk/index.ts';
import { sendApiError, sendJson, startServer } from '../testing/http-server.ts';
import { launcherOf, startTestCore } from '../testing/test-core.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const AT = '2026-01-01T00:00:00.000Z';

/** A core whose local service was called by key: two pages of runs, the last of another account. */
async function startWithCalls() {
  const ids = ['run_4', 'run_3', 'run_2', 'run_1'];
  const service = await startServer((asked, response) => {
    if (asked.url === '/administration/v1/endpoint-runs/list') {
      const { before } = JSON.parse(asked.body.toString()) as { before: string | null };
      const start = before === null ? 0 : ids.indexOf(before) + 1;
      const runs = ids
        .slice(start, start + 2)
        .map((runId) => ({ runId, templateId: 'tpl_1', endpointId: 'end_1' }));
      return sendJson(response, 200, { runs });
    }
    const taskId = /\/templates\/tpl_1\/endpoints\/end_1\/runs\/(run_\d)$/.exec(asked.url)?.[1];
    if (taskId === undefined || taskId === 'run_1') return sendApiError(response, 404, 'RUN_NOT_FOUND');
    return sendJson(response, 200, {
      taskId,
      templateId: 'tpl_1',
      endpointId: 'end_1',
      status: 'succeeded',
      createdAt: AT,
      updatedAt: AT,
      outputs: { Greeting: { type: 'string', value: `hello ${taskId}` } },
    });
  });
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'service'), { recursive: true });
  writeFileSync(join(folder, 'service', ADMINISTRATION_SECRET_FILE), 'secret\n');
  const desk = await startTestCore({ folder, launchService: launcherOf(service.origin) });
  const asked = (part: string) => service.asked.filter(({ url }) => url.includes(part)).length;
  return { desk, asked };
}

test('runs that were started with the key of an endpoint are in the gallery, and each is read once', async () => {
  const { desk, asked } = await startWithCalls();
  const search = async () =>
    (await desk.read('POST', '/desk/outputs/search', { connectionId: 'local' })) as OutputPage;
  await expect.poll(async () => (await search()).outputs.length).toBe(3);
  const { outputs } = await search();
  expect(
    outputs.map(({ excerpt }) => String(excerpt)).toSorted((one, other) => one.localeCompare(other)),
  ).toEqual(['hello run_2', 'hello run_3', 'hello run_4']);
  expect(outputs[0]).toMatchObject({ title: 'Greeting', templateId: 'tpl_1' });
  const lists = asked('endpoint-runs/list');
  await search();
  await expect.poll(() => asked('endpoint-runs/list')).toBeGreaterThan(lists);
  expect(asked('/endpoints/end_1/runs/')).toBe(4);
});
