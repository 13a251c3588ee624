import type { ProviderAccess } from '#service/nodes/definition.ts';
import { balanceOf } from '#service/spend/spend.ts';
import { rejectionOfPerson } from '#service/spend/person-limit.ts';
import { SealProblem } from '#service/storage/sealed.ts';
import type { ActiveRun, ReadyTask } from './active-run.ts';
import type { NodeResults, NodeResultsDependencies } from './node-results.ts';
import type { Reservations } from './reservations.ts';
import { accessOf } from './provider-access.ts';

/** A task that may be executed, with what that takes. */
export interface CheckedTask {
  task: ReadyTask;
  /** Where the file lies that was answered and paid before. */
  paidFile: string | null;
  provider: ProviderAccess | undefined;
}

/** What a node needs to be executed, in a step. @returns null when it must not be, and why is written down then. */
export async function checkTask(
  { ctx, calls }: Pick<NodeResultsDependencies, 'ctx' | 'calls'>,
  results: NodeResults,
  run: ActiveRun,
  readyTask: ReadyTask,
  reserved: Pick<Reservations, 'of'>,
): Promise<CheckedTask | null> {
  const paidFile = await calls.paidFileOf(run, readyTask);
  // What was paid before is fetched for nothing.
  const job = paidFile === null ? await calls.openJobOf(run, readyTask) : null;
  const task =
    paidFile !== null
      ? { ...readyTask, price: 0n, paidFile: paidFile.address }
      : job === null
        ? readyTask
        : { ...readyTask, job: job.answer, price: job.price };
  const { price } = task;
  const rejection = paidFile === null && job === null ? await calls.rejection(run, task) : null;
  if (rejection !== null) {
    await results.fail(run, task, rejection);
    return null;
  }
  const reservedCredits = reserved.of(run.row.accountId);
  if (price > 0n && (await balanceOf(ctx, run.row.accountId)) - reservedCredits < price) {
    await rejectUncovered(results, run, task);
    return null;
  }
  const node = { runId: run.id, nodeId: task.step.node.id, item: task.item };
  const personRejection = await rejectionOfPerson(ctx, run.row.personId, price, node);
  if (personRejection !== null) {
    await results.fail(run, task, personRejection);
    return null;
  }
  let provider: ProviderAccess | undefined;
  try {
    provider = await accessOf(ctx, task.modelSource);
  } catch (error) {
    if (!(error instanceof SealProblem)) throw error;
    const message = `The key of ${task.modelSource?.provider.name} cannot be read. Enter it again under Models.`;
    await results.fail(run, task, { code: 'PROVIDER_KEY_UNREADABLE', message });
    return null;
  }
  return { task, paidFile: paidFile?.address ?? null, provider };
}

/** A node that the balance does not cover. */
export async function rejectUncovered(results: NodeResults, run: ActiveRun, task: ReadyTask): Promise<void> {
  const { step, price } = task;
  const message = `${run.titleOf(step)} costs ${price} microcredits, and the balance does not cover it. Add credits and run again.`;
  await results.fail(run, task, { code: 'INSUFFICIENT_CREDITS', message });
}
