import { queryOptions } from '@tanstack/react-query';
import { endpoints, type InlineGraph } from '#shared/api/index.ts';
import { projectAsRun } from '#shared/canvas/run-states-of.ts';
import { inputName, LOCAL_CONNECTION_ID, type BatchField, type BatchSource } from '#shared/desk/index.ts';
import { callDesk, readFor } from '#renderer/desk/index.ts';
import type { PickableInput } from '#renderer/fields/index.ts';
import { fieldKey } from './cell-values.ts';
import { words } from '#renderer/words/index.ts';

/** What a batch can run, and which inputs it then has. */

/** `template:ID` or `project:ID`, as the list of sources names them. */
export interface SourceChoice {
  kind: 'template' | 'project';
  id: string;
  name: string;
}

export interface LoadedSource {
  source: BatchSource;
  fields: BatchField[];
  /** The same inputs for their choice, in the order of the fields. */
  inputs: PickableInput[];
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
    queryFn: ({ signal }): Promise<LoadedSource> => {
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
): Promise<LoadedSource> {
  const read = readFor(connectionId);
  const list = await read(endpoints.templates.listEndpoints, { params: { template_id: templateId }, signal });
  const endpointId = list.data[0]?.endpointId;
  if (endpointId === undefined)
    throw new Error('This template cannot be run yet. Make a form for it on its page.');
  const docs = await read(endpoints.templates.getEndpointDocs, {
    params: { template_id: templateId, endpoint_id: endpointId },
    signal,
  });
  // The local workspace says of its templates what the API does not: limits, choices and colors.
  const form =
    connectionId === LOCAL_CONNECTION_ID
      ? await callDesk('getTemplateForm', { params: { templateId }, signal }).catch(() => null)
      : null;
  const declared = new Map(form?.inputs.map(({ fieldName, pinType }) => [fieldName, pinType]));
  const fields = (docs.inputs ?? []).map(({ fieldName, name, kind, dataType }) => ({
    of: 'template' as const,
    fieldName,
    label: name || fieldName,
    type: declared.get(fieldName) ?? dataType ?? (kind === 'file' ? 'file' : 'text'),
  }));
  return {
    source: { kind: 'template', templateId, endpointId },
    fields,
    inputs: fields.map((field) => ({
      key: fieldKey(field),
      nodeId: '',
      nodeTitle: '',
      label: field.label,
      type: field.type,
    })),
  };
}

async function openProject(
  connectionId: string,
  projectId: string,
  signal: AbortSignal,
): Promise<LoadedSource> {
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
        return [type, words.nodeTypes.translate(detail)] as const;
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
  const candidates = nodes.flatMap((node) => {
    const detail = types.get(node.type);
    const title = node.title ?? detail?.title ?? node.type;
    return (detail?.inputs ?? [])
      .filter(({ name }) => !wired.has(JSON.stringify([node.id, name])))
      .map((pin) => {
        const label = pin.label ?? pin.name;
        const field = {
          of: 'node' as const,
          nodeId: node.id,
          input: pin.name,
          label: inputName(title, label).slice(0, 300),
          type: pin.type ?? null,
        };
        const currentValue: unknown = node.inputs?.[pin.name]?.value ?? pin.default ?? null;
        const choice: PickableInput = {
          key: fieldKey(field),
          nodeId: node.id,
          nodeTitle: title,
          icon: detail?.icon,
          label,
          type: field.type,
          valueText: shortValue(field.type, currentValue),
        };
        return { field, choice };
      });
  });
  return {
    source: { kind: 'graph', projectId, projectVersion: version, targetNodeIds: [], graph },
    fields: candidates.map(({ field }) => field),
    inputs: candidates.map(({ choice }) => choice),
  };
}

const MAX_VALUE = 40;

/** What an input holds, in one short line; a file is known by no name here. */
function shortValue(type: string | null, value: unknown): string {
  if (/^(?:image|video|audio|file)\b/.test(type ?? '') || value === null) return '';
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 4 * MAX_VALUE);
  const line = text.toWellFormed().replace(/\s+/g, ' ').trim();
  return line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE - 1).toWellFormed()}…` : line;
}
