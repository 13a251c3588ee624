import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { utilityProcess, type UtilityProcess } from 'electron';
import {
  ServiceLaunchError,
  type RunningService,
  type ServiceLauncher,
} from '#core/local-service/launcher.ts';

const listenWithin = 60_000;
const stopWithin = 8000;

/** Environment that the service needs; keys and options meant for other programs stay out. */
const passedOn = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'TMPDIR',
  'LANG',
  'TZ',
];

/**
 * Runs the local service in Electron's utility process, which ends with the app.
 * @param entry the bundled service.
 */
export function createUtilityServiceLauncher(entry: string): ServiceLauncher {
  const run = (args: readonly string[]): UtilityProcess =>
    utilityProcess.fork(entry, [...args], {
      stdio: 'pipe',
      serviceName: 'Patchbay local service',
      env: Object.fromEntries(
        passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
      ),
    });

  return {
    async start({ dataDirectory, port, signal }) {
      signal.throwIfAborted();
      const child = run(['--data', dataDirectory, '--port', String(port)]);
      const exited = whenGone(child);
      const complaint = tailOf(child.stderr);
      const silence = setTimeout(() => child.kill(), listenWithin);
      const abort = () => void child.kill();
      signal.addEventListener('abort', abort, { once: true });
      try {
        const origin = await Promise.race([firstOrigin(child.stdout), exited.then(() => null)]);
        if (origin === null) {
          await exited;
          throw launchError(complaint());
        }
        child.stdout?.resume();
        return {
          origin,
          pid: child.pid ?? null,
          exited,
          stop: () => stop(child, exited),
        } satisfies RunningService;
      } finally {
        clearTimeout(silence);
        signal.removeEventListener('abort', abort);
      }
    },

    async createKey({ dataDirectory, account, signal }) {
      signal.throwIfAborted();
      const child = run(['keys', 'create', '--data', dataDirectory, '--account', account]);
      const complaint = tailOf(child.stderr);
      let output = '';
      child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const abort = () => void child.kill();
      signal.addEventListener('abort', abort, { once: true });
      const code = await whenGone(child);
      signal.removeEventListener('abort', abort);
      const key = output.trim();
      if (code !== 0 || !/^\S{16,}$/.test(key)) throw launchError(complaint());
      return key;
    },
  };
}

function whenGone(child: UtilityProcess): Promise<number | null> {
  return new Promise((done) => child.once('exit', (code) => done(code)));
}

async function stop(child: UtilityProcess, exited: Promise<number | null>): Promise<void> {
  child.kill();
  const insist = setTimeout(() => {
    if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
  }, stopWithin);
  await exited;
  clearTimeout(insist);
}

async function firstOrigin(stdout: NodeJS.ReadableStream | null): Promise<string | null> {
  if (stdout === null) return null;
  for await (const line of createInterface({ input: stdout })) {
    const found = /https?:\/\/(\[[0-9a-f:]+\]|[\w.-]+):\d+/i.exec(line);
    if (found) return found[0];
  }
  return null;
}

function tailOf(stream: NodeJS.ReadableStream | null): () => string {
  let tail = '';
  (stream as Readable | null)?.on('data', (chunk: Buffer) => (tail = (tail + chunk.toString()).slice(-4000)));
  return () => tail.trim();
}

function launchError(complaint: string): ServiceLaunchError {
  const holder = /(?:process(?: id)?|pid)\D{0,10}(\d+)/i.exec(complaint)?.[1];
  const said = complaint.split('\n').at(-1)?.slice(0, 300);
  return new ServiceLaunchError(
    said ? `The local service did not start: ${said}` : 'The local service did not start.',
    holder ? Number(holder) : null,
  );
}
