import { availableParallelism } from 'node:os';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { NodeValue, ProviderAccess } from '#service/nodes/definition.ts';
import type { FromWorker, TaskResult, ToWorker, WorkerSetup } from './worker-protocol.ts';

/**
 * Where a task runs. `work`: alone on its thread. `wait`: beside others on one thread, for nodes that only wait for
 * time to pass, so that ten waiting nodes do not keep every thread from working.
 */
export type Lane = 'work' | 'wait';

export interface Task {
  lane: Lane;
  nodeType: string;
  inputs: Record<string, NodeValue | undefined>;
  /** Who answers a node that asks a provider. */
  provider?: ProviderAccess;
  /** Shown in sentences. */
  title: string;
  onProgress(fraction: number, message: string | null): void;
  onLog(message: string): void;
}

export interface RunningTask {
  /** Never rejects. */
  result: Promise<TaskResult>;
  /** Asks the node to stop at its next safe point; a node that does not is stopped with its thread. */
  cancel(): void;
}

export interface WorkerPoolOptions extends WorkerSetup {
  /** Threads of the `work` lane at most. Default: one more than there are processors, at least two. */
  size?: number;
  /** JavaScript heap of one thread, MiB. */
  memoryMegabytes?: number;
  /** How long a canceled node may take to stop. */
  cancelGraceMs?: number;
  /** How long one node may take. */
  timeLimitMs?: number;
  /** How long a thread beyond the first two is kept without work. */
  idleMs?: number;
}

const WAIT_CAPACITY = 512;
const KEPT_THREADS = 2;

interface Execution {
  task: Task;
  settle(result: TaskResult): void;
  /** Why it was asked to stop. */
  stopping: 'no' | 'cancel' | 'time-limit';
  limit: NodeJS.Timeout;
  grace: NodeJS.Timeout | null;
}

interface Thread {
  lane: Lane;
  worker: Worker;
  executions: Map<number, Execution>;
  idle: NodeJS.Timeout | null;
}

