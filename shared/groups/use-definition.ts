import type { GroupPin, GroupSource } from '../canvas/group-items.ts';
import { CANVAS_KINDS, emptyCanvas, type CanvasItems } from '../canvas/items.ts';
import { applyCanvasLenient, type CanvasOperation } from '../canvas/operations.ts';
import { inputKey } from '../graph/keys.ts';
import { applyLenient } from '../graph/operations.ts';
import { joinKey, splitKey } from '../language/join-key.ts';
import { differences, type Difference } from './compare.ts';
import { copyInstance, type IN_ITSELF } from './copy.ts';
import { itemOf, type Definition } from './definitions.ts';
import { setItem, type Edit, type Grouped } from './grouped.ts';
import type { DEPTH_LIMIT, GroupLocation, NewId } from './make.ts';
import { updateLike } from './update.ts';
import {
  elementAt,
  elementsIn,
  groupTree,
  instanceIdOf,
  pathInInstance,
  pinsOfInstance,
  type GroupTree,
} from './tree.ts';

/** Definitions in a project: a new instance of one, and what brings instances to a later version. */

/** Ids of definitions in a project that they are only looked at in: none that a person or a service gives. */
const FOREIGN = '\u{1}';
const foreign = (id: string): string => `${FOREIGN}${id}`;

/** The definition under ids that no project has, with its groups under the ids that they are to have. */
function underForeignIds(
  { root, graph, items }: Definition,
  groupIds: ReadonlyMap<string, string>,
): Definition {
  const entries = <Entry>(record: Readonly<Record<string, Entry>>, map: (entry: Entry) => Entry) =>
    Object.fromEntries(Object.entries(record).map(([id, entry]) => [foreign(id), map(entry)]));
  const keyed = (element: string): string => {
    const item = itemOf(element);
    return item ? `${item[0]}:${foreign(item[1])}` : foreign(element);
  };
  const local: CanvasItems = {
    ...emptyCanvas(),
    frames: entries(items.frames, ({ collapsed: _collapsed, ...frame }) => frame),
    notes: entries(items.notes, (note) => note),
    lines: entries(items.lines, (line) => line),
    nodes: entries(items.nodes, (node) => node),
    reroutes: Object.fromEntries(
      Object.entries(items.reroutes).map(([key, route]) => {
        const [id = '', pin = ''] = splitKey(key);
        return [inputKey([foreign(id), pin]), { ...route, from: [foreign(route.from[0]), route.from[1]] }];
      }),
    ),
    groups: Object.fromEntries(
      Object.entries(items.groups).map(([id, group]) => [groupIds.get(id) ?? id, group]),
    ),
    pins: entries(items.pins, (pin) => ({ ...pin, of: groupIds.get(pin.of) ?? pin.of })),
    instances: entries(items.instances, (instance) => ({
      ...instance,
      of: groupIds.get(instance.of) ?? instance.of,
      ...(instance.in !== undefined && { in: foreign(instance.in) }),
    })),
    members: Object.fromEntries(
      Object.entries(items.members).map(([element, member]) => [
        keyed(element),
        { ...member, in: foreign(member.in), as: member.as ?? element },
      ]),
    ),
  };
  for (const [id, { in: outer, as }] of Object.entries(items.instances))
    if (outer !== undefined) local.instances[foreign(id)]!.as = as ?? id;
  return {
    root: foreign(root),
    items: local,
    graph: {
      nodes: graph.nodes.map((node) => ({ ...node, id: foreign(node.id) })),
      connections: graph.connections.map(({ from, to }) => ({
        from: [foreign(from[0]), from[1]],
        to: [foreign(to[0]), to[1]],
      })),
    },
  };
}

const KINDS = CANVAS_KINDS.filter((kind) => kind !== 'bookmarks');

/** A project with a definition beside it. */
function beside({ graph, items }: Grouped, definition: Definition): Grouped {
  const all: CanvasItems = { ...items };
  for (const kind of KINDS) Object.assign(all, { [kind]: { ...definition.items[kind], ...items[kind] } });
  return {
    items: all,
    graph: {
      nodes: [...graph.nodes, ...definition.graph.nodes],
      connections: [...graph.connections, ...definition.graph.connections],
    },
  };
}

