import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { CoreLog } from '../options.ts';
import { ServiceLaunchError, type ServiceLauncher } from './launcher.ts';

const LISTEN_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 8_000;

/**
 * Smaller files go to the local service in one piece. On the same computer sending again costs less than putting
 * parts together, which reads and writes every byte once more.
 */
const SINGLE_UPLOAD_BYTES = 512 * 1024 * 1024;

/** A process of the service, whichever way the host started it. */
export interface ServiceProcess {
  readonly pid: number | undefined;
  stdout: Readable;
  stderr: Readable;
  /** Resolves with the exit code once it is gone; null when a signal ended it or it never was. */
  exited: Promise<number | null>;
  /** Asks it to end; nothing is done to one that is gone, nor by `kill`. */
  end(): void;
  /** Ends it at once. */
  kill(): void;
}

/** Starts the service's program: as the service, which must not outlive this process, or for one command. */
export type StartServiceProcess = (args: readonly string[], as: 'service' | 'command') => ServiceProcess;

/** Runs the local service in processes that the host starts. */
export function createProcessLauncher(startProcess: StartServiceProcess, log: CoreLog): ServiceLauncher {
  return {
    async start({ dataDirectory, port, signal }) {
      signal.throwIfAborted();
      const threshold = ['--multipart-threshold', String(SINGLE_UPLOAD_BYTES)];
      const service = startProcess(
        ['--data', dataDirectory, '--port', String(port), ...threshold],
        'service',
      );
      const { exited } = service;
      const errors = lastLines(service.stderr, (line) => log.debug({ line }, 'local service'));
      const silence = setTimeout(() => service.kill(), LISTEN_TIMEOUT_MS);
      const abort = () => service.end();
      signal.addEventListener('abort', abort, { once: true });
      try {
        const origin = await Promise.race([firstOrigin(service.stdout), exited.then(() => null)]);
        if (origin === null) {
          await exited;
          throw launchError(errors());
        }
        service.stdout.resume();
        return { origin, pid: service.pid ?? null, exited, stop: () => stop(service) };
      } finally {
        clearTimeout(silence);
        signal.removeEventListener('abort', abort);
      }
    },

    async createKey({ dataDirectory, account, language, signal }) {
      signal.throwIfAborted();
      const command = startProcess(
        ['keys', 'create', '--data', dataDirectory, '--account', account, '--sample', '--language', language],
        'command',
      );
      const abort = () => command.end();
      signal.addEventListener('abort', abort, { once: true });
      const errors = lastLines(command.stderr, () => {});
      let output = '';
      command.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
      const code = await command.exited;
      signal.removeEventListener('abort', abort);
      const key = output.trim();
      if (code !== 0 || !/^\S{16,}$/.test(key)) throw launchError(errors());
      return key;
    },
  };
}

/** What the service needs from our environment; proxies, options for Node and secrets of other programs stay here. */
export function serviceEnvironment(): Record<string, string> {
  const allowedVariables = [
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
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && allowedVariables.includes(name.toUpperCase()) ? [[name, value]] : [],
    ),
  );
}

async function stop(service: ServiceProcess): Promise<void> {
  service.end();
  const insist = setTimeout(() => service.kill(), STOP_TIMEOUT_MS);
  await service.exited;
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
  const errorLine = (
    lines.find((line) => /^(\w*Error\b|patchbay-service:)/.test(line)) ?? lines.at(-1)
  )?.slice(0, 300);
  return new ServiceLaunchError(
    errorLine ? `The local service did not start: ${errorLine}` : 'The local service did not start.',
    holder ? Number(holder) : null,
  );
}
