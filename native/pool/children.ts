import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { IdleTimers } from './idle-timers.ts';
import { DEFAULT_LIMITS, type ChildKind, type ChildLauncher } from './launcher.ts';
import { NativeChild, type Crash, type TaskMessage } from './native-child.ts';
import type { Execution } from './native-task.ts';
import { endLeftovers } from './processes.ts';
import { TaskFolder } from './task-folder.ts';

export interface ChildrenOptions {
  launcher: ChildLauncher;
  /** A folder of the pool's own; what lies there is removed. */
  folder: string;
  memoryBytes?: number;
  /** How long a child beyond the first `minIdle` stays without work, milliseconds. Default a minute. */
  idleMs?: number;
  minIdle?: number;
  startTimeoutMs?: number;
}

interface ChildrenEvents {
  /** It may be given a task. */
  onReady(child: NativeChild): void;
  onMessage(child: NativeChild, message: TaskMessage): void;
  /** It is gone without having been asked to end. */
  onCrash(child: NativeChild, crash: Crash): void;
}

/** The children of a pool and what each of them does: starts them, and ends those that nobody needs. */
export class Children {
  readonly #options: ChildrenOptions;
  readonly #events: ChildrenEvents;
  readonly #executions = new Map<NativeChild, Execution | null>();
  readonly #ending = new Set<Promise<void>>();
  readonly #idleTimers: IdleTimers<NativeChild>;
  #nextChild = 1;

  constructor(options: ChildrenOptions, events: ChildrenEvents) {
    this.#options = options;
    this.#events = events;
    this.#idleTimers = new IdleTimers(options.idleMs ?? 60_000);
    if (existsSync(options.folder)) {
      // Of a process that did not close its pool.
      endLeftovers(options.folder);
      rmSync(options.folder, { recursive: true, force: true });
    }
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  }

  /** Children that are alive. */
  get size(): number {
    return this.#executions.size;
  }

  /** Process ids of the children. */
  get pids(): number[] {
    return [...this.#executions.keys()].flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  /** Children without a task: idle, starting, or nearly done with what came before. */
  get free(): NativeChild[] {
    return [...this.#executions].filter(([, execution]) => execution === null).map(([child]) => child);
  }

  /** The task of a child; null when it has none, undefined when the child is not one of these any more. */
  executionOf(child: NativeChild): Execution | null | undefined {
    return this.#executions.get(child);
  }

  /** Tasks of a lane that children have. */
  countIn(lane: string): number {
    let count = 0;
    for (const execution of this.#executions.values()) if (execution?.task.lane === lane) count += 1;
    return count;
  }

  /** @throws Error when there is no room for a folder, or no process to be had. */
  start(kind: ChildKind): void {
    const name = `${this.#nextChild++}-${randomBytes(6).toString('hex')}`;
    const folder = new TaskFolder(join(this.#options.folder, name));
    folder.create();
    const child: NativeChild = new NativeChild({
      link: this.#options.launcher.launch({ folder: folder.path, kind }),
      kind,
      folder,
      memoryBytes: this.#options.memoryBytes ?? DEFAULT_LIMITS.memoryBytes,
      startTimeoutMs: this.#options.startTimeoutMs ?? 30_000,
      events: {
        onReady: () => this.#events.onReady(child),
        onMessage: (message) => this.#events.onMessage(child, message),
        onCrash: (crash) => this.#events.onCrash(child, crash),
      },
    });
    this.#executions.set(child, null);
    const ending = child.removed.finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  /** The child has this task from now on. */
  assign(child: NativeChild, execution: Execution): void {
    this.#idleTimers.stop(child);
    this.#executions.set(child, execution);
  }

  /** The child has no task any more; `setIdle` follows when it can be given another one. */
  unassign(child: NativeChild): void {
    this.#executions.set(child, null);
  }

  /** A child without work goes after a while, unless it is among the few that stay. */
  setIdle(child: NativeChild): void {
    const minIdle = this.#options.minIdle ?? 1;
    if (this.size <= minIdle) return;
    this.#idleTimers.start(child, () => {
      if (child.isIdle && this.size > minIdle) this.end(child);
    });
  }

  /** It is gone. */
  clear(child: NativeChild): void {
    this.#executions.delete(child);
    this.#idleTimers.stop(child);
  }

  end(child: NativeChild): void {
    this.clear(child);
    child.end();
  }

  /** Ends all of them. @returns the tasks that they had. */
  endAll(): Execution[] {
    this.#idleTimers.close();
    const executions = [...this.#executions.values()].filter((execution) => execution !== null);
    for (const child of this.#executions.keys()) this.end(child);
    return executions;
  }

  /** Resolves when the processes and folders of those that ended are gone. */
  async removed(): Promise<void> {
    await Promise.all(this.#ending);
  }
}