/** The groups and pins of a definition as new ones of a project. */
function newGroups(
  { items }: Definition,
  groupIds: ReadonlyMap<string, string>,
  newId: NewId,
  isNew: (group: string) => boolean,
): CanvasOperation[] {
  return [
    ...[...groupIds].flatMap(([id, next]) =>
      isNew(next) ? [setItem('groups', next, { ...items.groups[id] })] : [],
    ),
    ...Object.values(items.pins).flatMap((pin) => {
      const of = groupIds.get(pin.of);
      return of !== undefined && isNew(of) ? [setItem('pins', newId(), { ...pin, of })] : [];
    }),
  ];
}

/** That a group came from somewhere. */
const noteSource = (id: string, value: GroupSource | undefined): CanvasOperation[] =>
  value ? [{ op: 'setCanvasField', kind: 'groups', id, field: 'source', value }] : [];

const groupsIn = ({ items }: Definition): string[] => [
  ...new Set(Object.values(items.instances).map(({ of }) => of)),
];

/**
 * An instance of a definition in a project, as a group of its own.
 * @param source from where it came. @returns as `copyInstance`; what it shows of inputs holds the values of the definition.
 */
export function insertDefinition(
  at: Grouped,
  definition: Definition,
  location: GroupLocation,
  { newId, source }: { newId: NewId; source?: GroupSource },
): (Edit & { instance: string; nodes: string[] }) | typeof DEPTH_LIMIT | typeof IN_ITSELF | null {
  const groupIds = new Map(groupsIn(definition).map((id) => [id, newId()]));
  const model = underForeignIds(definition, groupIds);
  const copy = copyInstance(beside(at, model), model.root, location, { newId, isLinked: true });
  if (copy === null || typeof copy === 'string') return copy;
  const group = groupIds.get(definition.items.instances[definition.root]!.of)!;
  return {
    ...copy,
    canvas: [
      ...newGroups(definition, groupIds, newId, () => true),
      ...noteSource(group, source),
      ...copy.canvas,
    ],
  };
}

/** What a pin leads to, whatever it is called. */
const targetsKey = ({ side, targets }: GroupPin): string =>
  joinKey(side, ...targets.map((path) => joinKey(...path)).sort());

/** Of a group what its pins become: those that lead to the same keep their ids. */
function pinChanges(
  current: readonly (GroupPin & { id: string })[],
  next: readonly GroupPin[],
  group: string,
  newId: NewId,
): CanvasOperation[] {
  const left = new Map(current.map((pin) => [targetsKey(pin), pin]));
  const canvas: CanvasOperation[] = [];
  for (const pin of next) {
    const key = targetsKey(pin);
    const same = left.get(key);
    left.delete(key);
    canvas.push(setItem('pins', same?.id ?? newId(), { ...pin, of: group }));
  }
  return [...canvas, ...[...left.values()].map(({ id }) => setItem('pins', id, null))];
}

/** Which groups of a project the groups of a definition are, by where they lie in an instance of it; new ones for the others. */
function matchedGroups(
  tree: GroupTree,
  definition: Definition,
  instances: readonly string[],
  newId: NewId,
): { groupIds: Map<string, string>; added: Set<string> } {
  const local = groupTree(definition.items);
  const groupIds = new Map<string, string>();
  const claimed = new Set<string>();
  const match = (id: string, group: string | undefined): void => {
    if (group === undefined || groupIds.has(id) || claimed.has(group)) return;
    groupIds.set(id, group);
    claimed.add(group);
  };
  match(definition.items.instances[definition.root]!.of, tree.groupOf(instances[0] ?? ''));
  for (const element of elementsIn(local, definition.root)) {
    const inner = instanceIdOf(element);
    const path = pathInInstance(local, definition.root, element);
    if (inner === null || path === null) continue;
    for (const instance of instances) {
      const counterpart = instanceIdOf(elementAt(tree, instance, path) ?? '');
      if (counterpart !== null) match(local.groupOf(inner)!, tree.groupOf(counterpart));
    }
  }
  const added = new Set<string>();
  for (const id of groupsIn(definition)) {
    if (groupIds.has(id)) continue;
    const next = newId();
    groupIds.set(id, next);
    added.add(next);
  }
  return { groupIds, added };
}

