import type { GroupPin } from '../canvas/group-items.ts';
import type { CanvasItems } from '../canvas/items.ts';
import { joinKey } from '../language/join-key.ts';

/**
 * What lies in which group, read from the canvas items alone. An element is a node by its id, or a frame, note, line or instance
 * as `kind:id`. What people and merges left contradictory is read so that every element is shown in one place and none nowhere.
 */

/** The part of canvas items that groups are read from. */
export type GroupRecords = Pick<CanvasItems, 'groups' | 'pins' | 'instances' | 'members'>;

const INSTANCE = 'instances:';
export const instanceKey = (id: string): string => `${INSTANCE}${id}`;
/** The id of the instance that an element is; null of other elements. */
export const instanceIdOf = (element: string): string | null =>
  element.startsWith(INSTANCE) ? element.slice(INSTANCE.length) : null;

export interface NamedPin extends GroupPin {
  id: string;
}

export interface GroupTree {
  /** Whether there is no group at all: most projects. */
  readonly isEmpty: boolean;
  /** The instance that an element lies in; none of what lies in no group. */
  readonly holderOf: ReadonlyMap<string, string>;
  /** Of each instance what lies directly in it, with its name there. */
  readonly contents: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Of each element in an instance its name there. */
  readonly nameOf: ReadonlyMap<string, string>;
  /** Of each group its instances, sorted by id. */
  readonly instancesOf: ReadonlyMap<string, readonly string[]>;
  /** Of each group its pins in their order. */
  readonly pinsOf: ReadonlyMap<string, readonly NamedPin[]>;
  /** Which pin of a group shows an input or output, by `targetKey`. */
  readonly pinOfTarget: ReadonlyMap<string, string>;
  /** Instances that lay in themselves by a detour: each is shown outside of all groups. */
  readonly cut: readonly string[];
  readonly groupOf: (instance: string) => string | undefined;
}

/** One key for what a pin of a group can show. */
export const targetKey = (group: string, side: GroupPin['side'], path: readonly string[]): string =>
  joinKey(group, side, ...path);

const NO_ELEMENTS: ReadonlyMap<string, string> = new Map();
const NO_IDS: readonly string[] = [];
const NO_PINS: readonly NamedPin[] = [];

const EMPTY: GroupTree = {
  isEmpty: true,
  holderOf: new Map(),
  contents: new Map(),
  nameOf: new Map(),
  instancesOf: new Map(),
  pinsOf: new Map(),
  pinOfTarget: new Map(),
  cut: [],
  groupOf: () => undefined,
};

const byId = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Instances in the order of their ids that lead back to themselves: the first of each circle is cut out of it. */
function circles(instances: GroupRecords['instances']): Set<string> {
  const cut = new Set<string>();
  const settled = new Set<string>();
  for (const start of Object.keys(instances).sort(byId)) {
    const path: string[] = [];
    const onPath = new Set<string>();
    let at: string | undefined = start;
    while (at !== undefined && !settled.has(at) && !onPath.has(at)) {
      path.push(at);
      onPath.add(at);
      const outer: string | undefined = instances[at]?.in;
      at = outer !== undefined && Object.hasOwn(instances, outer) && !cut.has(at) ? outer : undefined;
    }
    if (at !== undefined && onPath.has(at)) cut.add(path.slice(path.indexOf(at)).sort(byId)[0]!);
    for (const id of path) settled.add(id);
  }
  return cut;
}

function readTree({ pins, instances, members }: GroupRecords): GroupTree {
  const cutOut = circles(instances);
  const holderOf = new Map<string, string>();
  const nameOf = new Map<string, string>();
  const contents = new Map<string, Map<string, string>>();
  const instancesOf = new Map<string, string[]>();
  const instanceIds = Object.keys(instances).sort(byId);
  for (const id of instanceIds) {
    contents.set(id, new Map());
    const { of } = instances[id]!;
    const linked = instancesOf.get(of);
    if (linked) linked.push(id);
    else instancesOf.set(of, [id]);
  }
  const location = (element: string, holder: string, name: string): void => {
    const inside = contents.get(holder);
    if (!inside) return;
    holderOf.set(element, holder);
    // Of two of one name the second is known by its own: nothing is lost, and it has no counterpart.
    const local = inside.has(name) ? element : name;
    inside.set(local, element);
    nameOf.set(element, local);
  };
  for (const [id, member] of Object.entries(members)) location(id, member.in, member.as ?? id);
  for (const id of instanceIds) {
    const { in: holder, as = id } = instances[id]!;
    if (holder !== undefined && !cutOut.has(id)) location(instanceKey(id), holder, as);
  }
  const pinsOf = new Map<string, NamedPin[]>();
  const pinOfTarget = new Map<string, string>();
  const ordered = Object.entries(pins).sort(
    ([a, left], [b, right]) => left.order - right.order || byId(a, b),
  );
  for (const [id, pin] of ordered) {
    const list = pinsOf.get(pin.of);
    if (list) list.push({ ...pin, id });
    else pinsOf.set(pin.of, [{ ...pin, id }]);
    for (const path of pin.targets) {
      const key = targetKey(pin.of, pin.side, path);
      if (!pinOfTarget.has(key)) pinOfTarget.set(key, id);
    }
  }
  return {
    isEmpty: false,
    holderOf,
    contents,
    nameOf,
    instancesOf,
    pinsOf,
    pinOfTarget,
    cut: [...cutOut],
    groupOf: (id) => (Object.hasOwn(instances, id) ? instances[id]?.of : undefined),
  };
}

