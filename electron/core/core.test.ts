import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Connection, ConnectionList, DeskStatus, RunRecord, Settings } from '#shared/desk/index.ts';
import { createCore, type CoreOptions } from './core.ts';
import type { ServiceLauncher } from './local-service/launcher.ts';
import { createFileSecretStore } from './secrets/file-secret-store.ts';
import type { SecretStore } from './secrets/secret-store.ts';
import { sendApiError, sendJson, startServer, type Answerer } from './testing/http-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { launcherOf, startTestCore } from './testing/test-core.ts';

const EMPTY_LIST = { data: [], hasMore: false, nextCursor: null };
const healthy: Answerer = (_asked, response) => sendJson(response, 200, EMPTY_LIST);

async function start(options: Partial<CoreOptions> & { folder?: string } = {}, answer: Answerer = healthy) {
  const service = await startServer(answer);
  return { service, desk: await startTestCore({ launchService: launcherOf(service.origin), ...options }) };
}

const refusalOf = async (response: Response) => ({
  status: response.status,
  ...(
    (await response.json()) as { error: { code: string; message: string; details: Record<string, unknown> } }
  ).error,
});

describe('status', () => {
  test('tells host, version, media origin and the local service', async () => {
    const { desk } = await start();
    await desk.ask('GET', '/api/local/v1/projects');
    expect(await desk.read('GET', '/desk/status')).toEqual({
      host: 'browser',
      version: '1.2.3',
      platform: process.platform,
      mediaOrigin: 'http://media.test',
      activeConnectionId: 'local',
      localService: { state: 'running', message: null },
      notices: [],
    });
  });

  test('before the start every request is told to wait', async () => {
    const core = createCore({
      dataDirectory: temporaryFolder(),
      secrets: createFileSecretStore(join(temporaryFolder(), 'keys.json')),
      launchService: launcherOf('http://127.0.0.1:1'),
      host: 'browser',
      version: '1',
      mediaOrigin: () => 'http://media.test',
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
    expect((await core.fetch(new Request('http://app.test/desk/status'))).status).toBe(503);
  });
});

describe('requests', () => {
  test.each([
    ['GET', '/desk/nothing', undefined, 404, 'NOT_FOUND'],
    ['GET', '/elsewhere', undefined, 404, 'NOT_FOUND'],
    ['DELETE', '/desk/status', undefined, 405, 'NOT_ALLOWED'],
    ['PATCH', '/desk/settings', { theme: 'pink' }, 400, 'INVALID_REQUEST'],
    ['PATCH', '/desk/settings', { unknown: 1 }, 400, 'INVALID_REQUEST'],
    ['POST', '/desk/connections', { name: '', baseUrl: 'x', key: 'k' }, 400, 'INVALID_REQUEST'],
    ['GET', '/desk/runs', undefined, 400, 'INVALID_REQUEST'],
    ['POST', '/desk/uploads?connectionId=local&filename=a&sizeBytes=-1', undefined, 400, 'INVALID_REQUEST'],
    ['POST', '/desk/uploads?connectionId=none&filename=a&sizeBytes=1', undefined, 404, 'NOT_FOUND'],
    ['GET', '/desk/uploads/none', undefined, 404, 'NOT_FOUND'],
    ['PUT', '/desk/runs/local/none/snapshot', { lastEventId: 'e', snapshot: {} }, 404, 'NOT_FOUND'],
    ['GET', '/api/%E0%A4%A/v1/projects', undefined, 404, 'NOT_FOUND'],
  ])('%s %s answers with the shape of an API error', async (method, path, body, status, code) => {
    const { desk } = await start();
    expect(await refusalOf(await desk.ask(method, path, body))).toMatchObject({
      status,
      code,
      requestId: expect.any(String),
    });
  });

  test('a body that is not JSON is refused, and the request id comes back', async () => {
    const { desk } = await start();
    const answer = await desk.core.fetch(
      new Request('http://app.test/desk/settings', {
        method: 'PATCH',
        body: '{"theme":',
        headers: { 'x-request-id': 'mine' },
      }),
    );
    expect(await refusalOf(answer)).toMatchObject({ status: 400, requestId: 'mine' });
  });
});

describe('settings', () => {
  test('change one by one, are told, and outlive the process', async () => {
    const { desk, service } = await start();
    const told = desk.until((event) => event.type === 'settings' && event.settings.theme === 'dark');
    await desk.read('PATCH', '/desk/settings', { theme: 'dark' });
    await told;
    await desk.read('PATCH', '/desk/settings', { layout: { inspector: { width: 320 } } });
    await desk.read('PATCH', '/desk/settings', { snapToGrid: false, layout: { palette: { open: true } } });
    await desk.core.close();
    const again = await startTestCore({ folder: desk.folder, launchService: launcherOf(service.origin) });
    expect(await again.read('GET', '/desk/settings')).toEqual({
      theme: 'dark',
      navigation: 'mouse',
      snapToGrid: false,
      layout: { inspector: { width: 320 }, palette: { open: true } },
    } satisfies Settings);
  });
});

describe('connections', () => {
  const draft = { name: 'Studio', baseUrl: 'https://studio.example/api/v1/', key: 'pb_live_studiokey_1234' };
  const list = (desk: { read(method: string, path: string): Promise<unknown> }) =>
    desk.read('GET', '/desk/connections') as Promise<ConnectionList>;

  test('the local one is always there, first, and cannot be removed or pointed elsewhere', async () => {
    const { desk, service } = await start();
    await desk.ask('GET', '/api/local/v1/projects');
    const added = (await desk.read('POST', '/desk/connections', draft)) as Connection;
    expect(await list(desk)).toMatchObject({
      activeId: 'local',
      connections: [
        { id: 'local', kind: 'local', state: 'ready', baseUrl: service.origin },
        { id: added.id, kind: 'hosted', state: 'ready', baseUrl: 'https://studio.example', keyHint: '1234' },
      ],
    });
    expect((await desk.ask('DELETE', '/desk/connections/local')).status).toBe(400);
    expect(
      (await desk.ask('PATCH', '/desk/connections/local', { baseUrl: 'https://x.example' })).status,
    ).toBe(400);
    expect((await desk.ask('PATCH', '/desk/connections/local', { name: 'My computer' })).status).toBe(200);
  });

  test('are kept with their keys over a restart; the active one too', async () => {
    const hosted = await startServer(healthy);
    const { desk, service } = await start();
    const { id } = (await desk.read('POST', '/desk/connections', {
      ...draft,
      baseUrl: hosted.origin,
    })) as Connection;
    expect(await desk.read('POST', `/desk/connections/${id}/activate`)).toMatchObject({ activeId: id });
    await desk.core.close();
    const again = await startTestCore({ folder: desk.folder, launchService: launcherOf(service.origin) });
    expect((await list(again)).activeId).toBe(id);
    await again.read('GET', `/api/${id}/v1/projects`);
    expect(hosted.asked[0]?.headers.authorization).toBe(`Bearer ${draft.key}`);
    await again.ask('DELETE', `/desk/connections/${id}`);
    expect(await list(again)).toMatchObject({ activeId: 'local', connections: [{ id: 'local' }] });
    expect((await again.ask('GET', `/api/${id}/v1/projects`)).status).toBe(404);
    expect(readFileSync(join(desk.folder, 'desk', 'keys.json'), 'utf8')).not.toContain(draft.key);
  });

  test('a key is not sent along when the address changes', async () => {
    const thief = await startServer(healthy);
    const { desk } = await start();
    const { id } = (await desk.read('POST', '/desk/connections', draft)) as Connection;
    const refusal = await refusalOf(
      await desk.ask('PATCH', `/desk/connections/${id}`, { baseUrl: thief.origin }),
    );
    expect(refusal).toMatchObject({ status: 400, details: { field: 'key' } });
    const tested = await refusalOf(
      await desk.ask('POST', '/desk/connections/test', { id, baseUrl: thief.origin }),
    );
    expect(tested).toMatchObject({ status: 400, details: { field: 'key' } });
    expect(thief.asked).toEqual([]);
    expect(
      await desk.read('PATCH', `/desk/connections/${id}`, {
        baseUrl: thief.origin,
        key: 'another-key-of-it',
      }),
    ).toMatchObject({ baseUrl: thief.origin, keyHint: 'f-it', state: 'ready' });
  });

  test('an address that cannot be used is the result of its test, not a failure', async () => {
    const { desk } = await start();
    for (const baseUrl of ['http://studio.example', 'nonsense address', 'https://a:b@studio.example']) {
      expect(await desk.read('POST', '/desk/connections/test', { baseUrl, key: 'k' })).toMatchObject({
        ok: false,
        problem: 'address',
        message: expect.stringMatching(/\.$/),
      });
    }
    expect((await desk.ask('POST', '/desk/connections/test', {})).status).toBe(400);
  });

  test('a refused key is told to the pages, and a new one clears it', async () => {
    const hosted = await startServer((asked, response) =>
      asked.headers.authorization === 'Bearer good-key-0000'
        ? sendJson(response, 200, EMPTY_LIST)
        : sendApiError(response, 401, 'UNAUTHORIZED'),
    );
    const { desk } = await start();
    const { id } = (await desk.read('POST', '/desk/connections', {
      ...draft,
      baseUrl: hosted.origin,
    })) as Connection;
    const stateOf = (connections: Connection[]) => connections.find((one) => one.id === id)?.state;
    const told = desk.until(
      (event) => event.type === 'connections' && stateOf(event.list.connections) === 'key-needed',
    );
    expect((await desk.ask('GET', `/api/${id}/v1/projects`)).status).toBe(401);
    await told;
    await desk.read('PATCH', `/desk/connections/${id}`, { key: 'good-key-0000' });
    expect((await desk.ask('GET', `/api/${id}/v1/projects`)).status).toBe(200);
    expect(stateOf((await list(desk)).connections)).toBe('ready');
  });

  test('keys kept by another key store, or not readable, are asked for again', async () => {
    const { desk, service } = await start();
    const { id } = (await desk.read('POST', '/desk/connections', draft)) as Connection;
    await desk.core.close();
    const file = createFileSecretStore(join(desk.folder, 'desk', 'keys.json'));
    const launchService = launcherOf(service.origin);
    const broken: SecretStore = {
      ...file,
      get: async (name) => {
        if (name === id) throw new Error('the key store is locked');
        return file.get(name);
      },
    };
    for (const secrets of [{ ...file, backendName: 'other' }, broken]) {
      const again = await startTestCore({ folder: desk.folder, launchService, secrets });
      expect((await list(again)).connections[1]).toMatchObject({ id, state: 'key-needed', keyHint: '1234' });
      expect(await refusalOf(await again.ask('GET', `/api/${id}/v1/projects`))).toMatchObject({
        status: 401,
        code: 'KEY_NEEDED',
        message: expect.stringContaining('Studio'),
      });
      expect((await again.ask('GET', '/api/local/v1/projects')).status).toBe(200);
      await again.core.close();
    }
  });

  test('the local service gets another key when it refuses the kept one', async () => {
    let valid = '';
    let made = 0;
    const service = await startServer((asked, response) =>
      asked.headers.authorization === `Bearer ${valid}`
        ? sendJson(response, 200, EMPTY_LIST)
        : sendApiError(response, 401, 'UNAUTHORIZED'),
    );
    const launchService: ServiceLauncher = {
      ...launcherOf(service.origin),
      createKey: async () => {
        made += 1;
        valid = `key-number-${made}`;
        return valid;
      },
    };
    const desk = await startTestCore({ launchService });
    expect((await desk.ask('GET', '/api/local/v1/projects')).status).toBe(200);
    valid = 'of a service whose data was replaced';
    const answers = await Promise.all([
      desk.ask('GET', '/api/local/v1/projects'),
      desk.ask('POST', '/api/local/v1/projects', { name: 'New' }),
      desk.ask('GET', '/api/local/v1/node-types'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(made).toBe(2);
    expect((await list(desk)).connections[0]?.state).toBe('ready');
  });
});

describe('damaged files', () => {
  test('never keep the app from starting; they are set aside and the last good ones used', async () => {
    const { desk, service } = await start();
    await desk.read('POST', '/desk/connections', {
      name: 'Studio',
      baseUrl: 'https://studio.example',
      key: 'pb_live_studiokey_1234',
    });
    await desk.read('PATCH', '/desk/settings', { theme: 'dark' });
    await desk.core.close();
    const folder = join(desk.folder, 'desk');
    for (const name of ['connections.json', 'settings.json', 'desk.sqlite', 'local-service.json']) {
      writeFileSync(join(folder, name), 'damaged '.repeat(1000));
    }
    const again = await startTestCore({ folder: desk.folder, launchService: launcherOf(service.origin) });
    expect(((await again.read('GET', '/desk/connections')) as ConnectionList).connections).toHaveLength(2);
    expect(await again.read('GET', '/desk/settings')).toMatchObject({ theme: 'dark' });
    expect(await again.read('GET', '/desk/runs?connectionId=local')).toEqual({ runs: [] });
    const aside = readdirSync(folder).filter((name) => name.includes('.broken-'));
    for (const name of ['connections.json', 'settings.json', 'desk.sqlite']) {
      expect(aside.some((one) => one.startsWith(name))).toBe(true);
    }
    const { notices = [] } = (await again.read('GET', '/desk/status')) as DeskStatus;
    expect(notices.map(({ id }) => id).toSorted()).toEqual(['connections', 'history', 'settings']);
    for (const { text } of notices) expect(text).toMatch(/^[A-Z].*could not be read.*kept beside it/);
    await again.read('POST', '/desk/notices/settings/dismiss');
    expect(((await again.read('GET', '/desk/status')) as DeskStatus).notices).toHaveLength(2);
  });

  test('without a last good copy they begin anew, which is said', async () => {
    const { desk, service } = await start();
    await desk.read('PATCH', '/desk/settings', { theme: 'dark' });
    await desk.core.close();
    const folder = join(desk.folder, 'desk');
    for (const name of ['settings.json', 'settings.json.last-good', 'answers.sqlite']) {
      for (const end of ['-wal', '-shm']) rmSync(join(folder, `${name}${end}`), { force: true });
      rmSync(join(folder, name));
      mkdirSync(join(folder, name));
    }
    rmSync(join(folder, 'journal'), { recursive: true });
    writeFileSync(join(folder, 'journal'), 'no folder');
    const again = await startTestCore({ folder: desk.folder, launchService: launcherOf(service.origin) });
    expect(await again.read('GET', '/desk/settings')).toMatchObject({ theme: 'system' });
    const { notices = [] } = (await again.read('GET', '/desk/status')) as DeskStatus;
    expect(notices.map(({ id }) => id).toSorted()).toEqual(['answers', 'folder-journal', 'settings-lost']);
  });
});

describe('folders in the place of files, and files in the place of folders', () => {
  const files = [
    'connections.json',
    'settings.json',
    'desk.sqlite',
    'media-secret',
    'writer.lock',
    'keys.json',
  ];
  const folders = ['journal', 'uploads', 'media', 'versions', 'transfers'];

  test.each([...files, ...folders])(
    '%s is set aside, and the app starts and keeps what it is told',
    async (name) => {
      const { desk, service } = await start();
      await desk.core.close();
      const folder = join(desk.folder, 'desk');
      rmSync(join(folder, name), { recursive: true, force: true });
      if (folders.includes(name)) {
        writeFileSync(join(folder, name), 'mine');
      } else {
        for (const end of ['-wal', '-shm']) rmSync(join(folder, name + end), { force: true });
        mkdirSync(join(folder, name));
        writeFileSync(join(folder, name, 'mine'), 'mine');
      }
      const again = await startTestCore({ folder: desk.folder, launchService: launcherOf(service.origin) });
      await again.read('POST', '/desk/connections', {
        name: 'Studio',
        baseUrl: 'https://studio.example',
        key: 'pb_live_studiokey_1234',
      });
      await again.read('PATCH', '/desk/settings', { theme: 'dark' });
      expect(await again.read('GET', '/desk/runs?connectionId=local')).toEqual({ runs: [] });
      const aside = readdirSync(folder).filter((one) => one.startsWith(`${name}.broken-`));
      expect(aside).toHaveLength(1);
      const kept = folders.includes(name) ? aside[0]! : join(aside[0]!, 'mine');
      expect(readFileSync(join(folder, kept), 'utf8')).toBe('mine');
    },
  );
});

describe('run history', () => {
  const run = (id: string, status: string, updatedAt: string, more: object = {}) => ({
    id,
    status,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt,
    projectId: 'prj_1',
    projectVersion: 3,
    outputs: {},
    ...more,
  });

  test('keeps what passes by, tells it, and an older answer that comes late changes nothing', async () => {
    const answers = [
      run('run_1', 'accepted', '2026-01-01T00:00:00Z'),
      run('run_1', 'succeeded', '2026-01-01T00:00:05Z', {
        executionTimeMs: 5000,
        creditsUsedMicrocredits: '20',
        outputs: {
          Poster: {
            type: 'image',
            fileId: 'file_9.png',
            // After the node that made it; people know it by the output's name.
            filename: 'gradient.png',
            contentType: 'image/png',
            sizeBytes: 9,
          },
          Count: { type: 'number', value: 3 },
        },
      }),
      run('run_1', 'running', '2026-01-01T00:00:02Z'),
    ];
    const { desk } = await start({}, (asked, response) =>
      sendJson(response, asked.method === 'POST' ? 202 : 200, answers.shift()),
    );
    const told = desk.until((event) => event.type === 'run' && event.run.status === 'succeeded');
    await desk.ask('POST', '/api/local/v1/runs', { projectId: 'prj_1' });
    await desk.ask('PUT', '/desk/runs/local/run_1/snapshot', { lastEventId: 'event-7', snapshot: { n: 7 } });
    await desk.ask('GET', '/api/local/v1/runs/run_1');
    await told;
    await desk.ask('GET', '/api/local/v1/runs/run_1');
    const expected: RunRecord = {
      runId: 'run_1',
      connectionId: 'local',
      projectId: 'prj_1',
      status: 'succeeded',
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:05Z',
      projectVersion: 3,
      executionTimeMs: 5000,
      creditsUsedMicrocredits: '20',
      lastEventId: 'event-7',
      untold: true,
    };
    expect(await desk.read('GET', '/desk/runs?connectionId=local&projectId=prj_1')).toEqual({
      runs: [expected],
    });
    expect(await desk.read('GET', '/desk/runs?connectionId=local&projectId=prj_2')).toEqual({ runs: [] });
    expect(await desk.read('GET', '/desk/files?connectionId=local')).toMatchObject({
      files: [{ fileId: 'file_9.png', origin: 'run', projectId: 'prj_1', filename: 'Poster.png' }],
    });
  });

  test('reads a run once more when its event stream ends', async () => {
    const { desk } = await start({}, (asked, response) => {
      if (!asked.url.endsWith('/stream')) {
        return sendJson(response, 200, run('run_1', 'failed', '2026-01-01T00:00:09Z'));
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return void response.end('data: {}\n\n');
    });
    const told = desk.until((event) => event.type === 'run' && event.run.status === 'failed');
    await (await desk.ask('GET', '/api/local/v1/runs/run_1/events/stream')).text();
    expect(await told).toMatchObject({ run: { runId: 'run_1', status: 'failed' } });
  });
});

describe('desk events', () => {
  test('begin with the state of things and end with the core', async () => {
    const { desk } = await start();
    await desk.ask('GET', '/api/local/v1/projects');
    const answer = await desk.ask('GET', '/desk/events');
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const all = answer.text();
    await desk.core.close();
    const text = await all;
    for (const type of ['connections', 'local-service', 'settings'])
      expect(text).toContain(`"type":"${type}"`);
  });
});

test('a service that cannot be reached is said plainly', async () => {
  const { desk } = await start();
  const { id } = (await desk.read('POST', '/desk/connections', {
    name: 'Gone',
    baseUrl: 'http://127.0.0.1:1',
    key: 'some-key-of-it',
  })) as Connection;
  expect(await refusalOf(await desk.ask('GET', `/api/${id}/v1/projects`))).toMatchObject({
    status: 502,
    code: 'UNREACHABLE',
    details: { problem: 'refused' },
    message: expect.stringContaining('127.0.0.1:1'),
  });
});
