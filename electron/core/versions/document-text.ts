import { EditableGraph } from '#shared/api/index.ts';
import { stableStringify, type Graph, type GraphNode } from '#shared/graph/index.ts';
import { SLICE_STEPS, type Slices } from '#shared/reading/index.ts';
import { runInSlices } from '../slices.ts';

/**
 * A graph as the one text that stands for it, whatever the order of its keys. The text of a node is remembered with the
 * node: of a graph made by operations only what they touched is written anew.
 */

const texts = new WeakMap<GraphNode, string>();
function nodeText(node: GraphNode): string {
  let text = texts.get(node);
  if (text === undefined) {
    // A missing title, position or value map says the same as an empty one.
    const { id, type, title = null, position = null, inputs = {} } = node;
    text = stableStringify({ id, type, title, position, inputs });
    texts.set(node, text);
  }
  return text;
}

/** Writes a graph out, letting other work go on in between. */
export const documentText = (graph: Graph): Promise<string> => runInSlices(textInSlices(graph));

function* textInSlices(graph: Graph): Slices<string> {
  const nodes: string[] = [];
  for (const [index, node] of graph.nodes.entries()) {
    if (index % SLICE_STEPS === SLICE_STEPS - 1) yield;
    nodes.push(nodeText(node));
  }
  const wires: string[] = [];
  for (const [index, { from, to }] of graph.connections.entries()) {
    if (index % SLICE_STEPS === SLICE_STEPS - 1) yield;
    wires.push(JSON.stringify({ from, to }));
  }
  return `{"nodes":[${nodes.join(',')}],"connections":[${wires.join(',')}]}`;
}

/** @returns null for a text that is no graph. */
export function readDocumentText(text: string): Graph | null {
  try {
    const parsed = EditableGraph.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
