import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { API_PREFIX, matchEndpoint, type EndpointId, type NamedEndpoint } from '#shared/api/index.ts';
import type { Random } from '../random.ts';
import { validResponse, PICTURE } from './honest-responses.ts';
import { mutationKinds, mutations, type MutationKind } from './mutations.ts';
import { sendReply, type Reply } from './reply.ts';

/** A hosted service each of whose responses may be another than it should be: of the API, of signed addresses, of streams. */
export interface HostileService {
  readonly origin: string;
  /** From now on the share of responses that are mutated; 0 is an honest service. */
  mutate(share: number): void;
  readonly responded: number;
  readonly mutated: ReadonlyMap<MutationKind, number>;
  /** Endpoints whose responses were mutated, and signed addresses as `signed`. */
  readonly met: ReadonlySet<EndpointId | 'signed'>;
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 1024 ** 2;

export async function startHostileService(random: Random): Promise<HostileService> {
  const mutated = new Map<MutationKind, number>();
  const requested = new Set<EndpointId | 'signed'>();
  const sockets = new Set<Socket>();
  let share = 0;
  let origin = '';

  const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > MAX_BODY_BYTES) request.destroy();
    });
    request.on('error', () => {});
    request.on('end', () => respond(request, response));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });

  function validReply({
    method = '',
    url = '',
  }: IncomingMessage): { reply: Reply; kind: EndpointId | 'signed' } | null {
    const { pathname } = new URL(url, origin);
    const base = { status: 200, mode: 'plain' as const };
    if (pathname.startsWith('/signed/')) {
      const headers = { 'content-type': 'image/png', etag: '"e"' };
      return {
        reply: { ...base, headers, body: method === 'PUT' ? Buffer.alloc(0) : PICTURE },
        kind: 'signed',
      };
    }
    const { found } = matchEndpoint(method, pathname.slice(API_PREFIX.length));
    if (!found) return null;
    return { reply: { ...base, ...apiReply(found.endpoint, origin, random) }, kind: found.endpoint.id };
  }

  function respond(request: IncomingMessage, response: ServerResponse): void {
    const found = validReply(request);
    if (!found) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"error":{"code":"NOT_FOUND","message":"There is nothing here."}}');
      return;
    }
    if (!random.bool(share)) return sendReply(found.reply, request, response);
    const kind = random.pick(mutationKinds);
    mutated.set(kind, (mutated.get(kind) ?? 0) + 1);
    requested.add(found.kind);
    try {
      sendReply(mutations[kind](found.reply, random), request, response);
    } catch {
      // Node refuses to write some headers; the connection that ends is as bad a response as they are.
      request.socket.destroy();
    }
  }

  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    mutated,
    met: requested,
    mutate(next) {
      share = next;
    },
    get responded() {
      return [...mutated.values()].reduce((sum, count) => sum + count, 0);
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The response of an honest service. */
function apiReply(
  endpoint: NamedEndpoint,
  origin: string,
  random: Random,
): Pick<Reply, 'status' | 'headers' | 'body'> {
  const { status } = endpoint;
  switch (endpoint.responseKind) {
    case 'empty':
      return { status, headers: {}, body: Buffer.alloc(0) };
    case 'event-stream': {
      const body = Buffer.from(
        'id: 1\ndata: {"id":"1","type":"run.started","runId":"r","createdAt":"x"}\n\n',
      );
      return { status, headers: { 'content-type': 'text/event-stream' }, body };
    }
    case 'zip':
      return {
        status,
        headers: { 'content-type': 'application/zip' },
        body: Buffer.from('PK\u0005\u0006'),
      };
    default: {
      const body = Buffer.from(JSON.stringify(validResponse(endpoint, origin, random)));
      return { status, headers: { 'content-type': 'application/json' }, body };
    }
  }
}