/** A pool of worker threads that execute nodes. A thread that dies fails what it was doing and is replaced. */
export class WorkerPool {
  readonly size: number;
  readonly #options: WorkerPoolOptions;
  readonly #cancelGraceMs: number;
  readonly #timeLimitMs: number;
  readonly #threads = new Set<Thread>();
  #nextTaskId = 1;
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.size = Math.max(2, options.size ?? availableParallelism() + 1);
    this.#cancelGraceMs = options.cancelGraceMs ?? 5000;
    this.#timeLimitMs = options.timeLimitMs ?? 30 * 60 * 1000;
  }

  /** Threads alive now. */
  get threadCount(): number {
    return this.#threads.size;
  }

  /** True when `run` would start a task of this lane at once. */
  hasRoom(lane: Lane): boolean {
    if (this.#closed) return false;
    const threads = [...this.#threads].filter((thread) => thread.lane === lane);
    if (lane === 'wait') return (threads[0]?.executions.size ?? 0) < WAIT_CAPACITY;
    return threads.length < this.size || threads.some((thread) => thread.executions.size === 0);
  }

  /**
   * Starts a task.
   * @throws Error when there is no room: ask `hasRoom` first.
   */
  run(task: Task): RunningTask {
    if (!this.hasRoom(task.lane)) throw new Error(`No thread is free for ${task.nodeType}.`);
    const { promise, resolve } = Promise.withResolvers<TaskResult>();
    const execution: Execution = {
      task,
      settle: resolve,
      stopping: 'no',
      limit: setTimeout(() => this.#stop(execution, 'time-limit'), this.#timeLimitMs),
      grace: null,
    };
    this.#begin(execution);
    return { result: promise, cancel: () => this.#stop(execution, 'cancel') };
  }

  /** Starts a first thread, so that nobody waits for node types to load when the first run comes. */
  warm(): void {
    if (!this.#closed && this.#threads.size === 0) this.#spawn('work');
  }

  /** Ends all threads. Tasks still running end as canceled. */
  async close(): Promise<void> {
    this.#closed = true;
    const threads = [...this.#threads];
    this.#threads.clear();
    await Promise.all(
      threads.map(async (thread) => {
        if (thread.idle !== null) clearTimeout(thread.idle);
        await thread.worker.terminate();
        for (const execution of thread.executions.values()) this.#settle(execution, { kind: 'canceled' });
        thread.executions.clear();
      }),
    );
  }

  #begin(execution: Execution): void {
    const { task } = execution;
    const thread =
      [...this.#threads].find(
        (candidate) =>
          candidate.lane === task.lane && (task.lane === 'wait' || candidate.executions.size === 0),
      ) ?? this.#spawn(task.lane);
    if (thread.idle !== null) clearTimeout(thread.idle);
    thread.idle = null;
    const taskId = this.#nextTaskId++;
    thread.executions.set(taskId, execution);
    const { nodeType, inputs, provider = null } = task;
    const message: ToWorker = { kind: 'execute', taskId, nodeType, inputs, provider };
    thread.worker.postMessage(message, []);
  }

  #spawn(lane: Lane): Thread {
    const { nodesModule, blobDirectory, scratchDirectory, memoryMegabytes } = this.#options;
    const setup: WorkerSetup = { nodesModule, blobDirectory, scratchDirectory };
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: setup,
      name: `node-${lane}`,
      // Flags of the process that started us (a test runner's loaders) are not for this thread.
      execArgv: [],
      ...(memoryMegabytes === undefined
        ? {}
        : { resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes } }),
    });
    const thread: Thread = { lane, worker, executions: new Map(), idle: null };
    this.#threads.add(thread);
    worker.on('message', (message: FromWorker) => this.#receive(thread, message));
    worker.on('error', (error: unknown) => this.#lose(thread, error));
    worker.on('exit', () => this.#lose(thread, null));
    return thread;
  }

  #receive(thread: Thread, message: FromWorker): void {
    if (message.kind === 'ready') return;
    const execution = thread.executions.get(message.taskId);
    // Late words of a task that has ended already.
    if (execution === undefined) return;
    switch (message.kind) {
      case 'progress':
        if (execution.stopping === 'no') execution.task.onProgress(message.fraction, message.message);
        return;
      case 'log':
        execution.task.onLog(message.message);
        return;
      case 'succeeded':
        this.#free(thread, message.taskId);
        this.#settle(execution, { kind: 'succeeded', outputs: message.outputs });
        return;
      case 'failed':
        this.#free(thread, message.taskId);
        this.#settle(execution, {
          kind: 'failed',
          code: message.code,
          message: message.message,
          defect: message.defect,
        });
        return;
      case 'canceled':
        this.#free(thread, message.taskId);
        this.#settle(execution, { kind: 'canceled' });
        return;
      default:
        message satisfies never;
    }
  }

  /** The thread is gone by itself: what it was doing fails. */
  #lose(thread: Thread, error: unknown): void {
    if (!this.#threads.delete(thread)) return;
    if (thread.idle !== null) clearTimeout(thread.idle);
    const outOfMemory = (error as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
    for (const execution of thread.executions.values()) {
      const { title } = execution.task;
      this.#settle(execution, {
        kind: 'failed',
        code: outOfMemory ? 'NODE_OUT_OF_MEMORY' : 'NODE_CRASHED',
        message: outOfMemory
          ? `${title} ran out of memory. Give it smaller inputs and run again.`
          : `${title} stopped unexpectedly while it worked. Check its inputs and run again.`,
        defect:
          error instanceof Error ? (error.stack ?? error.message) : error === null ? null : inspect(error),
      });
    }
    thread.executions.clear();
    void thread.worker.terminate();
  }

  #stop(execution: Execution, why: 'cancel' | 'time-limit'): void {
    if (execution.stopping !== 'no') return;
    for (const thread of this.#threads) {
      for (const [taskId, candidate] of thread.executions) {
        if (candidate !== execution) continue;
        execution.stopping = why;
        const message: ToWorker = { kind: 'cancel', taskId };
        thread.worker.postMessage(message, []);
        execution.grace = setTimeout(() => this.#replace(thread, taskId), this.#cancelGraceMs);
        return;
      }
    }
  }

  /** A task did not stop when asked: its thread is ended; tasks beside it begin anew on another. */
  #replace(thread: Thread, taskId: number): void {
    if (!this.#threads.delete(thread)) return;
    const culprit = thread.executions.get(taskId);
    thread.executions.delete(taskId);
    const others = [...thread.executions.values()];
    thread.executions.clear();
    void thread.worker.terminate();
    if (culprit !== undefined) this.#settle(culprit, { kind: 'canceled' });
    for (const other of others) {
      if (other.stopping === 'no') this.#begin(other);
      else this.#settle(other, { kind: 'canceled' });
    }
  }

  #free(thread: Thread, taskId: number): void {
    thread.executions.delete(taskId);
    if (thread.executions.size > 0 || this.#threads.size <= KEPT_THREADS) return;
    thread.idle = setTimeout(() => {
      thread.idle = null;
      if (this.#threads.size <= KEPT_THREADS || !this.#threads.delete(thread)) return;
      void thread.worker.terminate();
    }, this.#options.idleMs ?? 60_000);
    thread.idle.unref();
  }

  #settle(execution: Execution, result: TaskResult): void {
    clearTimeout(execution.limit);
    if (execution.grace !== null) clearTimeout(execution.grace);
    if (execution.stopping === 'time-limit') {
      const minutes = Math.max(1, Math.round(this.#timeLimitMs / 60_000));
      execution.settle({
        kind: 'failed',
        code: 'NODE_TIMED_OUT',
        message: `${execution.task.title} took longer than ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and was stopped. Give it less to do and run again.`,
        defect: null,
      });
      return;
    }
    execution.settle(execution.stopping === 'cancel' ? { kind: 'canceled' } : result);
  }
}
