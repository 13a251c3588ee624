import { endpoints, type ApiClient } from '#shared/api/index.ts';
import type { BatchOrigin } from '#shared/desk/index.ts';

/** The run of an item as the service has it now. @throws ApiError, DeskError */
export async function readRun(api: ApiClient, origin: BatchOrigin, runId: string, signal: AbortSignal) {
  if (origin.kind === 'graph') return api(endpoints.runs.get, { params: { run_id: runId }, signal });
  const params = { template_id: origin.templateId, endpoint_id: origin.endpointId, task_id: runId };
  return api(endpoints.templates.getRun, { params, signal });
}
