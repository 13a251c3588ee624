import { isReservedName } from '#shared/graph/connect.ts';
import type { Graph, GraphNode, PinRef } from '#shared/graph/types.ts';
import type { UsedNames } from '#shared/language/used-names.ts';
import type { NodeRegistry } from '#service/nodes/registry.ts';

/** What is to be executed of a graph, in which order, and what comes out. */
export interface RunPlan {
  /** Ascending: a node stands after everything it depends on. */
  order: readonly RunStep[];
  byId: ReadonlyMap<string, RunStep>;
  /** In document order. */
  outputs: readonly RunPlanOutput[];
}

export interface RunStep {
  node: GraphNode;
  /** Input pin → where its value comes from. */
  wires: ReadonlyMap<string, PinRef>;
  /** Ids of the nodes it waits for, each once. */
  dependsOn: readonly string[];
  /** Ids of planned nodes that wait for it, each once. */
  dependants: readonly string[];
}

/** One entry of a run's `outputs`: what arrives at an output node, or leaves a pin of a target or leaf. */
type RunPlanOutput =
  | { kind: 'output-node'; nodeId: string; pin: string }
  | { kind: 'pin'; nodeId: string; pin: string; key: string };

/** The input of an output node that holds the result; null for other node types. */
export function outputPinOf(nodeType: string): string | null {
  if (nodeType === 'output/value') return 'value';
  if (nodeType === 'output/file') return 'file';
  return null;
}

/**
 * Plans a run: the targets and everything upstream of them, or the whole graph without targets. Wires to or from
 * nodes that do not exist are left out. O(nodes + wires).
 * @throws Error when the graph has a cycle; graphs are checked before they get here.
 */
export function planRun(graph: Graph, targetNodeIds: readonly string[], nodes: NodeRegistry): RunPlan {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const incoming = new Map<string, Map<string, PinRef>>();
  const sources = new Set<string>();
  for (const { from, to } of graph.connections) {
    if (!byId.has(from[0]) || !byId.has(to[0])) continue;
    const wires = incoming.get(to[0]) ?? new Map<string, PinRef>();
    wires.set(to[1], from);
    incoming.set(to[0], wires);
    sources.add(from[0]);
  }
  const required = targetNodeIds.length > 0 ? upstream(targetNodeIds, incoming) : new Set(byId.keys());
  const planned = new Map<string, RunStep & { dependants: string[] }>();
  for (const node of graph.nodes) {
    if (!required.has(node.id)) continue;
    const wires = incoming.get(node.id) ?? new Map<string, PinRef>();
    const dependsOn = [...new Set([...wires.values()].map(([source]) => source))];
    planned.set(node.id, { node, wires, dependsOn, dependants: [] });
  }
  for (const entry of planned.values()) {
    for (const source of entry.dependsOn) planned.get(source)?.dependants.push(entry.node.id);
  }
  const order = sortByDependency(planned);
  return { order, byId: planned, outputs: planOutputs(graph, targetNodeIds, planned, sources, nodes) };
}

function upstream(
  targets: readonly string[],
  incoming: ReadonlyMap<string, Map<string, PinRef>>,
): Set<string> {
  const visited = new Set(targets);
  const open = [...visited];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const [source] of incoming.get(id)?.values() ?? []) {
      if (visited.has(source)) continue;
      visited.add(source);
      open.push(source);
    }
  }
  return visited;
}

/** Kahn's algorithm; nodes that are ready at the same time keep document order. */
function sortByDependency(planned: ReadonlyMap<string, RunStep>): RunStep[] {
  const missing = new Map([...planned].map(([id, entry]) => [id, entry.dependsOn.length]));
  const ready = [...planned.values()].filter((entry) => entry.dependsOn.length === 0);
  const order: RunStep[] = [];
  for (let next = 0; next < ready.length; next += 1) {
    const entry = ready[next]!;
    order.push(entry);
    for (const id of entry.dependants) {
      const left = missing.get(id)! - 1;
      missing.set(id, left);
      if (left === 0) ready.push(planned.get(id)!);
    }
  }
  if (order.length < planned.size) throw new Error('The graph has a cycle.');
  return order;
}

function planOutputs(
  graph: Graph,
  targetNodeIds: readonly string[],
  planned: ReadonlyMap<string, RunStep>,
  sources: ReadonlySet<string>,
  nodes: NodeRegistry,
): RunPlanOutput[] {
  const targets = new Set(targetNodeIds);
  const named: RunPlanOutput[] = [];
  const pinOutputs: RunPlanOutput[] = [];
  for (const { id, type } of graph.nodes) {
    if (!planned.has(id)) continue;
    const pin = outputPinOf(type);
    if (pin !== null) named.push({ kind: 'output-node', nodeId: id, pin });
    else if (targets.size > 0 ? targets.has(id) : !sources.has(id)) {
      for (const output of nodes.get(type)?.outputs ?? []) {
        pinOutputs.push({ kind: 'pin', nodeId: id, pin: output.name, key: `${id}.${output.name}` });
      }
    }
  }
  // A node that was named as a target is wanted even where an output node was named too.
  return targets.size > 0 || named.length === 0 ? [...named, ...pinOutputs] : named;
}

/** The name written at an output node; its title or id without one, or with one that cannot be a key. */
export function outputNameOf(node: GraphNode): string {
  const nameInput = node.inputs?.['name']?.value;
  const names = [typeof nameInput === 'string' ? nameInput.trim() : '', node.title?.trim() ?? ''];
  return names.find((name) => name !== '' && !isReservedName(name)) ?? node.id;
}

/** Makes a key unique among those that are used by ` 2`, ` 3`, and takes it. */
export const uniqueKey = (key: string, usedKeys: UsedNames): string =>
  usedKeys.reserve(key, (count) => `${key} ${count}`);
