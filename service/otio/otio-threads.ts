import type { MediaSource } from '../storage/open-blob-store.ts';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { Problem } from '#service/problems/problem.ts';
import type {
  FromReader,
  QuestionKind,
  ReaderQuestions,
  ReaderSetup,
  SerializedError,
  ToReader,
  ExportedTimeline,
} from './reader-protocol.ts';

/** Reads OTIO uploads, and writes timelines, on threads of their own. */
export interface OtioThreads {
  /**
   * Reads an upload that lies in a file.
   * @param answers what the thread may ask; without `room` and `shelve` nothing is stored, without `find` nothing is
   * looked up. What an answer throws ends the read with it.
   * @param signal aborted when nobody waits for the result any more: the thread is ended.
   * @returns the answer as JSON text.
   * @throws Problem INVALID_OTIO, OTIO_TOO_LARGE, and what `answers` throw.
   */
  read(path: string, answers: ReaderAnswers, signal: AbortSignal): Promise<string>;
  /**
   * Writes a timeline as OTIO.
   * @param json a checked timeline document.
   * @param signal as for `read`.
   */
  write(json: string, signal: AbortSignal): Promise<ExportedTimeline>;
  /** Uploads being read or waiting for a thread. */
  readonly busy: number;
  close(): Promise<void>;
}

type Answer<Kind extends QuestionKind> = (
  value: ReaderQuestions[Kind][0],
) => ReaderQuestions[Kind][1] | Promise<ReaderQuestions[Kind][1]>;

export interface ReaderAnswers {
  storing?: { reserve: Answer<'reserve'>; store: Answer<'store'> };
  find?: Answer<'find'>;
}

/** At the same time; more uploads wait. */
const THREADS = 2;
/** A thread without work is kept this long. */
const IDLE_MS = 30_000;
/** JavaScript heap of one thread: several times what the most values that are let through take. */
const MEMORY_MEGABYTES = 4096;

/** Threads without work, kept for a while for the next job. */
interface IdleThreads {
  acquire(): Worker;
  keep(worker: Worker): void;
  /** Keeps none any more. @returns those that were kept. */
  close(): Worker[];
}

function createIdleThreads(setup: ReaderSetup): IdleThreads {
  const idle: { worker: Worker; timer: NodeJS.Timeout; removed: () => void }[] = [];
  let closed = false;
  return {
    acquire() {
      const idleWorker = idle.pop();
      if (idleWorker) {
        clearTimeout(idleWorker.timer);
        idleWorker.worker.off('exit', idleWorker.removed);
        idleWorker.worker.ref();
        return idleWorker.worker;
      }
      return new Worker(new URL('./otio-worker.ts', import.meta.url), {
        workerData: setup,
        name: 'otio',
        // Flags of the process that started us (a test runner's loaders) are not for this thread.
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEGABYTES },
      });
    },
    keep(worker) {
      if (closed) {
        void worker.terminate();
        return;
      }
      const timer = setTimeout(() => void worker.terminate(), IDLE_MS);
      timer.unref();
      worker.unref();
      const removeIdle = () => {
        clearTimeout(timer);
        const index = idle.findIndex((item) => item.worker === worker);
        if (index !== -1) idle.splice(index, 1);
      };
      worker.once('exit', removeIdle);
      idle.push({ worker, timer, removed: removeIdle });
    },
    close() {
      closed = true;
      for (const { timer } of idle) clearTimeout(timer);
      return idle.splice(0).map(({ worker }) => worker);
    },
  };
}

