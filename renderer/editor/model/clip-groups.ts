import { groupShape, type GroupInstance } from '#shared/canvas/group-items.ts';
import type { CanvasItems } from '#shared/canvas/items.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import { groupTree, instanceIdOf, isNodeElement, setItem, type Grouped } from '#shared/groups/index.ts';
import type { XY } from '../geometry.ts';
import { newItemId } from './editing.ts';

/** Groups on the clipboard: by the ids that they have in the text, which are others once they are pasted. */

export const clipGroupShape = groupShape;

export type ClipGroups = Pick<CanvasItems, 'groups' | 'pins' | 'instances' | 'members'>;

const NONE: ClipGroups = { groups: {}, pins: {}, instances: {}, members: {} };

const pick = <Entry>(
  record: Readonly<Record<string, Entry>>,
  isIncluded: (id: string, entry: Entry) => boolean,
): Record<string, Entry> =>
  Object.fromEntries(Object.entries(record).filter(([id, entry]) => isIncluded(id, entry)));

/**
 * What is said of groups of what is copied. What lies directly in the group that is open lies in none there.
 * @param keyOf how frames, notes and lines are named there.
 */
export function copiedGroups(
  { items }: Pick<Grouped, 'items'>,
  nodes: ReadonlySet<string>,
  instances: ReadonlySet<string>,
  keyOf: ReadonlyMap<string, string>,
): ClipGroups {
  if (instances.size === 0) return NONE;
  const tree = groupTree(items);
  const used = new Set([...instances].flatMap((id) => tree.groupOf(id) ?? []));
  const members = Object.entries(items.members).flatMap(([element, member]) => {
    if (!instances.has(member.in)) return [];
    const named = { ...member, as: tree.nameOf.get(element) ?? element };
    if (isNodeElement(element)) return nodes.has(element) ? [[element, named] as const] : [];
    const key = keyOf.get(element);
    return key === undefined ? [] : [[key, named] as const];
  });
  const copied = Object.entries(pick(items.instances, (id) => instances.has(id))).map(([id, instance]) => {
    const { in: holder, as: _as, ...remaining } = instance;
    const isInside = holder !== undefined && instances.has(holder);
    const location = isInside ? { in: holder, as: tree.nameOf.get(`instances:${id}`) ?? id } : {};
    return [id, { ...remaining, ...location }] as const;
  });
  return {
    groups: pick(items.groups, (id) => used.has(id)),
    pins: pick(items.pins, (_id, { of }) => used.has(of)),
    instances: Object.fromEntries(copied),
    members: Object.fromEntries(members),
  };
}

export interface PastedGroups {
  canvas: Extract<CanvasOperation, { op: 'setCanvasItem' }>[];
  /** Those that lie where it is pasted. */
  instances: string[];
}

/**
 * Groups of a clip under new ids, as groups of their own: what was linked in the clip is linked again.
 * @param nodes new ids of nodes. @param items new keys of frames, notes and lines. @param holder the group that is open.
 */
export function pastedGroups(
  clip: ClipGroups,
  names: { nodes: ReadonlyMap<string, string>; items: ReadonlyMap<string, string> },
  { translate, holder }: { translate: (at: XY) => XY; holder: string | undefined },
): PastedGroups {
  const newIds = (ids: readonly string[]): Map<string, string> => new Map(ids.map((id) => [id, newItemId()]));
  const instances = newIds(Object.keys(clip.instances));
  const groups = newIds([...new Set(Object.values(clip.instances).map(({ of }) => of))]);
  const canvas: PastedGroups['canvas'] = [];
  for (const [old, id] of groups) canvas.push(setItem('groups', id, { ...clip.groups[old] }));
  for (const pin of Object.values(clip.pins)) {
    const of = groups.get(pin.of);
    if (of !== undefined) canvas.push(setItem('pins', newItemId(), { ...pin, of }));
  }
  const top: string[] = [];
  for (const [old, id] of instances) {
    const { in: outer, ...instance } = clip.instances[old]!;
    const inside = outer === undefined ? undefined : instances.get(outer);
    const location = inside ?? holder;
    if (inside === undefined) top.push(id);
    const item: GroupInstance = {
      ...instance,
      of: groups.get(instance.of)!,
      position: translate(instance.position),
      ...(location !== undefined && { in: location }),
    };
    canvas.push(setItem('instances', id, item));
  }
  for (const [element, member] of Object.entries(clip.members)) {
    const inside = instances.get(member.in);
    const id = isNodeElement(element) ? names.nodes.get(element) : names.items.get(element);
    if (inside !== undefined && id !== undefined)
      canvas.push(setItem('members', id, { in: inside, as: member.as ?? element }));
  }
  return { canvas, instances: top };
}

/** How deep the groups of a clip lie in each other. */
export function depthOfClip({ instances }: ClipGroups): number {
  const depthOf = (id: string, visited: ReadonlySet<string>): number => {
    const outer = instances[id]?.in;
    return outer === undefined || visited.has(outer) ? 1 : 1 + depthOf(outer, new Set([...visited, id]));
  };
  return Math.max(0, ...Object.keys(instances).map((id) => depthOf(id, new Set())));
}

/** The instances among the keys of items. */
export const instancesAmong = (keys: Iterable<string>): Set<string> =>
  new Set([...keys].flatMap((key) => instanceIdOf(key) ?? []));
