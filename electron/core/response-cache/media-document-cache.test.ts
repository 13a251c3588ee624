import { expect, test } from 'vitest';
import { sendApiError, sendJson, startServer } from '../testing/http-server.ts';
import { launcherOf, startOnHosted, startTestCore, type TestCore } from '../testing/test-core.ts';

interface Saved {
  version: number;
  title: string;
}

/** A hosted service with the storyboard and timeline of one project, which keeps what each request was answered with. */
async function start() {
  const state = {
    isAway: false,
    now: { version: 4, title: 'as made' },
    answered: new Map<string, Saved>(),
    /** A read is answered when this resolves, with what there was when it came. */
    readsWait: Promise.resolve(),
    reading: () => {},
  };
  const bodyOf = ({ version, title }: Saved) => ({
    projectId: 'prj_1',
    version,
    document: { version: 1, title, sequences: [] },
    summary: { mediaCount: 0, sceneCount: 0, shotCount: 0 },
  });
  const service = await startServer(async ({ method, url, body, headers }, response, request) => {
    if (state.isAway) return void request.socket.destroy();
    if (!/^\/api\/v1\/projects\/prj_1\/(storyboard|timeline)$/.test(url))
      return sendApiError(response, 404, 'NOT_FOUND');
    if (method === 'PUT') {
      const key = String(headers['idempotency-key']);
      const { document } = JSON.parse(body.toString()) as { document: { title: string } };
      const known = state.answered.get(key);
      if (!known) state.now = { version: state.now.version + 1, title: document.title };
      state.answered.set(key, known ?? state.now);
      return sendJson(response, 200, { ...bodyOf(known ?? state.now), mode: 'replace' });
    }
    const found = state.now;
    state.reading();
    await state.readsWait;
    return sendJson(response, 200, bodyOf(found));
  });
  const { desk, id } = await startOnHosted(service.origin);
  const pathOf = (kind: string) => `/api/${id}/v1/projects/prj_1/${kind}`;
  return {
    desk,
    state,
    launchService: launcherOf(service.origin),
    read: async (kind = 'storyboard', on: TestCore = desk) =>
      (await on.ask('GET', pathOf(kind), undefined, { 'x-patchbay-accept-cached': '1' })).json(),
    save: async (title: string, key: string, kind = 'storyboard', on: TestCore = desk) => {
      const body = { document: { version: 1, title, sequences: [] }, expectedVersion: state.now.version };
      await (await on.ask('PUT', pathOf(kind), body, { 'idempotency-key': key })).text();
    },
  };
}

test.each(['storyboard', 'timeline'])(
  'a %s is remembered as it was saved last, from the moment on at which the page knows of the save',
  async (kind) => {
    const { desk, state, read, save, launchService } = await start();
    await read(kind);
    await save('moved', 'key-1', kind);
    state.isAway = true;
    expect(await read(kind)).toMatchObject({ version: 5, document: { title: 'moved' } });
    await desk.core.close();
    const again = await startTestCore({ folder: desk.folder, launchService });
    expect(await read(kind, again)).toMatchObject({ version: 5, document: { title: 'moved' } });
  },
);

test('a read that was asked for before a save, and answered after it, is not remembered over it', async () => {
  const { state, read, save } = await start();
  const answer = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  state.readsWait = answer.promise;
  state.reading = asked.resolve;
  const reading = read();
  await asked.promise;
  await save('moved', 'key-1');
  answer.resolve();
  expect(await reading).toMatchObject({ version: 4 });
  state.isAway = true;
  expect(await read()).toMatchObject({ version: 5, document: { title: 'moved' } });
});

test('what a repeated request is answered with again is not remembered over what was saved since', async () => {
  const { desk, state, read, save, launchService } = await start();
  await save('moved', 'key-1');
  await save('moved again', 'key-2');
  await save('moved', 'key-1');
  await desk.core.close();
  const again = await startTestCore({ folder: desk.folder, launchService });
  await save('moved', 'key-1', 'storyboard', again);
  state.isAway = true;
  expect(await read('storyboard', again)).toMatchObject({ version: 6, document: { title: 'moved again' } });
});
