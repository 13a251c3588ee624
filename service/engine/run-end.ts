import { UsedNames } from '#shared/language/used-names.ts';
import type { RunStatus } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { diskFull } from '#service/nodes/disk-full.ts';
import { transaction } from '#service/storage/database.ts';
import { isOutOfSpace } from '#service/storage/storage-errors.ts';
import type { ActiveRun } from './active-run.ts';
import { outputNameOf, uniqueKey } from './plan.ts';
import type { RunFailure, RunOutputEntry, RunRow, RunStore } from './run-rows.ts';

const RETRY_MS = 5000;

type EndStatus = Extract<RunStatus, 'succeeded' | 'failed' | 'canceled'>;

/** Writes the end of a run: status, outputs, error and the last event. Call it in a transaction. */
export function finishRun(
  ctx: ServiceContext,
  store: RunStore,
  row: RunRow,
  status: EndStatus,
  extra: { run?: ActiveRun; error?: RunFailure | null } = {},
): void {
  const outputs = extra.run === undefined ? {} : collectOutputs(extra.run, ctx);
  const error = status === 'failed' ? (extra.error ?? null) : null;
  const startedAt = row.startedAt ?? store.find(row.id)?.startedAt ?? null;
  const executionTimeMs =
    startedAt === null ? null : Math.max(0, Math.round(ctx.now() - Date.parse(startedAt)));
  store.finish(row.id, status, outputs, error, executionTimeMs);
  store.nodes.clear(row.id);
  store.events.append(row.id, {
    type: `run.${status}`,
    message: error?.message,
    data: { status, ...(error === null ? {} : { error }) },
  });
}

/** What finished of the planned outputs; after a failure that may be a part. */
function collectOutputs(run: ActiveRun, ctx: ServiceContext): Record<string, RunOutputEntry> {
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
      const resolved = definition === undefined ? null : run.resolveInputs(entry, definition);
      value = resolved?.ok === true ? resolved.inputs[planned.pin] : undefined;
    }
    if (value === undefined) continue;
    entries.push([key, { nodeId: planned.nodeId, pin: planned.pin, output: run.files.toOutput(value) }]);
  }
  return Object.fromEntries(entries);
}

/**
 * Ends a run that the engine could not carry on. While even that cannot be written (a full disk), it is tried again;
 * should the process end before, the run is taken up at the next start.
 */
export function abortRun(
  ctx: ServiceContext,
  store: RunStore,
  run: ActiveRun,
  cause: unknown,
  state: { isCancelling(): boolean; ended(): void },
): void {
  const attempt = (): void => {
    if (state.isCancelling()) return;
    try {
      transaction(ctx.db, () => {
        if (run.canceling) finishRun(ctx, store, run.row, 'canceled');
        else finishRun(ctx, store, run.row, 'failed', { error: failureOf(cause, ctx.config.dataDirectory) });
      });
      state.ended();
    } catch (error) {
      ctx.log.error({ runId: run.id, err: error }, 'end of run could not be written; it is tried again');
      setTimeout(attempt, RETRY_MS).unref();
    }
  };
  attempt();
}

function failureOf(cause: unknown, dataDirectory: string): RunFailure {
  if (isOutOfSpace(cause, dataDirectory)) return diskFull();
  return {
    code: 'ENGINE_FAILED',
    message: 'The service could not carry on with this run. Run it again; its log says more if this stays.',
  };
}
