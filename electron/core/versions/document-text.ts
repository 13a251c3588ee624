import { z } from 'zod';
import { EditableGraph } from '#shared/api/index.ts';
import { CANVAS_KEY, hasItems, type CanvasItems } from '#shared/canvas/items.ts';
import { readCanvas } from '#shared/canvas/metadata.ts';
import { stableStringify, type Graph, type GraphNode } from '#shared/graph/index.ts';
import { SLICE_STEPS, type Slices } from '#shared/reading/index.ts';
import { runInSlices } from '../slices.ts';

/**
 * A graph as the one text that stands for it, whatever the order of its keys. The text of a node is remembered with the
 * node: of a graph made by operations only what they touched is written anew.
 */

/** A state of a project as its history has it: the graph, and what people put around its nodes. */
export interface SavedState extends Graph {
  canvas?: CanvasItems | undefined;
}

const Stored = EditableGraph.extend({ canvas: z.unknown().optional() });

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
export const documentText = (graph: SavedState): Promise<string> => runInSlices(textInSlices(graph));

function* textInSlices(graph: SavedState): Slices<string> {
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
  const { canvas } = graph;
  const items = canvas && hasItems(canvas) ? `,"canvas":${stableStringify(canvas)}` : '';
  return `{"nodes":[${nodes.join(',')}],"connections":[${wires.join(',')}]${items}}`;
}

/** @returns null for a text that is no graph. */
export function readDocumentText(text: string): SavedState | null {
  try {
    const parsed = Stored.safeParse(JSON.parse(text));
    if (!parsed.success) return null;
    const { canvas, ...graph } = parsed.data;
    const reading = canvas === undefined ? null : readCanvas({ [CANVAS_KEY]: canvas });
    return reading?.ok ? { ...graph, canvas: reading.items } : graph;
  } catch {
    return null;
  }
}
