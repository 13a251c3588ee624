import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { Connection, ConnectionList } from '#shared/desk/index.ts';
import { respondEmpty, sendJson, startServer } from '../testing/http-server.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { launcherOf, refusalOf, startTestCore } from '../testing/test-core.ts';

/** Services that answer, but not with this API. */

const GARBAGE = Buffer.from(Array.from({ length: 512 }, (_, index) => 128 + ((index * 37) % 128)));

const garbage = (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(GARBAGE);

/** A list whose items never end. */
function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"items":[');
  const piece = '{},'.repeat(10_000);
  const fill = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', fill);
  fill();
}

/** Bytes in the place of an HTTP response. */
const noHttp = (response: ServerResponse) => void response.socket?.end(GARBAGE);

const SERVICES = [
  ['of random bytes', garbage],
  ['of a list without end', endless],
  ['that is no HTTP', noHttp],
] as const;

async function start(respond: (response: ServerResponse, url: string) => void) {
  const local = await startServer(respondEmpty);
  const service = await startServer(({ url }, response) => respond(response, url));
  const desk = await startTestCore({
    launchService: launcherOf(local.origin),
    clock: createTestClock().clock,
  });
  const { id } = (await desk.read('POST', '/desk/connections', {
    name: 'Studio',
    baseUrl: service.origin,
    key: 'pb_live_studiokey_1234',
  })) as Connection;
  const connection = async () =>
    ((await desk.read('GET', '/desk/connections')) as ConnectionList).connections.find(
      (found) => found.id === id,
    );
  const isOffline = () =>
    desk.until(
      (event) =>
        event.type === 'connections' &&
        event.list.connections.some((found) => found.id === id && found.offlineSince != null),
    );
  const get = (path: string) => desk.ask('GET', `/api/${id}/v1${path}`);
  return { desk, service, connection, isOffline, get };
}

test.each(SERVICES)(
  'a response %s is asked for once and counts as not reachable, once',
  async (_name, respond) => {
    const { desk, service, connection, isOffline, get } = await start(respond);
    const offline = isOffline();
    expect((await get('/projects?limit=48')).status).toBe(502);
    await offline;
    // The page's request, and the poll that decided it.
    expect(service.asked.slice(0, 2).map(({ url }) => url)).toEqual([
      '/api/v1/projects?limit=48',
      '/api/v1/projects?limit=1',
    ]);
    const { offlineSince, offlineReason } = (await connection())!;
    expect(offlineReason).toBe('not-this-api');
    for (const path of ['/projects?limit=48', '/node-types', '/account/credits']) {
      expect((await get(path)).status).toBe(502);
    }
    expect((await connection())?.offlineSince).toBe(offlineSince);
    expect(desk.log.lines.filter((line) => line.includes('a service was lost or is back'))).toHaveLength(1);
  },
);

test('one bad response of a service that else is there does not count it as lost', async () => {
  const { desk, service, connection, get } = await start((response, url) =>
    url.includes('/node-types')
      ? garbage(response)
      : sendJson(response, 200, { data: [], hasMore: false, nextCursor: null }),
  );
  expect((await get('/projects')).status).toBe(200);
  const refusal = await refusalOf(await get('/node-types'));
  expect(refusal.message).toMatch(/answers, but not with this API\./);
  expect((await get('/projects')).status).toBe(200);
  await expect.poll(() => service.asked.filter(({ url }) => url.endsWith('limit=1'))).toHaveLength(1);
  expect((await get('/projects')).status).toBe(200);
  expect((await connection())?.offlineSince).toBeNull();
  expect(desk.log.lines.filter((line) => line.includes('a service was lost'))).toEqual([]);
});

test.each(SERVICES)(
  'the test of a service %s says that it answers, but not with this API',
  async (_name, respond) => {
    const { desk, service } = await start(respond);
    expect(
      await desk.read('POST', '/desk/connections/test', { baseUrl: service.origin, key: 'pb_live_x' }),
    ).toMatchObject({
      ok: false,
      problem: 'not-this-api',
      message: expect.stringMatching(/ answers, but not with this API\. Check the address/),
    });
  },
);
