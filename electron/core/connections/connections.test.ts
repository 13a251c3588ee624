import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Connection, ConnectionList } from '#shared/desk/index.ts';
import type { ServiceLauncher } from '../local-service/launcher.ts';
import { createFileSecretStore } from '../secrets/file-secret-store.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { respondEmpty, EMPTY_LIST, sendApiError, sendJson, startServer } from '../testing/http-server.ts';
import { launcherOf, refusalOf, startOnService, startTestCore } from '../testing/test-core.ts';

describe('connections', () => {
  const draft = { name: 'Studio', baseUrl: 'https://studio.example/api/v1/', key: 'pb_live_studiokey_1234' };
  const list = (desk: { read(method: string, path: string): Promise<unknown> }) =>
    desk.read('GET', '/desk/connections') as Promise<ConnectionList>;

  test('the local one is always there, first, and cannot be removed or pointed elsewhere', async () => {
    const { desk, service } = await startOnService();
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

  test('are stored with their keys over a restart; the active one too', async () => {
    const hosted = await startServer(respondEmpty);
    const { desk, restart } = await startOnService();
    const { id } = (await desk.read('POST', '/desk/connections', {
      ...draft,
      baseUrl: hosted.origin,
    })) as Connection;
    expect(await desk.read('POST', `/desk/connections/${id}/activate`)).toMatchObject({ activeId: id });
    await desk.core.close();
    const again = await restart();
    expect((await list(again)).activeId).toBe(id);
    await again.read('GET', `/api/${id}/v1/projects`);
    expect(hosted.asked[0]?.headers.authorization).toBe(`Bearer ${draft.key}`);
    await again.ask('DELETE', `/desk/connections/${id}`);
    expect(await list(again)).toMatchObject({ activeId: 'local', connections: [{ id: 'local' }] });
    expect((await again.ask('GET', `/api/${id}/v1/projects`)).status).toBe(404);
    expect(readFileSync(join(desk.folder, 'desk', 'keys.json'), 'utf8')).not.toContain(draft.key);
  });

  test('a key is not sent along when the address changes', async () => {
    const thief = await startServer(respondEmpty);
    const { desk } = await startOnService();
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
    const { desk } = await startOnService();
    for (const baseUrl of ['http://studio.example', 'nonsense address', 'https://a:b@studio.example']) {
      expect(await desk.read('POST', '/desk/connections/test', { baseUrl, key: 'k' })).toMatchObject({
        ok: false,
        problem: 'address',
        message: expect.stringMatching(/\.$/),
      });
    }
    expect((await desk.ask('POST', '/desk/connections/test', {})).status).toBe(400);
  });

  test('a connection counts as tested once a test of its very address and key has passed', async () => {
    const hosted = await startServer((asked, response) =>
      asked.headers.authorization === 'Bearer good-key-0000'
        ? sendJson(response, 200, EMPTY_LIST)
        : sendApiError(response, 401, 'UNAUTHORIZED'),
    );
    const { desk, restart } = await startOnService();
    const good = { baseUrl: hosted.origin, key: 'good-key-0000' };
    const add = (key: string) =>
      desk.read('POST', '/desk/connections', { name: 'Studio', baseUrl: hosted.origin, key });
    const runTest = (body: object) => desk.read('POST', '/desk/connections/test', body);
    const untested = (await add(good.key)) as Connection;
    expect(untested.isTested).toBe(false);

    expect(await runTest({ baseUrl: hosted.origin, key: 'wrong-key-0000' })).toMatchObject({ ok: false });
    expect(await add('wrong-key-0000')).toMatchObject({ isTested: false });

    expect(await runTest({ id: untested.id })).toMatchObject({ ok: true });
    expect((await list(desk)).connections.map(({ isTested }) => isTested)).toEqual([undefined, true, false]);
    expect(await add(good.key)).toMatchObject({ isTested: true });
    expect(
      await desk.read('PATCH', `/desk/connections/${untested.id}`, { key: 'wrong-key-0000' }),
    ).toMatchObject({ isTested: false });

    await desk.core.close();
    const connections = (await list(await restart())).connections;
    expect(connections.map(({ isTested }) => isTested)).toEqual([undefined, false, false, true]);
  });

  test('a refused key reaches the pages, and a new one clears it', async () => {
    const hosted = await startServer((asked, response) =>
      asked.headers.authorization === 'Bearer good-key-0000'
        ? sendJson(response, 200, EMPTY_LIST)
        : sendApiError(response, 401, 'UNAUTHORIZED'),
    );
    const { desk } = await startOnService();
    const { id } = (await desk.read('POST', '/desk/connections', {
      ...draft,
      baseUrl: hosted.origin,
    })) as Connection;
    const stateOf = (connections: Connection[]) => connections.find((one) => one.id === id)?.state;
    const event = desk.until(
      (event) => event.type === 'connections' && stateOf(event.list.connections) === 'key-needed',
    );
    expect((await desk.ask('GET', `/api/${id}/v1/projects`)).status).toBe(401);
    await event;
    await desk.read('PATCH', `/desk/connections/${id}`, { key: 'good-key-0000' });
    expect((await desk.ask('GET', `/api/${id}/v1/projects`)).status).toBe(200);
    expect(stateOf((await list(desk)).connections)).toBe('ready');
  });

  test('keys stored by another key store, or not readable, are asked for again', async () => {
    const { desk, restart } = await startOnService();
    const { id } = (await desk.read('POST', '/desk/connections', draft)) as Connection;
    await desk.core.close();
    const file = createFileSecretStore(join(desk.folder, 'desk', 'keys.json'));
    const broken: SecretStore = {
      ...file,
      get: async (name) => {
        if (name === id) throw new Error('the key store is locked');
        return file.get(name);
      },
    };
    for (const secrets of [{ ...file, canRead: async () => false }, broken]) {
      const again = await restart({ secrets });
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

  test('the local service gets another key when it refuses the stored one', async () => {
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
    const responses = await Promise.all([
      desk.ask('GET', '/api/local/v1/projects'),
      desk.ask('POST', '/api/local/v1/projects', { name: 'New' }),
      desk.ask('GET', '/api/local/v1/node-types'),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(made).toBe(2);
    expect((await list(desk)).connections[0]?.state).toBe('ready');
  });
});
