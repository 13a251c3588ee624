import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { builtProgram } from '#native/testing/built-program.ts';

/** The worker's program, for tests that need it in a process of its own. */
const WORKER_PROGRAM = builtProgram(new URL('../worker-main.ts', import.meta.url), 'service/worker-main.js');

export interface WorkerProcess {
  pid: number;
  /** What it said on standard error. */
  said(): string;
  /** Resolves with the exit code once it is gone; null when a signal ended it. */
  exited: Promise<number | null>;
  signal(name: NodeJS.Signals): void;
}

/** The workers of a test. */
export class WorkerPrograms {
  readonly #running = new Set<ChildProcess>();

  /**
   * Starts a worker; resolves once it takes work.
   * @param flags by name. @param program another entry, as one with nodes of its own
   * @throws Error with what it said when it ends instead
   */
  async start(
    flags: Readonly<Record<string, string>>,
    program: readonly string[] = [WORKER_PROGRAM],
  ): Promise<WorkerProcess> {
    const worker = this.run(flags, program);
    const ready = once(worker.child.stdout!, 'data');
    const ended = worker.exited.then((code) => {
      throw new Error(`The worker ended (${code}) before it was ready:\n${worker.said()}`);
    });
    await Promise.race([ready, ended]);
    ended.catch(() => {});
    return worker;
  }

  /** Starts a worker, whatever becomes of it. */
  run(
    flags: Readonly<Record<string, string>>,
    program: readonly string[] = [WORKER_PROGRAM],
  ): WorkerProcess & { child: ChildProcess } {
    const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
    const child = spawn(process.execPath, [...program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-100_000);
    });
    const exited = (once(child, 'exit') as Promise<[number | null]>).then(([code]) => code);
    return {
      child,
      pid: child.pid!,
      exited,
      said: () => output,
      signal: (name) => child.kill(name),
    };
  }

  /** Ends what still runs: for the end of a test, however it went. */
  async killAll(): Promise<void> {
    const ends = [...this.#running].map(async (child) => {
      const exited = once(child, 'exit');
      child.kill('SIGCONT');
      child.kill('SIGKILL');
      await exited;
    });
    await Promise.all(ends);
  }
}
