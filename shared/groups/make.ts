import type { PatchOperation } from '../api/schemas/documents.ts';
import { MAX_GROUP_DEPTH, type GroupPin } from '../canvas/group-items.ts';
import type { CanvasOperation } from '../canvas/operations.ts';
import { findNode } from '../graph/graph.ts';
import { joinKey } from '../language/join-key.ts';
import type { NodeCatalog, PinRef } from '../graph/types.ts';
import { setItem, excludingSource, type Edit, type Grouped, type Point } from './grouped.ts';
import { isExposedBy } from './pins.ts';
import {
  chainOf,
  contentsOf,
  depthOf,
  elementsIn,
  groupTree,
  instanceIdOf,
  instanceKey,
  isNodeElement,
  linkedDepth,
  linkedWith,
  nodesIn,
  pathInInstance,
  pinsOfInstance,
  type GroupTree,
  type NamedPin,
} from './tree.ts';
import type { GroupPath } from './view.ts';

/** Making groups and taking them apart. What runs is the same before and after: only what is said of groups changes. */

/** New ids that nobody else makes at the same time. */
export type NewId = () => string;

export const DEPTH_LIMIT = 'too-deep';

/** Where something of a group is put on the canvas, and in which of the opened groups. */
export interface GroupLocation {
  groupPath: GroupPath;
  position: Point;
}

/** The elements as they lie where the trail leads: what lies deeper or elsewhere is left out. */
function elementsAt(tree: GroupTree, groupPath: GroupPath, elements: Iterable<string>): string[] {
  const holder = groupPath.at(-1);
  return [...elements].filter((element) => tree.holderOf.get(element) === holder);
}

/** The node pins that lead out of a selection: the inputs by what feeds them, and the outputs. */
function outerPins({ graph }: Grouped, nodes: ReadonlySet<string>, catalog: NodeCatalog | undefined) {
  const inputs = new Map<string, PinRef[]>();
  const outputs = new Map<string, PinRef>();
  const used = new Set<string>();
  for (const { from, to } of graph.connections) {
    const [isFrom, isTo] = [nodes.has(from[0]), nodes.has(to[0])];
    if (isFrom) used.add(from[0]);
    if (isTo && !isFrom) {
      const key = joinKey(...from);
      inputs.set(key, [...(inputs.get(key) ?? []), to]);
    }
    if (isFrom && !isTo) outputs.set(joinKey(...from), from);
  }
  for (const id of nodes) {
    // What nothing takes is what the group makes.
    const node = used.has(id) ? undefined : findNode(graph, id);
    for (const { name } of (node && catalog?.pinsOf(node.type)?.outputs) ?? [])
      outputs.set(joinKey(id, name), [id, name]);
  }
  const order = ([left]: PinRef, [right]: PinRef): number => {
    const [a, b] = [findNode(graph, left)?.position, findNode(graph, right)?.position];
    return (
      (a?.y ?? 0) - (b?.y ?? 0) || (a?.x ?? 0) - (b?.x ?? 0) || (left < right ? -1 : Number(left > right))
    );
  };
  const sources = [...inputs.values()].map((targets) => targets.sort(order));
  return {
    inputs: sources.sort(([a], [b]) => order(a!, b!)),
    outputs: [...outputs.values()].sort(order),
  };
}

/**
 * Pins of all groups whose way leads through instances of one group, with the rest of the way from there on changed: as when what
 * lies in that comes to lie deeper, or less deep.
 */
