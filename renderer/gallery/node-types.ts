import { useQueries } from '@tanstack/react-query';
import { ApiError, endpoints, type PublicNodeTypeDetail } from '#shared/api/index.ts';
import type { OutputInput } from '#shared/desk/index.ts';
import { nodeTitle as nodeTitleOf } from '#shared/graph/index.ts';
import { readFor } from '#renderer/desk/index.ts';
import { inputLabel } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

/** What is known of node types, by their name; those that the service does not have any more are missing. */
export type NodeTypes = ReadonlyMap<string, PublicNodeTypeDetail>;

/** Types that are read for one page; a graph has few. */
const MAX_TYPES = 100;

/** One node type; null of one that the service does not have any more. */
const nodeTypeQuery = (connectionId: string, type: string) => ({
  queryKey: ['desk', 'output-node-type', connectionId, type],
  staleTime: Infinity,
  retry: false,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<PublicNodeTypeDetail | null> =>
    readFor(connectionId)(endpoints.nodeTypes.get, { params: { node_type: type }, signal }).then(
      words.nodeTypes.translate,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      },
    ),
});

/**
 * What is known of the node types of a graph.
 * @param types the first of them are read, where there are too many. @returns null until all are known
 */
export function useNodeTypes(connectionId: string, types: readonly string[]): NodeTypes | null {
  const requested = [...new Set(types)].filter((type) => type !== '').slice(0, MAX_TYPES);
  return useQueries({
    queries: requested.map((type) => nodeTypeQuery(connectionId, type)),
    combine: (found) =>
      found.some(({ isPending }) => isPending)
        ? null
        : new Map(
            found.flatMap(({ data }, at): [string, PublicNodeTypeDetail][] =>
              data ? [[requested[at] ?? '', data]] : [],
            ),
          ),
  });
}

/** What an input is called on its node. */
export type InputLabels = (input: Pick<OutputInput, 'nodeType' | 'name'>) => string;

/** The pin of an input, as its node type declares it. */
export const pinOf = (types: NodeTypes | null, { nodeType, name }: Pick<OutputInput, 'nodeType' | 'name'>) =>
  types?.get(nodeType)?.inputs?.find((pin) => pin.name === name);

/** Labels of pins; of an input whose node type is not known its name in words. */
export const labelsFrom =
  (types: NodeTypes | null): InputLabels =>
  (input) =>
    pinOf(types, input)?.label || inputLabel(input.name);

/** What the node of an input is called: by its type where it has no title. Empty of a field of a form. */
export const titleOfNode = (
  types: NodeTypes | null,
  { nodeType, nodeTitle }: Pick<OutputInput, 'nodeType' | 'nodeTitle'>,
): string =>
  nodeType === ''
    ? (nodeTitle ?? '')
    : nodeTitleOf(
        { title: nodeTitle, type: nodeType },
        { titleOf: (type) => types?.get(type)?.title ?? null },
      );
