import { z } from 'zod';
import { EditableGraph, type PatchOperation } from '#shared/api/index.ts';
import { MAX_GROUP_DEPTH } from '#shared/canvas/group-items.ts';
import { ITEM_SCHEMAS, MAX_ITEMS, type FrameContent } from '#shared/canvas/items.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import { inputKey } from '#shared/graph/keys.ts';
import type { Graph } from '#shared/graph/types.ts';
import { DEFAULT_LIMITS, listUpTo, parseJson, recordUpTo, validate } from '#shared/reading/index.ts';
import { words } from '#renderer/words/index.ts';
import type { XY } from '../geometry.ts';
import { clipGroupShape, depthOfClip, pastedGroups, type ClipGroups } from './clip-groups.ts';
import { newItemId, newNodeId } from './editing.ts';

const t = words.editorModel.clip;

/** Nodes, frames, notes and lines on the clipboard: text that any program may have put there. */

const CLIP = 'patchbay/nodes';

const Clip = z.object({
  kind: z.literal(CLIP),
  version: z.literal(1).optional(),
  nodes: EditableGraph.shape.nodes,
  connections: EditableGraph.shape.connections.default([]),
  frames: listUpTo(MAX_ITEMS, ITEM_SCHEMAS.frames).default([]),
  notes: listUpTo(MAX_ITEMS, ITEM_SCHEMAS.notes).default([]),
  lines: listUpTo(MAX_ITEMS, ITEM_SCHEMAS.lines).default([]),
  /** How nodes are shown and run, by their ids here. */
  states: z
    .record(z.string().max(200), ITEM_SCHEMAS.nodes)
    .refine((states) => Object.keys(states).length <= MAX_ITEMS)
    .default({}),
  /** Points of wires, by the `inputKey` of where they end here. */
  reroutes: recordUpTo(MAX_ITEMS, ITEM_SCHEMAS.reroutes).default({}),
  ...clipGroupShape,
});
export type Clip = z.output<typeof Clip>;

const CLIP_LIMITS = { ...DEFAULT_LIMITS, bytes: 32 * 1024 * 1024 };

export type Paste =
  | {
      ok: true;
      operations: PatchOperation[];
      /** Nodes that lie in no pasted group. */
      ids: string[];
      /** Groups that lie in no pasted group. */
      instances: string[];
      canvas: Extract<CanvasOperation, { op: 'setCanvasItem' }>[];
    }
  /** A sentence for people; `isText` of text that is no copy of nodes at all. */
  | { ok: false; problem: string; isText: boolean };

const NO_TYPES: ReadonlySet<string> = new Set();
const NO_NODES = t.clipboardNoNodes;

const reject = (problem: string) => ({ ok: false as const, problem, isText: false });
const FOREIGN_TEXT = { ok: false as const, problem: NO_NODES, isText: true };

/** The chosen nodes with the wires between them and their states, frames, notes and lines, as text for the clipboard. */
export function toClip(
  graph: Graph,
  ids: ReadonlySet<string>,
  items: Pick<Clip, 'frames' | 'notes'> &
    Partial<Pick<Clip, 'lines' | 'states' | 'reroutes'> & ClipGroups> = {
    frames: [],
    notes: [],
  },
): string {
  const clip: Clip = {
    kind: CLIP,
    version: 1,
    nodes: graph.nodes.filter((node) => ids.has(node.id)),
    connections: graph.connections.filter((wire) => ids.has(wire.from[0]) && ids.has(wire.to[0])),
    lines: [],
    states: {},
    reroutes: {},
    groups: {},
    pins: {},
    instances: {},
    members: {},
    ...items,
  };
  return JSON.stringify(clip, null, 2);
}