function rerouted(
  { items }: Grouped,
  tree: GroupTree,
  group: string | undefined,
  rename: (path: readonly string[]) => readonly string[],
): CanvasOperation[] {
  if (group === undefined) return [];
  const changed = (pin: GroupPin, path: readonly string[]): readonly string[] => {
    let holder = tree.instancesOf.get(pin.of)?.[0] ?? null;
    for (const [depth, name] of path.slice(0, -1).entries()) {
      if (holder === null) return path;
      if (tree.groupOf(holder) === group) {
        const onward = path.slice(depth);
        const renamed = rename(onward);
        return renamed === onward ? path : [...path.slice(0, depth), ...renamed];
      }
      holder = instanceIdOf(contentsOf(tree, holder).get(name) ?? '');
    }
    return path;
  };
  return Object.entries(items.pins).flatMap(([id, pin]): CanvasOperation[] => {
    const targets = pin.targets.map((path) => changed(pin, path));
    const isChanged = targets.some((path, at) => path !== pin.targets[at]);
    return isChanged ? [{ op: 'setCanvasField', kind: 'pins', id, field: 'targets', value: targets }] : [];
  });
}

/**
 * Makes a group of what lies where the trail leads: wires that lead out become its pins, as does what the outermost group already
 * shows of it.
 * @param catalog names the outputs that nothing takes.
 * @returns null where nothing of the selection lies there; `TOO_DEEP` where groups would lie in each other too deep.
 */
export function makeGroup(
  at: Grouped,
  selection: Iterable<string>,
  { groupPath, position, title }: GroupLocation & { title?: string },
  { newId, catalog }: { newId: NewId; catalog?: NodeCatalog },
): (Edit & { instance: string; group: string }) | typeof DEPTH_LIMIT | null {
  const tree = groupTree(at.items);
  const elements = elementsAt(tree, groupPath, selection);
  const inner = elements.flatMap((element) => instanceIdOf(element) ?? []);
  const nodes = new Set([
    ...elements.filter((element) => isNodeElement(element) && findNode(at.graph, element)),
    ...inner.flatMap((id) => nodesIn(tree, id)),
  ]);
  if (nodes.size === 0) return null;
  const depth = linkedDepth(tree, groupPath) + 1 + Math.max(0, ...inner.map((id) => depthOf(tree, id)));
  if (depth > MAX_GROUP_DEPTH) return DEPTH_LIMIT;
  const outer = groupPath.at(-1);
  const [group, instance] = [newId(), newId()];
  const names = new Map(elements.map((element) => [element, tree.nameOf.get(element) ?? nameOf(element)]));
  const inside = new Set(names.values());
  const pathOf = ([nodeId, pin]: PinRef): string[] => {
    const local = names.get(nodeId);
    if (local !== undefined) return [local, pin];
    const holder = chainOf(tree, nodeId).find((id) => names.has(instanceKey(id)))!;
    return [names.get(instanceKey(holder))!, ...(pathInInstance(tree, holder, nodeId) ?? []), pin];
  };
  const found = outerPins(at, nodes, catalog);
  const wired = found.inputs.map((refs) => refs.map(pathOf));
  const reserved = found.outputs.map(pathOf);
  const previous = { input: keysOf(wired.flat()), output: keysOf(reserved) };
  const visible = (side: 'input' | 'output'): (readonly string[])[][] =>
    outer === undefined
      ? []
      : exposedPaths(tree, outer, side, inside)
          .filter((path) => !previous[side].has(joinKey(...path)))
          .map((path) => [path]);
  const refs = [
    ...found.inputs.flat().map((ref) => ['input', ref] as const),
    ...found.outputs.map((ref) => ['output', ref] as const),
  ];
  const pinsOf = (side: 'input' | 'output', targets: readonly (readonly (readonly string[])[])[]) =>
    targets.map((paths, order) => setItem('pins', newId(), { of: group, side, targets: paths, order }));
  const canvas: CanvasOperation[] = [
    setItem('groups', group, title === undefined ? {} : { title }),
    setItem('instances', instance, { of: group, position, ...(outer !== undefined && { in: outer }) }),
    ...elements.map((element) => entryOf(at, element, instance, names.get(element)!)),
    // What groups within have to show, so that this one can.
    ...promotions(at, tree, refs, new Set(inner), newId),
    ...pinsOf('input', [...wired, ...visible('input')]),
    ...pinsOf('output', [...reserved.map((path) => [path]), ...visible('output')]),
    ...rerouted(at, tree, outer && tree.groupOf(outer), (path) =>
      inside.has(path[0] ?? '') ? [instance, ...path] : path,
    ),
  ];
  return { operations: [], canvas, instance, group };
}

