import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { memoryEnvironment, memoryFlags } from '#core/hosting/memory-options.ts';
import { SessionResponse } from '#shared/desk/host.ts';
import type { CoreMeasures, FromCore, ToCore } from './core-messages.ts';

/** The process of the core, as a page and the rig see it. */
export interface CoreUnderTest {
  /** A request as a page of the app makes it. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** From here on is measured. */
  begin(): Promise<void>;
  measure(): Promise<CoreMeasures>;
  /** How the process ended before it was told to; null while it runs. */
  readonly finished: string | null;
  close(): Promise<void>;
}

export async function startCoreUnderTest(folder: string): Promise<CoreUnderTest> {
  const child = spawn(
    process.execPath,
    ['--expose-gc', ...memoryFlags, join(import.meta.dirname, 'core-process.ts'), folder],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...memoryEnvironment, ...process.env },
    },
  );
  let output = '';
  let exitReason: string | null = null;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-4000)));
  }
  const exited = once(child, 'exit').then(([code, signal]) => {
    exitReason = `The core ended with ${String(signal ?? code)}.\n${output}`;
    return exitReason;
  });
  const next = async (): Promise<FromCore> => {
    const message = once(child, 'message') as Promise<[FromCore]>;
    const first = await Promise.race([message, exited]);
    if (typeof first === 'string') throw new Error(first);
    return first[0];
  };
  const send = async (message: ToCore): Promise<CoreMeasures> => {
    const response = next();
    child.send(message);
    const reply = await response;
    if (!('measures' in reply)) throw new Error('The core said something else.');
    return reply.measures;
  };
  const ready = await next();
  if (!('ready' in ready)) throw new Error('The core did not say that it is ready.');
  const { origin, hash } = new URL(ready.ready);
  const session = await fetch(`${origin}/desk/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token: new URLSearchParams(hash.slice(1)).get('token') }),
  });
  const { bearer } = SessionResponse.parse(await session.json());
  return {
    request(path, init = {}) {
      if (!path.startsWith('/')) return fetch(path, init);
      const headers = new Headers(init.headers);
      headers.set('sec-fetch-site', 'same-origin');
      headers.set('authorization', `Bearer ${bearer}`);
      return fetch(`${origin}${path}`, { ...init, headers });
    },
    async begin() {
      await send('begin');
    },
    measure: () => send('measure'),
    get finished() {
      return exitReason;
    },
    async close() {
      if (exitReason === null) child.send('end' satisfies ToCore);
      await exited;
    },
  };
}
