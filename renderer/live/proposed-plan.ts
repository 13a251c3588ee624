import type { Graph, GraphConnection, GraphNode } from '#shared/graph/types.ts';
import type { ItemsSource } from '#renderer/model/node-items.ts';
import { planLive, type LivePlan } from './live-plan.ts';

/** What a preview of a proposed graph is planned from. */
export interface ProposedPlanSources {
  /** The graph with all of the proposal in it. */
  graph: Graph;
  /** Nodes that the proposal changes: results of these, and of all below them, are those of another graph. */
  changed: ReadonlySet<string>;
  /** Longest side of the largest picture, in pixels. */
  side: number;
  isLive: (type: string) => boolean;
  requiredInputs: (type: string) => readonly string[] | null;
  /** What a run has made of a node as it is on the canvas now. */
  resultOf: (id: string) => ItemsSource | undefined;
  /** Whether a node runs for the items of a list: such are left out. */
  isSpread: (id: string) => boolean;
}

/**
 * The free run that shows what the changed nodes of a proposal would make; null where none of them can be previewed.
 * O(nodes + wires)
 */
export function planProposed(sources: ProposedPlanSources): LivePlan | null {
  const { graph, changed, side, isLive, requiredInputs } = sources;
  const nodes = new Map<string, GraphNode>(graph.nodes.map((node) => [node.id, node]));
  const incoming = new Map<string, GraphConnection[]>();
  const outgoing = new Map<string, string[]>();
  for (const wire of graph.connections) {
    incoming.set(wire.to[0], [...(incoming.get(wire.to[0]) ?? []), wire]);
    outgoing.set(wire.from[0], [...(outgoing.get(wire.from[0]) ?? []), wire.to[0]]);
  }
  const affected = new Set(changed);
  // A Set is walked in insertion order, including what is added on the way.
  for (const id of affected) for (const next of outgoing.get(id) ?? []) affected.add(next);
  return planLive(
    {
      side,
      node: (id) => (sources.isSpread(id) ? undefined : nodes.get(id)),
      incomingWires: (id) => incoming.get(id) ?? [],
      isLive,
      requiredInputs,
      isSettled: () => false,
      resultOf: (id) => (affected.has(id) ? undefined : sources.resultOf(id)),
      itemInView: () => null,
      positionsOf: () => ({}),
    },
    [...changed].filter((id) => nodes.has(id)),
  );
}
