import type { ActiveRun, ReadyTask } from './active-run.ts';
import type { DispatcherOf } from './remote-execution.ts';
import type { Lane } from './task.ts';
import type { WorkerPool } from './worker-pool.ts';

/** In their order: what is short goes before what runs ffmpeg, which has a lane of its own where there may be workers. */
export const LANES: readonly (Lane | 'film')[] = ['work', 'film', 'wait'];

/** Where a task is executed: by this process, or by whoever takes it from the queue of workers. */
export type Target = 'here' | 'queue';

interface LaneDependencies {
  pool: WorkerPool;
  dispatcher?: DispatcherOf | undefined;
}

/** Whether it is worth to look for a task of a lane. */
export function mayHaveCapacity({ pool, dispatcher }: LaneDependencies, lane: Lane | 'film'): boolean {
  if (lane === 'wait') return pool.hasCapacity('wait');
  return (dispatcher?.() ?? null) !== null || pool.hasCapacity('work');
}

/** Where the task that a run has next in a lane can be executed now; null for nowhere, and without a task. */
export function targetOfNext(
  { pool, dispatcher: current }: LaneDependencies,
  run: ActiveRun,
  lane: Lane | 'film',
): Target | null {
  const task = nextTask(run, lane);
  if (task === undefined) return null;
  const dispatcher = lane === 'wait' ? null : (current?.() ?? null);
  const isFree = (): boolean => pool.hasCapacity(laneOf(task));
  if (dispatcher === null) return isFree() ? 'here' : null;
  return dispatcher.targetOf(run, task, isFree);
}

/** A node with a provider's key is never in a process that decodes. */
export const laneOf = ({ definition }: ReadyTask): Lane =>
  definition.waits === true || definition.usesModel !== undefined ? 'wait' : 'work';

/** What a run would have executed next in a lane; undefined for a run that takes no more results. */
export const nextTask = (run: ActiveRun, lane: Lane | 'film' | 'suspect'): ReadyTask | undefined =>
  run.canceling || run.over ? undefined : run.ready[lane][0];
