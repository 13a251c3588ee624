import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy that gives each request to the next service, as nginx does; a service that is not there is left out. */
export interface RoundRobin {
  origin: string;
  /** The services that are asked from now on, by their addresses. */
  setServices(origins: readonly string[]): void;
  close(): Promise<void>;
}

export async function startRoundRobin(services: readonly string[]): Promise<RoundRobin> {
  let origins = [...services];
  let index = 0;
  const server = createServer((incoming, outgoing) => {
    index += 1;
    forward(incoming, outgoing, origins[index % origins.length]);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setServices(present) {
      origins = [...present];
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, origin: string | undefined): void {
  if (origin === undefined) {
    outgoing.writeHead(502).end();
    return;
  }
  const onward = request(
    new URL(incoming.url ?? '/', origin),
    { method: incoming.method, headers: incoming.headers },
    (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
      response.once('error', () => outgoing.destroy());
      outgoing.once('close', () => response.destroy());
    },
  );
  onward.once('error', () => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  incoming.pipe(onward);
}