const nameOf = (element: string): string => instanceIdOf(element) ?? element;

/** That an element lies in an instance by a name; null: in none. */
function entryOf({ items }: Grouped, element: string, holder: string | null, name: string): CanvasOperation {
  const inner = instanceIdOf(element);
  const location = holder === null ? {} : { in: holder, ...(name !== nameOf(element) && { as: name }) };
  if (inner === null) return setItem('members', element, holder === null ? null : location);
  const { in: _in, as: _as, ...remaining } = items.instances[inner]!;
  return setItem('instances', inner, { ...remaining, ...location });
}

const keysOf = (paths: readonly (readonly string[])[]): ReadonlySet<string> =>
  new Set(paths.map((path) => joinKey(...path)));

/** What an outer group shows of what goes into a new one: the new one shows it, too. */
const exposedPaths = (
  tree: GroupTree,
  outer: string,
  side: 'input' | 'output',
  names: ReadonlySet<string>,
): (readonly string[])[] =>
  pinsOfInstance(tree, outer).flatMap((pin) =>
    pin.side === side ? pin.targets.filter(([name]) => name !== undefined && names.has(name)) : [],
  );

/** Pins that inner groups have to show so that an outer one can. */
function promotions(
  at: Grouped,
  tree: GroupTree,
  refs: readonly (readonly ['input' | 'output', PinRef])[],
  innerIds: ReadonlySet<string>,
  newId: NewId,
): CanvasOperation[] {
  const found = new Map<string, CanvasOperation>();
  for (const [side, [nodeId, pin]] of refs) {
    const chain = chainOf(tree, nodeId);
    const start = chain.findIndex((instance) => innerIds.has(instance));
    if (start === -1) continue;
    for (const instance of chain.slice(start)) {
      const path = pathInInstance(tree, instance, nodeId);
      const group = tree.groupOf(instance);
      if (path === null || group === undefined || isExposedBy(tree, instance, side, [...path, pin])) continue;
      const key = joinKey(group, side, ...path, pin);
      const order = nextOrder(at, group);
      if (!found.has(key))
        found.set(key, setItem('pins', newId(), { of: group, side, targets: [[...path, pin]], order }));
    }
  }
  return [...found.values()];
}

/** The place after all pins of a group. */
const nextOrder = ({ items }: Grouped, group: string): number =>
  Math.max(0, ...Object.values(items.pins).flatMap(({ of, order }) => (of === group ? [order + 1] : [])));

/** Takes a group and its pins away where nothing uses it any more. */
export function unusedGroups(
  { items }: Grouped,
  tree: GroupTree,
  removed: ReadonlySet<string>,
): CanvasOperation[] {
  const groups = new Set([...removed].flatMap((instance) => tree.groupOf(instance) ?? []));
  return [...groups].flatMap((group): CanvasOperation[] => {
    const left = (tree.instancesOf.get(group) ?? []).filter((id) => !removed.has(id));
    if (left.length > 0) return [];
    const pins = Object.entries(items.pins).filter(([, { of }]) => of === group);
    return [setItem('groups', group, null), ...pins.map(([id]) => setItem('pins', id, null))];
  });
}

