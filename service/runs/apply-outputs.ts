import type { PublicRunApplyOutputsRequest, PublicRunApplyOutputsResponse } from '#shared/api/index.ts';
import { planApply, type OutputToApply } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { entryAt, type RunOutputEntry, type RunRow } from '#service/engine/run-rows.ts';
import { Problem } from '#service/problems/problem.ts';
import { loadPicture, PictureProblem } from '#service/storage/pictures.ts';
import { applyPatch } from '#service/documents/write-graph.ts';
import { loadGraph } from '#service/graphs/load-graph.ts';
import { requireProject, requireVersion } from '#service/projects/rows.ts';
import { fileIdsOfOutput, filesOfOutputs, runOutput } from './run-detail.ts';

/** Keeping outputs of a run in its project. */

type SelectedOutputs = (readonly [key: string, entry: RunOutputEntry])[];

/** @throws Problem RUN_NOT_APPLICABLE */
function requireApplicable(run: RunRow): string {
  if (run.projectId === null) {
    throw Problem.of(
      'RUN_NOT_APPLICABLE',
      'This run belongs to no saved project, so there is nothing to apply to.',
      {
        runId: run.id,
      },
    );
  }
  if (run.status !== 'succeeded') {
    throw Problem.of(
      'RUN_NOT_APPLICABLE',
      `Only a run that succeeded can be applied; this one is ${run.status}.`,
      {
        runId: run.id,
        status: run.status,
      },
    );
  }
  return run.projectId;
}

/** @throws Problem INVALID_OUTPUT_SELECTION */
function selectOutputs(run: RunRow, keys: readonly string[] | null | undefined): SelectedOutputs {
  const selectedKeys = new Set(keys ?? Object.keys(run.outputs));
  const unknown = [...selectedKeys].filter((key) => entryAt(run.outputs, key) === null);
  if (unknown.length > 0) {
    throw Problem.of('INVALID_OUTPUT_SELECTION', `The run has no output called ${unknown.join(', ')}.`, {
      unknownKeys: unknown,
      outputKeys: Object.keys(run.outputs),
    });
  }
  if (selectedKeys.size === 0) {
    throw Problem.of('INVALID_OUTPUT_SELECTION', 'Choose at least one output to apply.', {
      outputKeys: Object.keys(run.outputs),
    });
  }
  return [...selectedKeys].flatMap((key) => {
    const entry = entryAt(run.outputs, key);
    return entry === null ? [] : [[key, entry] as const];
  });
}

/**
 * The blob of the project's new thumbnail: that of the first image among the outputs, made smaller. Null without one.
 * Done before the transaction, because rendering takes time.
 */
export async function thumbnailOf(
  ctx: ServiceContext,
  run: RunRow,
  keys: readonly string[] | null | undefined,
): Promise<string | null> {
  if (run.status !== 'succeeded' || run.projectId === null) return null;
  const files = await filesOfOutputs(ctx, run.accountId, Object.values(run.outputs));
  for (const key of keys ?? Object.keys(run.outputs)) {
    const output = Object.hasOwn(run.outputs, key) ? run.outputs[key]!.output : null;
    if (output === null || !('fileId' in output) || !output.contentType.startsWith('image/')) continue;
    const blob = files.get(output.fileId)?.blob;
    const picture =
      blob === undefined ? null : await loadPicture(ctx, blob, 'thumbnail').catch(ignorePictureProblem);
    if (picture !== null) return picture.blob;
  }
  return null;
}

/** A picture that ended its decoder leaves the project without a thumbnail of it, no more. */
function ignorePictureProblem(error: unknown): null {
  if (error instanceof PictureProblem) return null;
  throw error;
}

/**
 * Writes the chosen outputs into the project as input nodes, and raises its version. Runs inside a transaction.
 * @throws Problem about the selection, a missing project or file, or a run or version that does not allow it.
 */
export async function applyOutputs(
  ctx: ServiceContext,
  run: RunRow,
  body: PublicRunApplyOutputsRequest,
  thumbnailBlob: string | null,
): Promise<PublicRunApplyOutputsResponse> {
  const projectId = requireApplicable(run);
  const project = await requireProject(ctx, run.accountId, projectId);
  requireVersion(project, body.expectedVersion);
  if (project.version !== run.projectVersion) {
    throw Problem.of(
      'RUN_OUTDATED',
      `The project has changed since this run: it ran version ${run.projectVersion}, and the project is at ${project.version}. Run it again.`,
      { projectId, runVersion: run.projectVersion, currentVersion: project.version },
    );
  }
  const selected = selectOutputs(run, body.outputKeys);
  const files = await filesOfOutputs(
    ctx,
    run.accountId,
    selected.map(([, entry]) => entry),
  );
  for (const [key, { output }] of selected) {
    const fileId = fileIdsOfOutput(output).find((id) => !files.has(id));
    if (fileId === undefined) continue;
    throw Problem.of('FILE_NOT_FOUND', `The file of the output ${key} is no longer stored. Run again.`, {
      fileId,
      outputKey: key,
    });
  }
  const outputs: OutputToApply[] = selected.map(([key, entry]) => ({
    key,
    nodeId: entry.nodeId,
    output: runOutput(ctx, files, entry),
  }));
  const operations = planApply(await loadGraph(ctx, projectId, project.version), outputs, ctx.nodes);
  const { project: saved } = await applyPatch(ctx, {
    accountId: run.accountId,
    projectId,
    expectedVersion: body.expectedVersion,
    operations,
    changes: thumbnailBlob === null ? {} : { thumbnailBlob },
  });
  return {
    runId: run.id,
    projectId,
    version: saved.version,
    appliedOutputs: selected.length,
    outputKeys: selected.map(([key]) => key),
  };
}
