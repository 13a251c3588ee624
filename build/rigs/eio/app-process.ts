import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DeskStatus } from '#shared/desk/index.ts';
import { servicePid } from '../kills/host-process.ts';
import type { RawResponse } from '../typed-calls.ts';

/** Calls that a failing disk refuses. Those that only files have: what goes over sockets is left alone. */
const FAILING_CALLS = 'pwrite64,fsync,fdatasync,ftruncate,rename,link,unlink,mkdir';
const RESPONSE_TIMEOUT_MS = 60_000;

/** An app as processes of its own, whose calls can be made to fail. @param folder its data is in `data` below it. */
export class AppProcess {
  readonly #folder: string;
  #child: ChildProcess | null = null;
  #port = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Starts it, or starts it again where it has ended; resolves once the local service runs. */
  async ensureRunning(): Promise<void> {
    if (!this.isAlive()) {
      const child = fork(join(import.meta.dirname, 'app.ts'), [join(this.#folder, 'data')], {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        execArgv: [],
      });
      this.#child = child;
      const [{ port }] = (await once(child, 'message')) as [{ port: number }];
      this.#port = port;
    }
    for (;;) {
      const { text } = await this.request('GET', '/desk/status');
      const { localService } = DeskStatus.parse(JSON.parse(text));
      if (localService.state === 'running') return;
      if (localService.state === 'failed') await this.request('POST', '/desk/local-service/restart');
      await pause(50);
    }
  }

  /**
   * @param body JSON text, or bytes.
   * @throws Error when no response comes at all.
   */
  async request(method: string, path: string, body: string | Uint8Array | null = null): Promise<RawResponse> {
    const isBytes = body instanceof Uint8Array;
    const response = await fetch(`http://127.0.0.1:${this.#port}${path}`, {
      method,
      headers: { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' },
      body: isBytes ? Buffer.from(body) : body,
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  }

  async requestBytes(path: string): Promise<Buffer> {
    return Buffer.from(await (await fetch(`http://127.0.0.1:${this.#port}${path}`)).arrayBuffer());
  }

  isAlive(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /**
   * Runs `work` while the nth of the calls of each thread of one process answers EIO.
   * @param victim whose calls. @param callIndex counted from when `work` begins.
   */
  async whileFailing<T>(victim: 'core' | 'service', callIndex: number, work: () => Promise<T>): Promise<T> {
    const pid = victim === 'core' ? this.#child?.pid : servicePid(this.#folder);
    if (!pid) throw new Error(`There is no ${victim}.`);
    const inject = `inject=${FAILING_CALLS}:error=EIO:when=${callIndex}`;
    const tracer = spawn(
      'strace',
      ['-f', '-e', `trace=${FAILING_CALLS}`, '-e', inject, '-o', '/dev/null', '-p', String(pid)],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const exited = once(tracer, 'exit');
    // It says so once it is there.
    await Promise.race([once(tracer.stderr, 'data'), exited]);
    tracer.stderr.resume();
    try {
      return await work();
    } finally {
      tracer.kill('SIGINT');
      await exited;
    }
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }

  async kill(): Promise<void> {
    const pid = servicePid(this.#folder);
    this.#child?.kill('SIGKILL');
    if (pid !== null) process.kill(pid, 'SIGKILL');
  }
}

const pause = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));
