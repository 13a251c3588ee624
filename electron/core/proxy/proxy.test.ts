import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { limitBody } from '../http/read-body.ts';
import {
  respondEmpty,
  EMPTY_LIST,
  sendApiError,
  sendJson,
  startServer,
  type Responder,
} from '../testing/http-server.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { launcherOf, LOCAL_KEY, startOnService, startTestCore } from '../testing/test-core.ts';

const start = async (respond?: Responder) => {
  const { clock, slept } = createTestClock();
  return { slept, ...(await startOnService(respond, { clock })) };
};

describe('what goes to the service', () => {
  test('an endpoint of the table, with key and request id, and no other header of the page', async () => {
    const { service, desk } = await start();
    const response = await desk.ask('GET', '/api/local/v1/projects?limit=3&search=a%26b', undefined, {
      cookie: 'session=1',
      'x-evil': '1',
      authorization: 'Bearer of-the-page',
      'x-request-id': 'from-the-page',
    });
    expect(await response.json()).toEqual(EMPTY_LIST);
    const [asked] = service.asked;
    expect(asked?.url).toBe('/api/v1/projects?limit=3&search=a%26b');
    expect(asked?.headers.authorization).toBe(`Bearer ${LOCAL_KEY}`);
    expect(asked?.headers['x-request-id']).toBe('from-the-page');
    expect(asked?.headers.cookie).toBeUndefined();
    expect(asked?.headers['x-evil']).toBeUndefined();
  });

  test.each([
    ['GET', '/api/local/v1/nothing', 404],
    ['PUT', '/api/local/v1/projects', 405],
    ['GET', '/api/local/v1/node-type-thumbnails/image/blur?token=x', 403],
    ['GET', '/api/local/v1/node-types/..%2F..%2Fother', 403],
    ['GET', '/api/local/v1/node-types/a%2F%2E%2E%2Fb', 403],
    ['GET', '/api/local/v1/projects/%2E%2E%2F%2E%2E', 403],
    ['GET', '/api/local/v2/projects', 404],
    ['GET', '/api/elsewhere/v1/projects', 404],
  ])('%s %s never leaves the app', async (method, path, status) => {
    const { service, desk } = await start();
    const response = await desk.ask(method, path);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } });
    expect(service.asked).toEqual([]);
  });

  test('the schema is let through', async () => {
    const { service, desk } = await start((_asked, response) =>
      sendJson(response, 200, { openapi: '3.1.0' }),
    );
    expect(await desk.read('GET', '/api/local/v1/openapi.json')).toEqual({ openapi: '3.1.0' });
    expect(service.asked[0]?.url).toBe('/api/v1/openapi.json');
  });

  test('node types keep their slashes, ids are encoded', async () => {
    const { service, desk } = await start((_asked, response) =>
      sendApiError(response, 404, 'NODE_TYPE_NOT_FOUND'),
    );
    await desk.ask('GET', '/api/local/v1/node-types/image/blur');
    await desk.ask('GET', '/api/local/v1/projects/a%20b%3Fc');
    expect(service.asked.map(({ url }) => url)).toEqual([
      '/api/v1/node-types/image/blur',
      '/api/v1/projects/a%20b%3Fc',
    ]);
  });
});

