import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { UsedNames } from '#shared/language/used-names.ts';
import type { RunStatus } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { isListValue, isFailedItem, type ListItem, type NodeValue } from '#service/nodes/definition.ts';
import { diskFull } from '#service/nodes/disk-full.ts';
import { transaction } from '#service/storage/database.ts';
import { enqueueRunEnd } from '#service/webhooks/webhooks.ts';
import { isOutOfSpace } from '#service/storage/storage-errors.ts';
import type { ActiveRun } from './active-run.ts';
import { traceOf } from './item-plan.ts';
import { outputNameOf, uniqueKey } from './plan.ts';
import type { RunBacklog } from './run-backlog.ts';
import { StaleClaim, type RunClaims } from './run-claim-rows.ts';
import {
  isStoredListOutput,
  type RunFailure,
  type RunOutputEntry,
  type RunRow,
  type RunStore,
  type StoredListItem,
} from './run-rows.ts';

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
  await enqueueRunEnd(ctx, { ...row, status, executionTimeMs, error });
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

/** Items and characters of JSON of a list that responses carry; a longer one is a file. */
const MAX_LIST_ITEMS = 500;
const MAX_LIST_LENGTH = 256 * 1024;
/** Others get a turn after so many. */
const ITEMS_PER_CHUNK = 250;

/**
 * Writes lists that are too long for a response into files, before the end of a run is written: no transaction waits for that.
 * In a step.
 */
export async function writeListFiles(ctx: ServiceContext, claims: RunClaims, run: ActiveRun): Promise<void> {
  for (const { key, value } of await namedOutputs(run, ctx)) {
    if (!isListValue(value)) continue;
    const items: StoredListItem[] = [];
    const lines: string[] = [];
    for (let at = 0; at < value.items.length; at += ITEMS_PER_CHUNK) {
      const chunk = { ...value, items: value.items.slice(at, at + ITEMS_PER_CHUNK).map(withTraceAt(at)) };
      const output = await claims.write(run.claim, () => run.files.toOutput(chunk), { relaxed: true });
      if (isStoredListOutput(output)) items.push(...output.value);
      for (const item of items.slice(at)) lines.push(JSON.stringify(item));
      if (value.items.length > ITEMS_PER_CHUNK) await yieldToEventLoop();
    }
    const length = lines.reduce((sum, line) => sum + line.length, 0);
    if (lines.length <= MAX_LIST_ITEMS && length <= MAX_LIST_LENGTH) continue;
    const stored = await ctx.blobs.write(Buffer.from(`${lines.join('\n')}\n`));
    run.listFiles.set(key, {
      file: {
        kind: 'file',
        blob: stored.hash,
        filename: `${key.replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, '-')}.jsonl`,
        contentType: 'application/x-ndjson',
        sizeBytes: stored.sizeBytes,
      },
      count: items.length,
      failed: value.items.filter(isFailedItem).length,
      itemFiles: filesOfList(items),
    });
  }
}

/** An item with where it comes from, in a part of a list that begins at a place. */
const withTraceAt =
  (start: number) =>
  (item: ListItem, at: number): ListItem => ({ ...item, trace: traceOf(item, start + at) });

/** Ids of the files of a list: what is in a file only would be taken for unused. */
const filesOfList = (items: readonly StoredListItem[]): string[] =>
  items.flatMap((item) => {
    if ('fileId' in item) return [item.fileId];
    return 'value' in item && item.type === 'list' ? filesOfList(item.value as StoredListItem[]) : [];
  });

interface NamedOutput {
  key: string;
  nodeId: string;
  pin: string;
  value: NodeValue;
}

/** What finished of the planned outputs; after a failure that may be a part. */
async function collectOutputs(run: ActiveRun, ctx: ServiceContext): Promise<Record<string, RunOutputEntry>> {
  const entries: [string, RunOutputEntry][] = [];
  for (const { key, nodeId, pin, value } of await namedOutputs(run, ctx)) {
    const listFile = run.listFiles.get(key);
    const { file = value, ...list } = listFile ?? {};
    const summary = await run.files.toOutput(file);
    const output =
      listFile !== undefined && 'fileId' in summary
        ? { ...summary, ...list, type: 'list' as const }
        : summary;
    entries.push([key, { nodeId, pin, output }]);
  }
  return Object.fromEntries(entries);
}

async function namedOutputs(run: ActiveRun, ctx: ServiceContext): Promise<NamedOutput[]> {
  const usedKeys = new UsedNames();
  const found: NamedOutput[] = [];
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
    if (value !== undefined) found.push({ key, nodeId: planned.nodeId, pin: planned.pin, value });
  }
  return found;
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
