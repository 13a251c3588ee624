import type { Graph } from '#shared/graph/index.ts';

/**
 * A graph with its titles, names and texts in another language; choices, colors and numbers stay.
 * @param translate gives a text that it does not know as it is.
 */
export function translateGraph(graph: Graph, translate: (text: string) => string): Graph {
  const nodes = graph.nodes.map((node) => ({
    ...node,
    ...(typeof node.title === 'string' ? { title: translate(node.title) } : {}),
    inputs: Object.fromEntries(
      Object.entries(node.inputs ?? {}).map(([name, input]) => [
        name,
        input.type === 'string' && typeof input.value === 'string'
          ? { ...input, value: translate(input.value) }
          : input,
      ]),
    ),
  }));
  return { ...graph, nodes };
}
