import { classOf, type WorkClass } from '#service/work-queue/classes.ts';
import type { GivenUp, OfferedTask } from '#service/work-queue/offered-task.ts';
import type { Offer, TaskOffers } from '#service/work-queue/task-offers.ts';
import type { ActiveRun, ReadyTask } from './active-run.ts';
import type { NodeResults } from './node-results.ts';
import type { NewRunEvent } from './run-event-rows.ts';
import type { RunningTask } from './task.ts';

/** Executions by whoever takes them from the queue of workers. */

/** What the engine knows of workers. */
export interface EngineOffers {
  readonly offers: TaskOffers;
  /** Whether this service executes nodes itself too. */
  readonly worksHere: boolean;
  /** Where a task is executed now; null for nowhere yet. @param isFree whether this service has room for it */
  placeOf(run: ActiveRun, task: ReadyTask, isFree: () => boolean): 'here' | 'queue' | null;
  has(runId: string, nodeId: string): boolean;
  /** Lets go of what is offered: it stays in the queue for whoever has the runs next. */
  close(): Promise<void>;
}

/** Null as long as there has been no worker. */
export type TaskOffersOf = () => EngineOffers | null;

export const engineOffers = (offers: TaskOffers, worksHere: boolean): EngineOffers => ({
  offers,
  worksHere,
  has: (runId, nodeId) => offers.has(runId, nodeId),
  close: () => offers.close(),
  placeOf(run, task, isFree) {
    // What somebody has begun for the process before this one.
    if (offers.has(run.id, task.step.node.id)) return 'queue';
    const workClass = classOfTask(run, task);
    // A person looks at a preview: nothing is as near as this process.
    const isNear = worksHere && workClass === 'live' && isFree();
    if (isNear || !offers.takes(workClass)) return isFree() ? 'here' : null;
    return offers.hasRoom(run.row.accountId, workClass) ? 'queue' : null;
  },
});

const classOfTask = (run: ActiveRun, { definition }: ReadyTask): WorkClass =>
  classOf({ runsPrograms: definition.runsPrograms === true, isLive: run.isLive });

export interface OfferedExecution extends RunningTask {
  /** Takes the work out of the queue, in the transaction that stores what came of it. */
  settle: () => Promise<void>;
}

export interface OfferDependencies {
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
export async function offerTask(
  { offers }: EngineOffers,
  { run, task, results, onProgress, onLog, onStarted, note }: OfferDependencies,
): Promise<OfferedExecution> {
  const nodeId = task.step.node.id;
  const offer: Offer = {
    runId: run.id,
    nodeId,
    accountId: run.row.accountId,
    workClass: classOfTask(run, task),
    isFirst: false,
    task: offeredTask(run, task),
  };
  await results.enqueue(run, task, () => offers.send(offer));
  const { result, cancel } = offers.wait(offer, {
    onStarted,
    onProgress,
    onLog,
    onRetry: (attempt, why) => note({ type: 'log', nodeId, message: retrySentence(attempt, why) }),
  });
  return { result, cancel, settle: () => offers.settle(offer) };
}

const offeredTask = (run: ActiveRun, { definition, inputs, scale, step }: ReadyTask): OfferedTask => ({
  nodeType: definition.type,
  category: definition.category,
  runsPrograms: definition.runsPrograms === true,
  timeLimitMs: definition.timeLimitMs ?? null,
  inputs,
  scale,
  title: run.titleOf(step),
});

const retrySentence = (attempt: number, why: GivenUp | null): string =>
  why === null
    ? `A worker stopped answering. Another one tries again (attempt ${attempt}).`
    : `${why.message} Another worker tries again (attempt ${attempt}).`;
