import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { webListener } from './web-listener.ts';

let server: Server;
let failures: unknown[];

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

async function serve(handle: (request: Request) => Promise<Response>): Promise<string> {
  failures = [];
  server = createServer(
    webListener(
      (asker) => ({ url: new URL(asker.target, 'http://127.0.0.1'), handle }),
      (error) => failures.push(error),
    ),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const encoder = new TextEncoder();

test('a response arrives piece by piece, its head before the first piece', async () => {
  let push: (text: string) => void = () => {};
  let end: () => void = () => {};
  const origin = await serve(async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        push = (text) => controller.enqueue(encoder.encode(text));
        end = () => controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  const response = await fetch(origin);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const next = async () => Buffer.from((await reader.read()).value ?? []).toString();
  push('one');
  expect(await next()).toBe('one');
  push('two');
  expect(await next()).toBe('two');
  end();
  expect((await reader.read()).done).toBe(true);
});

test('a body arrives piece by piece', async () => {
  const pieces: string[] = [];
  let received: () => void = () => {};
  const origin = await serve(async (request) => {
    for await (const piece of request.body ?? []) {
      pieces.push(Buffer.from(piece).toString());
      received();
    }
    return new Response(String(pieces.length));
  });
  const outgoing = httpRequest(origin, { method: 'POST' });
  for (const piece of ['one', 'two']) {
    const arrived = new Promise<void>((done) => (received = done));
    outgoing.write(piece);
    await arrived;
  }
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(200);
  expect(pieces).toEqual(['one', 'two']);
});

test('a slow reader holds the writer back', async () => {
  const piece = new Uint8Array(64 * 1024);
  const total = 2048;
  let made = 0;
  const origin = await serve(
    async () =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull(controller) {
            if (made === total) return controller.close();
            made += 1;
            controller.enqueue(piece);
          },
        }),
      ),
  );
  const outgoing = httpRequest(origin);
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  await once(response, 'readable');
  // Nothing is read: what was made fits into the buffers of both ends, and stays there.
  const settled = async (): Promise<number> => {
    const before = made;
    for (let turn = 0; turn < 200; turn += 1) await new Promise((done) => setImmediate(done));
    return before === made ? made : settled();
  };
  expect(await settled()).toBeLessThan(total);
  let size = 0;
  response.on('data', (chunk: Buffer) => (size += chunk.length));
  await once(response, 'end');
  expect(size).toBe(total * piece.length);
});

test('a slow handler holds the sender back', async () => {
  let release: () => void = () => {};
  const held = new Promise<void>((done) => (release = done));
  let size = 0;
  const origin = await serve(async (request) => {
    await held;
    for await (const piece of request.body ?? []) size += piece.byteLength;
    return new Response('done');
  });
  const outgoing = httpRequest(origin, { method: 'POST' });
  const chunk = Buffer.alloc(1024 * 1024);
  let sent = 0;
  while (outgoing.write(chunk) || sent < 8) {
    sent += 1;
    if (sent >= 200) break;
    if (outgoing.writableLength > 32 * 1024 * 1024) break;
  }
  expect(size).toBe(0);
  release();
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.resume();
  expect(size).toBeGreaterThanOrEqual(sent * chunk.length);
});

test('when the asker goes away, the signal aborts and the stream is canceled', async () => {
  let canceled: () => void = () => {};
  const wasCanceled = new Promise<void>((done) => (canceled = done));
  let aborted: Promise<unknown> = Promise.resolve();
  const origin = await serve(async (request) => {
    aborted = once(request.signal, 'abort');
    return new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(encoder.encode('first')),
        cancel: () => canceled(),
      }),
    );
  });
  const gone = new AbortController();
  const response = await fetch(origin, { signal: gone.signal });
  await (response.body as ReadableStream<Uint8Array>).getReader().read();
  gone.abort();
  await aborted;
  await wasCanceled;
  expect(failures).toEqual([]);
});

test('when the asker goes away before there is a response, the response is given up', async () => {
  let begun: () => void = () => {};
  const hasStarted = new Promise<void>((done) => (begun = done));
  let canceled: () => void = () => {};
  const wasCanceled = new Promise<void>((done) => (canceled = done));
  const origin = await serve(async (request) => {
    begun();
    await once(request.signal, 'abort');
    return new Response(new ReadableStream<Uint8Array>({ cancel: () => canceled() }));
  });
  const gone = new AbortController();
  const asked = fetch(origin, { signal: gone.signal });
  await hasStarted;
  gone.abort();
  await expect(asked).rejects.toThrow('aborted');
  await wasCanceled;
});

test('an upload that is refused early gets its response, and the connection goes on', async () => {
  const origin = await serve(async (request) =>
    request.method === 'POST' ? new Response('too much', { status: 413 }) : new Response('fine'),
  );
  const refused = await fetch(origin, { method: 'POST', body: new Uint8Array(8 * 1024 * 1024) });
  expect(refused.status).toBe(413);
  expect(await refused.text()).toBe('too much');
  expect(await (await fetch(origin)).text()).toBe('fine');
});

test('an upload that is given up is answered to a sender that reads nothing before it has sent everything', async () => {
  const origin = await serve(async (request) => {
    const reader = (request.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
    return new Response('no room', { status: 507 });
  });
  // More than the buffers of both ends take. A browser sends its whole body first.
  const body = Buffer.alloc(32 * 1024 * 1024);
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.pause();
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`);
  await new Promise<void>((sent) => socket.write(body, () => sent()));
  socket.resume();
  const [response] = (await once(socket, 'data')) as [Buffer];
  expect(response.toString()).toContain('507');
  socket.destroy();
});

test('a body that is cut off ends in an error, never as if it were whole', async () => {
  const outcome = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  const origin = await serve(async (request) => {
    try {
      for await (const _piece of request.body ?? []) begun.resolve();
      outcome.resolve('whole');
    } catch {
      outcome.resolve('error');
    }
    return new Response('');
  });
  const outgoing = httpRequest(origin, { method: 'POST', headers: { 'content-length': '1000' } });
  outgoing.on('error', () => {});
  outgoing.write('half');
  await begun.promise;
  outgoing.destroy();
  expect(await outcome.promise).toBe('error');
});

test('a handler that throws is logged, and the asker learns nothing about it', async () => {
  const origin = await serve(async () => {
    throw new Error('secret detail');
  });
  const response = await fetch(origin);
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('secret detail');
  expect(String(failures[0])).toContain('secret detail');
});

test('a response that breaks off half-way does not look complete', async () => {
  const origin = await serve(
    async () =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull(controller) {
            controller.enqueue(encoder.encode('half'));
            controller.error(new Error('disk gone'));
          },
        }),
      ),
  );
  await expect(fetch(origin).then((response) => response.text())).rejects.toThrow('terminated');
});
