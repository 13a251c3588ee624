import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Random } from '../random.ts';
import { findLocalService } from './local-service.ts';

/** What stands between the desktop process and its service: everybody lives on, and responses get lost. */
export interface DropProxy {
  origin: string;
  /** Writes that the service had answered, and whose answer nobody got. */
  readonly dropped: number;
  /** The responses of the next writes get lost. */
  dropNext(count: number): void;
  close(): Promise<void>;
}

/** Of the writes, beside those that are to be lost. */
const DROP_SHARE = 0.03;

/** @param data data folder, whose service may die and come back elsewhere. */
export async function startDropProxy(data: string, random: Random): Promise<DropProxy> {
  let dropping = 0;
  let dropped = 0;
  let origin = '';
  const isDropped = ({ method }: IncomingMessage): boolean => {
    if (method === 'GET' || method === 'HEAD') return false;
    if (dropping > 0) dropping -= 1;
    else if (!random.bool(DROP_SHARE)) return false;
    return true;
  };

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = (await findLocalService(data)).origin;
    const reply = await forward(request, await buffer(request), target);
    const headers = { ...reply.headers };
    if (headers['content-type']?.startsWith('text/event-stream') === true) {
      response.writeHead(reply.statusCode ?? 502, headers);
      reply.pipe(response);
      response.once('close', () => reply.destroy());
      return;
    }
    const raw = await buffer(reply);
    // Where bytes are to be sent to is told by the service: they come this way as well.
    const isJson = headers['content-type']?.includes('json') === true;
    const body = isJson ? Buffer.from(raw.toString().replaceAll(target, origin)) : raw;
    if (isDropped(request)) {
      dropped += 1;
      request.socket.destroy();
      return;
    }
    delete headers['transfer-encoding'];
    const hasBody = reply.statusCode !== 204 && reply.statusCode !== 304;
    response.writeHead(reply.statusCode ?? 502, {
      ...headers,
      ...(hasBody && request.method !== 'HEAD' && { 'content-length': String(body.byteLength) }),
    });
    response.end(hasBody ? body : undefined);
  }

  const server = createServer((request, response) => {
    for (const side of [request, response]) side.on('error', () => undefined);
    // The service has died, or not started yet.
    pass(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    get dropped() {
      return dropped;
    },
    dropNext(count) {
      dropping = count;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function forward(request: IncomingMessage, body: Buffer, target: string): Promise<IncomingMessage> {
  const { 'accept-encoding': _encoding, connection: _connection, ...headers } = request.headers;
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(`${target}${request.url}`, {
      method: request.method,
      headers: { ...headers, host: new URL(target).host },
      agent: false,
    });
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    // Who leaves a stream leaves it at the service, too.
    request.socket.once('close', () => outgoing.destroy());
    outgoing.end(body);
  });
}
