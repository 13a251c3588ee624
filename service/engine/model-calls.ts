import { createHash } from 'node:crypto';
import {
  batchOfRun,
  EXPIRED_PAID_FILE,
  PAID_FILE_NOT_FETCHED,
  PERHAPS_CHARGED,
  type PerhapsCharged,
} from '#shared/desk/index.ts';
import { formatCredits } from '#service/rules/credits.ts';
import type { ServiceContext } from '#service/context.ts';
import { NodeFailure } from '#service/nodes/definition.ts';
import { rejectionOfKey } from '#service/providers/key-limit.ts';
import { recordCharge } from '#service/spend/spend.ts';
import {
  filesOfOpenCalls,
  callStateOf,
  endCall,
  endOrphanedCalls,
  findOpenJob,
  findPaidFile,
  hasJob,
  markRunsFromBackup,
  insertCall,
  isRunOfCopy,
  mustWithhold,
  setFileAddress,
  setJob,
  settleJob,
  settlePaidFile,
  type PaidFileCall,
  type CallKey,
  type NewCall,
  type OpenJob,
} from '#service/spend/model-call-rows.ts';
import { clearCopyMark } from '#service/storage/copy-mark.ts';
import type { ActiveRun, ReadyTask } from './active-run.ts';
import type { Failure } from './node-failure.ts';
import type { RunClaims } from './run-claim-rows.ts';
import type { NodeFailed, PaidFile } from './run-rows.ts';

/** A key that a header may hold, the same for the same attempt of the same node of a run. */
function idempotencyKey(runId: string, nodeId: string, attempt: number): string {
  const rawKey = `${runId}.${nodeId}.${attempt}`;
  // Some providers take no more than 255 characters.
  if (/^[\w.-]{1,200}$/.test(rawKey)) return rawKey;
  return `${runId}.${createHash('sha256').update(nodeId).digest('hex')}.${attempt}`;
}

const callKeyOf = (run: ActiveRun, { step, item }: Pick<ReadyTask, 'step' | 'item'>): CallKey => ({
  runId: run.id,
  nodeId: step.node.id,
  item,
});

type ModelSource = NonNullable<ReadyTask['modelSource']>;

const mayHaveCharged = (task: ReadyTask, { provider }: ModelSource): string =>
  task.price === 0n
    ? `${provider.name} may have charged for it, so it is not asked again by itself.`
    : `${provider.name} may have charged ${formatCredits(task.price)} for it, so it is not asked again by itself.`;

const chargeOf = (task: ReadyTask, { provider, model }: ModelSource): PerhapsCharged => ({
  provider: provider.name,
  model,
  microcredits: task.price.toString(),
});

/** The code of a node whose provider is still at work, or could not be asked what came of it. */
const JOB_NOT_FINISHED = 'JOB_NOT_FINISHED';

/** The code of a file whose address gives it out to nobody, see `service/nodes/ai/provider-file.ts`. */
const PICTURE_EXPIRED = 'PICTURE_EXPIRED';

const creditsOf = (price: bigint): string => (price === 0n ? '' : ` (${formatCredits(price)})`);

const paidFileDetail = ({ provider, model, price, address }: PaidFileCall): PaidFile => ({
  provider,
  model,
  microcredits: price.toString(),
  address,
});

/** How a node failed whose file is paid and can be fetched later. */
const notFetched = (message: string, file: PaidFileCall): NodeFailed => ({
  code: PAID_FILE_NOT_FETCHED,
  message: `${message} It is paid${creditsOf(file.price)} and its address is kept: run again to fetch it, which costs nothing. Such addresses often expire within an hour.`,
  paidFile: paidFileDetail(file),
});

/** How a node failed whose provider took the request and can be asked later what came of it. */
const openJobFailure = ({ provider }: ModelSource, message: string): NodeFailed => ({
  code: JOB_NOT_FINISHED,
  message: `${message} ${provider.name} took the request, and its number is stored: run again to get the result, which is not asked for or paid a second time.`,
});

