import type { Logger } from 'pino';
import type { PostgresDatabase } from '#service/storage/postgres/postgres-database.ts';
import { NO_SLOTS, WORK_CLASSES, type Slots, type WorkClass } from '#service/rules/work-classes.ts';
import { countJobs, jobsOfRuns, readJobs, removeStaleJobs, type JobState } from './job-rows.ts';
import { deleteStaleMembers, readMembers, type Member } from './member-rows.ts';
import { Listener, Notifier, RESULTS_CHANNEL, TASKS_CHANNEL } from './notices.ts';
import {
  fromJobOutput,
  attemptFailureOf,
  jobIdOf,
  toJobData,
  type AttemptFailure,
  type JobKey,
  type RemoteTask,
  type TaskOutcome,
} from './remote-task.ts';
import type { Versions } from '#service/rules/work-classes.ts';
import { canExecute, waitReason } from './wait-reason.ts';
import { MAX_ATTEMPTS, type SqlRunner, type WorkQueue } from './work-queue.ts';

/** The side of a service that has work done by others: what it offers, and what comes back. */

/** What is looked up in the tables, beside what is heard: milliseconds between two looks. */
const POLL_MS = 1000;
/** Jobs of runs that are over are removed so often, unless somebody says otherwise. */
const SWEEP_MS = 60_000;
/** Tasks of an account that wait or are done at the same time: as many again as there are slots, and at least so many. */
const MIN_WINDOW = 4;
/** A person's previews are few and short. */
const LIVE_WINDOW = 64;
/** What a person has put before the rest. */
const FIRST = 1_000_000;

export interface TaskRequest extends JobKey {
  accountId: string;
  workClass: WorkClass;
  /** Whether a person has put its run before others. */
  isFirst: boolean;
  task: RemoteTask;
}

export interface TaskListeners {
  /** @param worker its name, where it is known */
  onStarted(worker: string | null): void;
  /** The attempt before was given up. @param attempt the number of the one that follows, from 2 */
  onRetry(attempt: number, reason: AttemptFailure | null): void;
  onProgress(fraction: number, message: string | null): void;
  onLog(message: string): void;
  /** Says why it has not begun, once for each reason. */
  onWait(reason: string): void;
}

interface PendingTask {
  request: TaskRequest;
  listeners: TaskListeners;
  resolve: (outcome: TaskOutcome | { kind: 'canceled' }) => void;
  retryCount: number;
  isStarted: boolean;
  /** Looks that did not find its job. */
  missed: number;
  /** `performance.now()` when it was sent. */
  since: number;
  /** Why it waits, as it was said last. */
  reason: string | null;
}

export class TaskDispatcher {
  readonly #db: PostgresDatabase;
  readonly #queue: WorkQueue;
  readonly #log: Logger;
  readonly #versions: Versions;
  readonly #memberId: string;
  readonly #isAlwaysRemote: boolean;
  readonly #onChange: () => void;
  readonly #listener: Listener;
  readonly #tasks: Notifier;
  readonly #pending = new Map<string, PendingTask>();
  /** Jobs that an earlier process has offered, by id. */
  readonly #earlier = new Set<string>();
  #members: readonly Member[] = [];
  #slots: Slots = NO_SLOTS;
  #pollTimer: NodeJS.Timeout | null = null;
  #polling: Promise<void> = Promise.resolve();
  readonly #sweepMs: number;
  #sweptAt = performance.now();
  #isClosed = false;

