import { randomInt } from 'node:crypto';
import type { Json, ToChild } from '../protocol.ts';
import { Children, type ChildrenOptions } from './children.ts';
import { readValue } from './from-child.ts';
import type { ChildKind } from './launcher.ts';
import { Losses } from './losses.ts';
import type { Crash, NativeChild, TaskMessage } from './native-child.ts';
import {
  countStartable,
  newExecution,
  type Execution,
  type NativeResult,
  type NativeTask,
  type RunningNative,
} from './native-task.ts';
import { removeTree } from './remove-tree.ts';

export interface NativePoolOptions extends ChildrenOptions {
  /** Children at most. */
  size: number;
  /** Tasks of a lane at most; a lane not named here may have them all. */
  lanes?: Readonly<Record<string, number>>;
  /** How long a canceled handler may take to stop, milliseconds. Default 5 s. */
  cancelGraceMs?: number;
  /** Called of every child that was lost. */
  onLoss?(crash: Crash): void;
}

/** What a task gave. */
type ReadResult = (signal: AbortSignal) => Json | Promise<Json>;

/** Children that a task may be given to before one begins it. */
const MAX_STARTS = 3;
/** `randomInt` takes no wider range. */
const MAX_TASK_ID = 2 ** 48 - 1;
/** Why the taking over of a result ends; the task is canceled. */
const CANCELED: Crash = { reason: 'timed-out', detail: 'It was canceled.' };

/**
 * Does work of strangers' files in child processes. A child that crashes, swells, hangs or does not keep to the
 * protocol fails its one task and is replaced.
 */
export class NativePool {
  readonly #options: NativePoolOptions;
  readonly #losses = new Losses();
  readonly #children: Children;
  /** Tasks whose results are being taken over. */
  readonly #collecting = new Map<Execution, Promise<void>>();
  readonly #pending: Execution[] = [];
  #retry: NodeJS.Timeout | null = null;
  #isClosed = false;
  /** Whether a child was started in this turn of the event loop. */
  #isStarting = false;

