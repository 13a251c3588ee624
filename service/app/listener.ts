import { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings, type ServerType } from '@hono/node-server';
import { closeStalledBodies } from '#service/http/stalled-bodies.ts';
import type { App } from './app.ts';

/** The service on a port. */
export interface Listener {
  /** The address to reach it at. */
  origin: string;
  /** Takes no new connections. @returns a function that ends those that are left, and waits until all are gone. */
  stop(): () => Promise<void>;
}

/** @param port 0 picks a free one. @throws Error when the address cannot be bound. */
export async function listenOn(app: App, port: number, host: string): Promise<Listener> {
  const server = createAdaptorServer({
    fetch: (request, env) => {
      const { incoming } = env as HttpBindings;
      return app.fetch(request, { ip: incoming.socket.remoteAddress ?? 'unknown', incoming });
    },
    // Uploads take as long as they take; headers do not, nor does a client that stops sending.
    serverOptions: { requestTimeout: 0, headersTimeout: 60_000, keepAliveTimeout: 75_000 },
  });
  if (server instanceof Server) closeStalledBodies(server);
  await bind(server, port, host);
  const bound = server.address() as AddressInfo;
  return {
    origin: `http://${reachableName(host)}:${bound.port}`,
    stop() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      return () => {
        if ('closeAllConnections' in server) server.closeAllConnections();
        return closed;
      };
    },
  };
}

const bind = (server: ServerType, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });

/** How a URL on this computer names the host that is listened on. */
function reachableName(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
