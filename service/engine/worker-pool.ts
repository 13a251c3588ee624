import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { NativePool } from '#native/pool/native-pool.ts';
import type { BlobStore } from '#service/storage/blob-store.ts';
import type { Lane, RunningTask, Task } from './task.ts';
import { callNotRecorded } from './node-failure.ts';
import { runWhenLocal, timedOut, type WorkTask } from './work-lane.ts';
import type { FromWorker, TaskResult, ToWorker, WorkerSetup } from './worker-protocol.ts';

export interface WorkerPoolOptions extends WorkerSetup {
  native: NativePool;
  blobs: BlobStore;
  /** Nodes of the `work` lane at the same time. */
  size: number;
  /** How long a canceled node of the `wait` lane may take to stop. */
  cancelGraceMs?: number;
  /** How long one node may take. */
  timeLimitMs?: number;
}

const WAIT_CAPACITY = 512;

interface Execution {
  task: Task;
  settle(result: TaskResult): void;
  /** Why it was asked to stop. */
  cancelling: 'no' | 'cancel' | 'time-limit';
  limit: NodeJS.Timeout;
  grace: NodeJS.Timeout | null;
  /** Whether a provider was asked: the task then never begins anew. */
  hasCalled: boolean;
}

interface Thread {
  worker: Worker;
  executions: Map<number, Execution>;
}