  constructor(options: NativePoolOptions) {
    this.#options = options;
    this.#children = new Children(options, {
      onReady: (child) => {
        this.#children.setIdle(child);
        this.#pump();
      },
      onMessage: (child, message) => this.#receive(child, message),
      onCrash: (child, crash) => this.#handleCrash(child, crash),
    });
  }

  /** Children that are alive. */
  get size(): number {
    return this.#children.size;
  }

  /** Process ids of the children. */
  get pids(): number[] {
    return this.#children.pids;
  }

  /** Starts a first child, so that the first task finds it ready. */
  warm(kind: ChildKind = 'decoder'): void {
    if (!this.#isClosed && this.#children.size === 0) this.#spawn(kind);
  }

  /** Does a task as soon as a child is free for it. */
  run<T>(task: NativeTask<T>): RunningNative<T> {
    const outcome = Promise.withResolvers<NativeResult<T>>();
    const { promise, resolve } = outcome;
    const execution = newExecution(task, outcome);
    if (this.#isClosed) {
      resolve({ kind: 'canceled' });
    } else if (task.fingerprint !== null && this.#losses.isGivenUp(task.fingerprint)) {
      resolve({ kind: 'lost', reason: 'given-up', detail: 'This work ended two children before.' });
    } else {
      this.#pending.push(execution);
      this.#pump();
    }
    return {
      result: promise,
      cancel: () => this.#cancel(execution, this.#options.cancelGraceMs ?? 5000),
      end: () => this.#cancel(execution, 0),
    };
  }

  /**
   * Ends all children. Tasks under way end as canceled. Resolves when no process and no file is left, and no result
   * is being taken over any more.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    for (const execution of this.#pending.splice(0)) execution.resolve({ kind: 'canceled' });
    for (const execution of this.#children.endAll()) this.#settle(execution, { kind: 'canceled' });
    for (const execution of this.#collecting.keys()) this.#cancel(execution, 0);
    await Promise.all([this.#children.removed(), ...this.#collecting.values()]);
    await removeTree(this.#options.folder);
  }

  #pump(): void {
    for (let index = 0; index < this.#pending.length && !this.#isClosed;) {
      const execution = this.#pending[index]!;
      const child = this.#capacityOf(execution.task.lane) > 0 ? this.#childFor(execution.task.kind) : null;
      if (child === null) {
        index += 1;
        continue;
      }
      this.#pending.splice(index, 1);
      void this.#begin(execution, child);
    }
  }

  #capacityOf(lane: string): number {
    return (this.#options.lanes?.[lane] ?? this.#options.size) - this.#children.countIn(lane);
  }

  /** @returns an idle child; otherwise null, and one is on its way if there may be one more. */
  #childFor(kind: ChildKind): NativeChild | null {
    const { free } = this.#children;
    const fitting = free.filter((child) => child.kind === kind);
    const idle = fitting.find((child) => child.isIdle);
    if (idle !== undefined) return idle;
    // The others are starting, or nearly done with what came before.
    const startable = countStartable(this.#pending, kind, (lane) => this.#capacityOf(lane));
    if (fitting.length >= startable) return null;
    if (this.#children.size >= this.#options.size) {
      const idleChild = free.find((child) => child.kind !== kind && child.isIdle);
      if (idleChild === undefined) return null;
      this.#children.end(idleChild);
    }
    this.#spawn(kind);
    return null;
  }

  #spawn(kind: ChildKind): void {
    // A start keeps the event loop until the program runs, on a busy machine for long: one in a turn.
    if (this.#isStarting) return;
    const delay = this.#losses.startDelay;
    if (delay > 0) {
      this.#retry ??= setTimeout(() => {
        this.#retry = null;
        this.#pump();
      }, delay);
      return;
    }
    this.#isStarting = true;
    setImmediate(() => {
      this.#isStarting = false;
      this.#pump();
    });
    try {
      this.#children.start(kind);
    } catch (error) {
      // No room for a folder, or no process to be had.
      const detail = error instanceof Error ? error.message : String(error);
      this.#notStarted(kind, { reason: 'not-started', detail });
    }
  }

  async #begin(execution: Execution, child: NativeChild): Promise<void> {
    const { task } = execution;
    // Not to be guessed by a child that answers before it was asked.
    const taskId = randomInt(1, MAX_TASK_ID);
    this.#children.assign(child, execution);
    execution.child = child;
    execution.attempts += 1;
    child.reserve(taskId);
    try {
      await child.folder.fill(task.files ?? [], { mayLink: this.#options.launcher.protectsInputs });
    } catch (error) {
      if (execution.child !== child) return;
      execution.child = null;
      this.#children.unassign(child);
      execution.timers.clear();
      execution.reject(error);
      // What lies there is not known: `EEXIST` says that it was not empty before.
      if ((error as NodeJS.ErrnoException).code === 'EEXIST')
        child.lose({ reason: 'misbehaved', detail: 'Its folder was not empty.' });
      else await this.#free(child);
      return;
    }
    // Lost or canceled meanwhile.
    if (execution.child !== child) return;
    if (execution.isCanceled) {
      this.#finish(child, execution, { kind: 'canceled' });
      return;
    }
    execution.timers.after(task.timeLimitMs, () =>
      this.#timeOut(child, execution, 'timed-out', task.timeLimitMs),
    );
    const message: ToChild = { kind: 'task', taskId, name: task.name, input: task.input };
    child.send(message);
  }

  #receive(child: NativeChild, message: TaskMessage): void {
    const execution = this.#children.executionOf(child);
    if (execution === undefined || execution === null) {
      child.lose({ reason: 'misbehaved', detail: `It sent ${message.kind} after its task.` });
      return;
    }
    switch (message.kind) {
      case 'begun':
        return;
      case 'progress':
        if (!execution.isCanceled) execution.task.onProgress?.(message.fraction, message.message);
        return;
      case 'log':
        execution.task.onLog?.(message.message);
        return;
      case 'step-limit':
        execution.timers.limitStep(message.milliseconds, () =>
          this.#timeOut(child, execution, 'step-timed-out', message.milliseconds),
        );
        return;
      case 'succeeded':
        this.#startCollecting(child, execution, () => message.value);
        return;
      case 'succeeded-in-file':
        this.#startCollecting(child, execution, (signal) => readValue(child.folder, message.file, signal));
        return;
      case 'failed':
      case 'canceled': {
        const { taskId: _, ...result } = message;
        this.#losses.clear();
        this.#finish(child, execution, result);
        return;
      }
      default:
        message satisfies never;
    }
  }

  #startCollecting(child: NativeChild, execution: Execution, readResult: ReadResult): void {
    const collecting = this.#collect(child, execution, readResult).finally(() =>
      this.#collecting.delete(execution),
    );
    this.#collecting.set(execution, collecting);
  }

  async #collect(child: NativeChild, execution: Execution, readResult: ReadResult): Promise<void> {
    const controller = new AbortController();
    execution.collecting = controller;
    execution.timers.limitStep(null, () => {});
    this.#losses.clear();
    // From here on the child has nothing to say: it is lost if it does, and the result stands.
    execution.child = null;
    this.#children.unassign(child);
    const { signal } = controller;
    try {
      const collected = await child.folder.use(async () => {
        const value = await readResult(signal);
        return execution.task.collect(value, child.folder, signal);
      });
      this.#settle(execution, { kind: 'succeeded', value: collected });
    } catch (error) {
      if (signal.aborted) this.#settle(execution, { kind: 'lost', ...(signal.reason as Crash) });
      else execution.reject(error);
      execution.timers.clear();
    }
    await this.#free(child);
  }

  #finish(child: NativeChild, execution: Execution, result: NativeResult<unknown>): void {
    this.#children.unassign(child);
    this.#settle(execution, result);
    void this.#free(child);
  }

  async #free(child: NativeChild): Promise<void> {
    if (!(await child.release())) return;
    this.#children.setIdle(child);
    this.#pump();
  }

  #timeOut(
    child: NativeChild,
    { collecting, task }: Execution,
    reason: 'timed-out' | 'step-timed-out',
    milliseconds: number | null,
  ): void {
    const crash: Crash = { reason, detail: `It took longer than ${milliseconds} ms.` };
    if (collecting === null) {
      child.lose(crash);
      return;
    }
    if (task.fingerprint !== null) this.#losses.blame(task.fingerprint);
    collecting.abort(crash);
  }

  #handleCrash(child: NativeChild, crash: Crash): void {
    const execution = this.#children.executionOf(child);
    this.#children.clear(child);
    if (crash.reason === 'not-started') {
      this.#notStarted(child.kind, crash);
      return;
    }
    this.#options.onLoss?.(crash);
    this.#losses.note();
    if (execution !== undefined && execution !== null) this.#blame(execution, child, crash);
    this.#pump();
  }

  /** A child did not come up: whoever waits for one tries a few times and then fails. */
  #notStarted(kind: ChildKind, crash: Crash): void {
    this.#options.onLoss?.(crash);
    this.#losses.note();
    const index = this.#pending.findIndex(({ task }) => task.kind === kind);
    const first = this.#pending[index];
    if (first === undefined) return;
    first.attempts += 1;
    if (first.attempts >= MAX_STARTS) {
      this.#pending.splice(index, 1);
      this.#settle(first, { kind: 'lost', ...crash });
    }
    this.#pump();
  }

  #blame(execution: Execution, child: NativeChild, crash: Crash): void {
    const { task } = execution;
    if (execution.isCanceled) {
      this.#settle(execution, { kind: 'canceled' });
    } else if (!child.hasStarted && crash.reason === 'crashed' && execution.attempts < MAX_STARTS) {
      // The child ended before it looked at the task: another one does it.
      execution.timers.clear();
      execution.child = null;
      this.#pending.unshift(execution);
    } else {
      if (task.fingerprint !== null) this.#losses.blame(task.fingerprint);
      this.#settle(execution, { kind: 'lost', ...crash });
    }
  }

  #cancel(execution: Execution, graceMs: number): void {
    if (execution.isCanceled && graceMs > 0) return;
    execution.isCanceled = true;
    const index = this.#pending.indexOf(execution);
    if (index !== -1) {
      this.#pending.splice(index, 1);
      this.#settle(execution, { kind: 'canceled' });
      return;
    }
    const { child } = execution;
    execution.collecting?.abort(CANCELED);
    if (child === null) return;
    child.cancelTask();
    const end = (): void => {
      this.#children.end(child);
      this.#settle(execution, { kind: 'canceled' });
      this.#pump();
    };
    if (graceMs > 0) execution.timers.after(graceMs, end);
    else end();
  }

  #settle(execution: Execution, result: NativeResult<unknown>): void {
    execution.timers.clear();
    execution.child = null;
    execution.resolve(execution.isCanceled ? { kind: 'canceled' } : result);
  }
}