/** What becomes of the instances of a group where it is brought to a definition. */
export interface DefinitionUpdate extends Edit {
  /** Of each instance what differs, from the project as `compared` holds it; those that are as it wants are left out. */
  changes: ReadonlyMap<string, readonly Difference[]>;
  /** The project with the definition beside it: elements of differences are in it. */
  compared: Grouped;
  pins: { added: readonly GroupPin[]; removed: readonly GroupPin[] };
}

/**
 * What brings all instances of a group to a definition, as one step: nodes, wires, values that the group does not show, and its
 * pins. Values of pins that stay, and wires from outside, are each instance's own; title, color and picture the project's.
 * @param source what is noted then. @returns null where the group has no instance.
 */
export function updateToDefinition(
  at: Grouped,
  group: string,
  definition: Definition,
  { newId, source }: { newId: NewId; source?: GroupSource },
): DefinitionUpdate | null {
  const tree = groupTree(at.items);
  const instances = tree.instancesOf.get(group) ?? [];
  const [first] = instances;
  if (first === undefined) return null;
  const { groupIds, added } = matchedGroups(tree, definition, instances, newId);
  const local = groupTree(definition.items);
  const current = pinsOfInstance(tree, first);
  const next = pinsOfInstance(local, definition.root).map(({ id: _id, ...pin }) => pin);
  const pins = pinChanges(current, next, group, newId);
  const inner = innerPins(tree, definition, groupIds, added, newId);
  const canvas: CanvasOperation[] = [
    ...newGroups(definition, groupIds, newId, (id) => added.has(id)),
    ...inner,
    ...pins,
    ...noteSource(group, source),
  ];
  const model = underForeignIds(definition, groupIds);
  // Of groups that are there only the pins of the project count.
  const bare = { ...model, items: { ...model.items, pins: {}, groups: {} } };
  const compared = beside({ graph: at.graph, items: applyCanvasLenient(at.items, canvas).items }, bare);
  const update = instancesLike(compared, instances, model.root);
  const keys = (list: readonly GroupPin[]): Set<string> => new Set(list.map(targetsKey));
  const [before, after] = [keys(current), keys(next)];
  return {
    operations: update.operations,
    canvas: [...canvas, ...update.canvas],
    changes: update.changes,
    compared,
    pins: {
      added: next.filter((pin) => !before.has(targetsKey(pin))),
      removed: current.filter((pin) => !after.has(targetsKey(pin))),
    },
  };
}

/** Pins that inner groups of a definition show and those of the project do not yet: what outer ones show may lead by them. */
function innerPins(
  tree: GroupTree,
  definition: Definition,
  groupIds: ReadonlyMap<string, string>,
  added: ReadonlySet<string>,
  newId: NewId,
): CanvasOperation[] {
  const root = definition.items.instances[definition.root]!.of;
  return Object.values(definition.items.pins).flatMap((pin): CanvasOperation[] => {
    const of = groupIds.get(pin.of);
    if (of === undefined || pin.of === root || added.has(of)) return [];
    const isExposed = (tree.pinsOf.get(of) ?? []).some((each) => targetsKey(each) === targetsKey(pin));
    return isExposed ? [] : [setItem('pins', newId(), { ...pin, of })];
  });
}

/** Brings instances one after another to what one is that stands beside the project. */
function instancesLike(compared: Grouped, instances: readonly string[], model: string) {
  const operations: Edit['operations'] = [];
  const canvas: Edit['canvas'] = [];
  const changes = new Map<string, readonly Difference[]>();
  let at = compared;
  for (const instance of instances) {
    const found = differences(at, instance, model);
    if (found.length === 0) continue;
    changes.set(instance, found);
    const edit = updateLike(at, instance, model);
    at = {
      graph: applyLenient(at.graph, edit.operations).graph,
      items: applyCanvasLenient(at.items, edit.canvas).items,
    };
    operations.push(...edit.operations);
    canvas.push(...edit.canvas);
  }
  return { operations, canvas, changes };
}
