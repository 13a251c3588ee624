import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startBrowserHost } from './host.ts';

/** A host that waits a moment only for the rest of a request, and what reached its core. */
async function start() {
  const bodies: Promise<string>[] = [];
  const host = await startBrowserHost({
    served: () => ({
      async fetch(request) {
        const body = request.text();
        bodies.push(body);
        return new Response(await body);
      },
      media: async () => new Response('media'),
      call: async () => ({ id: null, status: 400 }),
    }),
    pages: () => ({ respond: () => new Response('page'), names: [] }),
    version: '1',
    onError: () => {},
    limits: { head: 200, bodyIdle: 100 },
  });
  onTestFinished(() => host.close());
  const token = host.link().split('#token=')[1];
  const response = await fetch(`${host.origin}/desk/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token }),
  });
  const { bearer } = (await response.json()) as { bearer: string };
  return { host, bearer, bodies };
}

const ended = async (origin: string, text: string): Promise<Socket> => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  // A reset is an end like any other.
  socket.on('error', () => {});
  socket.resume();
  const closed = new Promise((done) => socket.once('close', done));
  await once(socket, 'connect');
  socket.write(text);
  await closed;
  return socket;
};

test('half of a head ends with its connection, at both ports', async () => {
  const { host } = await start();
  const half = [
    '',
    'G',
    'GET / HTTP/1.1\r\n',
    `GET / HTTP/1.1\r\nHost: ${new URL(host.origin).host}\r\nX-A: `,
  ];
  const sockets = await Promise.all(
    [host.origin, host.mediaOrigin].flatMap((origin) => half.map((text) => ended(origin, text))),
  );
  expect(sockets.every(({ destroyed }) => destroyed)).toBe(true);
});

test('half of a body ends with its connection, also one that is refused', async () => {
  const { host, bearer, bodies } = await start();
  const head = (authorization: string) =>
    [
      'POST /desk/journal/x HTTP/1.1',
      `Host: ${new URL(host.origin).host}`,
      'Sec-Fetch-Site: same-origin',
      `Authorization: Bearer ${authorization}`,
      'Content-Type: application/json',
      'Content-Length: 100',
      '',
      '{"half":',
    ].join('\r\n');
  await Promise.all([ended(host.origin, head(bearer)), ended(host.origin, head('nobody-nobody-nobody'))]);
  expect(bodies).toHaveLength(1);
  await expect(bodies[0]).rejects.toThrow(/abort|premature|terminated/i);
});

test('tunnels and other protocols end at once', async () => {
  const { host } = await start();
  const { host: name } = new URL(host.origin);
  const asks = [
    `CONNECT example.com:443 HTTP/1.1\r\nHost: ${name}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: ${name}\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
  ];
  const sockets = await Promise.all(asks.map((text) => ended(host.origin, text)));
  expect(sockets.every(({ destroyed }) => destroyed)).toBe(true);
});