let last: { records: GroupRecords; tree: GroupTree } | null = null;

/** The groups of canvas items; read anew only where they changed. Cost: one pass over what is said of groups. */
export function groupTree(records: GroupRecords): GroupTree {
  if (Object.keys(records.instances).length === 0) return EMPTY;
  const isSame =
    last?.records.groups === records.groups &&
    last.records.pins === records.pins &&
    last.records.instances === records.instances &&
    last.records.members === records.members;
  if (last && isSame) return last.tree;
  const { groups, pins, instances, members } = records;
  const tree = readTree(records);
  last = { records: { groups, pins, instances, members }, tree };
  return tree;
}

/** What lies directly in an instance, by name. */
export const contentsOf = (tree: GroupTree, instance: string): ReadonlyMap<string, string> =>
  tree.contents.get(instance) ?? NO_ELEMENTS;

/** The instances that an element lies in, from the outermost on. */
export function chainOf(tree: GroupTree, element: string): string[] {
  const chain: string[] = [];
  for (let at = tree.holderOf.get(element); at !== undefined; at = tree.holderOf.get(instanceKey(at)))
    chain.unshift(at);
  return chain;
}

/** All that lies in an instance, at any depth. */
export function elementsIn(tree: GroupTree, instance: string): string[] {
  const found: string[] = [];
  const left = [instance];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    for (const element of contentsOf(tree, at).values()) {
      found.push(element);
      const inner = instanceIdOf(element);
      if (inner !== null) left.push(inner);
    }
  }
  return found;
}

const ITEM_PREFIX = /^(instances|frames|notes|lines):/;
export const isNodeElement = (element: string): boolean => !ITEM_PREFIX.test(element);

/** The nodes in an instance, at any depth; some may be gone from the graph. */
export const nodesIn = (tree: GroupTree, instance: string): string[] =>
  elementsIn(tree, instance).filter(isNodeElement);

/** The instances that are linked with one, itself among them. */
export function linkedWith(tree: GroupTree, instance: string): readonly string[] {
  const group = tree.groupOf(instance);
  return group === undefined ? NO_IDS : (tree.instancesOf.get(group) ?? NO_IDS);
}

/** The pins of the group of an instance. */
export function pinsOfInstance(tree: GroupTree, instance: string): readonly NamedPin[] {
  const group = tree.groupOf(instance);
  return group === undefined ? NO_PINS : (tree.pinsOf.get(group) ?? NO_PINS);
}

/** The names from an instance on to an element that lies in it, at any depth; null where it does not. */
export function pathInInstance(tree: GroupTree, instance: string, element: string): string[] | null {
  const path: string[] = [];
  for (let at = element; ;) {
    const holder = tree.holderOf.get(at);
    if (holder === undefined) return null;
    path.unshift(tree.nameOf.get(at) ?? at);
    if (holder === instance) return path;
    at = instanceKey(holder);
  }
}

/** The element that a path of names leads to from an instance on. */
export function elementAt(tree: GroupTree, instance: string, path: readonly string[]): string | undefined {
  let holder: string | null = instance;
  let element: string | undefined;
  for (const name of path) {
    if (holder === null) return undefined;
    element = contentsOf(tree, holder).get(name);
    if (element === undefined) return undefined;
    holder = instanceIdOf(element);
  }
  return element;
}

/** How deep groups lie in an instance: 1 where none does. */
export function depthOf(tree: GroupTree, instance: string): number {
  let deepest = 0;
  for (const element of contentsOf(tree, instance).values()) {
    const inner = instanceIdOf(element);
    if (inner !== null) deepest = Math.max(deepest, depthOf(tree, inner));
  }
  return deepest + 1;
}

/** How deep a group lies that is added where a trail leads, without it: in all that is linked with what is open there. */
export function linkedDepth(tree: GroupTree, groupPath: readonly string[]): number {
  const open = groupPath.at(-1);
  const linked = open === undefined ? [] : linkedWith(tree, open);
  return Math.max(
    groupPath.length,
    ...linked.map((instance) => chainOf(tree, instanceKey(instance)).length + 1),
  );
}