/** The requests that nodes send to models: each is on the disk before it leaves, and none is sent twice by itself. */
export class ModelCalls {
  readonly #ctx: ServiceContext;
  readonly #claims: RunClaims;

  constructor(ctx: ServiceContext, claims: RunClaims) {
    this.#ctx = ctx;
    this.#claims = claims;
  }

  /** Inside a transaction, before any such run goes on: nobody will hear the answers to what processes asked that are over. */
  async endOrphaned(live: readonly string[]): Promise<void> {
    const { db } = this.#ctx;
    await this.#recordFiles(live);
    await endOrphanedCalls(db, live, this.#timestamp());
  }

  /** Inside a transaction, at the start: what runs have asked since is not known where the rows are an earlier state. */
  async markRunsOfCopy(): Promise<void> {
    const { db } = this.#ctx;
    if (await clearCopyMark(db)) await markRunsFromBackup(db);
  }

  /**
   * Writes down that a model is asked now, and waits for the disk.
   * @returns the idempotency key of the request. @throws where it cannot be written, or was asked before.
   */
  async begin(run: ActiveRun, task: ReadyTask): Promise<string> {
    const call = this.#callOf(run, task);
    const noteCall = async (): Promise<number> => {
      const before = await callStateOf(this.#ctx.db, call);
      if (before !== null && before !== 'not-taken')
        throw new Error('A model was asked for this node before.');
      const rejection =
        task.modelSource === null
          ? null
          : await rejectionOfKey(this.#ctx.db, task.modelSource.provider, task.price, this.#ctx.now());
      if (rejection !== null) throw new NodeFailure(rejection.code, rejection.message);
      return await insertCall(this.#ctx.db, call, 'asked', this.#timestamp());
    };
    const { db } = this.#ctx;
    const attempt = await db.withReconnect(
      () => this.#claims.write(run.claim, noteCall),
      () => true,
    );
    return idempotencyKey(call.runId, call.nodeId, attempt);
  }

  /** Inside the transaction that stores what was answered. */
  async answered(run: ActiveRun, task: ReadyTask): Promise<void> {
    await this.#end(run, task, 'answered');
    if (task.paidFile !== undefined)
      await settlePaidFile(this.#ctx.db, this.#callOf(run, task), task.paidFile, 'answered');
    if (task.job !== undefined) await settleJob(this.#ctx.db, this.#callOf(run, task), task.job, 'answered');
  }

  /** Stores what a provider answered, and waits for the disk. It is followed even if that fails. */
  async noteJob(run: ActiveRun, task: ReadyTask, answer: string): Promise<void> {
    const call = callKeyOf(run, task);
    try {
      const { db } = this.#ctx;
      await db.withReconnect(
        () => this.#claims.write(run.claim, () => setJob(db, call, answer)),
        () => true,
      );
    } catch (error) {
      this.#ctx.log.warn({ ...call, err: error }, 'answer of a provider not stored');
    }
  }

  /** What the same work was answered before whose result nobody has yet. */
  async openJobOf(run: ActiveRun, task: ReadyTask): Promise<OpenJob | null> {
    return task.modelSource === null ? null : await findOpenJob(this.#ctx.db, this.#callOf(run, task));
  }

  /** Writes down where the file lies that was answered, and waits for the disk. It is fetched even if that fails. */
  async noteFile(run: ActiveRun, task: ReadyTask, address: string): Promise<void> {
    const call = callKeyOf(run, task);
    try {
      const { db } = this.#ctx;
      await db.withReconnect(
        () => this.#claims.write(run.claim, () => setFileAddress(db, call, address)),
        () => true,
      );
    } catch (error) {
      this.#ctx.log.warn({ ...call, err: error }, 'address of a file not kept');
    }
  }

  /** The file that was answered for the same work before, is paid, and lies with its provider still. */
  async paidFileOf(run: ActiveRun, task: ReadyTask): Promise<PaidFileCall | null> {
    return task.modelSource === null ? null : await findPaidFile(this.#ctx.db, this.#callOf(run, task));
  }

  /** A person stopped the run while a model was at work, and its answer is not waited for. */
  async stopped(run: ActiveRun, task: ReadyTask): Promise<void> {
    // A job that was followed can be followed again.
    if (task.modelSource === null || task.job !== undefined) return;
    await this.#claims.write(run.claim, async () => {
      const call = callKeyOf(run, task);
      await this.#recordFiles(call);
      await this.#end(run, task, (await hasJob(this.#ctx.db, call)) ? 'job-open' : 'stopped');
    });
  }

  /** Ends the call of a node that failed. @returns the failure, with what was or may have been charged. */
  async failed(run: ActiveRun, task: ReadyTask, failure: Failure): Promise<NodeFailed> {
    const { code, message } = failure;
    if (task.modelSource === null) return { code, message };
    if (task.paidFile !== undefined)
      return await this.#retrievalFailed(run, { ...task, modelSource: task.modelSource }, failure);
    if (task.job !== undefined)
      return await this.#followingFailed(run, { ...task, modelSource: task.modelSource }, task.job, failure);
    if (!(await this.isPending(run, task))) return { code, message };
    if (failure.isUnrecoverable !== true) {
      const call = callKeyOf(run, task);
      const [file] = await this.#claims.write(run.claim, () => this.#recordFiles(call));
      if (file) return notFetched(message, file);
      if (failure.notSent !== true && (await hasJob(this.#ctx.db, call))) {
        await this.#claims.write(run.claim, () => this.#end(run, task, 'job-open'));
        return openJobFailure(task.modelSource, message);
      }
    }
    const isAccepted = failure.notSent !== true;
    await this.#claims.write(run.claim, () => this.#end(run, task, isAccepted ? 'unknown' : 'not-taken'));
    if (!isAccepted) return { code, message };
    return {
      code,
      message: `${message} ${mayHaveCharged(task, task.modelSource)}`,
      perhapsCharged: chargeOf(task, task.modelSource),
    };
  }

  /** A job that was asked for before gave no result this time either. */
  async #followingFailed(
    run: ActiveRun,
    task: ReadyTask & { modelSource: ModelSource },
    job: string,
    { code, message, isUnrecoverable }: Failure,
  ): Promise<NodeFailed> {
    // Storage that gave the result out to nobody twice has let its address expire.
    if (isUnrecoverable !== true && code !== PICTURE_EXPIRED)
      return openJobFailure(task.modelSource, message);
    await this.#claims.write(run.claim, () =>
      settleJob(this.#ctx.db, this.#callOf(run, task), job, 'unknown'),
    );
    return {
      code,
      message: `${message} ${mayHaveCharged(task, task.modelSource)}`,
      perhapsCharged: chargeOf(task, task.modelSource),
    };
  }

  /** A file that was paid before could not be fetched this time either. */
  async #retrievalFailed(
    run: ActiveRun,
    task: ReadyTask & { modelSource: ModelSource },
    { code, message, isUnrecoverable }: Failure,
  ): Promise<NodeFailed> {
    const file = await this.paidFileOf(run, task);
    if (file === null) return { code, message };
    // An address that gave the file out to nobody twice has expired: to be asked for it once more would never end.
    if (isUnrecoverable !== true && code !== PICTURE_EXPIRED) return notFetched(message, file);
    await this.#claims.write(run.claim, () =>
      settlePaidFile(this.#ctx.db, this.#callOf(run, task), file.address, 'file-lost'),
    );
    return {
      code: EXPIRED_PAID_FILE,
      message: `${message} It was paid${creditsOf(file.price)} and is lost: ask ${file.provider} for it by that address, or run again, which asks and pays anew.`,
      paidFile: paidFileDetail(file),
    };
  }

  /**
   * Books what was answered with a file that is not there yet.
   * @param selection of one node, or of all runs that none of these processes has. @returns the files.
   */
  async #recordFiles(selection: CallKey | readonly string[]): Promise<PaidFileCall[]> {
    const files = await filesOfOpenCalls(this.#ctx.db, selection);
    for (const { address: _address, provider, model, price, ...node } of files) {
      const charge = { ...node, microcredits: price, basis: 'estimate' as const };
      await recordCharge(this.#ctx, { ...charge, answeredBy: { provider, model } });
      await endCall(this.#ctx.db, node, 'paid-file', this.#timestamp());
    }
    return files;
  }

  /** Whether the request of a node may have left, and how that ended is not written yet. */
  async isPending(run: ActiveRun, task: ReadyTask): Promise<boolean> {
    return (await callStateOf(this.#ctx.db, callKeyOf(run, task))) === 'asked';
  }

  /**
   * Why a node must not ask: it asked in an earlier process, or an equal call ended with an unknown outcome.
   * @returns null when it may.
   */
  async rejection(run: ActiveRun, task: ReadyTask): Promise<NodeFailed | null> {
    const { modelSource } = task;
    if (modelSource === null) return null;
    const call = this.#callOf(run, task);
    const before = await callStateOf(this.#ctx.db, call);
    if (before !== null && before !== 'not-taken') {
      return {
        code: PERHAPS_CHARGED,
        message:
          before === 'answered'
            ? `${modelSource.provider.name} answered ${run.titleOf(task.step)}, and the answer is lost. It is not asked again by itself: ask again if you want to pay once more.`
            : `The service ended while ${modelSource.provider.name} worked on ${run.titleOf(task.step)}, so its answer is lost. ${mayHaveCharged(task, modelSource)}`,
        perhapsCharged: chargeOf(task, modelSource),
      };
    }
    if (await isRunOfCopy(this.#ctx.db, run.id))
      return await this.#rejectionOfCopy(run, { ...task, modelSource }, call);
    if (!(await mustWithhold(this.#ctx.db, call))) return null;
    if (batchOfRun(call.externalId) !== null) {
      await this.#claims.write(run.claim, () =>
        insertCall(this.#ctx.db, call, 'withheld', this.#timestamp()),
      );
    }
    return {
      code: PERHAPS_CHARGED,
      message: `${modelSource.provider.name} was asked for the same as ${run.titleOf(task.step)} before, and its answer is lost. ${mayHaveCharged(task, modelSource)}`,
      perhapsCharged: chargeOf(task, modelSource),
    };
  }

  /** What a run asked after the backup was made that brought it back is not known, so it counts as asked. */
  async #rejectionOfCopy(
    run: ActiveRun,
    task: ReadyTask & { modelSource: ModelSource },
    call: NewCall,
  ): Promise<NodeFailed> {
    await this.#claims.write(run.claim, async () => {
      await insertCall(this.#ctx.db, call, 'asked', this.#timestamp());
      await endCall(this.#ctx.db, call, 'unknown', this.#timestamp());
    });
    const { name } = task.modelSource.provider;
    return {
      code: PERHAPS_CHARGED,
      message: `The database of this service is a backup that was made while this run was under way, so it is not known whether ${name} was asked for ${run.titleOf(task.step)} since. ${mayHaveCharged(task, task.modelSource)}`,
      perhapsCharged: chargeOf(task, task.modelSource),
    };
  }

  #end(
    run: ActiveRun,
    task: ReadyTask,
    state: 'answered' | 'unknown' | 'not-taken' | 'stopped' | 'job-open',
  ): Promise<void> {
    return endCall(this.#ctx.db, callKeyOf(run, task), state, this.#timestamp());
  }

  #callOf(run: ActiveRun, task: ReadyTask): NewCall {
    const { step, definition, modelSource, cacheKey, price } = task;
    return {
      ...callKeyOf(run, task),
      accountId: run.row.accountId,
      projectId: run.row.projectId,
      externalId: run.row.externalId,
      nodeTitle: run.titleOf(step),
      nodeType: definition.type,
      provider: modelSource?.provider.name ?? '',
      model: modelSource?.model ?? '',
      price,
      cacheKey,
    };
  }

  #timestamp = (): string => new Date(this.#ctx.now()).toISOString();
}
