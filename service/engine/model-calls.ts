import { createHash } from 'node:crypto';
import { batchOfRun, PERHAPS_CHARGED, type PerhapsCharged } from '#shared/desk/index.ts';
import { formatCredits } from '#service/rules/credits.ts';
import type { ServiceContext } from '#service/context.ts';
import {
  callStateOf,
  endCall,
  endCallsOfPreviousProcess,
  markRunsFromBackup,
  insertCall,
  isRunOfCopy,
  mustWithhold,
  type NewCall,
} from '#service/spend/model-call-rows.ts';
import { clearCopyMark } from '#service/storage/copy-mark.ts';
import { transaction } from '#service/storage/database.ts';
import type { ActiveRun, NodeFailed, ReadyTask } from './active-run.ts';
import type { Failure } from './node-failure.ts';

/** A key that a header may hold, the same for the same attempt of the same node of a run. */
function idempotencyKey(runId: string, nodeId: string, attempt: number): string {
  const rawKey = `${runId}.${nodeId}.${attempt}`;
  // Some providers take no more than 255 characters.
  if (/^[\w.-]{1,200}$/.test(rawKey)) return rawKey;
  return `${runId}.${createHash('sha256').update(nodeId).digest('hex')}.${attempt}`;
}

type ModelSource = NonNullable<ReadyTask['answeredBy']>;

const mayHaveCharged = (task: ReadyTask, { provider }: ModelSource): string =>
  task.price === 0n
    ? `${provider.name} may have charged for it, so it is not asked again by itself.`
    : `${provider.name} may have charged ${formatCredits(task.price)} for it, so it is not asked again by itself.`;

const chargeOf = (task: ReadyTask, { provider, model }: ModelSource): PerhapsCharged => ({
  provider: provider.name,
  model,
  microcredits: task.price.toString(),
});

/** The requests that nodes send to models: each is on the disk before it leaves, and none is sent twice by itself. */
export class ModelCalls {
  readonly #ctx: ServiceContext;

  constructor(ctx: ServiceContext) {
    this.#ctx = ctx;
  }