describe('forms with files', () => {
  const IMPORTED = {
    document: {},
    summary: { clipCount: 0, durationSeconds: 0, trackCount: 0 },
    files: [],
    warnings: [],
  };
  const importing = (body: FormData | ReadableStream<Uint8Array>, headers: Record<string, string> = {}) =>
    new Request('http://app.test/api/local/v1/timelines/import/otio', {
      method: 'POST',
      headers,
      body,
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    });

  test('pass through whole, with their boundary', async () => {
    const { service, desk } = await start((_asked, response) => sendJson(response, 200, IMPORTED));
    const form = new FormData();
    form.set('file', new File(['{"OTIO_SCHEMA":"Timeline.1"}'], 'cut.otio'));
    const response = await desk.core.fetch(importing(form));
    expect(await response.json()).toEqual(IMPORTED);
    const [asked] = service.asked;
    const received = await new Response(new Uint8Array(asked!.body), {
      headers: { 'content-type': asked!.headers['content-type'] ?? '' },
    }).formData();
    const file = received.get('file');
    expect(file).toBeInstanceOf(File);
    expect(await (file as File).text()).toBe('{"OTIO_SCHEMA":"Timeline.1"}');
  });

  test('reach the service while they are still being sent', async () => {
    const first = Promise.withResolvers<void>();
    const service = await startServer((_asked, response) => sendJson(response, 200, IMPORTED), {
      onBytes: () => first.resolve(),
    });
    const desk = await startTestCore({ launchService: launcherOf(service.origin) });
    let finish = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('--b\r\n'));
        finish = () => {
          controller.enqueue(new TextEncoder().encode('--b--\r\n'));
          controller.close();
        };
      },
    });
    const response = desk.core.fetch(importing(body, { 'content-type': 'multipart/form-data; boundary=b' }));
    await first.promise;
    finish();
    expect((await response).status).toBe(200);
    expect(service.asked[0]?.body.toString()).toBe('--b\r\n--b--\r\n');
  });

  test('one that announces more than the limit never leaves the app', async () => {
    const { service, desk } = await start((_asked, response) => sendJson(response, 200, IMPORTED));
    const response = await desk.core.fetch(
      importing(new FormData(), { 'content-length': String(5 * 1024 ** 3) }),
    );
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('4,097 MB') } });
    expect(service.asked).toEqual([]);
  });

  test('one that goes on beyond the limit is cut, and that is what is said', async () => {
    const { stream, exceeded } = limitBody(new Blob(['12345', '6789']).stream(), 8);
    await expect(new Response(stream).arrayBuffer()).rejects.toThrow('larger than');
    expect(exceeded()?.status).toBe(413);
    const within = limitBody(new Blob(['12345678']).stream(), 8);
    expect(await new Response(within.stream).text()).toBe('12345678');
    expect(within.exceeded()).toBeNull();
  });

  test('files that an import stored are listed', async () => {
    const { desk } = await start((asked, response) =>
      asked.url.endsWith('/import/otio')
        ? sendJson(response, 200, {
            ...IMPORTED,
            files: [{ dataType: 'image', filename: 'a.png', storagePath: 'file_1.png' }],
          })
        : sendJson(response, 200, {
            fileId: 'file_1.png',
            filename: 'a.png',
            contentType: 'image/png',
            sizeBytes: 3,
            createdAt: '2026-01-01T00:00:00Z',
            updatedAt: '2026-01-01T00:00:00Z',
          }),
    );
    await desk.core.fetch(importing(new FormData()));
    await expect
      .poll(() => desk.read('GET', '/desk/files?connectionId=local'))
      .toMatchObject({ files: [{ fileId: 'file_1.png', filename: 'a.png', contentType: 'image/png' }] });
  });

  test('a bundle comes back as bytes with its name', async () => {
    const bytes = Buffer.from('PK\u0003\u0004 not really');
    const { desk } = await start(
      (_asked, response) =>
        void response
          .writeHead(200, {
            'content-type': 'application/zip',
            'content-disposition': 'attachment; filename="Cut.zip"',
          })
          .end(bytes),
    );
    const response = await desk.ask('GET', '/api/local/v1/projects/p/timeline/export/otio');
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toContain('Cut.zip');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
  });
});

describe('what comes back', () => {
  test('status and body as they are, and only headers of the list', async () => {
    const { desk } = await start((_asked, response) =>
      sendApiError(response, 409, 'STALE_VERSION', {
        'set-cookie': 'a=1',
        'x-internal': 'secret',
        'access-control-allow-origin': '*',
        'x-request-id': 'r1',
      }),
    );
    const response = await desk.ask('GET', '/api/local/v1/projects/p');
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ error: { code: 'STALE_VERSION' } });
    expect(response.headers.get('x-request-id')).toBe('r1');
    for (const name of ['set-cookie', 'x-internal', 'access-control-allow-origin']) {
      expect(response.headers.get(name)).toBeNull();
    }
  });

  test('204 without a body', async () => {
    const { desk } = await start((_asked, response) => void response.writeHead(204).end());
    const response = await desk.ask('DELETE', '/api/local/v1/projects/p?expectedVersion=1');
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  test('a redirect is not followed, and the key does not go there', async () => {
    const thief = await startServer(respondEmpty);
    const { desk } = await start(
      (_asked, response) =>
        void response.writeHead(307, { location: `${thief.origin}/api/v1/projects` }).end(),
    );
    const response = await desk.ask('GET', '/api/local/v1/projects');
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({
      error: { code: 'UNREACHABLE', details: { problem: 'redirected' } },
    });
    expect(thief.asked).toEqual([]);
  });
});

test('a page that leaves ends the request at the service', async () => {
  let arrived = () => {};
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  let closed: Promise<unknown> = Promise.resolve();
  const { service, desk } = await start((_asked, response) => {
    closed = once(response, 'close');
    arrived();
  });
  const leave = new AbortController();
  const response = desk.core.fetch(
    new Request('http://app.test/api/local/v1/projects', { signal: leave.signal }),
  );
  await reached;
  leave.abort();
  await closed;
  expect((await response).status).toBe(499);
  expect(service.asked).toHaveLength(1);
});

