import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { ADMINISTRATION_PREFIX, administrationRows } from '#shared/administration/rows.ts';
import { API_PREFIX, matchEndpoint, type EndpointId } from '#shared/api/index.ts';
import type { Random } from '../random.ts';
import { drawFault, type Fault, type FaultKind } from './faults.ts';
import { scrambled } from './scrambled-stream.ts';

/**
 * Stands between app and service and lies as the rig asks. Addresses of the service in JSON responses become its own, so
 * that bytes to signed addresses come through it as well.
 */
export interface FaultProxy {
  readonly origin: string;
  /** After `after` requests that get through, the next `requests` that the fault fits meet it. */
  lie(kind: FaultKind, requests: number, after: number, random: Random): void;
  /** From now on every request is passed on as it is. Those that hang go on hanging. */
  beHonest(): void;
  /** How many requests met a fault, by kind, since the start. */
  readonly triggered: ReadonlyMap<FaultKind, number>;
  /** Requests since the start. */
  readonly requests: number;
  /** Endpoints that were asked through it. */
  readonly requested: ReadonlySet<EndpointId>;
  /** Promises about keys that a request broke. */
  readonly leaks: readonly string[];
  close(): Promise<void>;
}

/** What people of an account ask beside the API, by their key. */
const rowsByKey = Object.values(administrationRows)
  .filter(({ scope }) => scope !== null)
  .map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${ADMINISTRATION_PREFIX}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

/** Whether a request is one that a key of an account opens: with any other, a key has no business. */
export const mayCarryKey = (method: string | undefined, path: string): boolean =>
  path.startsWith(`${API_PREFIX}/`) ||
  rowsByKey.some((row) => row.method === method && row.pattern.test(path));

function leaksOf({ method, url = '', headers }: IncomingMessage): string[] {
  const path = url.split('?')[0]!;
  if (headers.authorization === undefined || mayCarryKey(method, path)) return [];
  return [`A key came with ${method} ${path}.`];
}

const portal = `<!doctype html><title>Welcome to Guest Wi-Fi</title><h1>Please accept the terms</h1>`;
const gateway = `<html><head><title>Service Unavailable</title></head><body><center>nginx</center></body></html>`;

/**
 * @param target origin of the service.
 * @param redirectTarget origin that redirects lead to.
 */
