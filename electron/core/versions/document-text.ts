import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { EditableGraph } from '#shared/api/index.ts';
import { stableStringify, type Graph, type GraphNode } from '#shared/graph/index.ts';

/**
 * A graph as the one text that stands for it, whatever the order of its keys. The text of a node is remembered with the
 * node: of a graph made by operations only what they touched is written anew.
 */

const texts = new WeakMap<GraphNode, string>();
/** So many nodes are written before others get a turn: about 5 ms. */
const BATCH = 500;

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
export async function documentText(graph: Graph): Promise<string> {
  const nodes: string[] = [];
  for (const [index, node] of graph.nodes.entries()) {
    if (index % BATCH === BATCH - 1) await yieldToEventLoop();
    nodes.push(nodeText(node));
  }
  const wires = graph.connections.map(({ from, to }) => JSON.stringify({ from, to }));
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
