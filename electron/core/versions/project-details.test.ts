import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { KnownProject } from '#shared/desk/index.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { sendJson, startServer } from '../testing/http-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { launcherOf, startTestCore } from '../testing/test-core.ts';
import { createProjectDetails } from './project-details.ts';

const noted = { externalId: 'shot-12', externalUserId: null, metadata: { client: 'North', tags: ['a'] } };

const storyboardOf = (sequences: { id: string }[]) => ({
  projectId: 'p1',
  version: 3,
  document: { serviceType: 'storyboard', version: 1, sequences },
  summary: { mediaCount: 0, sceneCount: sequences.length, shotCount: 0 },
});
const timeline = {
  projectId: 'p1',
  version: 3,
  document: { serviceType: 'timeline', version: 1, tracks: [] },
  summary: { clipCount: 0, durationSeconds: 0, trackCount: 0 },
};

/** A service with one project, which can be deleted. */
async function start(folder = temporaryFolder()) {
  const project = { name: 'Titles', version: 3, isThere: true, scenes: [{ id: 'a' }] };
  const server = await startServer((asked, response) => {
    const path = asked.url.split('?')[0] ?? '';
    const summary = () => ({ id: 'p1', name: project.name, nodeCount: 0, externalId: noted.externalId });
    if (path.endsWith('/v1/projects')) {
      const other = { id: 'p2', name: 'Never opened here', nodeCount: 0 };
      return sendJson(response, 200, { data: [summary(), other], hasMore: false });
    }
    if (!path.includes('/projects/p1') || !project.isThere) return sendJson(response, 404, {});
    if (path.endsWith('/storyboard')) return sendJson(response, 200, storyboardOf(project.scenes));
    if (path.endsWith('/timeline')) return sendJson(response, 200, timeline);
    if (asked.method === 'DELETE') return void response.writeHead(204).end();
    if (asked.method === 'PATCH') {
      project.name = (JSON.parse(asked.body.toString()) as { name: string }).name;
      project.version += 1;
    }
    if (!path.endsWith('/document'))
      return sendJson(response, 200, { ...summary(), version: project.version });
    const document = { graph: { nodes: [], connections: [] } };
    const { name, version } = project;
    return sendJson(response, 200, { projectId: 'p1', name, version, document, ...noted });
  });
  const { clock } = createTestClock();
  const desk = await startTestCore({ launchService: launcherOf(server.origin), clock, folder });
  const known = async (id = 'p1') =>
    z
      .object({ project: KnownProject.nullable() })
      .parse(await desk.read('GET', `/desk/known-projects/local/${id}`)).project;
  const details = async (id = 'p1') => (await known(id))?.details ?? null;
  const open = () => desk.read('GET', '/api/local/v1/projects/p1/document');
  return { desk, project, known, details, open, folder };
}

test('what a project is called and what was noted on it is known when it is gone, over a restart', async () => {
  const { desk, project, details, open, folder } = await start();
  expect(await details()).toBeNull();
  await open();
  await expect.poll(() => details()).toEqual({ name: 'Titles', ...noted });
  // Versions are what details are stored for: they are written a moment later.
  await expect
    .poll(async () => ((await desk.read('GET', '/desk/versions/local/p1')) as { versions: [] }).versions)
    .toHaveLength(1);
  await desk.read('PATCH', '/api/local/v1/projects/p1/metadata', {
    expectedVersion: 3,
    name: 'Spring titles',
  });
  await expect.poll(() => details()).toEqual({ name: 'Spring titles', ...noted });
  project.isThere = false;
  expect((await desk.ask('GET', '/api/local/v1/projects/p1')).status).toBe(404);
  expect((await desk.ask('GET', '/api/local/v1/projects/p1/document')).status).toBe(404);
  await desk.core.close();
  const again = await start(folder);
  expect(await again.details()).toEqual({ name: 'Spring titles', ...noted });
});

test('a list says what others called it; of projects that were never opened nothing is noted', async () => {
  const { desk, project, details, open } = await start();
  await open();
  await expect.poll(() => details()).toMatchObject({ name: 'Titles' });
  project.name = 'Called so by others';
  await desk.read('GET', '/api/local/v1/projects?limit=50');
  await expect.poll(() => details()).toEqual({ name: 'Called so by others', ...noted });
  expect(await details('p2')).toBeNull();
});

test('of a project that was deleted here nothing stays', async () => {
  const { desk, details, open } = await start();
  await open();
  await expect.poll(() => details()).not.toBeNull();
  await desk.ask('DELETE', '/api/local/v1/projects/p1?expectedVersion=3');
  await expect.poll(() => details()).toBeNull();
});

test('the storyboard and the timeline beside the graph are known too, and nothing of empty ones', async () => {
  const { desk, project, known, open } = await start();
  const read = (what: string) => desk.read('GET', `/api/local/v1/projects/p1/${what}`);
  await open();
  await expect.poll(() => known()).toMatchObject({ storyboard: null, timeline: null });
  await read('timeline');
  await read('storyboard');
  const storyboard = { serviceType: 'storyboard', version: 1, sequences: [{ id: 'a' }] };
  await expect.poll(() => known()).toMatchObject({ storyboard, timeline: null });
  project.isThere = false;
  expect((await desk.ask('GET', '/api/local/v1/projects/p1')).status).toBe(404);
  expect(await known()).toMatchObject({ details: { name: 'Titles' }, storyboard });
  project.isThere = true;
  project.scenes = [];
  await read('storyboard');
  await expect.poll(() => known()).toMatchObject({ storyboard: null });
});

test('what cannot be noted is no reason to fail what was asked of the service', async () => {
  const { desk, details, open } = await start();
  await open();
  await expect.poll(() => details()).toMatchObject({ name: 'Titles' });
  const database = new DatabaseSync(join(desk.folder, 'desk', 'desk.sqlite'));
  database.exec(`CREATE TRIGGER refuse BEFORE INSERT ON project_details BEGIN
    SELECT RAISE(ABORT, 'database or disk is full');
  END`);
  database.close();
  const response = await desk.ask('PATCH', '/api/local/v1/projects/p1/metadata', {
    expectedVersion: 3,
    name: 'New',
  });
  expect(response.status).toBe(200);
  await expect.poll(() => desk.log.lines.join('\n')).toMatch(/could not be noted/);
  expect(await details()).toMatchObject({ name: 'Titles' });
});

test('a name of megabytes is not noted, and what was noted before stays', () => {
  const database = openTestDatabase();
  const store = createProjectDetails(database);
  store.note('local', 'p1', { name: 'Titles' });
  store.note('local', 'p1', { name: 'x'.repeat(3_000_000) });
  store.note('local', 'p2', { name: 'x'.repeat(3_000_000) });
  expect(store.nameOf('local', 'p1')).toBe('Titles');
  expect(store.nameOf('local', 'p2')).toBeNull();
});