export function createOtioThreads(media: MediaSource): OtioThreads {
  const idle = createIdleThreads({ media });
  const running = new Set<Worker>();
  const pending: (() => void)[] = [];
  let busy = 0;
  let closed = false;

  const runOn = async (worker: Worker, job: ThreadJob, answers: ReaderAnswers, signal: AbortSignal) => {
    running.add(worker);
    const outcome = await outcomeOf(worker, job, answers, signal);
    running.delete(worker);
    if (outcome.isReusable) idle.keep(worker);
    else void worker.terminate();
    if ('result' in outcome) return outcome.result;
    throw outcome.error;
  };

  const untilFree = async (signal: AbortSignal): Promise<void> => {
    if (busy <= THREADS) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    pending.push(resolve);
    await promise;
    signal.throwIfAborted();
  };

  const run = async (job: ThreadJob, answers: ReaderAnswers, signal: AbortSignal): Promise<ThreadResult> => {
    busy += 1;
    try {
      await untilFree(signal);
      signal.throwIfAborted();
      if (closed) throw new Error('The service is stopping.');
      return await runOn(idle.acquire(), job, answers, signal);
    } finally {
      busy -= 1;
      pending.shift()?.();
    }
  };

  return {
    get busy() {
      return busy;
    },
    async read(path, answers, signal) {
      const stores = answers.storing !== undefined;
      const finds = answers.find !== undefined;
      const result = await run({ kind: 'read', path, stores, finds }, answers, signal);
      if (result.kind === 'done') return result.text;
      throw new Error('A thread wrote where it had to read.');
    },
    async write(json, signal) {
      const result = await run({ kind: 'write', json }, {}, signal);
      if (result.kind === 'written') return result.exported;
      throw new Error('A thread read where it had to write.');
    },
    async close() {
      closed = true;
      const workers = [...idle.close(), ...running];
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function answerOf(answers: ReaderAnswers, message: Extract<FromReader, { kind: 'ask' }>) {
  const { storing, find } = answers;
  switch (message.aspect) {
    case 'reserve':
      return storing?.reserve(message.value) ?? null;
    case 'store':
      if (storing) return storing.store(message.value);
      break;
    case 'find':
      return find?.(message.value) ?? [];
    default:
      message satisfies never;
  }
  throw new Error('A thread stored what nobody asked it to store.');
}

function revived(error: SerializedError): Error {
  if ('kind' in error) return Problem.received(error);
  return Object.assign(new Error(error.message), error.code === '' ? {} : { code: error.code });
}

function workerError(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return Problem.of(
      'OTIO_TOO_LARGE',
      'The timeline holds more than can be read at once. Split it and import the parts.',
    );
  }
  return error instanceof Error ? error : new Error(inspect(error));
}

type ThreadJob = Exclude<ToReader, { kind: 'answer' }>;
type ThreadResult = Extract<FromReader, { kind: 'done' | 'written' }>;

/** How a job ended, and whether its thread can do another. */
type JobOutcome = { isReusable: boolean } & ({ result: ThreadResult } | { error: unknown });

/** Has a thread do a job, and answers what it asks meanwhile. Never rejects. */
const outcomeOf = (
  worker: Worker,
  job: ThreadJob,
  answers: ReaderAnswers,
  signal: AbortSignal,
): Promise<JobOutcome> =>
  new Promise((resolve) => {
    const postToReader = (message: ToReader): void => worker.postMessage(message, []);
    const finish = (outcome: JobOutcome): void => {
      // One by one: the thread listens to itself for what it has to keep open.
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      // What comes from a thread that is ending is nobody's.
      if (worker.listenerCount('error') === 0) worker.on('error', () => undefined);
      resolve(outcome);
    };
    const fail = (error: unknown, isReusable = false) => finish({ error, isReusable });
    const onAbort = () => fail(signal.reason);
    const onError = (error: unknown) => fail(workerError(error));
    const onExit = () => fail(new Error('A thread that reads or writes OTIO ended by itself.'));
    const answer = async (message: Extract<FromReader, { kind: 'ask' }>) => {
      try {
        postToReader({ kind: 'answer', value: await answerOf(answers, message) });
      } catch (error) {
        fail(error);
      }
    };
    const onMessage = (message: FromReader) => {
      switch (message.kind) {
        case 'ask':
          void answer(message);
          return;
        case 'done':
        case 'written':
          finish({ result: message, isReusable: true });
          return;
        case 'failed':
          fail(revived(message.error), true);
          return;
        default:
          message satisfies never;
      }
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    postToReader(job);
  });
