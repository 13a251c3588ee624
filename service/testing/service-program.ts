import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { builtProgram } from '#native/testing/built-program.ts';
import { databaseFlags } from './database-under-test.ts';
import type { MainThreadReport } from './main-thread-monitor.ts';

/** The service's program, for tests that need it in a process of its own. */
export const SERVICE_PROGRAM = builtProgram(new URL('../main.ts', import.meta.url), 'service/main.js');

const MONITOR = new URL('./main-thread-monitor.ts', import.meta.url).href;

export interface ServiceProcess {
  origin: string;
  pid: number;
  /** Resolves with the exit code once it is gone; null when a signal ended it. */
  exited: Promise<number | null>;
  /** Asks it to end. Resolves when it is gone. @returns the exit code, null when a signal ended it. */
  stop(): Promise<number | null>;
  /** Ends it without a warning. Resolves when it is gone. */
  kill(): Promise<void>;
  /** What the main thread did since the last report; of a process started with `monitored`. */
  report(): Promise<MainThreadReport>;
}

/** Makes a key that may do everything, with its account. @param url of the database, where that is no file of the folder */
export async function createServiceKey(data: string, account = 'me', url?: string): Promise<string> {
  const database = url ?? (await databaseFlags(data)).database;
  const elsewhere = database === undefined ? [] : ['--database', database];
  const args = [SERVICE_PROGRAM, 'keys', 'create', '--data', data, ...elsewhere, '--account', account];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout.trim();
}

/** The services on one data folder, one after the other; the folder stays when they end. */
export class ServiceProgram {
  readonly #data: string;
  readonly #running = new Set<ChildProcess>();

  constructor(data: string) {
    this.#data = data;
  }

  /**
   * Starts the service on a free port; resolves once it says that it is ready.
   * @param flags of `serve`, by name. @throws Error with what it said when it ends instead.
   */
  async start(
    flags: Readonly<Record<string, string | number>> = {},
    { monitored = false }: { monitored?: boolean } = {},
  ): Promise<ServiceProcess> {
    const all = { data: this.#data, port: 0, ...(await databaseFlags(this.#data)), ...flags };
    const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const child = spawn(
      process.execPath,
      [...(monitored ? ['--import', MONITOR] : []), SERVICE_PROGRAM, ...args],
      { stdio: ['ignore', 'pipe', 'pipe', ...(monitored ? ['ipc' as const] : [])] },
    );
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    const exited = once(child, 'exit') as Promise<[number | null]>;
    return {
      origin: await originOf(child),
      pid: child.pid!,
      exited: exited.then(([code]) => code),
      stop: async () => {
        child.kill('SIGTERM');
        const [code] = await exited;
        return code;
      },
      kill: async () => {
        child.kill('SIGKILL');
        await exited;
      },
      report: async () => {
        if (!monitored) throw new Error('This process was not started with a monitor.');
        const answered = once(child, 'message') as Promise<[MainThreadReport]>;
        child.send('report');
        const [report] = await answered;
        return report;
      },
    };
  }

  /** Ends what still runs: for the end of a test, however it went. */
  async killAll(): Promise<void> {
    const ends = [...this.#running].map(async (child) => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    });
    await Promise.all(ends);
  }
}

/** The address that the service prints; what it prints from then on is read and forgotten. */
function originOf(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-100_000);
      const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (origin !== undefined) found(origin);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', failed);
    child.once('exit', () => failed(new Error(`The service ended before it was ready:\n${output}`)));
  });
}