  /** At the start, before any run goes on: nobody will hear the answers to what an earlier process asked. */
  start(): void {
    const { db } = this.#ctx;
    transaction(db, () => {
      endCallsOfPreviousProcess(db, this.#timestamp());
      if (clearCopyMark(db)) markRunsFromBackup(db);
    });
  }

  /**
   * Writes down that a model is asked now, and waits for the disk.
   * @returns the idempotency key of the request. @throws where it cannot be written, or was asked before.
   */
  begin(run: ActiveRun, task: ReadyTask): string {
    const call = this.#callOf(run, task);
    const attempt = transaction(this.#ctx.db, () => {
      const before = callStateOf(this.#ctx.db, call);
      if (before !== null && before !== 'not-taken')
        throw new Error('A model was asked for this node before.');
      return insertCall(this.#ctx.db, call, 'asked', this.#timestamp());
    });
    return idempotencyKey(call.runId, call.nodeId, attempt);
  }

  /** Inside the transaction that stores what was answered. */
  answered(run: ActiveRun, task: ReadyTask): void {
    this.#end(run, task, 'answered');
  }

  /** A person stopped the run while a model was at work, and its answer is not waited for. */
  stopped(run: ActiveRun, task: ReadyTask): void {
    if (task.answeredBy !== null) transaction(this.#ctx.db, () => this.#end(run, task, 'stopped'));
  }

  /** Ends the call of a node that failed. @returns the failure, with what may have been charged. */
  failed(run: ActiveRun, task: ReadyTask, failure: Failure): NodeFailed {
    const { code, message } = failure;
    if (task.answeredBy === null || !this.isUnderWay(run, task)) return { code, message };
    const isAccepted = failure.notTaken !== true;
    transaction(this.#ctx.db, () => this.#end(run, task, isAccepted ? 'unknown' : 'not-taken'));
    if (!isAccepted) return { code, message };
    return {
      code,
      message: `${message} ${mayHaveCharged(task, task.answeredBy)}`,
      perhapsCharged: chargeOf(task, task.answeredBy),
    };
  }

  /** Whether the request of a node may have left, and how that ended is not written yet. */
  isUnderWay(run: ActiveRun, { planned }: ReadyTask): boolean {
    return callStateOf(this.#ctx.db, { runId: run.id, nodeId: planned.node.id }) === 'asked';
  }

  /**
   * Why a node must not ask: it asked in an earlier process, or an equal call ended with an unknown outcome.
   * @returns null when it may.
   */
  rejection(run: ActiveRun, task: ReadyTask): NodeFailed | null {
    const { answeredBy: modelSource } = task;
    if (modelSource === null) return null;
    const call = this.#callOf(run, task);
    const before = callStateOf(this.#ctx.db, call);
    if (before !== null && before !== 'not-taken') {
      return {
        code: PERHAPS_CHARGED,
        message:
          before === 'answered'
            ? `${modelSource.provider.name} answered ${run.titleOf(task.planned)}, and the answer is lost. It is not asked again by itself: ask again if you want to pay once more.`
            : `The service ended while ${modelSource.provider.name} worked on ${run.titleOf(task.planned)}, so its answer is lost. ${mayHaveCharged(task, modelSource)}`,
        perhapsCharged: chargeOf(task, modelSource),
      };
    }
    if (isRunOfCopy(this.#ctx.db, run.id))
      return this.#refuseOfCopy(run, { ...task, answeredBy: modelSource }, call);
    if (!mustWithhold(this.#ctx.db, call)) return null;
    if (batchOfRun(call.externalId) !== null) {
      transaction(this.#ctx.db, () => insertCall(this.#ctx.db, call, 'withheld', this.#timestamp()));
    }
    return {
      code: PERHAPS_CHARGED,
      message: `${modelSource.provider.name} was asked for the same as ${run.titleOf(task.planned)} before, and its answer is lost. ${mayHaveCharged(task, modelSource)}`,
      perhapsCharged: chargeOf(task, modelSource),
    };
  }

  /** What a run asked after the backup was made that brought it back is not known, so it counts as asked. */
  #refuseOfCopy(run: ActiveRun, task: ReadyTask & { answeredBy: ModelSource }, call: NewCall): NodeFailed {
    transaction(this.#ctx.db, () => {
      insertCall(this.#ctx.db, call, 'asked', this.#timestamp());
      endCall(this.#ctx.db, call, 'unknown', this.#timestamp());
    });
    const { name } = task.answeredBy.provider;
    return {
      code: PERHAPS_CHARGED,
      message: `The database of this service is a backup that was made while this run was under way, so it is not known whether ${name} was asked for ${run.titleOf(task.planned)} since. ${mayHaveCharged(task, task.answeredBy)}`,
      perhapsCharged: chargeOf(task, task.answeredBy),
    };
  }

  #end(
    run: ActiveRun,
    { planned }: ReadyTask,
    state: 'answered' | 'unknown' | 'not-taken' | 'stopped',
  ): void {
    endCall(this.#ctx.db, { runId: run.id, nodeId: planned.node.id }, state, this.#timestamp());
  }

  #callOf(
    run: ActiveRun,
    { planned, definition, answeredBy: modelSource, cacheKey, price }: ReadyTask,
  ): NewCall {
    return {
      runId: run.id,
      nodeId: planned.node.id,
      accountId: run.row.accountId,
      projectId: run.row.projectId,
      externalId: run.row.externalId,
      nodeTitle: run.titleOf(planned),
      nodeType: definition.type,
      provider: modelSource?.provider.name ?? '',
      model: modelSource?.model ?? '',
      price,
      cacheKey,
    };
  }

  #timestamp = (): string => new Date(this.#ctx.now()).toISOString();
}
