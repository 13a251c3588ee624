import { useQuery } from '@tanstack/react-query';
import { endpoints, type EditableInputValue, type PublicNodeTypeDetail } from '#shared/api/index.ts';
import type { LibraryOutput, OutputDetails, OutputInput } from '#shared/desk/index.ts';
import { inputConnection, upstreamOf, type Graph } from '#shared/graph/index.ts';
import { callDesk, readFor } from '#renderer/desk/index.ts';
import { useNodeTypes, type NodeTypes } from './node-types.ts';
import { words } from '#renderer/words/index.ts';

/** Node types whose defaults are read; a graph has few. */
const MAX_TYPES = 40;

/** A default of a node type as a document would hold it; null where there is none that is typed. */
function defaultValue(value: unknown): EditableInputValue | null {
  switch (typeof value) {
    case 'string':
      return { type: 'string', value };
    case 'number':
      return { type: 'number', value };
    case 'boolean':
      return { type: 'boolean', value };
    default:
      return null;
  }
}

/** Inputs that nobody touched: they hold what their node type gives them. */
export function untouchedInputs(
  graph: Graph,
  nodeId: string,
  types: ReadonlyMap<string, Pick<PublicNodeTypeDetail, 'inputs'>>,
): OutputInput[] {
  const above = upstreamOf(graph, [nodeId]);
  return graph.nodes.flatMap((node) =>
    above.has(node.id)
      ? (types.get(node.type)?.inputs ?? []).flatMap(({ name, default: pinDefault }): OutputInput[] => {
          const value = defaultValue(pinDefault);
          const isAssigned = Object.hasOwn(node.inputs ?? {}, name) || inputConnection(graph, node.id, name);
          return value === null || isAssigned
            ? []
            : [{ nodeId: node.id, nodeType: node.type, nodeTitle: node.title ?? null, name, value }];
        })
      : [],
  );
}

/** What the inputs that were left alone had. @returns a query that is asked once for a run and node. */
export const untouchedQuery = ({ connectionId, runId, nodeId }: LibraryOutput) => ({
  queryKey: ['desk', 'untouched-inputs', connectionId, runId, nodeId],
  staleTime: Infinity,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<OutputInput[]> => {
    const { graph } = await callDesk('getRunSource', { params: { connectionId, runId }, signal });
    if (graph === null || nodeId === null) return [];
    const above = upstreamOf(graph, [nodeId]);
    const nodeTypes = new Set(graph.nodes.filter(({ id }) => above.has(id)).map(({ type }) => type));
    const found = await Promise.all(
      [...nodeTypes].slice(0, MAX_TYPES).map(async (type) => {
        // One that the service does not have any more has no defaults.
        const detail = await readFor(connectionId)(endpoints.nodeTypes.get, {
          params: { node_type: type },
          signal,
        }).then(words.nodeTypes.translate, () => null);
        return [type, detail] as const;
      }),
    );
    const types = new Map(found.flatMap(([type, detail]) => (detail === null ? [] : [[type, detail]])));
    return untouchedInputs(graph, nodeId, types);
  },
});

/** What an output was made from, and what is known of the types of its nodes. */
export interface OutputSources {
  /** What was set, then what was left as its node type has it. */
  inputs: OutputInput[];
  /** Null until they are known. */
  types: NodeTypes | null;
}

/** Everything that an output was made from. */
export function useOutputSources({ output, inputs, canOpen }: OutputDetails): OutputSources {
  const untouched = useQuery({ ...untouchedQuery(output), enabled: canOpen && output.nodeId !== null });
  const all = [...inputs, ...(untouched.data ?? [])];
  const types = useNodeTypes(
    output.connectionId,
    all.map(({ nodeType }) => nodeType),
  );
  return { inputs: all, types };
}
