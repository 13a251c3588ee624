import { z } from 'zod';
import { EditableInputValue } from '../api/schemas/documents.ts';
import { listUpTo, recordUpTo } from '../reading/counts.ts';

/**
 * Groups v1: which nodes of a graph are shown as one. The graph itself stays flat: a group says only which nodes belong to which
 * of its instances, and which of their pins are shown on it. It has a key of its own in the metadata, so that a program that
 * knows canvas items and no groups leaves it as it is.
 */

/** The key in the metadata of a project. */
export const GROUPS_KEY = 'patchbay.groups';

const GROUPS_VERSION = 1;

/** Entries of one kind. */
const MAX_GROUP_ITEMS = 5000;
const MAX_GROUP_TITLE = 200;
/** How deep groups may lie in each other where one is made; deeper ones from elsewhere are shown all the same. */
export const MAX_GROUP_DEPTH = 5;
/** Names on the way from an instance to one of its pins. */
const MAX_PATH = 40;
/** Inputs that one pin of a group gives its value to. */
const MAX_TARGETS = 50;

const Name = z.string().min(1).max(500);
const Coordinate = z.number().min(-1e9).max(1e9);
const Color = z.string().regex(/^#[0-9a-f]{6}$/, 'Write a color as #a1b2c3.');

/** Names from an instance on inward, and the pin of the node there at last. */
const PinTarget = listUpTo(MAX_PATH, Name).refine(
  (path) => path.length > 1,
  'A pin of a group names a node and a pin.',
);

/** That a group shows no picture. */
export const NO_PICTURE = 'none';

/** From where a group came: it can be brought up to a later version of that. */
const GroupSource = z.strictObject({
  kind: z.enum(['library', 'template']),
  /** Of the group in the library, or of the template. */
  id: Name,
  /** The version that it was brought to last. */
  version: Name,
});
export type GroupSource = z.infer<typeof GroupSource>;

/** What all instances of a group have in common, beside its pins. */
const Group = z.strictObject({
  title: z.string().max(MAX_GROUP_TITLE).optional(),
  color: Color.optional(),
  /** The output whose picture is shown on it; where this is left out, the first that has one. */
  picture: z.union([z.literal(NO_PICTURE), PinTarget]).optional(),
  source: GroupSource.optional(),
});
export type Group = z.infer<typeof Group>;

/** A pin of a group. */
const GroupPin = z.strictObject({
  /** The id of its group. */
  of: Name,
  side: z.enum(['input', 'output']),
  /** The inputs that it gives its value to, or the one output that it shows. */
  targets: listUpTo(MAX_TARGETS, PinTarget).refine(
    (targets) => targets.length > 0,
    'A pin of a group leads somewhere.',
  ),
  title: z.string().max(MAX_GROUP_TITLE).optional(),
  /** Pins of one side stand in this order. */
  order: Coordinate,
  /** What an input holds in a new instance. */
  default: EditableInputValue.optional(),
});
export type GroupPin = z.infer<typeof GroupPin>;

/** One place where a group is used. */
const GroupInstance = z.strictObject({
  /** The id of its group: instances of one group are linked. */
  of: Name,
  /** The instance that it lies in. */
  in: Name.optional(),
  /** Its name within that; its id where this is left out. Elements of linked instances with one name belong together. */
  as: Name.optional(),
  position: z.strictObject({ x: Coordinate, y: Coordinate }),
  /** Only pins that have wires are shown. */
  collapsed: z.boolean().optional(),
});
export type GroupInstance = z.infer<typeof GroupInstance>;

/** That a node, or a frame, note or line, lies in an instance. */
const GroupMember = z.strictObject({
  in: Name,
  /** Its name within; its own id where this is left out. */
  as: Name.optional(),
});

export const GROUP_SCHEMAS = {
  groups: Group,
  pins: GroupPin,
  instances: GroupInstance,
  members: GroupMember,
} as const;

export type GroupKind = keyof typeof GROUP_SCHEMAS;
export const GROUP_KINDS: readonly GroupKind[] = ['groups', 'pins', 'instances', 'members'];
export const isGroupKind = (kind: string): kind is GroupKind =>
  GROUP_KINDS.some((groupKind) => groupKind === kind);

/** The fields of canvas items that are about groups. */
export const groupShape = {
  /** By the id of the group. */
  groups: recordUpTo(MAX_GROUP_ITEMS, Group).default({}),
  /** Pins of all groups, by their ids. */
  pins: recordUpTo(MAX_GROUP_ITEMS, GroupPin).default({}),
  /** By the id of the instance. */
  instances: recordUpTo(MAX_GROUP_ITEMS, GroupInstance).default({}),
  /** By the id of a node, or `frames:…`, `notes:…` and `lines:…` with the id of one. */
  members: recordUpTo(MAX_GROUP_ITEMS, GroupMember).default({}),
} as const;

export type GroupItems = { [Kind in GroupKind]: Record<string, z.infer<(typeof GROUP_SCHEMAS)[Kind]>> };

const noGroupItems = (): GroupItems => ({ groups: {}, pins: {}, instances: {}, members: {} });

/** What metadata says of groups. */
export interface GroupsReading {
  items: GroupItems;
  /** Entries that cannot be read, as they are. */
  unreadable: { readonly [Kind in GroupKind]?: Readonly<Record<string, unknown>> };
  /** A sentence for people; null where all of it can be read. */
  problem: string | null;
  /** All of it stays as it is: nothing of it can be changed here. */
  isLocked: boolean;
}

const NEWER_VERSION =
  'Groups of this project were made by a later Patchbay. They are left as they are, and their nodes are shown one by one; update Patchbay to use and change them.';
const UNREADABLE =
  'Groups of this project cannot be read. They are left as they are, and their nodes are shown one by one; restore an earlier version from History.';
const damaged = (count: number): string =>
  count === 1
    ? 'A part of a group of this project cannot be read. What cannot be read is left as it is, and its nodes are shown one by one; restore an earlier version from History, or make the group anew.'
    : `${count.toLocaleString('en')} parts of groups of this project cannot be read. What cannot be read is left as it is, and its nodes are shown one by one; restore an earlier version from History, or make the group anew.`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the groups of a project entry by entry: one that is damaged takes no other along. */
export function readGroups(metadata: Readonly<Record<string, unknown>>): GroupsReading {
  const items = noGroupItems();
  if (!Object.hasOwn(metadata, GROUPS_KEY)) return { items, unreadable: {}, problem: null, isLocked: false };
  const stored = metadata[GROUPS_KEY];
  const version = isRecord(stored) ? stored['version'] : 0;
  if (typeof version === 'number' && version > GROUPS_VERSION)
    return { items, unreadable: {}, problem: NEWER_VERSION, isLocked: true };
  if (!isRecord(stored) || version !== GROUPS_VERSION)
    return { items, unreadable: {}, problem: UNREADABLE, isLocked: true };
  const unreadable: { [Kind in GroupKind]?: Record<string, unknown> } = {};
  let count = 0;
  for (const kind of GROUP_KINDS) {
    const entries = stored[kind] ?? {};
    if (!isRecord(entries) || Object.keys(entries).length > MAX_GROUP_ITEMS)
      return { items: noGroupItems(), unreadable: {}, problem: UNREADABLE, isLocked: true };
    // Most often all are sound, and read at once in half the time; a record leaves this one key out.
    const all = Object.hasOwn(entries, '__proto__') ? undefined : groupShape[kind].safeParse(entries);
    if (all?.success) {
      Object.assign(items, { [kind]: all.data });
      continue;
    }
    const good: [string, unknown][] = [];
    const damagedEntries: [string, unknown][] = [];
    for (const [id, entry] of Object.entries(entries)) {
      const parsed = GROUP_SCHEMAS[kind].safeParse(entry);
      if (parsed.success) good.push([id, parsed.data]);
      else damagedEntries.push([id, entry]);
    }
    Object.assign(items, { [kind]: Object.fromEntries(good) });
    if (damagedEntries.length === 0) continue;
    // Entries, for a key such as `__proto__`.
    unreadable[kind] = Object.fromEntries(damagedEntries);
    count += damagedEntries.length;
  }
  return { items, unreadable, problem: count === 0 ? null : damaged(count), isLocked: false };
}

/** The groups as metadata holds them, with what cannot be read; undefined where nothing is to be written. */
export function storedGroups(
  metadata: Readonly<Record<string, unknown>>,
  items: GroupItems,
): Record<string, unknown> | undefined {
  const { isLocked, unreadable } = readGroups(metadata);
  if (isLocked) return undefined;
  const isEmpty = GROUP_KINDS.every((kind) => Object.keys(items[kind]).length === 0);
  if (isEmpty && !Object.hasOwn(metadata, GROUPS_KEY)) return undefined;
  const entries = GROUP_KINDS.map((kind) => [
    kind,
    Object.fromEntries([...Object.entries(unreadable[kind] ?? {}), ...Object.entries(items[kind])]),
  ]);
  return { version: GROUPS_VERSION, ...Object.fromEntries(entries) };
}
