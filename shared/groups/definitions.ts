import { MAX_GROUP_DEPTH } from '../canvas/group-items.ts';
import { emptyCanvas, type CanvasItems } from '../canvas/items.ts';
import { findNode, inputConnection } from '../graph/graph.ts';
import type { Graph } from '../graph/types.ts';
import { splitKey } from '../language/join-key.ts';
import type { Grouped } from './grouped.ts';
import {
  chainOf,
  depthOf,
  elementsIn,
  groupTree,
  instanceIdOf,
  instanceKey,
  isNodeElement,
  type GroupTree,
} from './tree.ts';

/** A group by itself, outside of any project: a document that holds one instance and what lies in it. */
export interface Definition extends Grouped {
  /** The id of that instance. */
  root: string;
}

type ItemKind = 'frames' | 'notes' | 'lines';
const isItemKind = (kind: string): kind is ItemKind =>
  kind === 'frames' || kind === 'notes' || kind === 'lines';

/** The kind and id of a frame, note or line. */
export function itemOf(element: string): [ItemKind, string] | null {
  const at = element.indexOf(':');
  const kind = element.slice(0, at);
  return isItemKind(kind) ? [kind, element.slice(at + 1)] : null;
}

/** What an instance is made of, as a definition; null where it is gone. What its nodes made, and locks, stay with it. */
export function definitionOf({ graph, items }: Grouped, instance: string): Definition | null {
  const tree = groupTree(items);
  const root = items.instances[instance];
  if (!root || !tree.contents.has(instance)) return null;
  const elements = elementsIn(tree, instance);
  const nodes = new Set(elements.filter((element) => isNodeElement(element) && findNode(graph, element)));
  const local = emptyCanvas();
  const { in: _in, as: _as, ...top } = root;
  local.instances[instance] = top;
  for (const element of elements) {
    const as = tree.nameOf.get(element) ?? element;
    const inner = instanceIdOf(element);
    if (inner !== null) {
      local.instances[inner] = { ...items.instances[inner]!, as };
      continue;
    }
    const item = itemOf(element);
    if (item === null && !nodes.has(element)) continue;
    local.members[element] = { in: tree.holderOf.get(element)!, as };
    if (item === null) {
      const { locked: _locked, frozen: _frozen, ...state } = items.nodes[element] ?? {};
      if (Object.keys(state).length > 0) local.nodes[element] = state;
    } else Object.assign(local[item[0]], { [item[1]]: items[item[0]][item[1]] });
  }
  const used = new Set(Object.values(local.instances).map(({ of }) => of));
  for (const id of used) local.groups[id] = { ...items.groups[id] };
  const { source: _source, ...group } = local.groups[root.of] ?? {};
  local.groups[root.of] = group;
  for (const [id, pin] of Object.entries(items.pins)) if (used.has(pin.of)) local.pins[id] = pin;
  for (const [key, route] of Object.entries(items.reroutes))
    if (nodes.has(splitKey(key)[0] ?? '') && nodes.has(route.from[0])) local.reroutes[key] = route;
  return {
    root: instance,
    items: local,
    graph: {
      nodes: graph.nodes.filter(({ id }) => nodes.has(id)),
      connections: graph.connections.filter(({ from, to }) => nodes.has(from[0]) && nodes.has(to[0])),
    },
  };
}

/** Why what was read is no definition: parts are missing or lie outside of it, it contains itself, or it is too deep. */
type DefinitionProblem = 'damaged' | 'in-itself' | 'depth';

/** Whether a group lies in itself, directly or by a detour. */
function isRecursive(tree: GroupTree, instances: CanvasItems['instances']): boolean {
  if (tree.cut.length > 0) return true;
  return Object.keys(instances).some((id) => {
    const group = tree.groupOf(id);
    return chainOf(tree, instanceKey(id)).some((outer) => tree.groupOf(outer) === group);
  });
}

/** Why a definition from elsewhere cannot be used; null where it can. */
export function definitionProblem({ root, graph, items }: Definition): DefinitionProblem | null {
  const tree = groupTree(items);
  if (!Object.hasOwn(items.instances, root)) return 'damaged';
  if (isRecursive(tree, items.instances)) return 'in-itself';
  if (tree.holderOf.has(instanceKey(root))) return 'damaged';
  if (depthOf(tree, root) > MAX_GROUP_DEPTH) return 'depth';
  const inside = new Set(elementsIn(tree, root));
  const isComplete =
    graph.nodes.length > 0 &&
    graph.nodes.every(({ id }) => inside.has(id)) &&
    Object.keys(items.instances).every((id) => id === root || inside.has(instanceKey(id)));
  return isComplete ? null : 'damaged';
}

/** What a template shows of its graph. */
export interface TemplatePins {
  inputs: readonly TemplatePin[];
  outputs: readonly TemplatePin[];
}
interface TemplatePin {
  nodeId: string;
  pin: string;
  label: string;
}

const ROOT = 'template';

/**
 * A template as a group: inside is its graph, and its pins are what callers give and get. Output nodes only name what a caller
 * gets: what feeds them takes their place.
 */
export function templateDefinition(name: string, published: Graph, pins: TemplatePins): Definition {
  const sources = pins.outputs.map(({ nodeId, pin, label }) => {
    const isOutputNode = findNode(published, nodeId)?.type.startsWith('output/') === true;
    const wire = isOutputNode ? inputConnection(published, nodeId, pin) : undefined;
    const [source, output] = wire?.from ?? [nodeId, pin];
    return { nodeId: source, pin: output, label, replaced: source === nodeId ? null : nodeId };
  });
  const replaced = new Set(sources.flatMap((source) => source.replaced ?? []));
  const graph: Graph = {
    nodes: published.nodes.filter(({ id }) => !replaced.has(id)),
    connections: published.connections.filter(
      ({ from, to }) => !replaced.has(from[0]) && !replaced.has(to[0]),
    ),
  };
  const items = emptyCanvas();
  const corner = (axis: 'x' | 'y'): number =>
    Math.min(...graph.nodes.map(({ position }) => position?.[axis] ?? 0));
  items.groups[ROOT] = { title: name.slice(0, 200) };
  items.instances[ROOT] = {
    of: ROOT,
    position: graph.nodes.length === 0 ? { x: 0, y: 0 } : { x: corner('x'), y: corner('y') },
  };
  for (const { id } of graph.nodes) items.members[id] = { in: ROOT, as: id };
  for (const [side, list] of [['input', pins.inputs] as const, ['output', sources] as const])
    for (const [order, { nodeId, pin, label }] of list.entries())
      if (findNode(graph, nodeId))
        items.pins[`${side}${order}`] = {
          of: ROOT,
          side,
          targets: [[nodeId, pin]],
          title: label.slice(0, 200),
          order,
        };
  return { root: ROOT, graph, items };
}
