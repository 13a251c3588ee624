import {
  endpoints,
  type ApiClient,
  type PublicRunDetail,
  type PublicTemplateRunDetail,
} from '#shared/api/index.ts';
import type { BatchOrigin } from '#shared/desk/index.ts';

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
