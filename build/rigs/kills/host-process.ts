import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HostLink, hostLinksPath, HostRendezvous, rendezvousFileName } from '#shared/desk/host.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Real time within which the app is ready. Milliseconds. */
const START_TIMEOUT_MS = 120_000;

/** Programs that are started again and again are compiled once. */
export const quickStart = { ...process.env, NODE_COMPILE_CACHE: join(root, '.cache/compiled') };

/** The browser host with its core and local service, as the start command runs them. */
export interface HostProcess {
  pid: number;
  /** A fresh one-time address. */
  link(): Promise<string>;
  kill(): Promise<void>;
  /** Ends it as a person does. */
  stop(): Promise<void>;
}

function emptyPages(folder: string): string {
  const pages = join(folder, 'no-pages');
  mkdirSync(pages, { recursive: true });
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Patchbay</title>');
  return pages;
}

/** @param folder data folder of the app. @param pages folder of the built pages; without it there are none to look at. */
export async function startHostProcess(folder: string, pages = emptyPages(folder)): Promise<HostProcess> {
  const child = spawn(
    process.execPath,
    [join(root, 'electron/browser-host/main.ts'), '--data', join(folder, 'data'), '--pages', pages],
    // With a channel to us it ends with us, also when the rig is interrupted.
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: quickStart },
  );
  const exited = whenExited(child);
  let output = '';
  const first = await new Promise<string>((found, failed) => {
    const read = (chunk: Buffer) => (output += chunk.toString());
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('message', (message: { ready?: string }) => message.ready !== undefined && found(message.ready));
    void exited.then(() => failed(new Error(`The host ended before it was ready:\n${output}`)));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      failed(new Error(`The host is not ready after ${START_TIMEOUT_MS / 1000} s. It said:\n${output}`));
    }, START_TIMEOUT_MS);
    child.once('message', () => clearTimeout(timer));
    void exited.then(() => clearTimeout(timer));
  });
  let unused: string | null = first;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  return {
    pid: child.pid ?? 0,
    async link() {
      const port = unused;
      unused = null;
      if (port !== null) return port;
      const note = HostRendezvous.parse(
        JSON.parse(readFileSync(join(folder, 'data', rendezvousFileName), 'utf8')),
      );
      const response = await fetch(`${note.origin}${hostLinksPath}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${note.launchSecret}` },
        signal: AbortSignal.timeout(START_TIMEOUT_MS),
      });
      return HostLink.parse(await response.json()).url;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

export const whenExited = (child: ChildProcess): Promise<void> =>
  new Promise((onComplete) => {
    child.once('exit', () => onComplete());
    child.once('error', () => onComplete());
  });

/** Process of the local service; null while there is none to be known of. */
export function servicePid(folder: string): number | null {
  const file = join(folder, 'data/desk/local-service.json');
  if (!existsSync(file)) return null;
  try {
    const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number };
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}
