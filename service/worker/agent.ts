import type { Logger } from 'pino';
import type { RunningTask } from '#service/engine/task.ts';
import type { TaskResult } from '#service/engine/worker-protocol.ts';
import { NO_SLOTS, WORK_CLASSES, type Slots, type WorkClass } from '#service/rules/work-classes.ts';
import { removeMember, writeMember, type Member } from '#service/work-queue/member-rows.ts';
import {
  cutForNotice,
  fitsNotice,
  Listener,
  Notifier,
  RESULTS_CHANNEL,
  TASKS_CHANNEL,
} from '#service/work-queue/notices.ts';
import {
  fromJobData,
  toJobOutput,
  type RemoteTask,
  type TaskOutcome,
} from '#service/work-queue/remote-task.ts';
import type { Versions } from '#service/rules/work-classes.ts';
import type { Attempt, Job, WorkQueue } from '#service/work-queue/work-queue.ts';

/** Takes work from the queue, has it done, and brings what came of it. */

/** Milliseconds between two signs of life. */
const HEARTBEAT_MS = 1000;
/** How long it waits before it tells again what could not be told. */
const RETRY_MS = 250;
/** How long it takes nothing after it had no room for a result, or could not reach what it needs. */
const PAUSE_MS = 5000;
const MAX_MESSAGE_LENGTH = 2000;
const MAX_LOG_LINES = 200;
const PROGRESS_MS = 200;

/** Failures of a worker and not of the work: another one may do better. */
const OF_THE_WORKER: ReadonlySet<string> = new Set([
  'DISK_FULL',
  'MEDIA_STORE_UNAVAILABLE',
  'WORKER_LACKS_FILE',
]);

export interface AgentOptions {
  url: string;
  queue: WorkQueue;
  log: Logger;
  id: string;
  kind: Member['kind'];
  name: string;
  versions: Versions;
  slots: Slots;
  /** Does a task; it never rejects. */
  execute: (
    task: RemoteTask,
    reports: Pick<AgentReports, 'onProgress' | 'onLog'>,
  ) => RunningTask & { end: () => void };
}

interface AgentReports {
  onProgress(fraction: number, message: string | null): void;
  onLog(message: string): void;
}

interface Execution {
  attempt: Attempt;
  workClass: WorkClass;
  running: RunningTask & { end: () => void };
  /** Nobody waits for it any more: another attempt is newer, or it was canceled. */
  isRevoked: boolean;
}

export class Agent {
  readonly #options: AgentOptions;
  readonly #results: Notifier;
  readonly #tasks: Notifier;
  readonly #listener: Listener;
  readonly #executions = new Map<string, Execution>();
  /** Classes that are being asked for work. */
  readonly #claiming = new Map<WorkClass, { isRequested: boolean }>();
  readonly #completions = new Set<Promise<void>>();
  #heartbeatTimer: NodeJS.Timeout | null = null;
  #heartbeats: Promise<void> = Promise.resolve();
  #isDraining = false;
  #isClosed = false;
  /** Why it takes nothing at the moment. */
  #problem: string | null = null;
  #pausedUntil = 0;
  #idle = Promise.withResolvers<void>();