describe('retries', () => {
  test('a GET is sent again after Retry-After', async () => {
    let times = 0;
    const { service, desk, slept } = await start((_asked, response) => {
      times += 1;
      if (times === 1) sendApiError(response, 429, 'RATE_LIMITED', { 'retry-after': '3' });
      else sendJson(response, 200, EMPTY_LIST);
    });
    expect((await desk.ask('GET', '/api/local/v1/projects')).status).toBe(200);
    expect(service.asked).toHaveLength(2);
    expect(slept).toEqual([3000]);
  });

  test('a keyed write is sent again under its key with the same body; one without a key is not', async () => {
    const { service, desk } = await start((_asked, response) => sendApiError(response, 503, 'UNAVAILABLE'));
    await desk.ask('POST', '/api/local/v1/projects', { name: 'One' }, { 'idempotency-key': 'k1' });
    expect(service.asked.map((one) => [one.headers['idempotency-key'], one.body.toString()])).toEqual([
      ['k1', '{"name":"One"}'],
      ['k1', '{"name":"One"}'],
      ['k1', '{"name":"One"}'],
    ]);
    service.asked.length = 0;
    await desk.ask('POST', '/api/local/v1/projects', { name: 'Two' });
    expect(service.asked).toHaveLength(1);
    service.asked.length = 0;
    // The endpoint takes no key, so a key does not make it repeatable.
    await desk.ask('POST', '/api/local/v1/runs/r/cancel', undefined, { 'idempotency-key': 'k2' });
    expect(service.asked).toHaveLength(1);
  });
});

describe('event streams', () => {
  test('pass frame by frame, resume by Last-Event-ID, and end at the service when the page leaves', async () => {
    let next = () => {};
    let closed: Promise<unknown> = Promise.resolve();
    const { service, desk } = await start((asked, response) => {
      if (!asked.url.endsWith('/stream')) return sendApiError(response, 404, 'RUN_NOT_FOUND');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('id: 1\ndata: {"one":1}\n\n');
      next = () => void response.write('id: 2\ndata: {"two":2}\n\n');
      closed = once(response, 'close');
    });
    const leave = new AbortController();
    const response = await desk.core.fetch(
      new Request('http://app.test/api/local/v1/runs/run_1/events/stream', {
        headers: { accept: 'text/event-stream', 'last-event-id': 'e0' },
        signal: leave.signal,
      }),
    );
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(service.asked[0]?.headers['last-event-id']).toBe('e0');
    const reader = response.body!.getReader();
    const text = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await text()).toContain('"one":1');
    // The second frame is written only now: the first was not held back for it.
    next();
    expect(await text()).toContain('"two":2');
    await reader.cancel();
    await closed;
  });
});

describe('the key', () => {
  test('is in no response, no log line and no file but the vault', async () => {
    const { desk } = await start((asked, response) => {
      if (asked.url.includes('p-broken')) response.destroy();
      else if (asked.url.includes('p-refused')) sendApiError(response, 401, 'UNAUTHORIZED');
      else sendJson(response, 200, EMPTY_LIST);
    });
    const hosted = 'pb_live_hostedkey_fedcba9876543210';
    const texts: string[] = [];
    const ask = async (method: string, path: string, body?: unknown) => {
      const response = await desk.ask(method, path, body);
      texts.push(await response.text(), JSON.stringify([...response.headers]));
      return response;
    };
    await ask('GET', '/api/local/v1/projects');
    const added = await ask('POST', '/desk/connections', {
      name: 'Studio',
      baseUrl: 'https://127.0.0.1:1',
      key: hosted,
    });
    expect(added.status).toBe(200);
    await ask('GET', '/api/local/v1/projects/p-broken');
    await ask('GET', '/api/local/v1/projects/p-refused');
    await ask('POST', '/desk/connections/test', { baseUrl: 'https://127.0.0.1:1', key: hosted });
    await ask('POST', '/desk/connections', { name: 'Bad', baseUrl: 'http://x.example', key: hosted });
    await ask('GET', '/desk/connections');
    await ask('GET', '/desk/status');
    texts.push(...desk.log.lines);
    const walk = (folder: string): string[] =>
      readdirSync(folder).flatMap((name) => {
        const path = join(folder, name);
        return statSync(path).isDirectory() ? walk(path) : [path];
      });
    const files = walk(desk.folder);
    const vault = files.filter((path) => /keys\.json/.test(path));
    expect(vault.some((path) => readFileSync(path, 'utf8').includes(hosted))).toBe(true);
    for (const path of files) if (!vault.includes(path)) texts.push(readFileSync(path, 'latin1'));
    expect(texts.length).toBeGreaterThan(20);
    for (const text of texts) {
      expect(text).not.toContain(hosted);
      expect(text).not.toContain(LOCAL_KEY);
    }
  });
});
