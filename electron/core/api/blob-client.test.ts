import { gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { startServer, type Responder } from '../testing/http-server.ts';
import { BlobClient } from './blob-client.ts';
import type { Resolve } from './private-address.ts';

const LOOPBACK: Resolve = (_hostname, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);

async function start(respond: Responder, resolve?: Resolve) {
  const server = await startServer(respond);
  const client = new BlobClient(60_000, resolve);
  onTestFinished(() => client.close());
  const address = { url: new URL(`${server.origin}/file`), reach: 'configured' as const };
  return { server, client, address };
}

test('a name that leads into the own network is not connected to', async () => {
  const { server, client } = await start((_asked, response) => void response.end('inside'), LOOPBACK);
  const { port } = new URL(server.origin);
  const address = { url: new URL(`http://files.example:${port}/x`), reach: 'public' as const };
  await expect(client.get(address, { maxBytes: 100 })).rejects.toMatchObject({ problem: 'address' });
  const put = client.put({ ...address, method: 'PUT', headers: {} }, Readable.from(['x']), 1, {
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  await expect(put).rejects.toMatchObject({ problem: 'address' });
  expect(server.asked).toEqual([]);
});

test('a connection of a configured host does not serve a name of a stranger', async () => {
  const { server, client } = await start((_asked, response) => void response.end('inside'), LOOPBACK);
  const { port } = new URL(server.origin);
  const configured = { url: new URL(`http://localhost:${port}/x`), reach: 'configured' as const };
  expect(await (await client.get(configured, { maxBytes: 100 })).text()).toBe('inside');
  await expect(client.get({ ...configured, reach: 'public' }, { maxBytes: 100 })).rejects.toMatchObject({
    problem: 'address',
  });
});

test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async (status) => {
  const { server, client, address } = await start((asked, response) => {
    if (asked.url === '/file') response.writeHead(status, { location: '/elsewhere' }).end();
    else response.end('elsewhere');
  });
  await expect(client.get(address, { maxBytes: 100 })).rejects.toMatchObject({ problem: 'redirected' });
  expect(server.asked.map(({ url }) => url)).toEqual(['/file']);
});

test('bytes that a store keeps compressed come as they are meant', async () => {
  const { client, address } = await start((_asked, response) => {
    const body = gzipSync('a text');
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.byteLength }).end(body);
  });
  const response = await client.get(address, { maxBytes: 100 });
  expect(response.headers.get('content-length')).toBeNull();
  expect(await response.text()).toBe('a text');
});

test('a body is read up to its limit, counted after decompression, and its connection ends there', async () => {
  let closed = () => {};
  const ended = new Promise<void>((done) => (closed = done));
  const { client, address } = await start((_asked, response, request) => {
    request.socket.once('close', closed);
    // A bomb, and then more for as long as somebody reads.
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.write(gzipSync(Buffer.alloc(20_000_000)));
  });
  const response = await client.get(address, { maxBytes: 1_000_000 });
  await expect(response.arrayBuffer()).rejects.toThrow(/more than the 976.?\d* ?|stopped reading/);
  await ended;
});

test('more bytes than the limit are not begun with where they are announced', async () => {
  const { client, address } = await start((_asked, response) => {
    response.writeHead(200, { 'content-length': '5000000000' });
    response.flushHeaders();
  });
  await expect(client.get(address, { maxBytes: 1_000_000 })).rejects.toMatchObject({ code: 'BAD_RESPONSE' });
});

test('a connection that the store closed meanwhile is tried anew', async () => {
  let responded = 0;
  const { client, address, server } = await start((_asked, response, request) => {
    responded += 1;
    // The second request of a connection is cut, as a store does that gave it up.
    if (responded === 2) request.socket.destroy();
    else response.end('bytes');
  });
  for (const _round of [1, 2]) {
    expect(await (await client.get(address, { maxBytes: 100 })).text()).toBe('bytes');
  }
  expect(server.asked).toHaveLength(3);
});
