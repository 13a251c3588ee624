import type { EditableInputValue, PatchOperation } from '../api/schemas/documents.ts';
import { MAX_GROUP_DEPTH } from '../canvas/group-items.ts';
import type { CanvasOperation } from '../canvas/operations.ts';
import { findNode } from '../graph/graph.ts';
import { inputKey } from '../graph/keys.ts';
import { splitKey } from '../language/join-key.ts';
import { originOf } from './linked-elements.ts';
import {
  nestedId,
  translated,
  setItem,
  excludingSource,
  type Edit,
  type Grouped,
  type Point,
} from './grouped.ts';
import { DEPTH_LIMIT, type GroupLocation, type NewId } from './make.ts';
import { instancePins } from './pins.ts';
import {
  chainOf,
  depthOf,
  elementsIn,
  groupTree,
  instanceIdOf,
  instanceKey,
  isNodeElement,
  linkedDepth,
  pinsOfInstance,
  type GroupTree,
} from './tree.ts';

/** Further instances of a group. */

export const IN_ITSELF = 'in-itself';

/** Ids of all that lies in a new instance, by those of the one it is made from. */
function newIds(at: Grouped, tree: GroupTree, from: string, to: string): Map<string, string> {
  const used = new Set<string>();
  const isUsed = (id: string): boolean =>
    used.has(id) || findNode(at.graph, id) !== undefined || Object.hasOwn(at.items.instances, id);
  const ids = new Map([[instanceKey(from), instanceKey(to)]]);
  for (const element of elementsIn(tree, from)) {
    const holder = tree.holderOf.get(element)!;
    const outer = instanceIdOf(ids.get(instanceKey(holder)) ?? '') ?? to;
    const id = nestedId(outer, tree.nameOf.get(element) ?? element, isUsed);
    used.add(id);
    ids.set(element, isNodeElement(element) ? id : `${element.slice(0, element.indexOf(':') + 1)}${id}`);
  }
  return ids;
}

/** The groups around what is added where a trail leads: in all that is linked with what is open there, too. */
function enclosingGroups(tree: GroupTree, groupPath: readonly string[]): ReadonlySet<string> {
  const found = new Set(groupPath.flatMap((instance) => tree.groupOf(instance) ?? []));
  // A Set is walked in insertion order, including what is added on the way.
  for (const group of found)
    for (const instance of tree.instancesOf.get(group) ?? [])
      for (const outer of chainOf(tree, instanceKey(instance))) {
        const enclosing = tree.groupOf(outer);
        if (enclosing !== undefined) found.add(enclosing);
      }
  return found;
}

/** Whether an instance can lie where a trail leads, and in all that is linked with what is open there. */
function nestingProblem(
  tree: GroupTree,
  groupPath: readonly string[],
  groups: Iterable<string>,
  depth: number,
): typeof DEPTH_LIMIT | typeof IN_ITSELF | null {
  const enclosing = enclosingGroups(tree, groupPath);
  if ([...groups].some((group) => enclosing.has(group))) return IN_ITSELF;
  return linkedDepth(tree, groupPath) + depth > MAX_GROUP_DEPTH ? DEPTH_LIMIT : null;
}

/** The groups that an instance uses, its own among them. */
function groupsUsed(tree: GroupTree, instance: string): Set<string> {
  const all = [instance, ...elementsIn(tree, instance).flatMap((element) => instanceIdOf(element) ?? [])];
  return new Set(all.flatMap((id) => tree.groupOf(id) ?? []));
}

/**
 * Another instance like one that is there: linked with it, or a copy with a group of its own. Groups within stay linked. Wires from
 * outside stay with the original; inputs that the group shows hold their defaults.
 */
export function copyInstance(
  at: Grouped,
  from: string,
  { groupPath, position }: GroupLocation,
  { newId, isLinked }: { newId: NewId; isLinked: boolean },
): (Edit & { instance: string; nodes: string[] }) | typeof DEPTH_LIMIT | typeof IN_ITSELF | null {
  const tree = groupTree(at.items);
  const group = tree.groupOf(from);
  if (group === undefined || !tree.contents.has(from)) return null;
  const used = groupsUsed(tree, from);
  if (!isLinked) used.delete(group);
  const problem = nestingProblem(tree, groupPath, used, depthOf(tree, from));
  if (problem !== null) return problem;
  const instance = newId();
  const local = isLinked ? group : newId();
  const ids = newIds(at, tree, from, instance);
  const origin = originOf(at.items, from);
  const shift = (point: Point): Point => translated(point, origin, position);
  const operations = copiedGraph(at, tree, from, ids, shift);
  const outer = groupPath.at(-1);
  const canvas: CanvasOperation[] = [
    ...(isLinked
      ? []
      : [
          setItem('groups', local, excludingSource(at.items.groups[group])),
          ...pinsOfInstance(tree, from).map(({ id: _id, ...pin }) =>
            setItem('pins', newId(), { ...pin, of: local }),
          ),
        ]),
    setItem('instances', instance, { of: local, position, ...(outer !== undefined && { in: outer }) }),
    ...copiedItems(at, tree, from, ids, shift),
  ];
  const nodes = operations.flatMap((operation) => (operation.op === 'addNode' ? [operation.node.id] : []));
  return { operations, canvas, instance, nodes };
}

