import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  CHANNEL_LIMITS,
  channelBearerPrefix,
  channelPath,
  channelProtocol,
  type ChannelResponse,
} from '#shared/desk/channel.ts';
import { isChannelRequest, serveChannels } from './channel.ts';
import { startBrowserHost } from './host.ts';

const fine: ChannelResponse = { id: 1, status: 204 };

/** A host, a bearer that it gave, and what reached its core by the channel. */
async function startHost(answer: (message: string) => Promise<ChannelResponse> = async () => fine) {
  const called: string[] = [];
  const host = await startBrowserHost({
    served: () => ({
      fetch: async () => new Response('by a request'),
      media: async () => new Response('media'),
      call(message) {
        called.push(String(message));
        return answer(String(message));
      },
    }),
    pages: () => ({ respond: () => new Response('page'), names: [] }),
    version: '1',
    onError: () => {},
  });
  onTestFinished(() => host.close());
  const response = await fetch(`${host.origin}/desk/session`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token: host.link().split('#token=')[1] }),
  });
  const { bearer } = (await response.json()) as { bearer: string };
  return { host, bearer, called };
}

type Attempt = { origin?: string; protocols?: string[]; headers?: Record<string, string>; path?: string };

/** Opens a socket as a browser does. @returns it, or the status of the refusal. */
async function knock(at: string, { origin = at, protocols = [], headers = {}, path = channelPath }: Attempt) {
  const socket = new WebSocket(`${at.replace('http', 'ws')}${path}`, protocols, {
    headers: { ...(origin === '' ? {} : { origin }), ...headers },
  });
  socket.on('error', () => {});
  const refused = new Promise<number>((done) => {
    socket.on('unexpected-response', (_request, response) => done(response.statusCode ?? 0));
  });
  const came = await Promise.race([once(socket, 'open').then(() => socket), refused]);
  if (typeof came === 'number') return came;
  onTestFinished(() => socket.terminate());
  return came;
}

const namesOf = (bearer: string) => [channelProtocol, `${channelBearerPrefix}${bearer}`];

async function open(at: string, bearer: string): Promise<WebSocket> {
  const came = await knock(at, { protocols: namesOf(bearer) });
  if (typeof came === 'number') throw new Error(`Refused: ${came}`);
  return came;
}

const nextMessage = async (socket: WebSocket): Promise<unknown> => {
  const [data] = (await once(socket, 'message')) as [Buffer];
  return JSON.parse(String(data));
};
const closing = async (socket: WebSocket): Promise<number> => {
  const [code] = (await once(socket, 'close')) as [number];
  return code;
};

describe('who opens a channel', () => {
  test('the app with its bearer, which is not said again', async () => {
    const { host, bearer, called } = await startHost();
    const socket = await open(host.origin, bearer);
    expect(socket.protocol).toBe(channelProtocol);
    socket.send('{"id":1}');
    expect(await nextMessage(socket)).toEqual(fine);
    expect(called).toEqual(['{"id":1}']);
  });

  test.each([
    ['no bearer', (_bearer: string): Attempt => ({ protocols: [channelProtocol] }), 401],
    ['a wrong bearer', () => ({ protocols: namesOf('x'.repeat(43)) }), 401],
    ['a bearer and no protocol', (bearer) => ({ protocols: namesOf(bearer).slice(1) }), 401],
    ['no origin', (bearer) => ({ origin: '', protocols: namesOf(bearer) }), 403],
    ['no origin that it tells', (bearer) => ({ origin: 'null', protocols: namesOf(bearer) }), 403],
    ['another origin', (bearer) => ({ origin: 'http://127.0.0.1:1', protocols: namesOf(bearer) }), 403],
    [
      'another site by its own word',
      (bearer) => ({ headers: { 'sec-fetch-site': 'cross-site' }, protocols: namesOf(bearer) }),
      403,
    ],
    ['another name', (bearer) => ({ headers: { host: 'rebound.example' }, protocols: namesOf(bearer) }), 421],
  ] as [string, (bearer: string) => Attempt, number][])('not one with %s', async (_what, attempt, status) => {
    const { host, bearer, called } = await startHost();
    expect(await knock(host.origin, attempt(bearer))).toBe(status);
    expect(called).toEqual([]);
  });

  test('no channel is on the port of media, and none at another address', async () => {
    const { host, bearer } = await startHost();
    const protocols = namesOf(bearer);
    expect(await knock(host.mediaOrigin, { origin: host.origin, protocols })).toBe(404);
    expect(await knock(host.origin, { protocols, path: '/desk/status' })).toBe(403);
  });

  test('a request that asks for another protocol gets a response as ever', async () => {
    const { host } = await startHost();
    const asking = httpRequest(`${host.origin}/`, { headers: { connection: 'Upgrade', upgrade: 'h2c' } });
    asking.end();
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(200);
  });
});

