import { graphAsRun, type RunStates } from '../graph/run-states.ts';
import type { Graph, NodeCatalog } from '../graph/types.ts';
import type { CanvasItems } from './items.ts';
import { readCanvas } from './metadata.ts';

/** What the canvas items of a project say about running its nodes. */
export function runStatesOf(nodes: CanvasItems['nodes']): RunStates {
  const states = { muted: new Set<string>(), passes: new Map(), frozen: new Map() } satisfies RunStates;
  for (const [id, { muted, passes, frozen }] of Object.entries(nodes)) {
    if (muted === true) states.muted.add(id);
    if (passes !== undefined) states.passes.set(id, passes);
    if (frozen !== undefined) states.frozen.set(id, frozen);
  }
  return states;
}

/**
 * The graph of a saved project as a run executes it, past muted and frozen nodes; the same value where there are none, or
 * what the metadata says of them cannot be read.
 */
export function projectAsRun(
  graph: Graph,
  metadata: Readonly<Record<string, unknown>>,
  catalog: NodeCatalog,
): Graph {
  const canvas = readCanvas(metadata);
  return canvas.ok ? graphAsRun(graph, runStatesOf(canvas.items.nodes), catalog) : graph;
}
