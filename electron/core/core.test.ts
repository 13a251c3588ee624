import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pictureLauncher } from '#native/testing/picture-launcher.ts';
import type { Connection } from '#shared/desk/index.ts';
import { settingsWith } from '#shared/testing/settings.ts';
import { createCore } from './core.ts';
import { createFileSecretStore } from './secrets/file-secret-store.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { launcherOf, refusalOf, startOnService } from './testing/test-core.ts';

describe('status', () => {
  test('tells host, version, media origin and the local service', async () => {
    const { desk } = await startOnService();
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
      launchNative: pictureLauncher(),
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
    const { desk } = await startOnService();
    expect(await refusalOf(await desk.ask(method, path, body))).toMatchObject({
      status,
      code,
      requestId: expect.any(String),
    });
  });

  test('a body that is not JSON is refused, and the request id comes back', async () => {
    const { desk } = await startOnService();
    const response = await desk.core.fetch(
      new Request('http://app.test/desk/settings', {
        method: 'PATCH',
        body: '{"theme":',
        headers: { 'x-request-id': 'mine' },
      }),
    );
    expect(await refusalOf(response)).toMatchObject({ status: 400, requestId: 'mine' });
  });
});

describe('settings', () => {
  test('change one by one, are notified, and outlive the process', async () => {
    const { desk, restart } = await startOnService();
    const event = desk.until((event) => event.type === 'settings' && event.settings.theme === 'dark');
    await desk.read('PATCH', '/desk/settings', { theme: 'dark' });
    await event;
    await desk.read('PATCH', '/desk/settings', { layout: { inspector: { width: 320 } } });
    await desk.read('PATCH', '/desk/settings', { snapToGrid: false, layout: { palette: { open: true } } });
    await desk.core.close();
    const again = await restart();
    expect(await again.read('GET', '/desk/settings')).toEqual(
      settingsWith({
        theme: 'dark',
        snapToGrid: false,
        layout: { inspector: { width: 320 }, palette: { open: true } },
      }),
    );
  });
});

test('the language of the pages is the chosen one, else the first of the system, in the person’s own variety', async () => {
  const { desk } = await startOnService();
  const preferred = ['fr', 'en-GB'];
  expect(desk.core.locale(preferred)).toBe('en-GB');
  expect(desk.core.locale([])).toBe('en');
  expect(desk.core.locale(['de-AT', 'en-GB'])).toBe('de-AT');
  await desk.read('PATCH', '/desk/settings', { language: 'de' });
  expect(desk.core.locale(preferred)).toBe('de');
  await desk.read('PATCH', '/desk/settings', { language: 'en' });
  expect(desk.core.locale(['de-CH', 'en-NZ'])).toBe('en-NZ');
  expect((await desk.ask('PATCH', '/desk/settings', { language: 'fr' })).status).toBe(400);
});

describe('desk events', () => {
  test('begin with the state of things and end with the core', async () => {
    const { desk } = await startOnService();
    await desk.ask('GET', '/api/local/v1/projects');
    const response = await desk.ask('GET', '/desk/events');
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const all = response.text();
    await desk.core.close();
    const text = await all;
    for (const type of ['connections', 'local-service', 'settings'])
      expect(text).toContain(`"type":"${type}"`);
  });
});

test('a service that cannot be reached is said plainly', async () => {
  const { desk } = await startOnService();
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