  constructor(options: AgentOptions) {
    this.#options = options;
    const { queue, url, log } = options;
    const onFailure = (error: unknown): void => log.debug({ err: error }, 'services were not told');
    this.#results = new Notifier(queue.pool, RESULTS_CHANNEL, onFailure);
    this.#tasks = new Notifier(queue.pool, TASKS_CHANNEL, onFailure);
    this.#listener = new Listener(url, TASKS_CHANNEL, {
      onMessages: (messages) => {
        for (const message of messages) this.#receive(message);
      },
      onConnected: () => this.#claimAll(),
    });
  }

  /** Tasks under way. */
  get size(): number {
    return this.#executions.size;
  }

  async start(): Promise<void> {
    await this.#writeMember();
    await this.#listener.open();
    this.#heartbeatTimer = setInterval(() => {
      this.#heartbeats = this.#heartbeats.then(() => this.#sendHeartbeat());
    }, HEARTBEAT_MS);
  }

  /** Takes no more, and resolves when all it has is done. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    await this.#writeMember().catch(() => {});
    while (this.#executions.size > 0) {
      this.#idle = Promise.withResolvers();
      await this.#idle.promise;
    }
    await Promise.all(this.#completions);
  }

  /** Ends what it has; somebody else begins it anew. */
  async release(): Promise<void> {
    this.#isDraining = true;
    const executions = [...this.#executions.values()];
    for (const execution of executions) execution.isRevoked = true;
    await Promise.all(
      executions.map(async ({ attempt, workClass, running }) => {
        running.end();
        await running.result;
        const reason = { code: 'WORKER_ENDED', message: `The worker ${this.#options.name} was stopped.` };
        await this.#failAttempt(workClass, attempt, reason);
      }),
    );
  }

  /** Ends all at once; what it had is found by its silence, unless it was given back or done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isDraining = true;
    if (this.#heartbeatTimer !== null) clearInterval(this.#heartbeatTimer);
    for (const execution of this.#executions.values()) {
      execution.isRevoked = true;
      execution.running.end();
    }
    await Promise.all([...this.#executions.values()].map(({ running }) => running.result));
    await this.#listener.close();
    await this.#heartbeats;
    await removeMember(this.#options.queue.pool, this.#options.id).catch(() => {});
    await Promise.all([this.#results.whenIdle(), this.#tasks.whenIdle()]);
  }

  #receive({ added, canceled }: Record<string, unknown>): void {
    if (typeof canceled === 'string') this.#lose(canceled);
    if (typeof added !== 'string') return;
    for (const workClass of WORK_CLASSES)
      if (this.#options.queue.names[workClass] === added) void this.#claim(workClass);
  }

  #claimAll(): void {
    for (const workClass of WORK_CLASSES) void this.#claim(workClass);
  }

  #freeSlots(workClass: WorkClass): number {
    if (this.#isDraining || this.#problem !== null) return 0;
    let free = this.#options.slots[workClass];
    for (const execution of this.#executions.values()) if (execution.workClass === workClass) free -= 1;
    return free;
  }

  /** Takes as much work of a class as there are free slots. */
  async #claim(workClass: WorkClass): Promise<void> {
    const active = this.#claiming.get(workClass);
    if (active !== undefined) {
      active.isRequested = true;
      return;
    }
    const claim = { isRequested: true };
    this.#claiming.set(workClass, claim);
    try {
      while (claim.isRequested) {
        claim.isRequested = false;
        const free = this.#freeSlots(workClass);
        if (free <= 0) break;
        const jobs = await this.#options.queue.fetch(workClass, free);
        for (const job of jobs) this.#begin(workClass, job);
        if (jobs.length === free) claim.isRequested = true;
      }
    } catch (error) {
      this.#options.log.debug({ err: error }, 'no work could be taken');
    } finally {
      this.#claiming.delete(workClass);
    }
  }

  #begin(workClass: WorkClass, job: Job): void {
    const attempt: Attempt = { id: job.id, retryCount: job.retryCount };
    const task = fromJobData(job.data);
    const running = this.#options.execute(task, this.#reportsOf(attempt));
    const execution: Execution = { attempt, workClass, running, isRevoked: false };
    this.#executions.set(job.id, execution);
    this.#notify(attempt, { kind: 'started', worker: this.#options.name });
    const completion = running.result
      .then((result) => this.#finish(execution, result))
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'a result was lost'))
      .finally(() => {
        this.#completions.delete(completion);
        if (this.#executions.get(job.id) === execution) this.#executions.delete(job.id);
        this.#idle.resolve();
        void this.#claim(workClass);
      });
    this.#completions.add(completion);
  }

  #reportsOf(attempt: Attempt): AgentReports {
    let reportedAt = -Infinity;
    let lines = 0;
    return {
      onProgress: (fraction, message) => {
        const time = performance.now();
        if (time - reportedAt < PROGRESS_MS) return;
        reportedAt = time;
        this.#notify(attempt, {
          kind: 'progress',
          fraction,
          message: message === null ? null : cutForNotice(message.slice(0, MAX_MESSAGE_LENGTH)),
        });
      },
      onLog: (message) => {
        lines += 1;
        if (lines <= MAX_LOG_LINES)
          this.#notify(attempt, { kind: 'log', message: cutForNotice(message.slice(0, MAX_MESSAGE_LENGTH)) });
      },
    };
  }

  #notify({ id, retryCount }: Attempt, message: object): void {
    this.#results.send({ id, attempt: retryCount, ...message });
  }

  async #finish(execution: Execution, result: TaskResult): Promise<void> {
    if (execution.isRevoked || result.kind === 'canceled') return;
    const { attempt, workClass } = execution;
    if (result.kind === 'failed' && OF_THE_WORKER.has(result.code)) {
      const { code, message } = result;
      // A file that is gone is gone for others too.
      if (code !== 'WORKER_LACKS_FILE') this.#pause(message);
      await this.#failAttempt(workClass, attempt, { code, message });
      return;
    }
    await this.#complete(execution, result);
  }

  /** Offers a result until the database has answered: what is done stays done while that is away. */
  async #complete({ attempt, workClass }: Execution, outcome: TaskOutcome): Promise<void> {
    const output = toJobOutput(outcome);
    const isCurrent = await this.#retryUntilAnswered(() =>
      this.#options.queue.complete(this.#options.queue.names[workClass], attempt, output),
    );
    if (isCurrent !== true) {
      this.#options.log.info(attempt, 'a result came too late and is thrown away');
      return;
    }
    this.#notify(attempt, { kind: 'done', ...(fitsNotice(output) && { output }) });
  }

  async #failAttempt(workClass: WorkClass, attempt: Attempt, reason: object): Promise<void> {
    const { queue } = this.#options;
    await this.#retryUntilAnswered(() => queue.failAttempt(queue.names[workClass], attempt, reason));
    this.#notify(attempt, { kind: 'given-up' });
    // Whoever has a free slot takes it at once.
    this.#tasks.send({ added: queue.names[workClass] });
  }

  /** Asks again until there is an answer. @returns null where it ends before */
  async #retryUntilAnswered(operation: () => Promise<boolean>): Promise<boolean | null> {
    for (;;) {
      try {
        return await operation();
      } catch (error) {
        this.#options.log.debug({ err: error }, 'the database did not take a result');
        if (this.#isClosed) return null;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  #pause(problem: string): void {
    this.#problem = problem;
    this.#pausedUntil = performance.now() + PAUSE_MS;
    this.#options.log.warn({ problem }, 'takes no work for a moment');
  }

  #lose(id: string): void {
    const execution = this.#executions.get(id);
    if (execution === undefined || execution.isRevoked) return;
    execution.isRevoked = true;
    execution.running.end();
  }

  async #sendHeartbeat(): Promise<void> {
    if (this.#isClosed) return;
    if (this.#problem !== null && performance.now() >= this.#pausedUntil) this.#problem = null;
    try {
      await Promise.all([this.#writeMember(), ...WORK_CLASSES.map((workClass) => this.#touch(workClass))]);
    } catch (error) {
      this.#options.log.debug({ err: error }, 'the database did not hear that work goes on');
    }
    this.#claimAll();
  }

  /** Says what goes on, and ends what is not its own any more. */
  async #touch(workClass: WorkClass): Promise<void> {
    const executions = [...this.#executions.values()].filter(
      (execution) => execution.workClass === workClass && !execution.isRevoked,
    );
    if (executions.length === 0) return;
    const { queue } = this.#options;
    const current = await queue.touch(
      queue.names[workClass],
      executions.map(({ attempt }) => attempt),
    );
    for (const execution of executions) {
      const { id } = execution.attempt;
      // What has ended meanwhile is not looked for.
      if (!current.has(id) && this.#executions.get(id) === execution) this.#lose(id);
    }
  }

  #writeMember(): Promise<void> {
    const { queue, id, kind, name, versions, slots } = this.#options;
    return writeMember(queue.pool, {
      id,
      kind,
      name,
      versions,
      slots: this.#isDraining ? NO_SLOTS : slots,
      isDraining: this.#isDraining,
      problem: this.#problem,
    });
  }
}
