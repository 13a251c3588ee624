import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { endpoints } from '#shared/api/index.ts';
import { sendJson, startServer } from '../testing/http-server.ts';
import { createTestLog } from '../testing/test-log.ts';
import { launcherOf, startTestCore } from '../testing/test-core.ts';
import { observeInOrder } from './proxy-observer.ts';

test('a run that was accepted is said to be, though it cannot be noted here, and goes into the list when it can', async () => {
  const run = {
    id: 'run_1',
    status: 'accepted',
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    projectId: 'prj_1',
  };
  const server = await startServer((asked, response) =>
    sendJson(response, asked.method === 'POST' ? 202 : 200, run),
  );
  const desk = await startTestCore({ launchService: launcherOf(server.origin) });
  const database = new DatabaseSync(join(desk.folder, 'desk', 'desk.sqlite'));
  database.exec(`CREATE TRIGGER refuse BEFORE INSERT ON runs BEGIN
    SELECT RAISE(ABORT, 'database or disk is full');
  END`);
  const response = await desk.ask('POST', '/api/local/v1/runs', { projectId: 'prj_1' });
  expect([response.status, await response.json()]).toMatchObject([202, { id: 'run_1' }]);
  expect(desk.log.lines.join('\n')).toMatch(/could not be noted/);
  database.exec('DROP TRIGGER refuse');
  database.close();
  await desk.ask('GET', '/api/local/v1/runs/run_1');
  expect(await desk.read('GET', '/desk/runs?connectionId=local&projectId=prj_1')).toMatchObject({
    runs: [{ runId: 'run_1' }],
  });
});

test('successful responses are noted as they came, also after one that could not be', async () => {
  const log = createTestLog();
  const noted: string[] = [];
  const observer = observeInOrder({
    accepts: () => true,
    note: async (connectionId) => {
      if (connectionId === 'slow') await new Promise((done) => setImmediate(done));
      if (connectionId === 'full') throw new Error('The disk is full.');
      noted.push(connectionId);
    },
    failure: 'a response was not noted',
    log,
  });
  const match = { endpoint: endpoints.projects.list, params: {} };
  for (const [connectionId, status] of [
    ['slow', 200],
    ['refused', 409],
    ['full', 200],
    ['last', 201],
  ] as const)
    observer.responded(connectionId, match, {
      status,
      body: () => null,
      bodyInSlices: async () => null,
      requestBody: () => null,
      header: () => null,
      minimal: false,
    });
  expect(noted, 'the page has its response first').toEqual([]);
  await observer.settled();
  expect(noted).toEqual(['slow', 'last']);
  expect(log.lines.join('\n')).toContain('a response was not noted');
});
