import type { Json } from '../protocol.ts';
import type { ChildKind } from './launcher.ts';
import type { CrashReason, NativeChild } from './native-child.ts';
import type { TaskFile, TaskFolder } from './task-folder.ts';
import { TaskTimers } from './task-timers.ts';

/** Tasks of a pool of native children: what is asked for, what comes of it, and one that is under way. */

export interface NativeTask<T> {
  /** A handler of the child's program. */
  name: string;
  input: Json;
  kind: ChildKind;
  /** Tasks of one lane wait for each other when as many are under way as the lane may have. */
  lane: string;
  files?: readonly TaskFile[];
  /** Milliseconds that the task may take in its child. */
  timeLimitMs: number;
  /** The same for the same work; work that ended two children is not tried again. Null for work that is never the same. */
  fingerprint: string | null;
  onProgress?(fraction: number, message: string | null): void;
  onLog?(message: string): void;
  /**
   * Takes the result over, before the child's folder is emptied. What it throws, `result` rejects with.
   * @param signal aborted on cancel, and when the task's time is over: it counts for this as well.
   */
  collect(value: Json, folder: TaskFolder, signal: AbortSignal): Promise<T> | T;
}

export type NativeResult<T> =
  | { kind: 'succeeded'; value: T }
  /** The handler refused: `DEFECT` for an error that it did not foresee. */
  | { kind: 'failed'; code: string; message: string; defect: string | null }
  | { kind: 'canceled' }
  /** The child was lost; `given-up` when this work ended two children before and was not tried. */
  | { kind: 'lost'; reason: CrashReason | 'given-up'; detail: string };

export interface RunningNative<T> {
  result: Promise<NativeResult<T>>;
  /** Asks the handler to stop; a child whose handler does not is ended. */
  cancel: () => void;
  /** Ends the task and its child at once. */
  end: () => void;
}

/** A task that was given to a pool and has not ended. */
export interface Execution {
  task: NativeTask<unknown>;
  resolve(result: NativeResult<unknown>): void;
  reject(error: unknown): void;
  attempts: number;
  isCanceled: boolean;
  child: NativeChild | null;
  /** Its result is being taken over. Aborted with the loss when that takes too long. */
  collecting: AbortController | null;
  timers: TaskTimers;
}

export const newExecution = <T>(
  task: NativeTask<T>,
  { resolve, reject }: PromiseWithResolvers<NativeResult<T>>,
): Execution => ({
  task,
  resolve: resolve as (result: NativeResult<unknown>) => void,
  reject,
  attempts: 0,
  isCanceled: false,
  child: null,
  collecting: null,
  timers: new TaskTimers(),
});

/** Of waiting tasks, how many of a kind could be done at once if there were children enough. @param capacityOf of a lane. */
export function countStartable(
  pending: readonly Execution[],
  kind: ChildKind,
  capacityOf: (lane: string) => number,
): number {
  const byLane = Object.groupBy(pending, ({ task }) => task.lane);
  return Object.entries(byLane).reduce((sum, [lane, tasks = []]) => {
    const fitting = tasks.filter(({ task }) => task.kind === kind).length;
    return sum + Math.min(fitting, capacityOf(lane));
  }, 0);
}
