import { lineSplitter, type FromChild, type ToChild } from '../protocol.ts';
import { parseFromChild } from './from-child.ts';
import type { ChildExit, ChildKind, ChildLink } from './launcher.ts';
import { readUse } from './processes.ts';
import type { TaskFolder } from './task-folder.ts';

/** Why a child is not there any more without having been asked to end. */
export type CrashReason =
  | 'crashed'
  | 'out-of-memory'
  | 'timed-out'
  | 'step-timed-out'
  | 'misbehaved'
  | 'not-started';

export interface Crash {
  reason: CrashReason;
  /** For the log. */
  detail: string;
}

/** Messages that concern the task under way. */
export type TaskMessage = Exclude<FromChild, { kind: 'ready' }>;

interface ChildEvents {
  onReady(): void;
  onMessage(message: TaskMessage): void;
  /** Called once, when the process is gone or about to be; nothing is called afterwards. */
  onCrash(crash: Crash): void;
}

export interface NativeChildOptions {
  link: ChildLink;
  kind: ChildKind;
  folder: TaskFolder;
  memoryBytes: number;
  startTimeoutMs: number;
  events: ChildEvents;
}

/** UTF-16 units that a child may send about one task: progress and logs of half an hour are far below. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
const WATCH_MS = 100;
/** Between the end of a line and the end of its process. */
const EXIT_MS = 500;
const OUT_OF_MEMORY = /out of memory|cannot allocate|bad_alloc|failed to allocate|heap limit/i;

/** One child of the pool: says what came of it, and ends it at the first thing that is not as agreed. */
export class NativeChild {
  readonly kind: ChildKind;
  readonly folder: TaskFolder;
  readonly #link: ChildLink;
  readonly #options: NativeChildOptions;
  #isReady = false;
  #isCrashed = false;
  #taskId: number | null = null;
  #isTaskPosted = false;
  #hasStarted = false;
  /** Length of all messages about the task. */
  #characters = 0;
  #peakBytes = 0;
  #startTimer: NodeJS.Timeout | null;
  #watch: NodeJS.Timeout | null = null;
  /** Resolves when the process is gone and its folder is removed. */
  readonly removed: Promise<void>;

