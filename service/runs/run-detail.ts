import type {
  PublicRunDetail,
  PublicRunEvent,
  RunFileOutput,
  RunListItem,
  RunOutput,
} from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { RunEventRow } from '#service/engine/run-event-rows.ts';
import {
  isStoredListOutput,
  type RunOutputEntry,
  type RunRow,
  type StoredListItem,
  type StoredOutput,
} from '#service/engine/run-rows.ts';
import { runSpend } from '#service/spend/spend.ts';
import { toFullCredits } from '#service/rules/credits.ts';
import { Problem } from '#service/problems/problem.ts';
import { findFiles, type FileRow } from '#service/files/rows.ts';

/** Seconds that the URLs of a run's outputs stay valid. */
export const URL_TTL = 3600;

/** @throws Problem RUN_NOT_FOUND when it is missing or another account's. */
export function requireRun(run: RunRow | null, accountId: string, runId: string): RunRow {
  if (run !== null && run.accountId === accountId) return run;
  throw Problem.of('RUN_NOT_FOUND', 'There is no such run.', { runId });
}

/** A run as the API shows it, with fresh URLs. */
export async function runDetail(ctx: ServiceContext, run: RunRow): Promise<PublicRunDetail> {
  const { microcredits, ...spend } = await runSpend(ctx, run.id);
  const files = await filesOfOutputs(ctx, run.accountId, Object.values(run.outputs));
  return {
    id: run.id,
    status: run.status,
    createdAt: run.createdAt,
    updatedAt: run.updatedAt,
    sourceType: run.sourceType,
    projectId: run.projectId,
    projectVersion: run.projectVersion,
    targetNodeIds: run.targetNodeIds,
    cancelRequested: run.cancelRequested,
    creditsUsed: toFullCredits(microcredits),
    creditsUsedMicrocredits: microcredits.toString(),
    executionTimeMs: run.executionTimeMs,
    error: run.error === null ? null : { ...run.error },
    outputs: Object.fromEntries(
      Object.entries(run.outputs).map(([key, entry]) => [key, runOutput(ctx, files, entry)]),
    ),
    inputFiles: run.inputFiles,
    spend,
    externalId: run.externalId,
    externalUserId: run.externalUserId,
    externalWorkspaceId: run.externalWorkspaceId,
  };
}

/** The files of the account that outputs name, by id, as far as they are there. */
export const filesOfOutputs = (
  ctx: ServiceContext,
  accountId: string,
  entries: readonly RunOutputEntry[],
): Promise<ReadonlyMap<string, FileRow>> =>
  findFiles(
    ctx,
    accountId,
    entries.flatMap(({ output }) => fileIdsOfOutput(output)),
  );

/** The files that an output names, those of the items of a list among them. */
export function fileIdsOfOutput(output: StoredOutput): string[] {
  if ('fileId' in output) return [output.fileId];
  return isStoredListOutput(output) ? output.value.flatMap(fileIdsOfItem) : [];
}

function fileIdsOfItem(item: StoredListItem): string[] {
  if ('fileId' in item) return [item.fileId];
  return 'value' in item && item.type === 'list'
    ? (item.value as StoredListItem[]).flatMap(fileIdsOfItem)
    : [];
}

/** One of a run's outputs as the API shows it, with fresh URLs. @param files see `filesOfOutputs`. */
export function runOutput(
  ctx: ServiceContext,
  files: ReadonlyMap<string, FileRow>,
  { output }: RunOutputEntry,
): RunOutput {
  if (!('fileId' in output)) {
    if (!isStoredListOutput(output)) return output;
    return { ...output, value: output.value.map((item) => listItem(ctx, files, item)) };
  }
  return fileOutput(ctx, files, output);
}

function listItem(
  ctx: ServiceContext,
  files: ReadonlyMap<string, FileRow>,
  item: StoredListItem,
): RunListItem {
  const trace = [...item.trace];
  if ('error' in item)
    return { type: 'missing', error: { code: item.error.code, message: item.error.message }, trace };
  if ('fileId' in item) return { ...fileOutput(ctx, files, item), trace };
  if (item.type !== 'list') return { ...item, trace };
  const items = item.value as StoredListItem[];
  return { type: 'list', value: items.map((inner) => listItem(ctx, files, inner)), trace };
}

function fileOutput(
  ctx: ServiceContext,
  files: ReadonlyMap<string, FileRow>,
  stored: Extract<StoredOutput, { fileId: string }>,
): RunFileOutput {
  const { itemFiles: _itemFiles, ...output } = stored;
  const blob = files.get(output.fileId)?.blob;
  // A file deleted since has its place in the run still, but nothing to fetch.
  if (blob === undefined) {
    return { ...output, downloadUrl: null, previewUrl: null, expiresAt: null, previewExpiresAt: null };
  }
  const download = ctx.urls.download({ id: output.fileId, filename: output.filename }, URL_TTL);
  const preview = hasPreview(output.contentType) ? ctx.urls.preview(blob, 'preview', URL_TTL) : null;
  return {
    ...output,
    downloadUrl: download.url,
    expiresAt: download.expiresAt,
    previewUrl: preview?.url ?? null,
    previewExpiresAt: preview?.expiresAt ?? null,
  };
}

/** SVG is not rendered: it can refer to other files. */
const hasPreview = (contentType: string): boolean =>
  contentType.startsWith('image/') && !contentType.startsWith('image/svg');

/** All of an event beside its data. */
const eventFields = (row: RunEventRow, runId: string, id: string) => ({
  id,
  runId,
  type: row.type,
  createdAt: row.createdAt,
  message: row.message,
  nodeId: row.nodeId,
  progress: row.progress,
});

export const runEvent = (row: RunEventRow, runId: string, id: string): PublicRunEvent => ({
  ...eventFields(row, runId, id),
  data: JSON.parse(row.data) as Record<string, unknown>,
});

/** The same as JSON text, without parsing the event's data to write it again. */
export const runEventText = (row: RunEventRow, runId: string, id: string): string =>
  `${JSON.stringify(eventFields(row, runId, id)).slice(0, -1)},"data":${row.data}}`;
