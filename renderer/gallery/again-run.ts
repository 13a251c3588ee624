import { useQuery } from '@tanstack/react-query';
import { endpoints, type RunInputValue } from '#shared/api/index.ts';
import {
  rerunRequest,
  runOfProjectHeader,
  runOnceHeader,
  type LibraryOutput,
  type OutputInput,
  type RunSource,
} from '#shared/desk/index.ts';
import { inputConnection, sameWork, type Graph } from '#shared/graph/index.ts';
import type { CostlyWork } from '#renderer/costs/index.ts';
import { apiFor } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import type { InputLabels } from './node-types.ts';

const t = words.gallery.run;

/**
 * How a change can be kept in the project: with the very graph that ran, in the project as it is now, which has changed,
 * or not at all.
 */
export interface Persistence {
  mode: 'same' | 'changed' | 'none';
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
  if (sameWork(currentGraph, ran)) return { mode: 'same', reason: null };
  const node = currentGraph.nodes.find(({ id }) => id === nodeId);
  const title = nodeTitle ?? node?.title ?? t.thisNode;
  const alternative = t.runOpen;
  if (node === undefined) return { mode: 'none', reason: t.notProjectAny(title, alternative) };
  if (inputConnection(currentGraph, nodeId, name)) {
    const reason = t.projectFromWire(label, title, alternative);
    return { mode: 'none', reason };
  }
  return {
    mode: 'changed',
    reason: isGridResult ? t.resultValuesGridTried : t.projectChangedSinceRun,
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
  if (source === undefined || input === null) return { mode: 'none', reason: null };
  if (source.template !== null) return { mode: 'none', reason: null };
  if (projectId === null) {
    return { mode: 'none', reason: t.noProjectChangeCould };
  }
  if (document.isError) {
    return {
      mode: 'none',
      reason: t.projectCannotReadChange,
    };
  }
  if (document.data === undefined || graph === null) return { mode: 'none', reason: null };
  return persistenceOf(graph, document.data.document.graph, input, labelOf(input), batch !== null);
}

/** What a run will do: the node that changes and all below it run, the others are reused; as it was, all may run. */
export function rerunWork(source: RunSource, input: OutputInput | null): CostlyWork | null {
  const { graph, template, targetNodeIds } = source;
  if (template !== null) return { kind: 'template', templateId: template.templateId, runs: 1 };
  if (graph === null) return null;
  const changed = input === null ? [] : [input.nodeId];
  return {
    kind: 'graph',
    graph,
    targetNodeIds,
    changed,
    unchanged: input === null ? 'once' : 'reused',
    runs: 1,
  };
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
  const request = rerunRequest(source, changed);
  if (request === null) return false;
  await api(endpoints.runs.create, {
    body: request,
    idempotencyKey,
    headers: { [runOnceHeader]: '1', ...(projectId === null ? {} : { [runOfProjectHeader]: projectId }) },
  });
  return true;
}
