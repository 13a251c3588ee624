import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a server of a test was asked. */
export interface Asked {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface TestServer {
  origin: string;
  asked: Asked[];
}

export type Responder = (
  asked: Asked,
  response: ServerResponse,
  request: IncomingMessage,
) => void | Promise<void>;

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export const sendApiError = (
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void =>
  sendJson(response, status, { error: { code, message: `Refused: ${code}.`, requestId: null } }, headers);

/** What a service says that holds nothing. */
export const EMPTY_LIST = { data: [], hasMore: false, nextCursor: null };
export const respondEmpty: Responder = (_asked, response) => sendJson(response, 200, EMPTY_LIST);

/** A real HTTP server on a free loopback port that lives as long as the test. Bodies are read before `respond` is called. */
export async function startServer(
  respond: Responder,
  { onBytes }: { onBytes?: (url: string, bytes: number) => void } = {},
): Promise<TestServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      onBytes?.(request.url ?? '', chunk.byteLength);
    });
    request.on('end', () => {
      const one: Asked = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
      };
      asked.push(one);
      Promise.resolve(respond(one, response, request)).catch((error: unknown) => {
        response.writeHead(599).end(String(error));
      });
    });
    request.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
