import { useQuery } from '@tanstack/react-query';
import { endpoints, type RunInputValue } from '#shared/api/index.ts';
import {
  estimateRun,
  pricesBySource,
  LOCAL_CONNECTION_ID,
  runAgainRequest,
  runOfProjectHeader,
  runOnceHeader,
  runsToward,
  type LibraryOutput,
  type OutputInput,
  type RunSource,
} from '#shared/desk/index.ts';
import { downstreamOf, inputConnection, sameWork, type Graph } from '#shared/graph/index.ts';
import { apiFor, callDesk } from '#renderer/desk/index.ts';
import { estimateLines, estimateText } from '#renderer/ui/index.ts';
import type { InputLabels, NodeTypes } from './node-types.ts';

/**
 * How a change can be kept in the project: with the very graph that ran, in the project as it is now, which has changed,
 * or not at all.
 */
export interface Persistence {
  way: 'same' | 'changed' | 'none';
  /** What stands against it, or what it means; null where there is nothing to say. */
  reason: string | null;
}

/** @param currentGraph the graph of the project; null while it is not known. */
function persistenceOf(
  ran: Graph,
  currentGraph: Graph,
  { nodeId, nodeTitle, name }: OutputInput,
  label: string,
  isGridResult: boolean,
): Persistence {
  if (sameWork(currentGraph, ran)) return { way: 'same', reason: null };
  const node = currentGraph.nodes.find(({ id }) => id === nodeId);
  const title = nodeTitle ?? node?.title ?? 'This node';
  const alternative = 'Run once, or open it as it was.';
  if (node === undefined)
    return { way: 'none', reason: `${title} is not in the project any more. ${alternative}` };
  if (inputConnection(currentGraph, nodeId, name)) {
    const reason = `In the project, ${label} of ${title} comes from a wire now. ${alternative}`;
    return { way: 'none', reason };
  }
  return {
    way: 'changed',
    reason: isGridResult
      ? 'This result has the values that its grid tried. Kept in the project, this value runs with those that the project has.'
      : 'The project has changed since this run. Kept there, the value runs with the project as it is now, and other things may look different too.',
  };
}

/** Whether and how a change can be kept. @param labelOf what the input is called. */
export function usePersistence(
  { connectionId, batch }: LibraryOutput,
  source: RunSource | undefined,
  input: OutputInput | null,
  labelOf: InputLabels,
): Persistence {
  const projectId = source?.projectId ?? null;
  const graph = source?.graph ?? null;
  const document = useQuery({
    queryKey: ['projects', connectionId, 'document-now', projectId],
    enabled: projectId !== null && graph !== null,
    staleTime: 0,
    queryFn: ({ signal }) =>
      apiFor(connectionId)(endpoints.projects.getDocument, {
        params: { project_id: projectId ?? '' },
        signal,
      }),
  });
  if (source === undefined || input === null) return { way: 'none', reason: null };
  if (source.template !== null) return { way: 'none', reason: null };
  if (projectId === null) {
    return { way: 'none', reason: 'There is no project that the change could be kept in.' };
  }
  if (document.isError) {
    return {
      way: 'none',
      reason: 'The project cannot be read, so the change cannot be kept in it. Run once.',
    };
  }
  if (document.data === undefined || graph === null) return { way: 'none', reason: null };
  return persistenceOf(graph, document.data.document.graph, input, labelOf(input), batch !== null);
}

/** What the run is expected to take: the node that changes and all below it run, the others are reused. */
export function useExpected(
  connectionId: string,
  source: RunSource | undefined,
  input: OutputInput | null,
  types: NodeTypes,
): string | null {
  const { data } = useQuery({
    queryKey: ['desk', 'estimates', connectionId],
    retry: false,
    queryFn: ({ signal }) => callDesk('getRunSamples', { params: { connectionId }, signal }),
  });
  const graph = source?.graph ?? null;
  if (data === undefined || graph === null || source === undefined || input === null) return null;
  const below = downstreamOf(graph, [input.nodeId]);
  const runs = source.targetNodeIds.length === 0 ? below : runsToward(graph, below, source.targetNodeIds);
  const priceOf = pricesBySource((type) =>
    connectionId === LOCAL_CONNECTION_ID ? types.get(type)?.source : undefined,
  );
  const text = estimateText(estimateLines(estimateRun(graph, runs, data.kinds, priceOf)));
  return text === '' ? null : text;
}

/** @param change null: it runs as it was. @returns false where the graph is not known. @throws ApiError */
export async function startRerun(
  { connectionId }: LibraryOutput,
  source: RunSource,
  change: { input: OutputInput; value: RunInputValue; keep: boolean } | null,
): Promise<boolean> {
  const api = apiFor(connectionId);
  const idempotencyKey = crypto.randomUUID();
  const { projectId, template, targetNodeIds } = source;
  if (template !== null) {
    const { templateId, endpointId } = template;
    await api(endpoints.templates.createRun, {
      params: { template_id: templateId, endpoint_id: endpointId },
      body: { inputs: { ...template.inputs, ...(change && { [change.input.name]: change.value }) } },
      idempotencyKey,
    });
    return true;
  }
  if (change?.keep === true && projectId !== null) {
    const { input, value } = change;
    await api(endpoints.runs.create, {
      body: {
        projectId,
        targetNodeIds,
        inputOverrides: { [input.nodeId]: { [input.name]: value } },
        persistInputOverrides: true,
      },
      idempotencyKey,
    });
    return true;
  }
  const changed = change && { nodeId: change.input.nodeId, input: change.input.name, value: change.value };
  const request = runAgainRequest(source, changed);
  if (request === null) return false;
  await api(endpoints.runs.create, {
    body: request,
    idempotencyKey,
    headers: { [runOnceHeader]: '1', ...(projectId === null ? {} : { [runOfProjectHeader]: projectId }) },
  });
  return true;
}