/** Executes nodes: in native children, or on a thread for those that wait. Whatever dies fails what it was doing. */
export class WorkerPool {
  readonly size: number;
  readonly #options: WorkerPoolOptions;
  readonly #cancelGraceMs: number;
  readonly #timeLimitMs: number;
  readonly #working = new Set<WorkTask>();
  #thread: Thread | null = null;
  #nextTaskId = 1;
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.size = options.size;
    this.#cancelGraceMs = options.cancelGraceMs ?? 5000;
    this.#timeLimitMs = options.timeLimitMs ?? 30 * 60 * 1000;
  }

  /** True when `run` would start a task of this lane at once. */
  hasCapacity(lane: Lane): boolean {
    if (this.#closed) return false;
    return lane === 'wait'
      ? (this.#thread?.executions.size ?? 0) < WAIT_CAPACITY
      : this.#working.size < this.size;
  }

  /**
   * Starts a task.
   * @throws Error when there is no room: ask `hasCapacity` first.
   */
  run(task: Task): RunningTask {
    if (!this.hasCapacity(task.lane)) throw new Error(`There is no room for ${task.nodeType}.`);
    return task.lane === 'work' ? this.#work(task) : this.#wait(task);
  }

  /** Ends the thread and everything under way, which ends as canceled. The native children stay with their owner. */
  async close(): Promise<void> {
    this.#closed = true;
    const working = [...this.#working];
    for (const task of working) task.end();
    const thread = this.#thread;
    this.#thread = null;
    if (thread !== null) {
      await thread.worker.terminate();
      for (const execution of thread.executions.values()) this.#settle(execution, { kind: 'canceled' });
      thread.executions.clear();
    }
  }

  #work(task: Task): RunningTask {
    const { native, blobs } = this.#options;
    const running = runWhenLocal({ native, blobs, timeLimitMs: task.timeLimitMs ?? this.#timeLimitMs }, task);
    const tracked: WorkTask = {
      ...running,
      result: running.result.finally(() => this.#working.delete(tracked)),
    };
    this.#working.add(tracked);
    return tracked;
  }

  #wait(task: Task): RunningTask {
    const { promise, resolve } = Promise.withResolvers<TaskResult>();
    const execution: Execution = {
      task,
      settle: resolve,
      cancelling: 'no',
      limit: setTimeout(() => this.#stop(execution, 'time-limit'), this.#limitOf(task)),
      grace: null,
      hasCalled: false,
    };
    this.#begin(execution);
    return { result: promise, cancel: () => this.#stop(execution, 'cancel') };
  }

  #begin(execution: Execution): void {
    const thread = (this.#thread ??= this.#spawn());
    const taskId = this.#nextTaskId++;
    thread.executions.set(taskId, execution);
    const { nodeType, inputs, provider = null, paidFile = null, job = null } = execution.task;
    const message: ToWorker = { kind: 'execute', taskId, nodeType, inputs, provider, paidFile, job };
    thread.worker.postMessage(message, []);
  }

  #spawn(): Thread {
    const { nodesModule, media, scratchDirectory } = this.#options;
    const setup: WorkerSetup = { nodesModule, media, scratchDirectory };
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: setup,
      name: 'node-wait',
      // Flags of the process that started us (a test runner's loaders) are not for this thread.
      execArgv: [],
    });
    const thread: Thread = { worker, executions: new Map() };
    worker.on('message', (message: FromWorker) => this.#receive(thread, message));
    worker.on('error', (error: unknown) => this.#lose(thread, error));
    worker.on('exit', () => this.#lose(thread, null));
    return thread;
  }

  #receive(thread: Thread, message: FromWorker): void {
    if (message.kind === 'ready') return;
    const execution = thread.executions.get(message.taskId);
    // A message of a task that has ended already.
    if (execution === undefined) return;
    switch (message.kind) {
      case 'progress':
        if (execution.cancelling === 'no') execution.task.onProgress(message.fraction, message.message);
        return;
      case 'log':
        execution.task.onLog(message.message);
        return;
      case 'call':
        if (execution.cancelling === 'no') void this.#beginCall(thread, message.taskId, execution);
        return;
      case 'file':
        void this.#noteFile(thread, message.taskId, execution, message.address);
        return;
      case 'job':
        void this.#noteJob(thread, message.taskId, execution, message.answer);
        return;
      case 'succeeded':
      case 'failed':
      case 'canceled': {
        const { taskId, ...result } = message;
        thread.executions.delete(taskId);
        this.#settle(execution, result);
        return;
      }
      default:
        message satisfies never;
    }
  }

  async #beginCall(thread: Thread, taskId: number, execution: Execution): Promise<void> {
    let message: ToWorker;
    try {
      if (execution.task.onCall === undefined) throw new Error('Nobody writes down what is asked.');
      // Before it is written down: should the thread be replaced meanwhile, it is not asked a second time.
      execution.hasCalled = true;
      message = { kind: 'call-begun', taskId, idempotencyKey: await execution.task.onCall() };
    } catch (error) {
      execution.hasCalled = false;
      const { code, message: reason } = callNotRecorded(error);
      message = { kind: 'call-refused', taskId, code, message: reason };
    }
    thread.worker.postMessage(message, []);
  }

  /** Also of a run that is being stopped: it is paid. */
  async #noteFile(thread: Thread, taskId: number, { task }: Execution, address: string): Promise<void> {
    await task.onFile?.(address);
    thread.worker.postMessage({ kind: 'file-noted', taskId } satisfies ToWorker, []);
  }

  /** Also of a run that is being stopped: it may be paid. */
  async #noteJob(thread: Thread, taskId: number, { task }: Execution, answer: string): Promise<void> {
    await task.onJob?.(answer);
    thread.worker.postMessage({ kind: 'job-noted', taskId } satisfies ToWorker, []);
  }

  /** The thread is gone by itself: what it was doing fails. */
  #lose(thread: Thread, error: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    const defect =
      error instanceof Error ? (error.stack ?? error.message) : error === null ? null : inspect(error);
    for (const execution of thread.executions.values()) this.#settle(execution, crashed(execution, defect));
    thread.executions.clear();
    void thread.worker.terminate();
  }

  #stop(execution: Execution, reason: 'cancel' | 'time-limit'): void {
    const thread = this.#thread;
    if (execution.cancelling !== 'no' || thread === null) return;
    for (const [taskId, candidate] of thread.executions) {
      if (candidate !== execution) continue;
      execution.cancelling = reason;
      const message: ToWorker = { kind: 'cancel', taskId };
      thread.worker.postMessage(message, []);
      execution.grace = setTimeout(() => this.#replace(thread, taskId), this.#cancelGraceMs);
      return;
    }
  }

  /** A task did not stop when asked: its thread is ended; tasks beside it begin anew on another, but for what was asked. */
  #replace(thread: Thread, taskId: number): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    const culprit = thread.executions.get(taskId);
    thread.executions.delete(taskId);
    const siblings = [...thread.executions.values()];
    thread.executions.clear();
    void thread.worker.terminate();
    if (culprit !== undefined) this.#settle(culprit, { kind: 'canceled' });
    for (const sibling of siblings) {
      if (sibling.cancelling === 'no' && sibling.hasCalled) this.#settle(sibling, crashed(sibling, null));
      else if (sibling.cancelling === 'no') this.#begin(sibling);
      else this.#settle(sibling, { kind: 'canceled' });
    }
  }

  /** Milliseconds that a task may take. */
  #limitOf({ timeLimitMs = 0 }: Task): number {
    return Math.max(this.#timeLimitMs, timeLimitMs);
  }

  #settle(execution: Execution, result: TaskResult): void {
    clearTimeout(execution.limit);
    if (execution.grace !== null) clearTimeout(execution.grace);
    if (execution.cancelling === 'time-limit') {
      execution.settle({
        kind: 'failed',
        ...timedOut(execution.task.title, this.#limitOf(execution.task)),
        defect: null,
      });
      return;
    }
    execution.settle(execution.cancelling === 'cancel' ? { kind: 'canceled' } : result);
  }
}

const crashed = ({ task }: Execution, defect: string | null): TaskResult => ({
  kind: 'failed',
  code: 'NODE_CRASHED',
  message: `${task.title} stopped unexpectedly while it worked. Check its inputs and run again.`,
  defect,
});