/** Values that the shown inputs of a new instance hold, by `inputKey`; undefined for none. */
function defaults(
  { graph }: Grouped,
  tree: GroupTree,
  from: string,
): Map<string, EditableInputValue | undefined> {
  const found = new Map<string, EditableInputValue | undefined>();
  for (const { pin, targets } of instancePins(tree, from, (id) => findNode(graph, id) !== undefined)) {
    if (pin.side === 'input' && pin.default !== undefined)
      for (const target of targets) found.set(inputKey(target), pin.default);
  }
  return found;
}

function copiedGraph(
  at: Grouped,
  tree: GroupTree,
  from: string,
  ids: ReadonlyMap<string, string>,
  shift: (point: Point) => Point,
): PatchOperation[] {
  const values = defaults(at, tree, from);
  const operations: PatchOperation[] = [];
  for (const element of elementsIn(tree, from)) {
    const node = isNodeElement(element) ? findNode(at.graph, element) : undefined;
    const id = ids.get(element);
    if (!node || id === undefined) continue;
    const inputs = Object.fromEntries([
      ...Object.entries(node.inputs ?? {}),
      ...[...values].flatMap(([key, value]) => {
        const [nodeId, input = ''] = splitKey(key);
        return nodeId === element && value !== undefined ? [[input, value] as const] : [];
      }),
    ]);
    operations.push({
      op: 'addNode',
      node: { ...node, id, inputs, ...(node.position && { position: shift(node.position) }) },
    });
  }
  for (const wire of at.graph.connections) {
    const [source, target] = [ids.get(wire.from[0]), ids.get(wire.to[0])];
    if (source !== undefined && target !== undefined)
      operations.push({ op: 'connect', from: [source, wire.from[1]], to: [target, wire.to[1]] });
  }
  return operations;
}

function copiedItems(
  { items }: Grouped,
  tree: GroupTree,
  from: string,
  ids: ReadonlyMap<string, string>,
  shift: (point: Point) => Point,
): CanvasOperation[] {
  const canvas: CanvasOperation[] = [];
  for (const element of elementsIn(tree, from)) {
    const id = ids.get(element)!;
    const holder = instanceIdOf(ids.get(instanceKey(tree.holderOf.get(element)!)) ?? '')!;
    const location = { in: holder, as: tree.nameOf.get(element) ?? element };
    const [kind, old] = [element.slice(0, element.indexOf(':')), element.slice(element.indexOf(':') + 1)];
    const inner = instanceIdOf(element);
    if (inner !== null) {
      const { position, ...instance } = items.instances[inner]!;
      canvas.push(
        setItem('instances', instanceIdOf(id)!, { ...instance, ...location, position: shift(position) }),
      );
      continue;
    }
    canvas.push(setItem('members', id, location));
    if (isNodeElement(element)) {
      // A copy is there to be worked on, and has made nothing yet.
      const { locked: _locked, frozen: _frozen, ...state } = items.nodes[element] ?? {};
      if (Object.keys(state).length > 0) canvas.push(setItem('nodes', id, state));
    } else if (kind === 'frames' || kind === 'notes' || kind === 'lines') {
      const item = items[kind][old];
      if (item)
        canvas.push(
          setItem(kind, id.slice(id.indexOf(':') + 1), { ...item, position: shift(item.position) }),
        );
    }
  }
  for (const [key, route] of Object.entries(items.reroutes)) {
    const [to = '', pin = ''] = splitKey(key);
    const [source, target] = [ids.get(route.from[0]), ids.get(to)];
    if (source === undefined || target === undefined) continue;
    const item = { ...route, from: [source, route.from[1]], points: route.points.map(shift) };
    canvas.push(setItem('reroutes', inputKey([target, pin]), item));
  }
  return canvas;
}