  private constructor(options: TaskDispatcherOptions, queue: WorkQueue) {
    this.#db = options.db;
    this.#queue = queue;
    this.#log = options.log;
    this.#versions = options.versions;
    this.#memberId = options.memberId;
    this.#isAlwaysRemote = options.isAlwaysRemote;
    this.#onChange = options.onChange;
    this.#sweepMs = options.sweepMs ?? SWEEP_MS;
    const onFailure = (error: unknown): void => this.#log.debug({ err: error }, 'workers were not told');
    this.#tasks = new Notifier(queue.pool, TASKS_CHANNEL, onFailure);
    this.#listener = new Listener(options.url, RESULTS_CHANNEL, {
      onMessages: (messages) => {
        for (const message of messages) this.#receive(message);
      },
      onConnected: () => void this.#poll(),
    });
  }

  /** @throws what the driver says */
  static async open(options: TaskDispatcherOptions, queue: WorkQueue): Promise<TaskDispatcher> {
    const dispatcher = new TaskDispatcher(options, queue);
    await removeStaleJobs(queue.pool);
    for (const { id } of await jobsOfRuns(queue.pool)) dispatcher.#earlier.add(id);
    await dispatcher.#readMembers();
    await dispatcher.#listener.open();
    dispatcher.#pollTimer = setInterval(() => void dispatcher.#poll(), POLL_MS);
    return dispatcher;
  }

  /** Those that are there. */
  get members(): readonly Member[] {
    return this.#members;
  }

  /** Whether work of a class is better offered than done by this service alone. */
  isRemote(workClass: WorkClass): boolean {
    return (
      this.#isAlwaysRemote ||
      this.#members.some(
        (member) => member.id !== this.#memberId && canExecute(member, workClass, this.#versions),
      )
    );
  }

  /** Whether an account may have one more task of a class offered: a few more than can be done at once. */
  mayEnqueue(accountId: string, workClass: WorkClass): boolean {
    const limit = workClass === 'live' ? LIVE_WINDOW : Math.max(MIN_WINDOW, 2 * this.#slots[workClass]);
    return this.#countOf(accountId, workClass) < limit;
  }

  /** Whether a node's work lies in the queue, offered by this process or one before it. */
  has(key: JobKey): boolean {
    const id = jobIdOf(key);
    return this.#pending.has(id) || this.#earlier.has(id);
  }

  /** Puts work into the queue as a part of the open transaction; one that lies there stays. */
  async send(request: TaskRequest): Promise<void> {
    const { accountId, workClass, task } = request;
    const name = this.#queue.names[workClass];
    const db = this.#sqlRunner;
    // Of each account the first comes before all others' second, whichever service has offered them.
    const rank = await countJobs((text, values) => this.#db.sendForeign(text, values), name, accountId);
    await this.#queue.send(
      workClass,
      {
        id: jobIdOf(request),
        data: toJobData(request, task),
        groupId: accountId,
        priority: (request.isFirst ? FIRST : 0) - rank,
      },
      db,
    );
    this.#db.afterCommit(() => this.#tasks.send({ added: name }));
  }

  /** Waits for what was sent; after the transaction of that. */
  wait(
    request: TaskRequest,
    listeners: TaskListeners,
  ): { result: Promise<TaskOutcome | { kind: 'canceled' }>; cancel: () => void } {
    const id = jobIdOf(request);
    const { promise, resolve } = Promise.withResolvers<TaskOutcome | { kind: 'canceled' }>();
    this.#pending.set(id, {
      request,
      listeners,
      resolve,
      retryCount: 0,
      isStarted: false,
      missed: 0,
      since: performance.now(),
      reason: null,
    });
    if (this.#earlier.delete(id)) void this.#poll();
    return { result: promise, cancel: () => this.#withdraw(id) };
  }

  /** Removes the job whose result is stored, as a part of that transaction. @returns false where another service has done so */
  settle(request: TaskRequest): Promise<boolean> {
    return this.#queue.remove(this.#queue.names[request.workClass], jobIdOf(request), this.#sqlRunner);
  }

  /** What is offered stays in the queue for whoever has the runs next. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#pollTimer !== null) clearInterval(this.#pollTimer);
    for (const { resolve } of this.#pending.values()) resolve({ kind: 'canceled' });
    this.#pending.clear();
    await this.#listener.close();
    await this.#tasks.whenIdle();
    await this.#polling;
  }

  get #sqlRunner(): SqlRunner {
    return { executeSql: (text, values = []) => this.#db.sendForeign(text, values) };
  }

  #countOf(accountId: string, workClass: WorkClass): number {
    let count = 0;
    for (const { request } of this.#pending.values())
      if (request.accountId === accountId && request.workClass === workClass) count += 1;
    return count;
  }

  #receive(message: Record<string, unknown>): void {
    const id = String(message['id']);
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    const attempt = Number(message['attempt']);
    this.#follow(pending, attempt, null);
    switch (message['kind']) {
      case 'started':
        this.#start(pending, String(message['worker']));
        return;
      case 'progress': {
        const text = message['message'];
        pending.listeners.onProgress(Number(message['fraction']), typeof text === 'string' ? text : null);
        return;
      }
      case 'log':
        pending.listeners.onLog(String(message['message']));
        return;
      case 'done': {
        const outcome = fromJobOutput(message['output']);
        if (outcome === null) void this.#poll();
        else this.#end(id, pending, outcome);
        return;
      }
      case 'given-up':
        void this.#poll();
        return;
      default:
    }
  }

  #start(pending: PendingTask, worker: string | null): void {
    if (pending.isStarted) return;
    pending.isStarted = true;
    pending.listeners.onStarted(worker);
  }

  #follow(pending: PendingTask, retryCount: number, reason: AttemptFailure | null): void {
    if (retryCount <= pending.retryCount) return;
    pending.retryCount = retryCount;
    pending.listeners.onRetry(retryCount + 1, reason);
  }

  #end(id: string, pending: PendingTask, outcome: TaskOutcome): void {
    this.#start(pending, null);
    this.#pending.delete(id);
    pending.resolve(outcome);
  }

  #poll(): Promise<void> {
    this.#polling = this.#polling.then(() => this.#pollTables());
    return this.#polling;
  }

  async #pollTables(): Promise<void> {
    if (this.#isClosed) return;
    try {
      await this.#readMembers();
      for (const workClass of WORK_CLASSES) await this.#pollClass(workClass);
      await this.#sweep();
    } catch (error) {
      this.#log.debug({ err: error }, 'the queue could not be looked at');
    }
  }

  async #readMembers(): Promise<void> {
    const before = JSON.stringify(this.#members);
    this.#members = await readMembers(this.#queue.pool);
    const slotsOf = (workClass: WorkClass): number =>
      this.#members
        .filter((member) => canExecute(member, workClass, this.#versions))
        .reduce((sum, { slots }) => sum + slots[workClass], 0);
    this.#slots = { live: slotsOf('live'), image: slotsOf('image'), film: slotsOf('film') };
    if (JSON.stringify(this.#members) !== before) this.#onChange();
  }

  async #pollClass(workClass: WorkClass): Promise<void> {
    const ids = [...this.#pending].flatMap(([id, { request }]) =>
      request.workClass === workClass ? [id] : [],
    );
    if (ids.length === 0) return;
    const jobs = new Map(
      (await readJobs(this.#queue.pool, this.#queue.names[workClass], ids)).map((job) => [job.id, job]),
    );
    for (const id of ids) {
      const pending = this.#pending.get(id);
      if (pending === undefined) continue;
      const job = jobs.get(id);
      if (job === undefined) await this.#miss(pending);
      else this.#update(pending, job);
    }
  }

  #update(pending: PendingTask, job: JobState): void {
    pending.missed = 0;
    const { state, retryCount, output } = job;
    if (state !== 'failed') this.#follow(pending, retryCount, attemptFailureOf(output));
    if (state === 'active') this.#start(pending, null);
    if (state === 'created') this.#explain(pending);
    if (state === 'completed') {
      const outcome = fromJobOutput(output) ?? { kind: 'failed', ...UNREADABLE, defect: null };
      this.#end(job.id, pending, outcome);
    }
    if (state === 'failed') this.#end(job.id, pending, finalFailure(pending.request.task, output));
  }

  /** Says why a task waits that is not begun at once. */
  #explain(pending: PendingTask): void {
    if (pending.isStarted || performance.now() - pending.since < POLL_MS) return;
    const reason = waitReason(this.#members, pending.request.workClass, this.#versions);
    if (reason === pending.reason) return;
    pending.reason = reason;
    pending.listeners.onWait(reason);
  }

  /** A database that was put back, or lost what it had not written, does not know what was offered. */
  async #miss(pending: PendingTask): Promise<void> {
    pending.missed += 1;
    if (pending.missed < 2) return;
    pending.missed = 0;
    this.#log.warn({ runId: pending.request.runId, nodeId: pending.request.nodeId }, 'work is offered again');
    await this.#db.transaction(() => this.send(pending.request), { relaxed: true });
  }

  #withdraw(id: string): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    pending.resolve({ kind: 'canceled' });
    // Where it cannot be removed now, it is with what runs have left.
    this.#queue.remove(this.#queue.names[pending.request.workClass], id).then(
      () => this.#tasks.send({ canceled: id }),
      (error: unknown) => this.#log.debug({ err: error }, 'work could not be withdrawn yet'),
    );
  }

  async #sweep(): Promise<void> {
    if (performance.now() - this.#sweptAt < this.#sweepMs) return;
    this.#sweptAt = performance.now();
    await removeStaleJobs(this.#queue.pool);
    await deleteStaleMembers(this.#queue.pool);
  }
}

export interface TaskDispatcherOptions {
  url: string;
  db: PostgresDatabase;
  log: Logger;
  versions: Versions;
  /** Of this service among the members. */
  memberId: string;
  /** Whether all work goes to others, as this service does none. */
  isAlwaysRemote: boolean;
  /** Called when somebody came or went. */
  onChange: () => void;
  /** How often jobs of runs that are over are removed, milliseconds. Default a minute. */
  sweepMs?: number;
}

const UNREADABLE = {
  code: 'NODE_CRASHED',
  message: 'What the worker answered cannot be read. Run again.',
};

/** Why a node is not tried again. */
function finalFailure({ title }: RemoteTask, output: unknown): TaskOutcome {
  const reason = attemptFailureOf(output);
  if (reason !== null) return { kind: 'failed', ...reason, defect: null };
  return {
    kind: 'failed',
    code: 'NODE_CRASHED',
    message: `${MAX_ATTEMPTS} workers stopped answering while they worked on ${title}, so it is not tried again. Check its inputs, then run again.`,
    defect: null,
  };
}
