import { ApiError, type InlineGraph } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import type { RunStore, StartRequest } from '#renderer/runs/index.ts';

/** Refusals of single nodes after which a run is asked for without them; then the refusal is shown as it is. */
const MAX_REJECTED = 20;

/** What a start came to: how many nodes run, and which were left out because they cannot. */
export interface Started {
  able: number;
  leftOut: readonly string[];
  /** False where nothing was left to run. */
  started: boolean;
  /** The run; null where none was started. */
  runId: string | null;
}

type StartDependencies = {
  session: Pick<EditorSession, 'store' | 'keys' | 'states' | 'outlook'>;
  runs: Pick<RunStore, 'start'>;
};

/**
 * Starts a run of what can run: of the whole graph, or of the nodes asked for. Where the service refuses a single node,
 * that is marked and the rest is asked for.
 * @param change of the graph for this run alone. @throws ApiError of a refusal that names no node.
 */
export async function startRunnable(
  { session, runs }: StartDependencies,
  request: StartRequest,
  change: ((graph: Graph) => Graph) | null = null,
): Promise<Started> {
  const { store, keys, states, outlook } = session;
  for (let rejectedCount = 0; ; rejectedCount += 1) {
    const { blockers, targetNodeIds } = outlook.current();
    const graph = states.runGraph(request.targetNodeIds);
    const requested = request.targetNodeIds?.filter((id) => !blockers.has(id) && !states.isLeftOut(id));
    const targets = requested ?? targetNodeIds;
    const leftOut = request.targetNodeIds?.filter((id) => blockers.has(id)) ?? [...blockers.keys()];
    outlook.leftOut(leftOut);
    const able = graph.nodes.length - blockers.size;
    if (targets?.length === 0 || graph.nodes.length === 0)
      return { able, leftOut, started: false, runId: null };
    const startGraph = change?.(graph) ?? graph;
    const startRequest: StartRequest = {
      ...request,
      ...(targets === null ? {} : { targetNodeIds: [...targets] }),
      // A saved project runs whole: what goes past muted and frozen nodes is sent as a graph.
      ...(startGraph === store.getGraph() ? {} : { graph: inlineGraph(startGraph) }),
    };
    try {
      const ids = graph.nodes.map(({ id }) => id);
      const run = await runs.start(
        startRequest,
        request.inputOverrides === undefined && change === null ? keys.all(ids) : undefined,
      );
      return { able, leftOut, started: true, runId: run.runId };
    } catch (error) {
      const named = rejectedNode(error);
      if (named === null || store.getNode(named.nodeId) === undefined || rejectedCount >= MAX_REJECTED)
        throw error;
      outlook.reject(named.nodeId, named.pin, named.reason);
    }
  }
}

/** A graph as a run takes it. */
export const inlineGraph = ({ nodes, connections }: Graph): InlineGraph => ({
  nodes: [...nodes],
  connections: [...connections],
});

/** The node that a refusal is about; null for one that names none. */
export function rejectedNode(error: unknown): { nodeId: string; pin: string | null; reason: string } | null {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return null;
  const { nodeId, pin } = error.details;
  if (typeof nodeId !== 'string') return null;
  return { nodeId, pin: typeof pin === 'string' ? pin : null, reason: error.message };
}
