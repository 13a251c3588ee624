import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service whose response to one request is held back, so that a story can do something in the middle of it. */
export interface GatedService {
  origin: string;
  /** Resolves once a request that is to be held has come. */
  held: Promise<void>;
  /** Methods and paths that went through, in order. */
  seen: string[];
  close(): void;
}

/**
 * Stands in front of a service and passes everything through but what `holds` names: that never gets a response.
 * @param holds of method and path.
 */
export async function startGatedService(
  target: string,
  holds: (method: string, path: string) => boolean,
): Promise<GatedService> {
  const seen: string[] = [];
  let tell = () => {};
  const held = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = 'GET', url = '/' } = incoming;
    if (holds(method, url)) {
      incoming.resume();
      return tell();
    }
    seen.push(`${method} ${url.replace(/\?.*/, '')}`);
    const { host: _host, ...headers } = incoming.headers;
    const onward = ask(new URL(url, target), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
    return undefined;
  };
  const server = createServer(pass);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held,
    seen,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
