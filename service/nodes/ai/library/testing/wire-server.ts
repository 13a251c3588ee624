import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service of models on a port of this machine that speaks the wire format of one provider, as the test says. */

export interface WireRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export type WireReply = (response: ServerResponse, request: WireRequest) => void;

export interface WireServer {
  origin: string;
  /** What arrived, in order. */
  requests: WireRequest[];
  /** What is answered, by method and the beginning of the path: `POST /v1/images`. Of several the longest counts. */
  routes: Map<string, WireReply>;
  close(): Promise<void>;
}

export async function startWireServer(): Promise<WireServer> {
  const requests: WireRequest[] = [];
  const routes = new Map<string, WireReply>();
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request: WireRequest = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString('latin1'),
      };
      requests.push(request);
      const line = `${request.method} ${request.path}`;
      const [route] = [...routes].filter(([start]) => line.startsWith(start)).toSorted(byLength);
      if (route === undefined) response.writeHead(404).end('{}');
      else route[1](response, request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    routes,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const byLength = ([a]: [string, WireReply], [b]: [string, WireReply]): number => b.length - a.length;

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): WireReply =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

export const bytes =
  (contentType: string, body: Uint8Array | string, status = 200): WireReply =>
  (response) =>
    void response.writeHead(status, { 'content-type': contentType }).end(body);

/** Events of a stream; a string is sent as it is. */
export const events =
  (list: readonly (object | string)[], names = false): WireReply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of list) {
      const name =
        names && typeof event === 'object' && 'type' in event ? `event: ${String(event.type)}\n` : '';
      response.write(`${name}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
    }
    response.end();
  };

/** One reply after the other; the last one stays. */
export function inTurn(...replies: readonly WireReply[]): WireReply {
  const remaining = [...replies];
  return (response, request) => {
    const reply = remaining.length > 1 ? remaining.shift() : remaining[0];
    reply?.(response, request);
  };
}
