import { classOf, type WorkClass } from '#service/rules/work-classes.ts';
import type { AttemptFailure, JobKey, RemoteTask } from '#service/work-queue/remote-task.ts';
import type { TaskRequest, TaskDispatcher } from '#service/work-queue/task-dispatcher.ts';
import type { ActiveRun, ReadyTask } from './active-run.ts';
import { itemData } from './unit.ts';
import type { NodeResults } from './node-results.ts';
import { StaleClaim } from './run-claim-rows.ts';
import type { NewRunEvent } from './run-event-rows.ts';
import type { RunningTask } from './task.ts';

/** Executions by whoever takes them from the queue of workers. */

/** What the engine knows of workers. */
export interface EngineDispatcher {
  readonly dispatcher: TaskDispatcher;
  /** Whether this service executes nodes itself too. */
  readonly executesLocally: boolean;
  /** Where a task is executed now; null for nowhere yet. @param isFree whether this service has room for it */
  targetOf(run: ActiveRun, task: ReadyTask, isFree: () => boolean): 'here' | 'queue' | null;
  has(unit: JobKey): boolean;
  /** Lets go of what is offered: it stays in the queue for whoever has the runs next. */
  close(): Promise<void>;
}

/** Null as long as there has been no worker. */
export type DispatcherOf = () => EngineDispatcher | null;

export const createEngineDispatcher = (
  dispatcher: TaskDispatcher,
  executesLocally: boolean,
): EngineDispatcher => ({
  dispatcher,
  executesLocally,
  has: (unit) => dispatcher.has(unit),
  close: () => dispatcher.close(),
  targetOf(run, task, isFree) {
    // What somebody has begun for the process before this one.
    if (dispatcher.has({ runId: run.id, nodeId: task.step.node.id, item: task.item })) return 'queue';
    const workClass = classOfTask(run, task);
    // A person looks at a preview: nothing is as near as this process.
    const isNear = executesLocally && workClass === 'live' && isFree();
    if (isNear || !dispatcher.isRemote(workClass)) return isFree() ? 'here' : null;
    return dispatcher.mayEnqueue(run.row.accountId, workClass) ? 'queue' : null;
  },
});

const classOfTask = (run: ActiveRun, { definition }: ReadyTask): WorkClass =>
  classOf({ runsPrograms: definition.runsPrograms === true, isLive: run.isLive });

export interface RemoteExecution extends RunningTask {
  /**
   * Takes the work out of the queue, in the transaction that stores what came of it.
   * @throws StaleClaim where another service has taken the result: it carries the run on.
   */
  settle: () => Promise<void>;
}

export interface RemoteDependencies {
  run: ActiveRun;
  task: ReadyTask;
  results: NodeResults;
  onProgress: (fraction: number, message: string | null) => void;
  onLog: (message: string) => void;
  onStarted: (worker: string | null) => void;
  /** Tells those who follow the run. */
  note: (event: NewRunEvent) => void;
}

/** Puts a task into the queue, in a step of the engine, and follows what becomes of it. */
export async function dispatchTask(
  { dispatcher }: EngineDispatcher,
  { run, task, results, onProgress, onLog, onStarted, note }: RemoteDependencies,
): Promise<RemoteExecution> {
  const nodeId = task.step.node.id;
  const request: TaskRequest = {
    runId: run.id,
    nodeId,
    item: task.item,
    accountId: run.row.accountId,
    workClass: classOfTask(run, task),
    isFirst: false,
    task: toRemoteTask(run, task),
  };
  await results.enqueue(run, task, () => dispatcher.send(request));
  const { result, cancel } = dispatcher.wait(request, {
    onStarted,
    onProgress,
    onLog,
    onWait: (message) => note({ type: 'log', nodeId, message, data: { ...itemData(task), pending: true } }),
    onRetry: (attempt, reason) =>
      note({ type: 'log', nodeId, message: retrySentence(attempt, reason), data: itemData(task) }),
  });
  const settle = async (): Promise<void> => {
    if (!(await dispatcher.settle(request))) throw new StaleClaim(run.id);
  };
  return { result, cancel, settle };
}

const toRemoteTask = (run: ActiveRun, { definition, inputs, scale, step }: ReadyTask): RemoteTask => ({
  nodeType: definition.type,
  category: definition.category,
  runsPrograms: definition.runsPrograms === true,
  timeLimitMs: definition.timeLimitMs ?? null,
  inputs,
  scale,
  title: run.titleOf(step),
});

const retrySentence = (attempt: number, reason: AttemptFailure | null): string =>
  reason === null
    ? `A worker stopped answering. Another one tries again (attempt ${attempt}).`
    : `${reason.message} Another worker tries again (attempt ${attempt}).`;
