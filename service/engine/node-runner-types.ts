import type { Serialize } from '#shared/language/serialize.ts';
import type { ActiveRun, ReadyTask } from './active-run.ts';
import type { NodeResultsDependencies } from './node-results.ts';
import type { ProgressThrottle } from './progress-throttle.ts';
import type { DispatcherOf, RemoteExecution } from './remote-execution.ts';
import type { WorkerPool } from './worker-pool.ts';
import type { TaskResult } from './worker-protocol.ts';

/** What another process makes is looked for so often. */
export const PEER_RETRY_MS = 300;

export interface NodeRunnerDependencies extends NodeResultsDependencies {
  pool: WorkerPool;
  /** Workers on other machines; undefined where there can be none, null before there is the first. */
  dispatcher?: DispatcherOf | undefined;
  progressIntervalMs: number;
  /**
   * Runs a step of the engine after the steps before it. All that is kept in memory of runs changes in steps only: between
   * two statements of one no other sees it half changed. A step never waits for another one.
   */
  step: Serialize;
  isCancelling(): boolean;
  /** Called after anything of a run ended. */
  onSettled(run: ActiveRun): Promise<void>;
  /** Called when the engine itself failed. */
  onDefect(run: ActiveRun, error: unknown): Promise<void>;
}

/** Work under way; in an object, as a step that hands it on must not wait for it. */
export interface Tracked {
  completion: Promise<void>;
}

/** A node that is executing. */
export interface Started {
  task: ReadyTask;
  /** As it was lined up, before it was known whether a file of it is paid already. */
  readyTask: ReadyTask;
  result: Promise<TaskResult>;
  progress: ProgressThrottle;
  startedAt: number;
  /** Of a task that lies in the queue of workers. */
  remote?: RemoteExecution;
}
