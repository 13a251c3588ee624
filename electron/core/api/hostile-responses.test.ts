// @module-tag rig
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { CoreOptions } from '../options.ts';
import { sendJson, startServer } from '../testing/http-server.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { launcherOf, refusalOf, startTestCore } from '../testing/test-core.ts';

const KEY = 'sk-live_Studio.0123456789-abcdef';

/** A core with a hosted connection whose service answers as a test says. */
async function start(
  respond: (response: ServerResponse, url: string) => void,
  options: Partial<CoreOptions> = {},
) {
  let closed = () => {};
  const ended = new Promise<void>((done) => (closed = done));
  const service = await startServer(({ url }, response, request) => {
    request.socket.once('close', closed);
    respond(response, url);
  });
  const { clock } = createTestClock();
  const desk = await startTestCore({ launchService: launcherOf(service.origin), clock, ...options });
  const { id } = (await desk.read('POST', '/desk/connections', {
    name: 'Studio',
    baseUrl: service.origin,
    key: KEY,
  })) as { id: string };
  const get = (path: string) => desk.ask('GET', `/api/${id}/v1${path}`);
  return { desk, service, get, ended };
}

const json =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

describe('more than an endpoint can answer is refused in words, and the connection ends', () => {
  const bomb = Buffer.concat(Array(20).fill(gzipSync(Buffer.alloc(50_000_000, ' '))));
  const list = (entry: string, count: number) =>
    `{"data":[${Array(count).fill(entry).join(',')}],"hasMore":false}`;
  const nodes = `{"version":1,"document":{"graph":{"connections":[],"nodes":[${Array(1_000_000)
    .fill('{"id":"n","type":"a/b"}')
    .join(',')}]}}}`;
  test.each([
    [
      'compressed a thousandfold',
      '/projects',
      json(bomb, { 'content-encoding': 'gzip' }),
      /larger than 16 MB/,
    ],
    ['of a million entries', '/node-types', json(list('{}', 1_000_000)), /more than 50,000 items/],
    ['of a million nodes', '/projects/p/document', json(nodes), /more than/],
    ['nested a hundred thousand deep', '/projects/p', json('['.repeat(100_000)), /deeper than 100 levels/],
    ['a refusal of any size', '/projects/p', json(Buffer.alloc(8_000_000, 'x'), {}, 404), /larger than 4 MB/],
  ])('%s', async (_name, path, respond, words) => {
    const { get, ended, service } = await start(respond);
    const refusal = await refusalOf(await get(path));
    expect(refusal).toMatchObject({
      status: 502,
      code: 'BAD_RESPONSE',
      message: expect.stringMatching(words),
    });
    expect(refusal.message).toMatch(/Tell whoever runs the service\.$/);
    await ended;
    expect(service.asked).toHaveLength(1);
  });

  test('one that never ends', async () => {
    const { get, ended } = await start((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const piece = Buffer.alloc(64 * 1024, ' ');
      const fill = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', fill);
      fill();
    });
    expect(await refusalOf(await get('/projects'))).toMatchObject({ code: 'BAD_RESPONSE' });
    await ended;
  });

  test('an event of a stream that never ends', async () => {
    const { get, ended } = await start((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: first\n\n');
      const piece = `data: ${'x'.repeat(64 * 1024)}\n`;
      const fill = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', fill);
      fill();
    });
    const response = await get('/runs/r/events/stream');
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow(/larger than 4 MB/);
    await ended;
  });
});

test('a stream of many events goes on beyond the size of one', async () => {
  const event = `data: ${'x'.repeat(60_000)}\r\n\r\n`;
  const { get } = await start((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(event.repeat(200));
  });
  expect((await (await get('/runs/r/events/stream')).text()).length).toBe(event.length * 200);
});

describe('a key that a service repeats', () => {
  const escaped = Array.from(KEY, (one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('');
  const says = (text: string) => `{"error":{"code":"BAD","message":"your key ${text} is bad"}}`;

  /** Everything that the core wrote down, but for the vault. */
  const written = (folder: string): string =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('keys.json'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('\n');

  test.each([
    ['in a refusal', json(says(KEY), {}, 400)],
    ['in a refusal, escaped', json(says(escaped), {}, 400)],
    ['in what is a success', json(`{"data":["${KEY}"],"hasMore":false}`)],
    ['as the name of a field', json(`{"${escaped}":1}`)],
    [
      'in headers',
      json('{}', { 'x-request-id': KEY, etag: `"${KEY}"`, 'content-disposition': `a; b="${KEY}"` }),
    ],
    ['as the type of the response', json('{}', { 'content-type': `application/json; a=${KEY}` })],
    ['compressed', json(gzipSync(`{"a":"${KEY}"}`), { 'content-encoding': 'gzip' })],
  ])('%s reaches neither page nor log nor cache', async (_name, respond) => {
    const { desk, get } = await start(respond);
    const response = await get('/projects?limit=1');
    const seen = `${JSON.stringify([...response.headers])}${await response.text()}`;
    expect(seen).toContain('[key removed]');
    expect(seen).not.toContain(KEY);
    expect(seen).not.toContain(escaped);
    expect(seen).not.toContain(encodeURIComponent(KEY));
    await desk.core.close();
    expect(written(desk.folder)).not.toContain(KEY);
    expect(desk.log.lines.join('\n')).not.toContain(KEY);
  });

  test('in pieces of an event stream does not reach the page either', async () => {
    const { get } = await start((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const pieces = [`data: {"a":"${KEY.slice(0, 9)}`, KEY.slice(9, 20), `${KEY.slice(20)}"}\n\n`];
      const next = () => {
        const piece = pieces.shift();
        if (piece === undefined) response.end();
        else response.write(piece, () => setImmediate(next));
      };
      next();
    });
    expect(await (await get('/runs/r/events/stream')).text()).toBe('data: {"a":"[key removed]"}\n\n');
  });

  test('does not come out of the test of a connection', async () => {
    const { desk, service } = await start((response) =>
      sendJson(response, 403, { error: { code: 'X', message: KEY } }),
    );
    const tested = await desk.ask('POST', '/desk/connections/test', { baseUrl: service.origin, key: KEY });
    expect(await tested.text()).not.toContain(KEY);
  });
});

describe('a response that comes byte by byte and never ends', () => {
  const trickle = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 10);
    response.once('close', () => clearInterval(timer));
  };

  test('is given up, in a sentence', async () => {
    const { get } = await start(trickle, { responseTimeoutMs: 100 });
    expect(await refusalOf(await get('/projects'))).toMatchObject({ status: 504, code: 'UNREACHABLE' });
  });

  test('does not keep the test of a connection for ever', async () => {
    const { desk, service } = await start(trickle, { responseTimeoutMs: 100 });
    const tested = await desk.read('POST', '/desk/connections/test', { baseUrl: service.origin, key: KEY });
    expect(tested).toMatchObject({ ok: false, problem: 'timeout' });
  });
});
