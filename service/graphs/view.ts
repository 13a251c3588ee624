import type { PublicConnection, PublicGraphNode, PublicNodePin } from '#shared/api/index.ts';
import {
  inputConnections,
  outputConnections,
  type Graph,
  type GraphConnection,
  type GraphNode,
} from '#shared/graph/index.ts';
import type { NodeRegistry } from '#service/nodes/registry.ts';
import type { NodeDefinition, PinDefinition } from '#service/nodes/definition.ts';
import { publicValue } from '#service/rules/file-values.ts';

/** The read-only view of a graph: each node with all its pins and their values. */

const definedPin = (pin: PinDefinition, value: unknown): PublicNodePin => ({
  name: pin.name,
  label: pin.label,
  type: pin.type,
  exposed: pin.exposed ?? true,
  value,
});

const undefinedPin = (name: string, type: string | null, value: unknown): PublicNodePin => ({
  name,
  label: null,
  type,
  exposed: true,
  value,
});

/** A node of a type that the registry does not know shows the pins that its values and wires name. */
export function graphNodeView(nodes: NodeRegistry, graph: Graph, node: GraphNode): PublicGraphNode {
  const definition = nodes.get(node.type);
  const values = node.inputs ?? {};
  const valueOf = (name: string): unknown =>
    Object.hasOwn(values, name) ? (publicValue(values[name]!).value.value ?? null) : null;
  const named = new Set(definition?.inputs.map((pin) => pin.name));
  const extraInputs = new Set([
    ...Object.keys(values),
    ...inputConnections(graph, node.id).map((wire) => wire.to[1]),
  ]);
  const inputs = [
    ...(definition?.inputs ?? []).map((pin) =>
      definedPin(pin, Object.hasOwn(values, pin.name) ? valueOf(pin.name) : (pin.default ?? null)),
    ),
    ...[...extraInputs]
      .filter((name) => !named.has(name))
      .map((name) =>
        undefinedPin(name, Object.hasOwn(values, name) ? (values[name]!.type ?? null) : null, valueOf(name)),
      ),
  ];
  const outputs = definition
    ? definition.outputs.map((pin) => definedPin(pin, null))
    : [...new Set(outputConnections(graph, node.id).map((wire) => wire.from[1]))].map((name) =>
        undefinedPin(name, null, null),
      );
  return {
    id: node.id,
    type: node.type,
    title: node.title ?? null,
    position: node.position ? { x: node.position.x, y: node.position.y, z: null } : null,
    inputs,
    outputs,
  };
}

interface ViewText {
  definition: NodeDefinition;
  json: string;
}

/** Kept as long as the nodes and wires are: of a graph that is looked at again only what changed is written out anew. */
const nodeTexts = new WeakMap<GraphNode, ViewText>();
const wireTexts = new WeakMap<readonly GraphConnection[], string>();

function nodeText(nodes: NodeRegistry, graph: Graph, node: GraphNode): string {
  const definition = nodes.get(node.type);
  const isNamed = (wire: GraphConnection) => definition?.inputs.some((pin) => pin.name === wire.to[1]);
  // With wires to pins that its type does not name, the view is not one of the node alone.
  if (!definition || !inputConnections(graph, node.id).every(isNamed))
    return JSON.stringify(graphNodeView(nodes, graph, node));
  const cached = nodeTexts.get(node);
  if (cached?.definition === definition) return cached.json;
  const json = JSON.stringify(graphNodeView(nodes, graph, node));
  nodeTexts.set(node, { definition, json });
  return json;
}

function wiresText(connections: readonly GraphConnection[]): string {
  let cached = wireTexts.get(connections);
  if (cached === undefined) {
    const publicWires = connections.map(({ from, to }): PublicConnection => ({
      sourceNodeId: from[0],
      sourcePin: from[1],
      targetNodeId: to[0],
      targetPin: to[1],
    }));
    wireTexts.set(connections, (cached = JSON.stringify(publicWires)));
  }
  return cached;
}

/** A `PublicGraph`, as JSON text. */
export function graphViewJson(
  nodes: NodeRegistry,
  project: { id: string; version: number },
  graph: Graph,
): string {
  const head = JSON.stringify({ projectId: project.id, version: project.version });
  const views = graph.nodes.map((node) => nodeText(nodes, graph, node)).join(',');
  return `${head.slice(0, -1)},"nodes":[${views}],"connections":${wiresText(graph.connections)}}`;
}