function readClip(text: string): { ok: true; clip: Clip } | Extract<Paste, { ok: false }> {
  // Most text that is pasted is no JSON: it need not be looked through.
  if (!/^\s*\{/.test(text)) return FOREIGN_TEXT;
  const json = parseJson(text, {
    limits: CLIP_LIMITS,
    label: t.clipboard,
    hint: t.copyFewerNodesTime,
  });
  if (!json.ok) return json.problem.code === 'NOT_JSON' ? FOREIGN_TEXT : reject(json.problem.message);
  const { value } = json;
  const isClip = typeof value === 'object' && value !== null && 'kind' in value && value.kind === CLIP;
  if (!isClip) return FOREIGN_TEXT;
  const clip = validate(Clip, value);
  if (clip.ok) return { ok: true, clip: clip.value };
  const [issue] = clip.issues;
  const path = issue?.path.join('.') ?? '';
  // Sentences of ours end in a point; others are those of the library that checks.
  const reason = issue?.message.endsWith('.') ? issue.message : t.noLabel;
  return reject(t.copiedNodesCannotRead(path, reason));
}

/** The types of the nodes in clipboard text, each once, and how many nodes there are; null when it cannot be read. */
export function summarizeClip(text: string): { types: string[]; nodeCount: number } | null {
  const read = readClip(text);
  if (!read.ok) return null;
  const { nodes } = read.clip;
  return { types: [...new Set(nodes.map(({ type }) => type))], nodeCount: nodes.length };
}

const newIds = (items: readonly unknown[]): string[] => items.map(() => newItemId());

/** The smallest and the largest of the numbers; 0 of none. */
const span = (numbers: readonly number[]): [number, number] =>
  numbers.length === 0
    ? [0, 0]
    : numbers.reduce<[number, number]>(
        ([low, high], number) => [Math.min(low, number), Math.max(high, number)],
        [Infinity, -Infinity],
      );

const unlocked = <Item extends object>(item: Item): Item => {
  if (!('locked' in item)) return item;
  const { locked: _locked, ...remaining } = item;
  return remaining as Item;
};

/** How the frames, notes and lines of a clip are put: under new ids, by which collapsed frames hold them too. */
function createItemPaster(clip: Clip, translate: (at: XY) => XY, renamed: ReadonlyMap<string, string>) {
  const idsOf = { frames: newIds(clip.frames), notes: newIds(clip.notes), lines: newIds(clip.lines) };
  const keyOf = new Map<string, string>(
    (['frames', 'notes', 'lines'] as const).flatMap((kind) =>
      idsOf[kind].map((id, index) => [`${kind}:${index}`, `${kind}:${id}`] as const),
    ),
  );
  const contentOf = ({ nodes, items }: FrameContent): FrameContent => ({
    nodes: nodes.flatMap((id) => renamed.get(id) ?? []),
    items: items.flatMap((key) => keyOf.get(key) ?? []),
  });
  const pasteEntry = (kind: keyof typeof idsOf) => (item: Clip[typeof kind][number], index: number) => ({
    op: 'setCanvasItem' as const,
    kind,
    id: idsOf[kind][index]!,
    item: {
      // A copy is there to be worked on.
      ...unlocked(item),
      position: translate(item.position),
      ...('collapsed' in item && item.collapsed ? { collapsed: contentOf(item.collapsed) } : {}),
    },
  });
  return { pasteEntry, keyOf };
}

/**
 * Nodes from clipboard text under new ids.
 * @param positionFor their top left corner, given what is pasted and the corner that it has there. Canvas units.
 * @param leaveOut types whose nodes, with their wires, are not pasted. @param trail the groups that are open.
 */
export function pasteOperations(
  text: string,
  positionFor: (clip: Clip, corner: XY) => XY,
  isUsed: (id: string) => boolean,
  leaveOut: ReadonlySet<string> = NO_TYPES,
  groupPath: readonly string[] = [],
): Paste {
  const read = readClip(text);
  if (!read.ok) return read;
  const clip = { ...read.clip, nodes: read.clip.nodes.filter(({ type }) => !leaveOut.has(type)) };
  if (groupPath.length + depthOfClip(clip) > MAX_GROUP_DEPTH) return reject(words.groups.depthLimit);
  const items = [...clip.frames, ...clip.notes, ...clip.lines, ...Object.values(clip.instances)];
  if (clip.nodes.length + items.length === 0) return reject(NO_NODES);
  const corners = [...clip.nodes, ...items].map(({ position }) => position ?? { x: 0, y: 0 });
  const [left, right] = span(corners.map(({ x }) => x));
  const [top, bottom] = span(corners.map(({ y }) => y));
  if (!Number.isFinite(right - left) || !Number.isFinite(bottom - top)) {
    return reject(t.copiedNodesLieMove);
  }
  const at = positionFor(clip, { x: left, y: top });
  const renamed = new Map<string, string>();
  const used = new Set<string>();
  const translate = ({ x, y }: XY): XY => ({ x: Math.round(at.x + x - left), y: Math.round(at.y + y - top) });
  const operations: PatchOperation[] = clip.nodes.map((node) => {
    const id = newNodeId(node.type, (candidate) => isUsed(candidate) || used.has(candidate));
    used.add(id);
    renamed.set(node.id, id);
    const position = translate(node.position ?? { x: 0, y: 0 });
    return { op: 'addNode', node: { ...node, id, position } };
  });
  for (const wire of clip.connections) {
    const from = renamed.get(wire.from[0]);
    const to = renamed.get(wire.to[0]);
    if (from && to) operations.push({ op: 'connect', from: [from, wire.from[1]], to: [to, wire.to[1]] });
  }
  const { pasteEntry: pasteItem, keyOf } = createItemPaster(clip, translate, renamed);
  const groups = pastedGroups(
    clip,
    { nodes: renamed, items: keyOf },
    { translate, holder: groupPath.at(-1) },
  );
  const states = new Map(Object.entries(clip.states));
  const canvas = [
    ...clip.frames.map(pasteItem('frames')),
    ...clip.notes.map(pasteItem('notes')),
    ...clip.lines.map(pasteItem('lines')),
    ...clip.connections.flatMap((wire) => {
      const key = inputKey(wire.to);
      const route = Object.hasOwn(clip.reroutes, key) ? clip.reroutes[key] : undefined;
      const [from, to] = [renamed.get(wire.from[0]), renamed.get(wire.to[0])];
      if (route === undefined || from === undefined || to === undefined) return [];
      const item = { ...route, from: [from, wire.from[1]], points: route.points.map(translate) };
      return [
        { op: 'setCanvasItem' as const, kind: 'reroutes' as const, id: inputKey([to, wire.to[1]]), item },
      ];
    }),
    ...[...renamed].flatMap(([was, id]) => {
      // A copy is there to be worked on.
      const { locked: _locked, ...state } = states.get(was) ?? {};
      if (Object.keys(state).length === 0) return [];
      return [{ op: 'setCanvasItem' as const, kind: 'nodes' as const, id, item: state }];
    }),
    ...groups.canvas,
  ];
  const inGroups = new Set(Object.keys(clip.members));
  return {
    ok: true,
    operations,
    ids: [...renamed].flatMap(([old, id]) => (inGroups.has(old) ? [] : [id])),
    instances: groups.instances,
    canvas,
  };
}
