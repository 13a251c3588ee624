import { readdirSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ConnectionList } from '#shared/desk/index.ts';
import { sendApiError, sendJson, startServer } from '../testing/http-server.ts';
import { openCheckedDatabase } from '../storage/checked-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestLog } from '../testing/test-log.ts';
import { RESPONSE_CACHE_MIGRATIONS, createResponseCache } from './response-cache.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { launcherOf, startTestCore, type TestCore } from '../testing/test-core.ts';

/** A hosted service with one project, whose network a test can cut. */
async function startService() {
  const state = {
    away: null as null | 'cut' | 'gateway' | 'portal',
    version: 4,
    name: 'Poster',
    deleted: false,
  };
  const node = (id: string) => ({
    id,
    type: 'input/text',
    position: { x: 0, y: 0 },
    inputs: { value: { value: 'a' } },
  });
  const summary = () => ({
    id: 'prj_1',
    name: state.name,
    version: state.version,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    thumbnailUrl: `https://pictures.example/prj_1.png?signature=planted-secret`,
  });
  const documentResponse = () => ({
    ...summary(),
    document: { graph: { nodes: [node('n1')], connections: [] } },
  });
  const server = await startServer((asked, response, request) => {
    if (state.away === 'cut') return void request.socket.destroy();
    if (state.away === 'gateway') return void response.writeHead(503).end('upstream');
    if (state.away === 'portal')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
    if (state.deleted) return sendApiError(response, 404, 'PROJECT_NOT_FOUND');
    const [path] = asked.url.split('?');
    if (path === '/api/v1/projects') {
      return sendJson(response, 200, { data: [summary()], hasMore: false, nextCursor: null });
    }
    if (path === '/api/v1/projects/prj_1' && asked.method === 'DELETE')
      return void response.writeHead(204).end();
    if (path === '/api/v1/projects/prj_1/document') {
      if (asked.method === 'GET') return sendJson(response, 200, documentResponse());
      const minimal = { ...summary(), document: { graph: { nodes: [], connections: [] } } };
      state.version += 1;
      return sendJson(
        response,
        200,
        { ...minimal, version: state.version, appliedOperations: 1 },
        { 'preference-applied': 'return=minimal' },
      );
    }
    return sendApiError(response, 404, 'NOT_FOUND');
  });
  return { server, state };
}

const ACCEPT = { 'x-patchbay-accept-cached': '1' };

async function start() {
  const { server, state } = await startService();
  const time = createTestClock();
  const launchService = launcherOf(server.origin);
  const desk = await startTestCore({ launchService, clock: time.clock });
  const hosted = (await desk.read('POST', '/desk/connections', {
    name: 'Studio',
    baseUrl: server.origin,
    key: 'pb_live_studiokey_1234',
  })) as { id: string };
  const get = (on: TestCore, path: string, headers: Record<string, string> = ACCEPT) =>
    on.ask('GET', `/api/${hosted.id}/v1${path}`, undefined, headers);
  const connection = async (on: TestCore) =>
    ((await on.read('GET', '/desk/connections')) as ConnectionList).connections.find(
      ({ id }) => id === hosted.id,
    )!;
  return { desk, server, state, time, hosted, get, connection, launchService };
}