/** Takes one instance apart: what lay in it lies where it lay. Linked ones stay as they are. */
export function ungroup(at: Grouped, instance: string): Edit | null {
  const tree = groupTree(at.items);
  if (!tree.contents.has(instance)) return null;
  const outer = tree.holderOf.get(instanceKey(instance));
  const reserved = new Set(outer === undefined ? [] : contentsOf(tree, outer).keys());
  const instanceName = tree.nameOf.get(instanceKey(instance)) ?? instance;
  reserved.delete(instanceName);
  const names = new Map<string, string>();
  for (const name of contentsOf(tree, instance).keys()) {
    const free = reserved.has(name) ? `${instanceName}.${name}` : name;
    reserved.add(free);
    names.set(name, free);
  }
  const canvas: CanvasOperation[] = [
    ...[...contentsOf(tree, instance)].map(([name, element]) =>
      entryOf(at, element, outer ?? null, names.get(name)!),
    ),
    setItem('instances', instance, null),
    ...unusedGroups(at, tree, new Set([instance])),
    ...rerouted(at, tree, outer && tree.groupOf(outer), (path) => {
      const [first, second, ...onward] = path;
      return first === instanceName && second !== undefined && onward.length > 0
        ? [names.get(second) ?? second, ...onward]
        : path;
    }),
  ];
  return { operations: [], canvas };
}

/** Makes an instance one of a group of its own, with the same pins. @returns null where nothing is linked with it. */
export function detach(at: Grouped, instance: string, newId: NewId): Edit | null {
  const tree = groupTree(at.items);
  const group = tree.groupOf(instance);
  if (group === undefined || linkedWith(tree, instance).length < 2) return null;
  const local = newId();
  return {
    operations: [],
    canvas: [
      setItem('groups', local, excludingSource(at.items.groups[group])),
      ...pinsOfInstance(tree, instance).map(({ id: _id, ...pin }) =>
        setItem('pins', newId(), { ...pin, of: local }),
      ),
      { op: 'setCanvasField', kind: 'instances', id: instance, field: 'of', value: local },
    ],
  };
}

/** Takes instances away with all that lies in them. */
export function removeInstances(at: Grouped, instances: readonly string[]): Edit {
  const tree = groupTree(at.items);
  const elements = new Set(
    instances.flatMap((id) => [...elementsIn(tree, id), ...(tree.contents.has(id) ? [instanceKey(id)] : [])]),
  );
  const removed = new Set([...elements].flatMap((element) => instanceIdOf(element) ?? []));
  const operations: PatchOperation[] = [];
  const canvas: CanvasOperation[] = [];
  for (const element of elements) {
    const inner = instanceIdOf(element);
    if (inner !== null) {
      canvas.push(setItem('instances', inner, null));
      continue;
    }
    if (isNodeElement(element)) {
      if (findNode(at.graph, element)) operations.push({ op: 'removeNode', nodeId: element });
    } else {
      const kind = element.slice(0, element.indexOf(':'));
      const id = element.slice(element.indexOf(':') + 1);
      if (kind === 'frames' || kind === 'notes' || kind === 'lines') canvas.push(setItem(kind, id, null));
    }
    canvas.push(setItem('members', element, null));
  }
  return { operations, canvas: [...canvas, ...unusedGroups(at, tree, removed)] };
}

/** The pins of a group after one of them has another place. */
export function movePin(pins: readonly NamedPin[], id: string, by: -1 | 1): CanvasOperation[] {
  const pin = pins.find((each) => each.id === id);
  const side = pins.filter((each) => each.side === pin?.side);
  const from = side.findIndex((each) => each.id === id);
  const to = from + by;
  if (from === -1 || to < 0 || to >= side.length) return [];
  const sorted = side.toSpliced(from, 1).toSpliced(to, 0, side[from]!);
  return sorted.flatMap((each, order): CanvasOperation[] =>
    each.order === order
      ? []
      : [{ op: 'setCanvasField', kind: 'pins', id: each.id, field: 'order', value: order }],
  );
}

/**
 * Shows an input or output of a node on the group it lies in, and on those around that up to where the trail leads.
 * @returns null where it is shown there already or lies in no group.
 */
export function showPin(
  at: Grouped,
  side: 'input' | 'output',
  [nodeId, pin]: PinRef,
  newId: NewId,
): Edit | null {
  const tree = groupTree(at.items);
  const holder = tree.holderOf.get(nodeId);
  if (holder === undefined) return null;
  const canvas = promotions(at, tree, [[side, [nodeId, pin]]], new Set([holder]), newId);
  return canvas.length === 0 ? null : { operations: [], canvas };
}
