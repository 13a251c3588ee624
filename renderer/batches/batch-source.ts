import { queryOptions } from '@tanstack/react-query';
import { endpoints, type InlineGraph } from '#shared/api/index.ts';
import { projectAsRun } from '#shared/canvas/run-states-of.ts';
import { inputName, type BatchField, type BatchSource } from '#shared/desk/index.ts';
import { readFor } from '#renderer/desk/index.ts';

/** What a batch can run, and which inputs it then has. */

/** `template:ID` or `project:ID`, as the list of sources names them. */
export interface SourceChoice {
  kind: 'template' | 'project';
  id: string;
  name: string;
}

export interface OpenedSource {
  source: BatchSource;
  fields: BatchField[];
}

const PAGE_SIZE = 200;

/** Templates with an endpoint, then projects, the first of each. */
export const sourcesQuery = (connectionId: string) =>
  queryOptions({
    queryKey: ['batch-sources', connectionId],
    queryFn: async ({ signal }): Promise<SourceChoice[]> => {
      const read = readFor(connectionId);
      const [templates, projects] = await Promise.all([
        read(endpoints.templates.list, { query: { limit: PAGE_SIZE, hasEndpoint: true }, signal }),
        read(endpoints.projects.list, { query: { limit: PAGE_SIZE }, signal }),
      ]);
      return [
        ...templates.data.map(({ templateId, name }) => ({
          kind: 'template' as const,
          id: templateId,
          name,
        })),
        ...projects.data.map(({ id, name }) => ({ kind: 'project' as const, id, name })),
      ];
    },
  });

export const sourceQuery = (connectionId: string, choice: SourceChoice | null) =>
  queryOptions({
    queryKey: ['batch-source', connectionId, choice?.kind ?? '', choice?.id ?? ''],
    enabled: choice !== null,
    queryFn: ({ signal }): Promise<OpenedSource> => {
      if (choice === null) throw new Error('Nothing is chosen.');
      return choice.kind === 'template'
        ? openTemplate(connectionId, choice.id, signal)
        : openProject(connectionId, choice.id, signal);
    },
  });

async function openTemplate(
  connectionId: string,
  templateId: string,
  signal: AbortSignal,
): Promise<OpenedSource> {
  const read = readFor(connectionId);
  const list = await read(endpoints.templates.listEndpoints, { params: { template_id: templateId }, signal });
  const endpointId = list.data[0]?.endpointId;
  if (endpointId === undefined)
    throw new Error('This template cannot be run yet. Make a form for it on its page.');
  const docs = await read(endpoints.templates.getEndpointDocs, {
    params: { template_id: templateId, endpoint_id: endpointId },
    signal,
  });
  return {
    source: { kind: 'template', templateId, endpointId },
    fields: (docs.inputs ?? []).map(({ fieldName, name, kind, dataType }) => ({
      of: 'template',
      fieldName,
      label: name || fieldName,
      type: dataType ?? (kind === 'file' ? 'file' : 'text'),
    })),
  };
}

async function openProject(
  connectionId: string,
  projectId: string,
  signal: AbortSignal,
): Promise<OpenedSource> {
  const read = readFor(connectionId);
  const {
    document,
    version,
    metadata = {},
  } = await read(endpoints.projects.getDocument, {
    params: { project_id: projectId },
    signal,
  });
  const types = new Map(
    await Promise.all(
      [...new Set(document.graph.nodes.map(({ type }) => type))].map(async (type) => {
        const detail = await read(endpoints.nodeTypes.get, { params: { node_type: type }, signal });
        return [type, detail] as const;
      }),
    ),
  );
  const pinsOf = (type: string) => {
    const { inputs = [], outputs = [] } = types.get(type) ?? {};
    return { inputs, outputs };
  };
  // Muted and frozen nodes are left out, as when the project runs.
  const { nodes, connections } = projectAsRun(document.graph, metadata, {
    pinsOf,
  });
  const wired = new Set(connections.map(({ to }) => JSON.stringify(to)));
  const graph: InlineGraph = { nodes: [...nodes], connections: [...connections] };
  return {
    source: { kind: 'graph', projectId, projectVersion: version, targetNodeIds: [], graph },
    fields: nodes.flatMap(({ id, type, title }) => {
      const detail = types.get(type);
      return (detail?.inputs ?? [])
        .filter(({ name }) => !wired.has(JSON.stringify([id, name])))
        .map(({ name, label, type: pinType }) => ({
          of: 'node' as const,
          nodeId: id,
          input: name,
          label: inputName(title ?? detail?.title ?? type, label ?? name).slice(0, 300),
          type: pinType ?? null,
        }));
    }),
  };
}
