import { inputKey } from '#shared/graph/keys.ts';
import type { PinRef } from '#shared/graph/types.ts';
import { instancePins, nodesIn, type GroupTree } from '#shared/groups/index.ts';
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
import { NODE_WIDTH } from './node-layout.ts';

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
  store: EditorStore,
  catalog: Catalog,
  tree: GroupTree,
  instance: string,
  nodes: ReadonlySet<string>,
): Row[] {
  const rows: Row[] = [];
  const visible = { input: new Set<string>(), output: new Set<string>() };
  for (const { pin, targets } of instancePins(tree, instance, (id) => nodes.has(id))) {
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

const tilePins = (rows: readonly Row[], xOf: (side: Row['side']) => number): TilePin[] =>
  rows.map(({ side, pin: [nodeId, pin], label, id, siblings = [] }, row) => ({
    nodeId,
    pin,
    side,
    at: { x: xOf(side), y: TILE_TITLE + TILE_INFO_HEIGHT + (row + 0.5) * TILE_ROW },
    ...(label !== undefined && { label }),
    ...(id !== undefined && { pinId: id }),
    ...(siblings.length > 0 && { siblings }),
  }));

const heightOf = (rows: number): number => TILE_TITLE + TILE_INFO_HEIGHT + rows * TILE_ROW + TILE_PADDING;

/** The nodes in an instance that are there. */
const presentNodes = (store: EditorStore, tree: GroupTree, instance: string): Set<string> =>
  new Set(nodesIn(tree, instance).filter((id) => store.getNode(id) !== undefined));

/** The tile of one instance: first what it gives, then what it takes. */
export function groupTile(
  { store, catalog, tree }: { store: EditorStore; catalog: Catalog; tree: GroupTree },
  instance: string,
  position: XY,
): FrameTile {
  const nodes = presentNodes(store, tree, instance);
  const all = rowsOf(store, catalog, tree, instance, nodes);
  const isCollapsed = store.canvas.items.instances[instance]?.collapsed === true;
  const rows = isCollapsed ? all.filter((row) => isWired(store, nodes, row)) : all;
  const sorted = [
    ...rows.filter(({ side }) => side === 'output'),
    ...rows.filter(({ side }) => side === 'input'),
  ];
  const pins = tilePins(sorted, (side) => (side === 'input' ? 0 : NODE_WIDTH));
  return {
    id: groupTileId(instance),
    kind: 'group',
    rect: { ...position, width: NODE_WIDTH, height: heightOf(sorted.length) },
    nodes,
    inputs: pins.filter(({ side }) => side === 'input'),
    outputs: pins.filter(({ side }) => side === 'output'),
  };
}

/** What stands for the outside where a group is open: its inputs to the left of what lies in it, its outputs to the right. */
export function edgeTiles(
  { store, catalog, tree }: { store: EditorStore; catalog: Catalog; tree: GroupTree },
  instance: string,
  area: Rect,
): FrameTile[] {
  const nodes = presentNodes(store, tree, instance);
  const rows = rowsOf(store, catalog, tree, instance, nodes);
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
