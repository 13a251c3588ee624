import {
  endpoints,
  flatOutputs,
  isFileOutput,
  type ApiClient,
  type PublicRunDetail,
  type PublicTemplateRunDetail,
} from '#shared/api/index.ts';
import type { BatchOrigin } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';

/** The run of an item as its service describes it. */
export type BatchRun = PublicRunDetail | PublicTemplateRunDetail;

/** The run of an item as the service has it now. @throws ApiError, DeskError */
export async function readRun(
  api: ApiClient,
  origin: BatchOrigin,
  runId: string,
  signal: AbortSignal,
): Promise<BatchRun> {
  if (origin.kind === 'graph') return api(endpoints.runs.get, { params: { run_id: runId }, signal });
  const params = { template_id: origin.templateId, endpoint_id: origin.endpointId, task_id: runId };
  return api(endpoints.templates.getRun, { params, signal });
}

/** The whole of a value, as the service has it. @throws ApiError, DeskError when its run is gone */
export async function readText(
  api: ApiClient,
  origin: BatchOrigin,
  { runId, key }: { runId: string; key: string },
  signal: AbortSignal,
): Promise<string> {
  const { outputs = {} } = await readRun(api, origin, runId, signal);
  const output = flatOutputs(outputs)[key];
  if (output === undefined || isFileOutput(output)) {
    throw new DeskError('NOT_FOUND', 'The service does not have this result any more.');
  }
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value, null, 2);
}
