import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { DeskStatus, SessionResponse } from '#shared/desk/index.ts';

/** Starting the real programs for a benchmark, each on a folder of its own. */

export const root = resolve(import.meta.dirname, '../..');

export interface Running {
  origin: string;
  stop(): Promise<void>;
}

/** Spawns a program and resolves with the first match of `pattern` in what it prints. */
async function spawnUntil(
  command: string,
  args: readonly string[],
  pattern: RegExp,
  { channel = false, cwd = root } = {},
): Promise<{ child: ChildProcess; found: string; stop(): Promise<void> }> {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', ...(channel ? (['ipc'] as const) : [])],
    env: { ...process.env, DISPLAY: '' },
  });
  const exited = new Promise<void>((onComplete) => child.once('exit', () => onComplete()));
  let output = '';
  const found = await new Promise<string>((yes, no) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const match = pattern.exec(output)?.[0];
      if (match) yes(match);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void exited.then(() => no(new Error(`${command} ${args.join(' ')} ended early:\n${output}`)));
  });
  return {
    child,
    found,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

export interface LocalService extends Running {
  key: string;
  pid: number;
  /** What the service holds in memory once everything that nobody uses is collected; bytes. */
  memory(): Promise<NodeJS.MemoryUsage>;
}

const PROBED = ['--expose-gc', '--import', './build/bench/memory-probe.mjs'];

/**
 * The local service with a key that may do everything.
 * @param seed fills the database before the service starts.
 * @param checkout the folder of the checkout whose service it is; this one by default.
 */
export async function startService(
  seed?: (db: DatabaseSync, accountId: string) => Promise<void>,
  checkout = root,
): Promise<LocalService> {
  const data = await mkdtemp(join(tmpdir(), 'patchbay-bench-service-'));
  const result = await promisify(execFile)(
    process.execPath,
    ['service/main.ts', 'keys', 'create', '--data', data, '--account', 'bench'],
    { cwd: checkout },
  );
  if (seed) {
    const db = new DatabaseSync(join(data, 'patchbay.sqlite'));
    await seed(db, String(db.prepare("SELECT id FROM accounts WHERE name = 'bench'").get()?.['id']));
    db.close();
  }
  const service = await spawnUntil(
    process.execPath,
    [...PROBED, 'service/main.ts', '--data', data, '--port', '0', '--rate-limit', '100000000'],
    /http:\/\/127\.0\.0\.1:\d+/,
    { channel: true, cwd: checkout },
  );
  const { child } = service;
  return {
    origin: service.found,
    key: result.stdout.trim(),
    pid: child.pid!,
    memory: () =>
      new Promise((onComplete) => {
        child.once('message', (usage) => onComplete(usage as NodeJS.MemoryUsage));
        child.send('memory');
      }),
    async stop() {
      await service.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** A bare `node:http` server in a process of its own, answering every request with `body` and swallowing uploads. */
export async function startBareServer(body: string, contentType = 'application/json'): Promise<Running> {
  const program = `
    const { createServer } = require('node:http');
    const body = Buffer.from(process.argv[1], 'base64');
    // A connection stays open while the other side has its turn.
    createServer({ keepAliveTimeout: 0 }, (request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { 'content-type': process.argv[2], 'content-length': body.length });
        response.end(body);
      });
    }).listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port); });`;
  const server = await spawnUntil(
    process.execPath,
    ['-e', program, Buffer.from(body).toString('base64'), contentType],
    /http:\/\/127\.0\.0\.1:\d+/,
  );
  return { origin: server.found, stop: () => server.stop() };
}

export interface App extends Running {
  /** Address with a one-time token, for a browser. */
  url: string;
  /** Headers of a page that has exchanged its token. */
  headers: Record<string, string>;
  connectionId: string;
  /** A further one-time address, as a second start gets it. */
  join(): Promise<string>;
}

/**
 * The whole app behind the browser host, with a session as a page has it.
 * @param cwd the checkout whose app it is.
 */
export async function startAppHost(cwd = root): Promise<App> {
  const data = await mkdtemp(join(tmpdir(), 'patchbay-bench-app-'));
  const address = /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/;
  const args = ['build/start.mjs', '--browser', '--data', data];
  const host = await spawnUntil('node', args, address, { cwd });
  const { origin } = new URL(host.found);
  const joinUrl = async () => {
    const second = await spawnUntil('node', args, address, { cwd });
    await second.stop();
    return second.found;
  };
  const page = { origin, 'sec-fetch-site': 'same-origin' };
  const session = await fetch(`${origin}/desk/session`, {
    method: 'POST',
    headers: { ...page, 'content-type': 'application/json' },
    body: JSON.stringify({ token: /#token=(.+)$/.exec(await joinUrl())![1] }),
  });
  const { bearer } = (await session.json()) as SessionResponse;
  const headers = { ...page, authorization: `Bearer ${bearer}` };
  const status = await fetch(`${origin}/desk/status`, { headers });
  const { activeConnectionId } = (await status.json()) as Pick<DeskStatus, 'activeConnectionId'>;
  return {
    origin,
    url: host.found,
    headers,
    connectionId: activeConnectionId,
    join: joinUrl,
    async stop() {
      await host.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}