describe('while a service is away', () => {
  test.each(['cut', 'gateway', 'portal'] as const)(
    'what it answered last is given out with its age (%s)',
    async (away) => {
      const { desk, state, get } = await start();
      const fresh = await get(desk, '/projects?limit=48');
      expect(fresh.headers.get('x-patchbay-cached-at')).toBeNull();
      await fresh.text();
      await expect
        .poll(async () => {
          state.away = away;
          const response = await get(desk, '/projects?limit=48');
          return [response.status, response.headers.get('x-patchbay-cached-at'), await response.text()];
        })
        .toEqual([200, expect.stringMatching(/^2026-01-01T00:00/), expect.stringContaining('"Poster"')]);
    },
  );

  test('a read that does not accept it fails, and so does a write', async () => {
    const { desk, state, get, hosted } = await start();
    await (await get(desk, '/projects/prj_1/document')).text();
    state.away = 'cut';
    expect((await get(desk, '/projects/prj_1/document', {})).status).toBe(502);
    const written = await desk.ask(
      'PATCH',
      `/api/${hosted.id}/v1/projects/prj_1/document`,
      { expectedVersion: 4, operations: [] },
      ACCEPT,
    );
    expect(written.status).toBe(502);
  });

  test('what an earlier version cached, in a file of another name, is given out', async () => {
    const { desk, state, get, hosted, launchService, time } = await start();
    await (await get(desk, '/projects/prj_1/document')).text();
    await desk.read('PATCH', `/api/${hosted.id}/v1/projects/prj_1/document`, {
      expectedVersion: state.version,
      operations: [{ op: 'setNodeInput', nodeId: 'n1', input: 'value', value: { value: 'b' } }],
    });
    state.away = 'cut';
    // A response is packed and stored after it has passed to the page.
    await expect
      .poll(async () => (await get(desk, '/projects/prj_1/document')).json())
      .toMatchObject({ version: 5 });
    await desk.core.close();
    const path = join(desk.folder, 'desk', 'responses.sqlite');
    const database = new DatabaseSync(path);
    database.exec(`
      ALTER TABLE responses RENAME TO answers;
      ALTER TABLE answers RENAME COLUMN cached_at TO known_at;
      ALTER TABLE saved_edits RENAME COLUMN cached_at TO known_at;
      DROP INDEX responses_by_use;
      CREATE INDEX answers_by_use ON answers (used_at);
      PRAGMA user_version = 1`);
    database.close();
    renameSync(path, join(desk.folder, 'desk', 'answers.sqlite'));
    const again = await startTestCore({ folder: desk.folder, launchService, clock: time.clock });
    const response = await get(again, '/projects/prj_1/document');
    expect(response.headers.get('x-patchbay-cached-at')).not.toBeNull();
    expect(await response.json()).toMatchObject({
      version: 5,
      document: { graph: { nodes: [{ id: 'n1', inputs: { value: { value: 'b' } } }] } },
    });
    expect(readdirSync(join(desk.folder, 'desk')).filter((name) => name.startsWith('answers'))).toEqual([]);
  });

  test('the document holds every edit that was saved since it was read, also after a restart', async () => {
    const { desk, state, get, hosted, launchService, time } = await start();
    await (await get(desk, '/projects/prj_1/document')).text();
    await expect.poll(async () => (await get(desk, '/projects/prj_1/document')).status).toBe(200);
    for (const value of ['b', 'c']) {
      await desk.read('PATCH', `/api/${hosted.id}/v1/projects/prj_1/document`, {
        expectedVersion: state.version,
        operations: [{ op: 'setNodeInput', nodeId: 'n1', input: 'value', value: { value } }],
      });
    }
    await desk.core.close();
    state.away = 'cut';
    const again = await startTestCore({ folder: desk.folder, launchService, clock: time.clock });
    const response = await get(again, '/projects/prj_1/document');
    expect(await response.json()).toMatchObject({
      version: 6,
      document: { graph: { nodes: [{ id: 'n1', inputs: { value: { value: 'c' } } }] } },
    });
  });

  test('pages are notified, the service is polled, and they are notified when it is back', async () => {
    const { desk, state, get, connection } = await start();
    await (await get(desk, '/projects')).text();
    state.away = 'cut';
    await get(desk, '/projects/prj_1', {});
    // A response is packed and stored after it has passed to the page.
    await expect
      .poll(() => connection(desk))
      .toMatchObject({ offlineSince: expect.any(String), lastResponseAt: expect.any(String) });
    const back = desk.until(
      (event) =>
        event.type === 'connections' &&
        event.list.connections.every(({ offlineSince }) => offlineSince === null),
    );
    state.away = null;
    await back;
    expect(await connection(desk)).toMatchObject({ offlineSince: null });
  });

  test('no signature of a picture is written down, and a removed connection leaves nothing', async () => {
    const { desk, state, hosted, get } = await start();
    await (await get(desk, '/projects')).text();
    await expect
      .poll(async () => {
        state.away = 'cut';
        const text = await (await get(desk, '/projects')).text();
        return [text.includes('pictures.example/prj_1.png'), text.includes('planted-secret')];
      })
      .toEqual([true, false]);
    const rows = () => {
      const database = new DatabaseSync(join(desk.folder, 'desk', 'responses.sqlite'), { readOnly: true });
      try {
        return database.prepare('SELECT path FROM responses').all().length;
      } finally {
        database.close();
      }
    };
    expect(rows()).toBe(1);
    await desk.read('DELETE', `/desk/connections/${hosted.id}`);
    expect(rows()).toBe(0);
  });

  test('what the service says is gone is not shown from memory', async () => {
    const { desk, state, get } = await start();
    await (await get(desk, '/projects/prj_1/document')).text();
    await expect
      .poll(async () => {
        state.away = 'cut';
        return (await get(desk, '/projects/prj_1/document')).status;
      })
      .toBe(200);
    state.away = null;
    state.deleted = true;
    await expect.poll(async () => (await get(desk, '/projects/prj_1/document')).status).toBe(404);
    state.away = 'cut';
    await expect.poll(async () => (await get(desk, '/projects/prj_1/document')).status).toBe(502);
  });
});

describe('the store of responses', () => {
  const open = (limit = 1_000_000) => {
    const time = createTestClock();
    const path = join(temporaryFolder(), 'responses.sqlite');
    const database = openCheckedDatabase(
      path,
      { migrations: RESPONSE_CACHE_MIGRATIONS, synchronous: 'NORMAL', newer: 'beside' },
      () => 0,
      () => {},
    );
    onTestFinished(() => database.close());
    const log = createTestLog();
    return { cache: createResponseCache({ database, limit, clock: time.clock, log }), database, time, log };
  };
  const bytes = (text: string) => new TextEncoder().encode(text);

  test('makes room by dropping what was used longest ago', async () => {
    const { cache, time } = open(10_000);
    for (let index = 0; index < 12; index += 1) {
      time.advance(1000);
      // Random bytes do not pack.
      await cache.store('c', `/v1/projects/p${index}`, new Uint8Array(randomBytes(1500)));
      cache.find('c', '/v1/projects/p0');
    }
    const left = Array.from({ length: 12 }, (_, index) => index).filter((index) =>
      cache.has('c', `/v1/projects/p${index}`),
    );
    expect(left).toEqual([0, 7, 8, 9, 10, 11]);
  });

  test('drops an entry that is not what was stored, and says so in the log', async () => {
    const { cache, database, log } = open();
    await cache.store('c', '/v1/projects', bytes('{"data":[]}'));
    await cache.store('c', '/v1/account/credits', bytes('{"credits":1}'));
    database.prepare("UPDATE responses SET body = x'00ff' WHERE path = '/v1/projects'").run();
    expect(cache.find('c', '/v1/projects')).toBeNull();
    expect(cache.has('c', '/v1/projects')).toBe(false);
    expect(log.lines).toEqual([expect.stringContaining('a damaged response was dropped')]);
    expect(cache.find('c', '/v1/account/credits')).not.toBeNull();
  });
});