export async function startFaultProxy(target: string, redirectTarget: string): Promise<FaultProxy> {
  const triggered = new Map<FaultKind, number>();
  const requested = new Set<EndpointId>();
  const leaks: string[] = [];
  const sockets = new Set<Socket>();
  const usedBefore = new WeakSet<Socket>();
  let lying: { kind: FaultKind; left: number; after: number; random: Random } | null = null;
  let requests = 0;
  let origin = '';

  const recordRequest = ({ method = '', url = '' }: IncomingMessage): void => {
    const { pathname } = new URL(url, target);
    if (!pathname.startsWith(`${API_PREFIX}/`)) return;
    const { found } = matchEndpoint(method, pathname.slice(API_PREFIX.length));
    if (found) requested.add(found.endpoint.id);
  };

  const faultOf = (request: IncomingMessage): Fault | null => {
    if (!lying || lying.left <= 0) return null;
    const isStream = request.url?.includes('/events/stream') === true;
    if (lying.kind === 'scrambled-stream' && !isStream) return null;
    if (lying.kind === 'stale-keep-alive' && !usedBefore.has(request.socket)) return null;
    if (lying.after > 0) {
      lying.after -= 1;
      return null;
    }
    lying.left -= 1;
    triggered.set(lying.kind, (triggered.get(lying.kind) ?? 0) + 1);
    return drawFault(lying.kind, lying.random);
  };

  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    requests += 1;
    leaks.push(...leaksOf(request));
    recordRequest(request);
    const fault = faultOf(request);
    usedBefore.add(request.socket);
    pass(request, response, fault).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });

  async function pass(request: IncomingMessage, response: ServerResponse, fault: Fault | null) {
    request.on('error', () => {});
    response.on('error', () => {});
    switch (fault?.kind) {
      case 'stale-keep-alive':
        request.socket.destroy();
        return;
      case 'cut-request':
        return cutRequest(request, fault.at);
      case 'busy-storm': {
        request.resume();
        const { retryAfter } = fault;
        const body = fault.isHtml
          ? gateway
          : JSON.stringify({ error: { code: 'RATE_LIMITED', message: 'Too many requests, slow down' } });
        response.writeHead(fault.status, {
          'content-type': fault.isHtml ? 'text/html' : 'application/json',
          ...(retryAfter === null ? {} : { 'retry-after': retryAfter }),
        });
        response.end(body);
        return;
      }
      case 'captive-portal':
        request.resume();
        response.writeHead(200, { 'content-type': 'text/html' }).end(portal);
        return;
      case 'login-redirect':
        request.resume();
        response.writeHead(fault.status, { location: `${redirectTarget}/login?next=${request.url}` }).end();
        return;
      case 'latency':
        await new Promise((resume) => setTimeout(resume, fault.ms));
        break;
      default:
        break;
    }
    const reply = await forward(request, await buffer(request));
    if (reply.headers['content-type']?.startsWith('text/event-stream')) {
      return passStream(reply, response, fault);
    }
    const fullBody = await buffer(reply);
    const isJson = reply.headers['content-type']?.includes('json') === true;
    const body = isJson ? Buffer.from(fullBody.toString().replaceAll(target, origin)) : fullBody;
    passFull(reply, body, isJson, response, fault);
  }

  /** Asks the service the same. */
  function forward(request: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest(`${target}${request.url}`, {
        method: request.method,
        headers: headersFor(request),
        agent: false,
      });
      outgoing.once('response', resolve);
      outgoing.once('error', reject);
      // Who leaves a stream leaves it at the service, too.
      const leave = () => void outgoing.destroy();
      request.socket.once('close', leave);
      outgoing.once('close', () => request.socket.off('close', leave));
      outgoing.end(body);
    });
  }

  const headersFor = (request: IncomingMessage) => {
    const { 'accept-encoding': _encoding, connection: _connection, ...headers } = request.headers;
    return { ...headers, host: new URL(target).host };
  };

  /** Some bytes reach the service, then both sides see the connection end. */
  function cutRequest(request: IncomingMessage, at: number): void {
    const length = Number(request.headers['content-length'] ?? 0);
    const most = Math.floor(length * at);
    const outgoing = httpRequest(`${target}${request.url}`, {
      method: request.method,
      headers: headersFor(request),
      agent: false,
    });
    outgoing.on('error', () => {});
    const end = () => {
      outgoing.destroy();
      request.socket.destroy();
    };
    if (length === 0) {
      // Nothing but a head: it arrives, or it does not.
      if (at < 0.5) end();
      else outgoing.once('response', end).end();
      return;
    }
    let forwardedBytes = 0;
    request.on('data', (chunk: Buffer) => {
      const slice = chunk.subarray(0, most - forwardedBytes);
      forwardedBytes += slice.byteLength;
      if (slice.byteLength > 0) outgoing.write(slice);
      if (forwardedBytes >= most) end();
    });
    outgoing.flushHeaders();
  }

  function passFull(
    reply: IncomingMessage,
    body: Buffer,
    isJson: boolean,
    response: ServerResponse,
    fault: Fault | null,
  ): void {
    const headers: Record<string, string | string[]> = { 'content-length': String(body.byteLength) };
    for (const [name, value] of Object.entries(reply.headers)) {
      if (value !== undefined && !['content-length', 'transfer-encoding', 'connection'].includes(name)) {
        headers[name] = value;
      }
    }
    const status = reply.statusCode ?? 502;
    const mayHaveBody = status !== 204 && status !== 304;
    if (!mayHaveBody) delete headers['content-length'];
    switch (fault?.kind) {
      case 'commit-then-hang':
        return;
      case 'cut-response': {
        const head = [`HTTP/1.1 ${status} ${reply.statusMessage ?? ''}`];
        for (const [name, value] of Object.entries(headers)) head.push(`${name}: ${String(value)}`);
        const raw = Buffer.concat([
          Buffer.from(`${head.join('\r\n')}\r\n\r\n`),
          mayHaveBody ? body : Buffer.alloc(0),
        ]);
        const { socket } = response;
        socket?.write(raw.subarray(0, Math.floor(raw.byteLength * fault.at)), () => socket.destroy());
        return;
      }
      case 'stalled-body':
        response.writeHead(status, headers);
        response.write(body.subarray(0, Math.floor(body.byteLength * fault.at)));
        return;
      case 'truncated-json': {
        const truncated = isJson ? body.subarray(0, Math.floor(body.byteLength * fault.at)) : body;
        response.writeHead(status, {
          ...headers,
          ...(mayHaveBody && { 'content-length': String(truncated.byteLength) }),
        });
        response.end(mayHaveBody ? truncated : undefined);
        return;
      }
      default:
        response.writeHead(status, headers);
        response.end(mayHaveBody ? body : undefined);
    }
  }

  function passStream(reply: IncomingMessage, response: ServerResponse, fault: Fault | null): void {
    if (fault?.kind === 'commit-then-hang') {
      reply.resume();
      return;
    }
    response.writeHead(reply.statusCode ?? 502, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
    });
    response.flushHeaders();
    let passed = 0;
    const most =
      fault && 'at' in fault && fault.kind !== 'truncated-json' ? Math.floor(fault.at * 1500) : Infinity;
    const source = fault?.kind === 'scrambled-stream' ? scrambled(reply, fault.random) : reply;
    const copy = async () => {
      for await (const chunk of source) {
        const bytes = Buffer.from(chunk as Buffer).subarray(0, Math.max(0, most - passed));
        passed += bytes.byteLength;
        response.write(bytes);
        if (passed < most) continue;
        // Cut, or open for ever with nothing more to come.
        if (fault?.kind !== 'stalled-body') response.socket?.end();
        return;
      }
      response.end();
    };
    copy().catch(() => response.destroy());
  }

  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    triggered,
    requested,
    leaks,
    get requests() {
      return requests;
    },
    lie(kind, count, after, random) {
      lying = { kind, left: count, after, random };
    },
    beHonest() {
      lying = null;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
