import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { permitNativeCode } from '../decoders/guard.ts';
import {
  MAX_LINE_LENGTH,
  MAX_VALUE_BYTES,
  truncate,
  type FromChild,
  type Json,
  type ToChild,
} from '../protocol.ts';
import { openChannel, type ChildChannel } from './channel.ts';

/** A failure to show to people. Anything else that a handler throws is a defect, and named so. */
export class TaskFailure extends Error {
  override name = 'TaskFailure';
  readonly code: string;
  /** For the log: the stack of an error that was not foreseen. */
  readonly defect: string | null;
  constructor(code: string, message: string, defect: string | null = null) {
    super(message);
    this.code = code;
    this.defect = defect;
  }
}

/** What a handler is given for one task. */
export interface ChildTask {
  /** What the pool calls this task. */
  id: number;
  input: Json;
  /** Folder of the task's files, under the names that the pool was given. Read-only. */
  inFolder: string;
  /** Folder for results and scratch files; emptied after the task. */
  outFolder: string;
  /** Aborted on cancel. */
  signal: AbortSignal;
  /** @param fraction 0 to 1. */
  progress: (fraction: number, message?: string) => void;
  log: (message: string) => void;
  /** Runs a step that the pool ends, with this process, after so many milliseconds. */
  withTimeout: <T>(milliseconds: number, step: () => Promise<T>) => Promise<T>;
}

/** Does one task. @returns the result as JSON. @throws TaskFailure */
export type TaskHandler = (task: ChildTask) => Promise<Json>;

export interface ChildProgram {
  handlers: Readonly<Record<string, TaskHandler>>;
  /** Loads what the first task will need; until then the child is not ready. */
  preload?: () => Promise<void>;
}

/**
 * The program of a native child: does tasks for the pool that started it and ends with the pool. Its folder is the
 * first argument.
 */
export async function runNativeChild(program: ChildProgram): Promise<void> {
  permitNativeCode();
  const [, , folder] = process.argv;
  if (folder === undefined) throw new Error('A native child is started by a pool.');
  const channel = await openChannel();
  channel.onEnd(endGroup);
  const send = (message: FromChild) => channel.send(JSON.stringify(message));
  const running = new Map<number, AbortController>();
  channel.onLine((line) => {
    const message = JSON.parse(line) as ToChild;
    if (message.kind === 'cancel') running.get(message.taskId)?.abort();
    else void execute(program, channel, folder, message, running);
  });
  await program.preload?.();
  send({ kind: 'ready' });
}

/** Without a pool there is nothing left to do, neither for this process nor for a program that it runs. */
function endGroup(): void {
  try {
    if (process.platform !== 'win32') process.kill(-process.pid, 'SIGKILL');
  } catch {
    // It leads no group of its own.
  }
  process.exit(0);
}

async function execute(
  program: ChildProgram,
  channel: ChildChannel,
  folder: string,
  { taskId, name, input }: Extract<ToChild, { kind: 'task' }>,
  running: Map<number, AbortController>,
): Promise<void> {
  const controller = new AbortController();
  running.set(taskId, controller);
  let isOver = false;
  // What a handler started and left behind may still report; the pool takes nothing after the result.
  const send = (message: FromChild) => {
    if (!isOver) channel.send(JSON.stringify(message));
  };
  send({ kind: 'begun', taskId });
  let result: FromChild;
  try {
    const handler = Object.hasOwn(program.handlers, name) ? program.handlers[name] : undefined;
    if (handler === undefined) throw new Error(`There is no handler for ${name}.`);
    const value = await handler({
      id: taskId,
      input,
      inFolder: join(folder, 'in'),
      outFolder: join(folder, 'out'),
      signal: controller.signal,
      progress: (fraction, message) =>
        send({
          kind: 'progress',
          taskId,
          fraction,
          message: message === undefined ? null : truncate(message),
        }),
      log: (message) => send({ kind: 'log', taskId, message: truncate(message) }),
      withTimeout: async (milliseconds, step) => {
        send({ kind: 'step-limit', taskId, milliseconds });
        try {
          return await step();
        } finally {
          send({ kind: 'step-limit', taskId, milliseconds: null });
        }
      },
    });
    result = controller.signal.aborted ? { kind: 'canceled', taskId } : await resultOf(taskId, value, folder);
  } catch (error) {
    result = controller.signal.aborted ? { kind: 'canceled', taskId } : failureOf(taskId, error);
  }
  running.delete(taskId);
  send(result);
  isOver = true;
}

/** A value too long for a line goes through a file. @throws TaskFailure when it is too long for that as well. */
async function resultOf(taskId: number, value: Json, folder: string): Promise<FromChild> {
  const text = JSON.stringify(value);
  // Room for the rest of the message.
  if (text.length < MAX_LINE_LENGTH - 1024) return { kind: 'succeeded', taskId, value };
  const bytes = Buffer.from(text);
  if (bytes.length > MAX_VALUE_BYTES) {
    const megabytes = MAX_VALUE_BYTES / 1024 / 1024;
    throw new TaskFailure(
      'RESULT_TOO_LARGE',
      `The result has more than ${megabytes} MB of text. Give the node less and run again.`,
    );
  }
  const file = `value-${taskId}.json`;
  await writeFile(join(folder, 'out', file), bytes, { flag: 'wx' });
  return { kind: 'succeeded-in-file', taskId, file };
}

function failureOf(taskId: number, error: unknown): FromChild {
  if (error instanceof TaskFailure) {
    const defect = error.defect === null ? null : truncate(error.defect);
    return { kind: 'failed', taskId, code: error.code, message: truncate(error.message), defect };
  }
  const message = error instanceof Error ? error.message : String(error);
  const defect = error instanceof Error ? (error.stack ?? message) : message;
  return { kind: 'failed', taskId, code: 'DEFECT', message: truncate(message), defect: truncate(defect) };
}
