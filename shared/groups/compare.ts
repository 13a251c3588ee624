import type { CanvasNode } from '../canvas/items.ts';
import { findNode, inputConnection } from '../graph/graph.ts';
import type { GraphNode } from '../graph/types.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { joinKey, splitKey } from '../language/join-key.ts';
import type { Grouped } from './grouped.ts';
import { isExposedBy } from './pins.ts';
import {
  elementsIn,
  groupTree,
  instanceIdOf,
  isNodeElement,
  linkedWith,
  pathInInstance,
  type GroupTree,
} from './tree.ts';

/** How linked instances differ, and what makes one like another. Values of shown inputs and wires from outside are each one's own. */

export type Difference =
  /** A node, or a group within, that only one of both has. */
  | { kind: 'added'; element: string; path: readonly string[] }
  | { kind: 'removed'; element: string; path: readonly string[] }
  | {
      kind: 'changed';
      /** As the one to be changed has it. */
      element: string;
      field: 'type' | 'title' | 'input' | 'state';
      input?: string;
      current: unknown;
      next: unknown;
    }
  | { kind: 'wired'; element: string; input: string }
  | { kind: 'unwired'; element: string; input: string };

/** What of a node's state is the same in linked instances. */
const STATES = ['muted', 'passes'] as const satisfies readonly (keyof CanvasNode)[];

export interface Side {
  at: Grouped;
  tree: GroupTree;
  instance: string;
  /** Elements by `joinKey` of their paths. */
  elements: ReadonlyMap<string, string>;
}

export function sideOf(at: Grouped, tree: GroupTree, instance: string): Side {
  const elements = new Map<string, string>();
  for (const element of elementsIn(tree, instance)) {
    const exists = instanceIdOf(element) !== null || findNode(at.graph, element) !== undefined;
    const path = pathInInstance(tree, instance, element);
    if (exists && path) elements.set(joinKey(...path), element);
  }
  return { at, tree, instance, elements };
}

/** Inputs that count: what the group shows is each instance's own. */
const localInputs = ({ tree, instance }: Side, path: readonly string[], node: GraphNode): string[] =>
  Object.keys(node.inputs ?? {}).filter((input) => !isExposedBy(tree, instance, 'input', [...path, input]));

/** What feeds an input from within the instance, as a path with the output at its end. */
export function sourceOf({ at, tree, instance }: Side, nodeId: string, input: string): string[] | null {
  const wire = inputConnection(at.graph, nodeId, input);
  const path = wire && pathInInstance(tree, instance, wire.from[0]);
  return path ? [...path, wire.from[1]] : null;
}

function nodeDifferences(
  target: Side,
  source: Side,
  path: readonly string[],
  [local, sibling]: readonly [GraphNode, GraphNode],
  wires: ReadonlyMap<string, readonly string[]>,
): Difference[] {
  const element = local.id;
  if (local.type !== sibling.type)
    return [{ kind: 'changed', element, field: 'type', current: local.type, next: sibling.type }];
  const found: Difference[] = [];
  if ((local.title ?? null) !== (sibling.title ?? null))
    found.push({ kind: 'changed', element, field: 'title', current: local.title, next: sibling.title });
  const inputs = new Set([...localInputs(target, path, local), ...localInputs(source, path, sibling)]);
  for (const input of inputs) {
    const [current, next] = [local.inputs?.[input], sibling.inputs?.[input]];
    if (!jsonEqual(current, next))
      found.push({ kind: 'changed', element, field: 'input', input, current, next });
  }
  for (const state of STATES) {
    const [current, next] = [
      target.at.items.nodes[local.id]?.[state],
      source.at.items.nodes[sibling.id]?.[state],
    ];
    if (!jsonEqual(current, next))
      found.push({ kind: 'changed', element, field: 'state', input: state, current, next });
  }
  for (const input of new Set([...(wires.get(local.id) ?? []), ...(wires.get(sibling.id) ?? [])])) {
    const [current, next] = [sourceOf(target, local.id, input), sourceOf(source, sibling.id, input)];
    if (jsonEqual(current, next)) continue;
    found.push({ kind: next === null ? 'unwired' : 'wired', element, input });
  }
  return found;
}

/** The inputs that have wires, by node. */
export function wiredOf({ graph }: Grouped): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { to } of graph.connections) {
    const list = found.get(to[0]);
    if (list) list.push(to[1]);
    else found.set(to[0], [to[1]]);
  }
  return found;
}

/** What would change in an instance to be like another one of its group, in the order of its elements. */
export function differences(at: Grouped, target: string, source: string): Difference[] {
  const tree = groupTree(at.items);
  const wires = wiredOf(at);
  return compareSides(sideOf(at, tree, target), sideOf(at, tree, source), wires);
}

export function compareSides(
  local: Side,
  sibling: Side,
  wires: ReadonlyMap<string, readonly string[]>,
): Difference[] {
  const found: Difference[] = [];
  for (const [key, element] of sibling.elements)
    if (!local.elements.has(key)) found.push({ kind: 'added', element, path: splitKey(key) });
  for (const [key, element] of local.elements) {
    const linkedElement = sibling.elements.get(key);
    if (linkedElement === undefined) {
      found.push({ kind: 'removed', element, path: splitKey(key) });
      continue;
    }
    const nodes = [findNode(local.at.graph, element), findNode(sibling.at.graph, linkedElement)] as const;
    const [left, right] = nodes;
    if (left && right && isNodeElement(element))
      found.push(...nodeDifferences(local, sibling, splitKey(key), [left, right], wires));
  }
  return found;
}

/** Linked instances that are looked at for equal ones: where more kinds come about, the others count as differing. */
const MAX_KINDS = 8;

/** The instances of one group by what is alike, from the most frequent on. */
function equalInstances(
  at: Grouped,
  tree: GroupTree,
  linked: readonly string[],
  wires: ReadonlyMap<string, readonly string[]>,
): string[][] {
  const kinds: { side: Side; ids: string[] }[] = [];
  const uncompared: string[] = [];
  for (const id of linked) {
    const side = sideOf(at, tree, id);
    const kind = kinds.find((each) => compareSides(side, each.side, wires).length === 0);
    if (kind) kind.ids.push(id);
    else if (kinds.length < MAX_KINDS) kinds.push({ side, ids: [id] });
    else uncompared.push(id);
  }
  return [...kinds.map(({ ids }) => ids), uncompared].sort((a, b) => b.length - a.length);
}

/**
 * The instances that are not like most of those linked with them, in all groups; where no kind has the most, all of these.
 * O(nodes in groups + wires) where all are alike.
 */
export function differingInstances(at: Grouped): ReadonlySet<string> {
  const tree = groupTree(at.items);
  const found = new Set<string>();
  let wires: ReadonlyMap<string, readonly string[]> | undefined;
  for (const linked of tree.instancesOf.values()) {
    if (linked.length < 2) continue;
    wires ??= wiredOf(at);
    const kinds = equalInstances(at, tree, linked, wires);
    const hasMost = (kinds[0]?.length ?? 0) > (kinds[1]?.length ?? 0);
    for (const ids of hasMost ? kinds.slice(1) : kinds) for (const id of ids) found.add(id);
  }
  return found;
}

/** The instances linked with one that are not like it. */
export function differingFrom(at: Grouped, instance: string): string[] {
  const tree = groupTree(at.items);
  const linked = linkedWith(tree, instance);
  if (linked.length < 2) return [];
  const wires = wiredOf(at);
  const local = sideOf(at, tree, instance);
  return linked.filter(
    (id) => id !== instance && compareSides(sideOf(at, tree, id), local, wires).length > 0,
  );
}
