import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A server of models on this computer, which speaks the OpenAI-compatible API and knows one key. */
export interface ModelServer {
  /** Without the `/v1` that people leave out. */
  origin: string;
  close(): Promise<void>;
}

const send = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** @param says what its one model, `words-1`, responds to anything. */
export async function startModelServer(key: string, says: string): Promise<ModelServer> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.headers.authorization !== `Bearer ${key}`) {
      return send(response, 401, { error: { message: `Incorrect API key provided: ${key}` } });
    }
    if (request.url === '/v1/models') return send(response, 200, { data: [{ id: 'words-1' }] });
    if (request.url !== '/v1/chat/completions') return send(response, 404, 'Not found');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const choice = { index: 0, delta: { content: says }, finish_reason: 'stop' };
    response.end(`data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
