import { NO_PICTURE } from '#shared/canvas/group-items.ts';
import { inputKey } from '#shared/graph/keys.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import type { PinRef } from '#shared/graph/types.ts';
import { instancePins, nodesIn, type GroupTree, type InstancePin } from '#shared/groups/index.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import type { Rect, XY } from '../geometry.ts';
import type { Catalog } from '../model/catalog.ts';
import type { EditorStore } from '../model/editor-store.ts';
import {
  outerPins,
  TILE_INFO_HEIGHT,
  TILE_PADDING,
  TILE_ROW,
  TILE_TITLE,
  type FrameTile,
  type TilePin,
} from './frame-tiles.ts';
import { NODE_WIDTH, PREVIEW } from './node-layout.ts';

/** Groups as they are shown: one tile each, with the pins that people chose, and with every other wire that leads out. */

/** The key of the tile of an instance. */
export const groupTileId = (instance: string): string => `instances:${instance}`;

/** The tiles of the inputs and outputs of the group that is open. */
export const INPUTS_TILE = 'inputs';
const OUTPUTS_TILE = 'outputs';

/** Between what lies in an open group and its inputs and outputs. Canvas units. */
const EDGE_GAP = 120;

interface Row {
  side: 'input' | 'output';
  pin: PinRef;
  label?: string | undefined;
  id?: string | undefined;
  siblings?: readonly PinRef[];
}

/** Pins of an instance in their order, and after them those of wires that lead out by no pin. */
function rowsOf(
  { store, catalog }: TileContext,
  exposed: readonly InstancePin[],
  nodes: ReadonlySet<string>,
): Row[] {
  const rows: Row[] = [];
  const visible = { input: new Set<string>(), output: new Set<string>() };
  for (const { pin, targets } of exposed) {
    const [first, ...siblings] = targets;
    if (!first) continue;
    for (const target of targets) visible[pin.side].add(inputKey(target));
    rows.push({ side: pin.side, pin: first, id: pin.id, label: pin.title, siblings });
  }
  const outer = outerPins(store, catalog, nodes, { isWiredOnly: true });
  for (const side of ['input', 'output'] as const)
    for (const pin of outer[`${side}s`]) if (!visible[side].has(inputKey(pin))) rows.push({ side, pin });
  return rows;
}

/** Whether a wire leads to a pin from outside, or from it out. */
function isWired(store: EditorStore, nodes: ReadonlySet<string>, { side, pin, siblings = [] }: Row): boolean {
  return [pin, ...siblings].some(([nodeId, name]) =>
    store
      .wiresOf(nodeId)
      .some(({ from, to }) =>
        side === 'input'
          ? to[0] === nodeId && to[1] === name && !nodes.has(from[0])
          : from[0] === nodeId && from[1] === name && !nodes.has(to[0]),
      ),
  );
}

type Picture = NonNullable<FrameTile['picture']>;
/** Where the picture of a tile is. Canvas units. */
const PICTURE_TOP = TILE_TITLE + TILE_INFO_HEIGHT;

/** What an output gives of what can be looked at; null of words, numbers and the like. */
function pictureKind({ store, catalog }: TileContext, [nodeId, pin]: PinRef): Picture['kind'] | null {
  const outputs = catalog.pinsOf(store.getNode(nodeId)?.type ?? '')?.outputs;
  const { base } = parsePinType(outputs?.find(({ name }) => name === pin)?.type);
  return base === 'image' || base === 'video' || base === 'audio' ? base : null;
}

interface TileContext {
  store: EditorStore;
  catalog: Catalog;
  tree: GroupTree;
}

/** The outputs of an instance that have a picture, in the order of its pins, with the names that lead to each. */
export function pictureOutputs(
  context: TileContext,
  exposed: readonly InstancePin[],
): { path: readonly string[]; pin: PinRef; title: string | undefined; kind: Picture['kind'] }[] {
  return exposed.flatMap(({ pin, targets }) => {
    const [target] = targets;
    const kind = pin.side === 'output' && target ? pictureKind(context, target) : null;
    return kind && target ? [{ path: pin.targets[0]!, pin: target, title: pin.title, kind }] : [];
  });
}

