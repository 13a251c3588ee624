import { inputKey } from '#shared/graph/keys.ts';
import { joinKey } from '#shared/language/join-key.ts';
import type { PinRef } from '#shared/graph/types.ts';
import type { Rect, XY } from '../geometry.ts';
import type { Catalog } from '../model/catalog.ts';
import type { EditorStore } from '../model/editor-store.ts';
import type { CollapsedFrames } from './collapsed-frames.ts';
import { NODE_WIDTH } from './node-layout.ts';

/** Canvas units. */
export const TILE_TITLE = 32;
export const TILE_INFO_HEIGHT = 28;
export const TILE_ROW = 28;
export const TILE_PADDING = 6;

/** A pin of a node within, that a wire from outside reaches. */
export interface TilePin {
  nodeId: string;
  pin: string;
  side: 'input' | 'output';
  /** From the corner of the tile. */
  at: XY;
  /** What people called it. */
  label?: string;
  /** The pin of the group that it is. */
  pinId?: string;
  /** Further inputs that it gives its value to. */
  siblings?: readonly PinRef[];
}

/** A collapsed frame or a group as it is shown: one tile with the pins that lead out of it; or what an open group leads out by. */
export interface FrameTile {
  id: string;
  kind: 'frame' | 'group' | 'edge';
  rect: Rect;
  /** Those that are there. */
  nodes: ReadonlySet<string>;
  inputs: readonly TilePin[];
  outputs: readonly TilePin[];
  /** What it shows of its results: the picture of a node within, from the upper edge of the tile on. Canvas units. */
  picture?: { nodeId: string; kind: 'image' | 'video' | 'audio'; top: number; height: number };
}

/** The tile's name for one of its pins. */
export const tilePinKey = (nodeId: string, pin: string, side: 'input' | 'output'): string =>
  joinKey(side, nodeId, pin);

/** Where nodes stand decides the order of pins: as they would be read with the frame open. */
const byPosition =
  (store: EditorStore) =>
  ([left]: PinRef, [right]: PinRef): number => {
    const [a, b] = [store.getNode(left)?.position, store.getNode(right)?.position];
    return (
      (a?.y ?? 0) - (b?.y ?? 0) || (a?.x ?? 0) - (b?.x ?? 0) || (left < right ? -1 : Number(left > right))
    );
  };

/** Inputs that are fed from outside, and outputs that are taken there, or that nothing takes yet. */
export function outerPins(
  store: EditorStore,
  catalog: Catalog,
  nodes: ReadonlySet<string>,
  { isWiredOnly = false } = {},
): { inputs: PinRef[]; outputs: PinRef[] } {
  const inputs = new Map<string, PinRef>();
  const outputs = new Map<string, PinRef>();
  for (const id of nodes) {
    let isUsed = false;
    for (const { from, to } of store.wiresOf(id)) {
      isUsed ||= from[0] === id;
      if (to[0] === id && !nodes.has(from[0])) inputs.set(inputKey(to), to);
      if (from[0] === id && !nodes.has(to[0])) outputs.set(inputKey(from), from);
    }
    if (isUsed || isWiredOnly) continue;
    for (const { name } of catalog.pinsOf(store.getNode(id)?.type ?? '')?.outputs ?? [])
      outputs.set(inputKey([id, name]), [id, name]);
  }
  const order = byPosition(store);
  return { inputs: [...inputs.values()].sort(order), outputs: [...outputs.values()].sort(order) };
}

/** @param positionOf where its frame is shown now. */
export function frameTiles(
  store: EditorStore,
  catalog: Catalog,
  nodesOf: CollapsedFrames['nodesOf'],
  positionOf: (frameId: string) => XY,
): Map<string, FrameTile> {
  const tiles = new Map<string, FrameTile>();
  for (const [id, members] of nodesOf) {
    const nodes = new Set(members.filter((node) => store.getNode(node) !== undefined));
    const outer = outerPins(store, catalog, nodes);
    const rows = (side: 'input' | 'output', pins: readonly PinRef[]): TilePin[] =>
      pins.map(([nodeId, pin], row) => ({
        nodeId,
        pin,
        side,
        at: {
          x: side === 'input' ? 0 : NODE_WIDTH,
          y: TILE_TITLE + TILE_INFO_HEIGHT + (row + 0.5) * TILE_ROW,
        },
      }));
    const count = Math.max(outer.inputs.length, outer.outputs.length);
    const height = TILE_TITLE + TILE_INFO_HEIGHT + count * TILE_ROW + TILE_PADDING;
    tiles.set(id, {
      id,
      kind: 'frame',
      rect: { ...positionOf(id), width: NODE_WIDTH, height },
      nodes,
      inputs: rows('input', outer.inputs),
      outputs: rows('output', outer.outputs),
    });
  }
  return tiles;
}
