import { endpoints, type ApiClient } from '#shared/api/index.ts';
import { advanceRun } from '#renderer/runs/advance-run.ts';
import { runFromRecord, mergeDetail, type RunState } from '#renderer/runs/run-state.ts';

/** The run as a page paints it that received everything in order. @param direct to the service, past everything that lies. */
export async function renderedFromService(direct: ApiClient, runId: string): Promise<RunState> {
  const params = { run_id: runId };
  let run = runFromRecord(await direct(endpoints.runs.get, { params }));
  for (let cursor: string | undefined; ;) {
    const page = await direct(endpoints.runs.listEvents, { params, query: { limit: 200, cursor } });
    run = page.data.reduce(advanceRun, run);
    if (!page.hasMore) break;
    cursor = page.nextCursor ?? undefined;
  }
  return mergeDetail(run, await direct(endpoints.runs.get, { params }));
}

/** What of a run is on screen. */
export const screenOf = ({ status, nodes, outputs, failure, log }: RunState): string =>
  JSON.stringify({
    status,
    outputs,
    failure,
    log,
    nodes: Object.values(nodes)
      .map(({ nodeId, phase, outputs: values, durationMs }) => ({ nodeId, phase, values, durationMs }))
      .toSorted((a, b) => a.nodeId.localeCompare(b.nodeId)),
  });