  constructor(options: NativeChildOptions) {
    this.#options = options;
    this.#link = options.link;
    this.kind = options.kind;
    this.folder = options.folder;
    this.#startTimer = setTimeout(
      () => this.lose({ reason: 'not-started', detail: 'It did not get ready in time.' }),
      options.startTimeoutMs,
    );
    this.#link.onText(
      lineSplitter(
        (line) => this.#receive(line),
        () => this.#misbehaved('It sent a line that is too long.'),
      ),
    );
    this.#link.onClosed(() => this.#closed());
    this.#link.onFlood(() => this.#misbehaved('It flooded its output.'));
    this.removed = this.#cleanUp();
  }

  async #cleanUp(): Promise<void> {
    this.#exited(await this.#link.exited);
    await this.#link.kill();
    await this.folder.remove();
  }

  get isIdle(): boolean {
    return this.#isReady && !this.#isCrashed && this.#taskId === null;
  }

  get pid(): number | undefined {
    return this.#link.pid;
  }

  /** Whether the handler of the task under way was called. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  /** Takes the child for a task, whose files are put into its folder before `send`. */
  reserve(taskId: number): void {
    this.#taskId = taskId;
    this.#isTaskPosted = false;
    this.#hasStarted = false;
    this.#characters = 0;
    this.#peakBytes = 0;
  }

  send(message: ToChild): void {
    if (this.#isCrashed) return;
    if (message.kind === 'task') {
      this.#isTaskPosted = true;
      this.#watchMemory();
    }
    this.#link.send(JSON.stringify(message));
  }

  /** Asks the handler of the task under way to stop. */
  cancelTask(): void {
    if (this.#taskId !== null && this.#isTaskPosted) this.send({ kind: 'cancel', taskId: this.#taskId });
  }

  /**
   * Makes the child ready for the next task.
   * @returns false when something of the last one cannot be removed or is still running; the child is ended then.
   */
  async release(): Promise<boolean> {
    this.#stopWatch();
    try {
      if ((await this.#link.strays()).length > 0) throw new Error('A program it started is still running.');
      await this.folder.clear();
    } catch (error) {
      this.#misbehaved(error instanceof Error ? error.message : String(error));
    }
    if (this.#isCrashed) return false;
    this.#taskId = null;
    this.#isTaskPosted = false;
    return true;
  }

  /** Ends the process and all it started. `onCrash` is called with this loss. */
  lose(crash: Crash): void {
    if (this.#isCrashed) return;
    this.end();
    this.#options.events.onCrash(crash);
  }

  /** Ends the process and all it started, without a word. */
  end(): void {
    if (this.#isCrashed) return;
    this.#isCrashed = true;
    this.#stopWatch();
    if (this.#startTimer !== null) clearTimeout(this.#startTimer);
    void this.#link.kill();
  }

  #receive(line: string): void {
    if (this.#isCrashed) return;
    this.#characters += line.length;
    if (this.#characters > MAX_CHARACTERS) {
      this.#misbehaved('It sent more than a task has to say.');
      return;
    }
    const message = parseFromChild(line);
    if (message === null) {
      this.#misbehaved('It sent what is no message.');
    } else if (message.kind === 'ready') {
      if (this.#isReady) this.#misbehaved('It said twice that it is ready.');
      else this.#markReady();
    } else if (
      !this.#isTaskPosted ||
      message.taskId !== this.#taskId ||
      (message.kind === 'begun') === this.#hasStarted
    ) {
      this.#misbehaved(`It sent ${message.kind} for a task that it was not doing.`);
    } else {
      this.#hasStarted = true;
      this.#options.events.onMessage(message);
    }
  }

  #markReady(): void {
    this.#isReady = true;
    if (this.#startTimer !== null) clearTimeout(this.#startTimer);
    this.#startTimer = null;
    this.#options.events.onReady();
  }

  /** A process that ends closes its line first; its exit tells more. */
  #closed(): void {
    setTimeout(() => this.#misbehaved('It closed its line.'), EXIT_MS).unref();
  }

  #misbehaved(detail: string): void {
    this.lose({ reason: this.#isReady ? 'misbehaved' : 'not-started', detail });
  }

  #exited({ code, signal }: ChildExit): void {
    if (this.#isCrashed) return;
    const tail = this.#link.outputTail();
    const detail = `It ended with ${signal ?? `code ${code}`}. ${tail}`.trim();
    const isOutOfMemory =
      this.#hasStarted && (this.#peakBytes > this.#options.memoryBytes * 0.8 || OUT_OF_MEMORY.test(tail));
    this.lose({
      reason: !this.#isReady ? 'not-started' : isOutOfMemory ? 'out-of-memory' : 'crashed',
      detail,
    });
  }

  #watchMemory(): void {
    const { memoryBytes } = this.#options;
    const sampleMemory = async (): Promise<void> => {
      const pid = this.#link.pid;
      const use = pid === undefined ? null : await readUse(pid, this.kind === 'decoder');
      if (this.#watch === null) return;
      this.#peakBytes = Math.max(this.#peakBytes, use?.bytes ?? 0);
      if (use !== null && use.bytes > memoryBytes) {
        this.lose({ reason: 'out-of-memory', detail: `It had ${use.bytes} bytes of memory in use.` });
      } else {
        this.#watch = setTimeout(() => void sampleMemory(), WATCH_MS);
      }
    };
    this.#watch = setTimeout(() => void sampleMemory(), WATCH_MS);
  }

  #stopWatch(): void {
    if (this.#watch !== null) clearTimeout(this.#watch);
    this.#watch = null;
  }
}
