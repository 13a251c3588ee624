import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { CoreLog } from '../options.ts';
import { ServiceLaunchError, type RunningService, type ServiceLauncher } from './launcher.ts';

const LISTEN_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 8_000;

/**
 * Run in the child before the service: when our end of its stdin closes, however this process ended, the service is
 * asked to stop. Inline, so that it needs no file of its own once the app is bundled.
 */
const END_WITH_PARENT = `data:text/javascript,${encodeURIComponent(
  `process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).on('error', () => {}).resume(); process.stdin.unref?.();`,
)}`;

export interface SpawnLauncherOptions {
  /** The service's entry: `service/main.ts`, or the bundled file. */
  entry: string;
  /** Node to run it with; the one running now unless told. */
  execPath?: string;
  log: CoreLog;
}

/**
 * Smaller files go to the local service in one piece. On the same computer sending again costs less than putting
 * parts together, which reads and writes every byte once more.
 */
const WHOLE_UPLOAD_BYTES = 512 * 1024 * 1024;

/** Runs the local service as a child process of this one. */
export function createSpawnLauncher(options: SpawnLauncherOptions): ServiceLauncher {
  const execPath = options.execPath ?? process.execPath;

  const run = (args: string[], keepAlive: boolean): ChildProcessByStdio<Writable, Readable, Readable> =>
    spawn(execPath, [...(keepAlive ? ['--import', END_WITH_PARENT] : []), options.entry, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: childEnvironment(),
      windowsHide: true,
    });

  return {
    async start({ dataDirectory, port, signal }) {
      signal.throwIfAborted();
      const child = run(
        [
          '--data',
          dataDirectory,
          '--port',
          String(port),
          '--multipart-threshold',
          String(WHOLE_UPLOAD_BYTES),
        ],
        true,
      );
      const exited = whenGone(child);
      const stop = () => stopChild(child, exited);
      // The child must not outlive us; `kill` is all that can be done once the process is leaving.
      const kill = () => void child.kill('SIGTERM');
      process.once('exit', kill);
      void exited.then(() => process.removeListener('exit', kill));

      const errors = lastLines(child.stderr, (line) => options.log.debug({ line }, 'local service'));
      const silence = setTimeout(() => child.kill('SIGKILL'), LISTEN_WITHIN_MS);
      const abort = () => void child.kill('SIGTERM');
      signal.addEventListener('abort', abort, { once: true });
      try {
        const origin = await Promise.race([firstOrigin(child.stdout), exited.then(() => null)]);
        if (origin === null) {
          await exited;
          throw launchError(errors());
        }
        child.stdout.resume();
        const running: RunningService = { origin, pid: child.pid ?? null, exited, stop };
        return running;
      } finally {
        clearTimeout(silence);
        signal.removeEventListener('abort', abort);
      }
    },

    async createKey({ dataDirectory, account, signal }) {
      signal.throwIfAborted();
      const child = run(['keys', 'create', '--data', dataDirectory, '--account', account], false);
      child.stdin.end();
      const abort = () => void child.kill('SIGTERM');
      signal.addEventListener('abort', abort, { once: true });
      const errors = lastLines(child.stderr, () => {});
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
      const code = await whenGone(child);
      signal.removeEventListener('abort', abort);
      const key = output.trim();
      if (code !== 0 || !/^\S{16,}$/.test(key)) throw launchError(errors());
      return key;
    },
  };
}

/** What the service needs from our environment; proxies, options for Node and secrets of other programs stay here. */
function childEnvironment(): NodeJS.ProcessEnv {
  const wanted = [
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
    'LC_ALL',
    'TZ',
    'NODE_COMPILE_CACHE',
    'XDG_DATA_HOME',
    'XDG_CACHE_HOME',
    'FONTCONFIG_PATH',
    'FONTCONFIG_FILE',
  ];
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => wanted.includes(name.toUpperCase())),
  );
}

function whenGone(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.once('error', () => resolve(null));
  });
}

async function stopChild(child: ChildProcess, exited: Promise<number | null>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const insist = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await exited;
  clearTimeout(insist);
}

async function firstOrigin(stdout: Readable): Promise<string | null> {
  for await (const line of createInterface({ input: stdout })) {
    const found = /https?:\/\/(\[[0-9a-f:]+\]|[\w.-]+):\d+/i.exec(line);
    if (found) return found[0];
  }
  return null;
}

/** Keeps the end of what a stream said. */
function lastLines(stream: Readable, onLine: (line: string) => void): () => string {
  const lines: string[] = [];
  createInterface({ input: stream }).on('line', (line) => {
    lines.push(line);
    if (lines.length > 20) lines.shift();
    onLine(line);
  });
  return () => lines.join('\n');
}

function launchError(stderr: string): ServiceLaunchError {
  const holder = /(?:process(?: id)?|pid)\D{0,10}(\d+)/i.exec(stderr)?.[1];
  const lines = stderr.trim().split('\n');
  // A crash ends with frames and a version; what went wrong stands above them.
  const said = (lines.find((line) => /^(\w*Error\b|patchbay-service:)/.test(line)) ?? lines.at(-1))?.slice(
    0,
    300,
  );
  return new ServiceLaunchError(
    said ? `The local service did not start: ${said}` : 'The local service did not start.',
    holder ? Number(holder) : null,
  );
}
