import { UsedNames } from '#shared/language/used-names.ts';
import type { RunStatus } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { diskFull } from '#service/nodes/disk-full.ts';
import { transaction } from '#service/storage/database.ts';
import { isOutOfSpace } from '#service/storage/storage-errors.ts';
import type { ActiveRun } from './active-run.ts';
import { outputNameOf, uniqueKey } from './plan.ts';
import type { RunBacklog } from './run-backlog.ts';
import { StaleClaim, type RunClaims } from './run-claim-rows.ts';
import type { RunFailure, RunOutputEntry, RunRow, RunStore } from './run-rows.ts';

type EndStatus = Extract<RunStatus, 'succeeded' | 'failed' | 'canceled'>;

/** Writes the end of a run: status, outputs, error and the last event. Call it in a transaction. */
export async function finishRun(
  ctx: ServiceContext,
  store: RunStore,
  row: RunRow,
  status: EndStatus,
  extra: { run?: ActiveRun; error?: RunFailure | null } = {},
): Promise<void> {
  const outputs = extra.run === undefined ? {} : await collectOutputs(extra.run, ctx);
  const error = status === 'failed' ? (extra.error ?? null) : null;
  const startedAt = row.startedAt ?? (await store.find(row.id))?.startedAt ?? null;
  const executionTimeMs =
    startedAt === null ? null : Math.max(0, Math.round(ctx.now() - Date.parse(startedAt)));
  await store.finish(row.id, status, outputs, error, executionTimeMs);
  await store.nodes.clear(row.id);
  await store.events.append(row.id, {
    type: `run.${status}`,
    message: error?.message,
    data: { status, ...(error === null ? {} : { error }) },
  });
  ctx.db.afterCommit(() => ctx.log.info({ runId: row.id, status, code: error?.code }, 'run ended'));
}

/**
 * Writes down that a run is to end; one that waits ends at once.
 * @returns null for one that has ended.
 */
export function requestCancel(
  ctx: ServiceContext,
  store: RunStore,
  backlog: RunBacklog,
  runId: string,
): Promise<{ row: RunRow; isQueued: boolean } | null> {
  return transaction(ctx.db, async () => {
    const row = await store.find(runId);
    if (row === null || row.finishedAt !== null) return null;
    const isQueued = await backlog.has(runId);
    if (isQueued) {
      await store.setCancelRequested(runId);
      await finishRun(ctx, store, row, 'canceled');
    } else if (!row.cancelRequested) {
      await store.setCancelRequested(runId);
      await store.events.append(runId, { type: 'run.cancel_requested' });
    }
    return { row, isQueued };
  });
}

/** What finished of the planned outputs; after a failure that may be a part. */
async function collectOutputs(run: ActiveRun, ctx: ServiceContext): Promise<Record<string, RunOutputEntry>> {
  const usedKeys = new UsedNames();
  const entries: [string, RunOutputEntry][] = [];
  for (const planned of run.plan.outputs) {
    const entry = run.plan.byId.get(planned.nodeId)!;
    const key = uniqueKey(planned.kind === 'pin' ? planned.key : outputNameOf(entry.node), usedKeys);
    const result = run.resultOf(planned.nodeId);
    if (result === undefined) continue;
    let value = result[planned.pin];
    if (planned.kind === 'output-node') {
      const definition = ctx.nodes.get(entry.node.type);
      const resolved = definition === undefined ? null : await run.resolveInputs(entry, definition);
      value = resolved?.ok === true ? resolved.inputs[planned.pin] : undefined;
    }
    if (value === undefined) continue;
    const output = await run.files.toOutput(value);
    entries.push([key, { nodeId: planned.nodeId, pin: planned.pin, output }]);
  }
  return Object.fromEntries(entries);
}

/**
 * Writes the end of a run that the engine could not carry on.
 * @returns false when even that could not be written (a full disk): it is to be tried again in a while, and should the
 * process end before, the run is taken up at the next start. @throws StaleClaim
 */
export async function abortRun(
  ctx: ServiceContext,
  { store, claims }: { store: RunStore; claims: RunClaims },
  run: ActiveRun,
  cause: unknown,
): Promise<boolean> {
  try {
    await claims.write(run.claim, async () =>
      run.canceling
        ? await finishRun(ctx, store, run.row, 'canceled')
        : await finishRun(ctx, store, run.row, 'failed', {
            error: failureOf(cause, ctx.config.dataDirectory),
          }),
    );
    return true;
  } catch (error) {
    if (error instanceof StaleClaim) throw error;
    ctx.log.error({ runId: run.id, err: error }, 'end of run could not be written; it is tried again');
    return false;
  }
}

function failureOf(cause: unknown, dataDirectory: string): RunFailure {
  if (isOutOfSpace(cause, dataDirectory)) return diskFull();
  return {
    code: 'ENGINE_FAILED',
    message: 'The service could not carry on with this run. Run it again; its log says more if this stays.',
  };
}
