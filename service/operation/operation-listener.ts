import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { migrations } from '#service/storage/migrations/index.ts';
import { Metrics, type RequestMeasurement, type MeasuredService } from './metrics.ts';
import { migrationCount } from './rows.ts';

/**
 * Figures and health for who operates the service, on an address of its own that the public side does not have: `/metrics`, `/healthz`
 * (the process answers) and `/readyz` (its database does too, and has all tables).
 */
export interface OperationListener {
  /** As `127.0.0.1:9464`. */
  address: string;
  /** Counts a request of the public side. */
  record: (request: RequestMeasurement) => void;
  /** From here on the service may be ready. */
  watch(service: MeasuredService): void;
  /** From here on it is not ready any more. */
  ending(): void;
  close(): Promise<void>;
}

/** A database that has not answered by then is not there, milliseconds. */
const READY_LIMIT_MS = 2000;

/** @throws Error when the address cannot be bound */
export async function listenForOperation({
  host,
  port,
}: {
  host: string;
  port: number;
}): Promise<OperationListener> {
  const metrics = new Metrics();
  let service: MeasuredService | null = null;
  let isEnding = false;

  const readiness = async (): Promise<string | null> => {
    if (isEnding) return 'ending';
    if (service === null) return 'starting';
    return await databaseFault(service);
  };
  const respond = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === '/healthz') return end(response, 200, 'alive');
    if (path === '/readyz') {
      const fault = await readiness();
      return end(response, fault === null ? 200 : 503, fault ?? 'ready');
    }
    if (path !== '/metrics') return end(response, 404, 'There are /metrics, /healthz and /readyz.');
    const text = await metrics.text(isEnding ? null : service);
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
  };
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    respond(path, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // It keeps no process alive that has nothing else to do.
  server.unref();
  const bound = server.address() as AddressInfo;
  return {
    address: `${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`,
    record: (request) => metrics.record(request),
    watch(running) {
      service = running;
    },
    ending() {
      isEnding = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

/** @returns why the database cannot be used, in a few words; null while it can */
async function databaseFault({ db }: MeasuredService): Promise<string | null> {
  const timeout = Promise.withResolvers<null>();
  const timer = setTimeout(() => timeout.resolve(null), READY_LIMIT_MS);
  try {
    const count = await Promise.race([migrationCount(db), timeout.promise]);
    if (count === null) return 'the database does not answer';
    return count === migrations.length ? null : 'the database has tables of another version';
  } catch {
    return 'the database cannot be reached';
  } finally {
    clearTimeout(timer);
  }
}