describe('what comes by a channel', () => {
  test('is answered in the order in which it had its effect', async () => {
    let finish = (_answer: ChannelResponse): void => {};
    const slow = new Promise<ChannelResponse>((resolve) => (finish = resolve));
    const { host, bearer } = await startHost((message) =>
      message === 'slow' ? slow : Promise.resolve(fine),
    );
    const socket = await open(host.origin, bearer);
    socket.send('slow');
    socket.send('quick');
    expect(await nextMessage(socket)).toEqual(fine);
    finish({ id: 7, status: 507, body: { error: { code: 'DISK_FULL' } } });
    expect(await nextMessage(socket)).toEqual({ id: 7, status: 507, body: { error: { code: 'DISK_FULL' } } });
  });

  test('and cannot be read is answered, and the channel closed', async () => {
    const refusal = { id: null, status: 400, body: { error: { code: 'INVALID_REQUEST', message: 'No.' } } };
    const { host, bearer } = await startHost(async () => refusal);
    const socket = await open(host.origin, bearer);
    const closed = closing(socket);
    socket.send('{');
    expect(await nextMessage(socket)).toEqual(refusal);
    expect(await closed).toBe(1008);
  });

  test('and is no text closes it', async () => {
    const { host, bearer, called } = await startHost();
    const socket = await open(host.origin, bearer);
    socket.send(Buffer.from('{"id":1}'));
    expect(await closing(socket)).toBe(1008);
    expect(called).toEqual([]);
  });

  test('and is too large closes it', async () => {
    const { host, bearer, called } = await startHost();
    const socket = await open(host.origin, bearer);
    socket.send('x'.repeat(CHANNEL_LIMITS.bytes + 1));
    expect(await closing(socket)).toBe(1009);
    expect(called).toEqual([]);
  });

  test('a call that fails to be answered closes it, and the page goes on by requests', async () => {
    const { host, bearer } = await startHost(() => Promise.reject(new Error('no core')));
    const socket = await open(host.origin, bearer);
    socket.send('{"id":1}');
    expect(await closing(socket)).toBe(1006);
  });

  test('ends with the host', async () => {
    const { host, bearer } = await startHost();
    const socket = await open(host.origin, bearer);
    const closed = closing(socket);
    await host.close();
    expect(await closed).toBe(1001);
  });
});

describe('too much', () => {
  /** A server with small limits that lets everybody in and answers nobody. */
  async function small(given: { inFlight: number; perSecond: number; pages: number; incompleteMs?: number }) {
    const limits = { incompleteMs: 600_000, ...given };
    const clock = { now: 0 };
    let called = 0;
    const server = createServer({ shouldUpgradeCallback: isChannelRequest });
    const answers: (() => void)[] = [];
    const channels = serveChannels(server, {
      admit: () => ({ to: 'core', url: new URL('http://127.0.0.1') }),
      call: () => {
        called += 1;
        return new Promise((resolve) => answers.push(() => resolve(fine)));
      },
      onError: () => {},
      clock: () => clock.now,
      limits,
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      channels.close();
      server.close();
    });
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const knocking = () => knock(at, { protocols: [channelProtocol] });
    const opened = async () => {
      const socket = await knocking();
      if (typeof socket === 'number') throw new Error(`Refused: ${socket}`);
      return socket;
    };
    return { at, clock, answers, knocking, opened, called: () => called };
  }

  test('without an answer closes the channel, and the call beyond the limit has no effect', async () => {
    const { opened, called } = await small({ inFlight: 2, perSecond: 100, pages: 5 });
    const socket = await opened();
    for (let count = 0; count < 3; count += 1) socket.send('{}');
    expect(await closing(socket)).toBe(1008);
    expect(called()).toBe(2);
  });

  test('within a second closes the channel; within two it does not', async () => {
    const { opened, called, answers, clock } = await small({ inFlight: 100, perSecond: 2, pages: 5 });
    const socket = await opened();
    for (const at of [0, 0, 1000, 1000]) {
      clock.now = at;
      const answered = nextMessage(socket);
      socket.send('{}');
      while (answers.length === 0) await new Promise((resume) => setImmediate(resume));
      answers.splice(0).forEach((answer) => answer());
      await answered;
    }
    socket.send('{}');
    expect(await closing(socket)).toBe(1008);
    expect(called()).toBe(4);
  });

  /** Opens a channel whose frames the test writes itself. */
  async function openRaw(at: string): Promise<Socket> {
    const request = httpRequest(`${at}${channelPath}`, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        'sec-websocket-protocol': channelProtocol,
      },
    });
    request.end();
    const [, socket] = (await once(request, 'upgrade')) as [IncomingMessage, Socket];
    onTestFinished(() => void socket.destroy());
    return socket.resume();
  }
  const frame = (first: number, payload: string, length = payload.length) =>
    Buffer.concat([Buffer.from([first, 0x80 | length, 0, 0, 0, 0]), Buffer.from(payload)]);

  test.each([
    ['one byte of a frame', [Buffer.from([0x81])]],
    ['half a message', [frame(0x81, '{"i', 100)]],
    ['a message and half of another', [frame(0x81, '{}'), frame(0x81, '{"i', 100)]],
    ['half of a long message', [Buffer.from([0x81, 0xfe, 0x40, 0, 0, 0, 0, 0]), Buffer.alloc(1000, 'x')]],
    ['the first fragment of a message, with pings behind it', [frame(0x01, '{"i'), frame(0x89, 'ping')]],
  ])('time for %s ends the channel, and that of others stays', async (_what, parts) => {
    const { at, opened, answers } = await small({ inFlight: 5, perSecond: 50, pages: 5, incompleteMs: 30 });
    const other = await opened();
    other.send('{}');
    const raw = await openRaw(at);
    const closed = once(raw, 'close');
    raw.write(Buffer.concat(parts));
    await closed;
    const answered = nextMessage(other);
    answers.forEach((answer) => answer());
    expect(await answered).toEqual(fine);
    expect(other.readyState).toBe(WebSocket.OPEN);
  });

  test('of pages: the next one is refused until one has gone', async () => {
    const { knocking, opened } = await small({ inFlight: 5, perSecond: 5, pages: 1 });
    const first = await opened();
    expect(await knocking()).toBe(503);
    first.terminate();
    let next = await knocking();
    while (next === 503) next = await knocking();
    expect(next).toBeInstanceOf(WebSocket);
  });
});