/** The picture that a group shows: of the output that was set, else of the first that has one. */
function pictureOf(
  context: TileContext,
  instance: string,
  exposed: readonly InstancePin[],
): Picture | undefined {
  const { groups, instances } = context.store.canvas.items;
  const picture = groups[instances[instance]?.of ?? '']?.picture;
  if (picture === NO_PICTURE) return undefined;
  const outputs = pictureOutputs(context, exposed);
  const output = outputs.find(({ path }) => jsonEqual(path, picture)) ?? outputs[0];
  return output && { nodeId: output.pin[0], kind: output.kind, top: PICTURE_TOP, height: PREVIEW };
}

const tilePins = (rows: readonly Row[], xOf: (side: Row['side']) => number, top = PICTURE_TOP): TilePin[] =>
  rows.map(({ side, pin: [nodeId, pin], label, id, siblings = [] }, row) => ({
    nodeId,
    pin,
    side,
    at: { x: xOf(side), y: top + (row + 0.5) * TILE_ROW },
    ...(label !== undefined && { label }),
    ...(id !== undefined && { pinId: id }),
    ...(siblings.length > 0 && { siblings }),
  }));

const heightOf = (rows: number, top = PICTURE_TOP): number => top + rows * TILE_ROW + TILE_PADDING;

/** The nodes in an instance that are there. */
const presentNodes = (store: EditorStore, tree: GroupTree, instance: string): Set<string> =>
  new Set(nodesIn(tree, instance).filter((id) => store.getNode(id) !== undefined));

/** The tile of one instance: its picture, then what it gives, then what it takes. */
export function groupTile(context: TileContext, instance: string, position: XY): FrameTile {
  const { store, tree } = context;
  const nodes = presentNodes(store, tree, instance);
  const exposed = instancePins(tree, instance, (id) => nodes.has(id));
  const all = rowsOf(context, exposed, nodes);
  const isCollapsed = store.canvas.items.instances[instance]?.collapsed === true;
  const rows = isCollapsed ? all.filter((row) => isWired(store, nodes, row)) : all;
  const sorted = [
    ...rows.filter(({ side }) => side === 'output'),
    ...rows.filter(({ side }) => side === 'input'),
  ];
  const picture = isCollapsed ? undefined : pictureOf(context, instance, exposed);
  const top = PICTURE_TOP + (picture?.height ?? 0);
  const pins = tilePins(sorted, (side) => (side === 'input' ? 0 : NODE_WIDTH), top);
  return {
    id: groupTileId(instance),
    kind: 'group',
    rect: { ...position, width: NODE_WIDTH, height: heightOf(sorted.length, top) },
    nodes,
    ...(picture && { picture }),
    inputs: pins.filter(({ side }) => side === 'input'),
    outputs: pins.filter(({ side }) => side === 'output'),
  };
}

/** What stands for the outside where a group is open: its inputs to the left of what lies in it, its outputs to the right. */
export function edgeTiles(context: TileContext, instance: string, area: Rect): FrameTile[] {
  const { store, tree } = context;
  const nodes = presentNodes(store, tree, instance);
  const rows = rowsOf(
    context,
    instancePins(tree, instance, (id) => nodes.has(id)),
    nodes,
  );
  const edge = (side: Row['side']): FrameTile => {
    const local = rows.filter((row) => row.side === side);
    const x = side === 'input' ? area.x - EDGE_GAP - NODE_WIDTH : area.x + area.width + EDGE_GAP;
    const pins = tilePins(local, () => (side === 'input' ? NODE_WIDTH : 0));
    return {
      id: side === 'input' ? INPUTS_TILE : OUTPUTS_TILE,
      kind: 'edge',
      rect: { x, y: area.y, width: NODE_WIDTH, height: heightOf(local.length) },
      nodes: new Set(),
      inputs: side === 'input' ? pins : [],
      outputs: side === 'output' ? pins : [],
    };
  };
  return [edge('input'), edge('output')];
}
