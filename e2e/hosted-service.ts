import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';

/** Services somewhere else, as the app sees them: the service's own program, and one of another build in front of it. */

const root = resolve(import.meta.dirname, '..');
const program = join(root, 'service/main.ts');

export interface HostedService {
  origin: string;
  /** A key for an account of its own. */
  key: string;
  revokeKey(): Promise<void>;
  /** Makes another key for the same account. */
  createKey(): Promise<string>;
  stop(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
}

/** Runs the service's program on a data folder. @param flags of `serve`. */
export async function startHostedService(
  dataFolder: string,
  flags: readonly string[] = [],
): Promise<HostedService> {
  let child: ChildProcess | null = null;
  const launch = (port: string) =>
    new Promise<string>((found, failed) => {
      child = spawn(process.execPath, [program, '--data', dataFolder, '--port', port, ...flags], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
        if (origin) found(origin);
      };
      child.stdout!.on('data', read);
      child.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.once('exit', () => failed(new Error(`The service ended:\n${output}`)));
    });
  const keys = async (...args: string[]) =>
    (
      await promisify(execFile)(process.execPath, [program, 'keys', ...args, '--data', dataFolder], {
        cwd: root,
      })
    ).stdout.trim();
  const createKey = () => keys('create', '--account', 'studio');
  const key = await createKey();
  const origin = await launch('0');
  return {
    origin,
    key,
    createKey,
    revokeKey: async () => void (await keys('revoke', key)),
    async stop() {
      const running = child;
      child = null;
      if (!running || running.exitCode !== null) return;
      const ended = new Promise((done) => running.once('exit', done));
      running.kill('SIGTERM');
      await ended;
    },
    start: async () => void (await launch(new URL(origin).port)),
  };
}

/** What stands between the app and a service: changes JSON on its way. */
export type Rewrite = (path: string, body: unknown) => unknown;

/**
 * A service of another build: passes everything on to the real one, and its JSON responses through `rewrite`.
 * `refuses` lists operations of PATCH that it does not know; asked for one, it responds as such a
 * service does. `rewriteSent` is for what the app sends.
 */
export async function startOtherBuild(
  target: string,
  rewrite: Rewrite,
  refuses: readonly string[],
  rewriteSent: Rewrite = (_path, body) => body,
): Promise<{ origin: string; methods: string[]; close(): void }> {
  const methods: string[] = [];
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    const body = await buffer(request);
    if (path.endsWith('/document')) methods.push(request.method ?? '');
    const asked = request.method === 'PATCH' ? operationNames(body) : [];
    const unknown = asked.find((name) => refuses.includes(name));
    if (unknown !== undefined) {
      const error = { code: 'INVALID_REQUEST', message: `operations: ${unknown} is not known.` };
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error }));
      return;
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name))
        headers.set(name, value);
    }
    const received = await fetch(`${target}${path}`, {
      method: request.method,
      headers,
      ...(body.byteLength > 0 && {
        body: JSON.stringify(rewriteSent(path, JSON.parse(body.toString()))),
      }),
    });
    const isJson = received.headers.get('content-type')?.includes('application/json') === true;
    const bytes = Buffer.from(await received.arrayBuffer());
    const sent =
      isJson && bytes.byteLength > 0
        ? Buffer.from(JSON.stringify(rewrite(path, JSON.parse(bytes.toString()))))
        : bytes;
    const out: Record<string, string> = { 'content-length': String(sent.byteLength) };
    for (const [name, value] of received.headers) {
      if (!['content-length', 'content-encoding', 'transfer-encoding', 'etag'].includes(name))
        out[name] = value;
    }
    response.writeHead(received.status, out);
    response.end(received.status === 304 || received.status === 204 ? undefined : sent);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    methods,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function operationNames(body: Buffer): string[] {
  const { operations = [] } = JSON.parse(body.toString()) as { operations?: { op: string }[] };
  return operations.map(({ op }) => op);
}
