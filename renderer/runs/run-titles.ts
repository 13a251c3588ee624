import { useQuery } from '@tanstack/react-query';
import { callDesk } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import type { RunState } from './run-state.ts';

const t = words.runs.runTitles;

/** What a node is called by: what it says of itself, and its type. */
interface NamedNode {
  type: string;
  title?: string | null | undefined;
}

/** The names of nodes for people. */
export interface NodeNames {
  /** As the graph has it now; null of a node that is not in it. */
  titleOf: (nodeId: string) => string | null;
  /** Of a node as a run had it. */
  titleOfNode: (node: NamedNode) => string;
}

/**
 * The names of a run's nodes: as the graph has them now and, of a node deleted since, the one it had when it ran. The graph of
 * the run is read only where a node is missing.
 */
export function useRunTitles(
  connectionId: string,
  run: RunState | undefined,
  { titleOf, titleOfNode }: NodeNames,
): (nodeId: string) => string {
  const runId = run?.runId ?? '';
  const isMissing = Object.keys(run?.nodes ?? {}).some((id) => titleOf(id) === null);
  const source = useQuery({
    queryKey: ['desk', 'run-source', connectionId, runId],
    enabled: isMissing,
    retry: false,
    queryFn: ({ signal }) => callDesk('getRunSource', { params: { connectionId, runId }, signal }),
  });
  const nodes = source.data?.graph?.nodes;
  return (nodeId) => {
    const currentTitle = titleOf(nodeId);
    if (currentTitle !== null) return currentTitle;
    const then = nodes?.find(({ id }) => id === nodeId);
    if (then !== undefined) return titleOfNode(then);
    const { failure } = run ?? {};
    if (failure?.nodeId === nodeId && failure.nodeTitle !== null) return failure.nodeTitle;
    const type = run?.nodes[nodeId]?.nodeType ?? null;
    return type === null ? t.deletedNode : titleOfNode({ type });
  };
}
