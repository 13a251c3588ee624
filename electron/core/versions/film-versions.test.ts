import { expect, test } from 'vitest';
import { endpoints } from '#shared/api/index.ts';
import { deskRoutes, MediaVersionDocument, savedStepsHeader } from '#shared/desk/index.ts';
import { sendJson, startServer } from '../testing/http-server.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { launcherOf, startTestCore } from '../testing/test-core.ts';

const TIMELINE = '/api/local/v1/projects/p1/timeline';
const VERSIONS = '/desk/versions/local/p1';
const Page = deskRoutes.listVersions.response;

const timeline = (...clips: string[]) => ({
  serviceType: 'timeline',
  version: 1,
  name: 'Film',
  timeline: {
    tracks: [{ id: 't' }],
    clips: clips.map((id, index) => ({ id, trackId: 't', startTime: index * 2, duration: 2 })),
  },
});

/** A service that holds one timeline. */
async function startService() {
  let state: { version: number; document: object } = { version: 1, document: timeline() };
  return startServer((asked, response) => {
    if (asked.method === 'DELETE') {
      response.writeHead(204).end();
      return;
    }
    if (asked.method === 'PUT') {
      const { document } = JSON.parse(asked.body.toString()) as { document: object };
      state = { version: state.version + 1, document };
    }
    const summary = { clipCount: 0, trackCount: 1, durationSeconds: 0 };
    sendJson(response, 200, { projectId: 'p1', mode: 'replace', summary, ...state });
  });
}

async function start() {
  const server = await startService();
  const { clock, advance } = createTestClock();
  const desk = await startTestCore({ launchService: launcherOf(server.origin), clock });
  const listed = async () => Page.parse(await desk.read('GET', `${VERSIONS}?kind=timeline`)).versions;
  const save = (document: object) => desk.read('PUT', TIMELINE, { document, expectedVersion: 1 });
  return { desk, advance, listed, save };
}

test('timelines are saved as they pass, with a picture, and come back whole', async () => {
  expect(endpoints.timelines.replace.resource).toBe('timeline');
  const { desk, advance, listed, save } = await start();
  await desk.read('GET', TIMELINE);
  await expect.poll(async () => (await listed()).length).toBe(1);
  await save(timeline('a'));
  await expect.poll(async () => (await listed()).length).toBe(2);
  advance(5 * 60_000);
  await save(timeline('a', 'b'));
  await expect.poll(async () => (await listed()).length).toBe(3);
  const [newest, older, first] = await listed();
  expect([newest?.reason, older?.reason, first?.reason]).toEqual(['saved', 'saved', 'found']);
  expect(newest).toMatchObject({ kind: 'timeline', sketch: { seconds: 4, clips: 2 } });
  const whole = MediaVersionDocument.parse(await desk.read('GET', `${VERSIONS}/${older?.id ?? ''}`));
  expect(whole.document).toEqual(timeline('a'));
  await desk.read('PATCH', `${VERSIONS}/${older?.id ?? ''}`, { name: 'Rough cut' });
  expect((await listed())[1]?.name).toBe('Rough cut');
  await desk.read('DELETE', '/api/local/v1/projects/p1');
  await expect.poll(async () => (await listed()).length).toBe(0);
});

test('what a page says that was done stands at the version, and nothing else that it may say', async () => {
  const { desk, advance, listed } = await start();
  const save = (clip: string, header: string) =>
    desk.ask(
      'PUT',
      TIMELINE,
      { document: timeline(clip), expectedVersion: 1 },
      { [savedStepsHeader]: header },
    );
  await save('a', encodeURIComponent(JSON.stringify(['trim “hum.wav”'])));
  await expect.poll(async () => (await listed())[0]).toMatchObject({ steps: ['trim “hum.wav”'] });
  for (const [index, header] of ['%', 'no JSON', '{"a":1}'].entries()) {
    advance(5 * 60_000);
    await save(`b${index}`, header);
    await expect.poll(async () => (await listed()).length).toBe(index + 2);
    expect((await listed())[0]).not.toHaveProperty('steps');
  }
});

test('a kind of document that there is none of is refused', async () => {
  const { desk } = await start();
  const response = await desk.ask('GET', `${VERSIONS}?kind=palette`);
  expect(response.status).toBe(400);
});

test('a timeline is kept under a name before a step that changes much of it, and no later edit takes its place', async () => {
  const { desk, listed, save } = await start();
  await desk.read('GET', TIMELINE);
  await save(timeline('a'));
  await expect.poll(async () => (await listed()).length).toBe(2);
  const name = 'Before the update';
  await desk.read('POST', VERSIONS, { kind: 'timeline', name, version: 2, document: timeline('a') });
  // What is stored already gets the name, and is not stored twice.
  expect((await listed()).map((version) => version.name)).toEqual([name, null]);
  await save(timeline('a', 'b'));
  await expect.poll(async () => (await listed()).length).toBe(3);
  await desk.read('POST', VERSIONS, {
    kind: 'timeline',
    name,
    version: 3,
    document: timeline('a', 'b', 'c'),
  });
  const [newest, , before] = await listed();
  expect([newest?.reason, before?.reason]).toEqual(['before', 'before']);
  const whole = MediaVersionDocument.parse(await desk.read('GET', `${VERSIONS}/${before?.id ?? ''}`));
  expect(whole.document).toEqual(timeline('a'));
});

test('the face of a project has its newest timeline, while that has clips', async () => {
  const { desk, listed, save } = await start();
  const filmOf = async () => {
    const body = { connectionId: 'local', projectIds: ['p1'] };
    return deskRoutes.projectFaces.response.parse(await desk.read('POST', '/desk/project-faces', body))
      .faces[0]?.film;
  };
  expect(await filmOf()).toBeNull();
  await desk.read('GET', TIMELINE);
  await expect.poll(async () => (await listed()).length).toBe(1);
  expect(await filmOf()).toBeNull();
  await save(timeline('a', 'b'));
  await expect.poll(filmOf).toMatchObject({ seconds: 4, clips: 2, rows: 1 });
  const body = { connectionId: 'local', projectIds: ['p1'] };
  const { faces } = deskRoutes.projectFaces.response.parse(
    await desk.read('POST', '/desk/project-faces', body),
  );
  expect(faces[0]).toMatchObject({ lastPage: 'timeline', firstFileId: null });
});
