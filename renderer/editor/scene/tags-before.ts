import type { GraphConnection } from '#shared/graph/types.ts';
import { grow, type Rect } from '../geometry.ts';
import type { WireKey } from '../model/editor-store.ts';
import type { WireShape } from './scene-shapes.ts';

/** How much closer tags may come to each other than to nodes: those of neighboring pins stand beside their pins. Canvas units. */
const CLOSER = 3;

/** A wire that goes by name, of which the tags are to be placed. */
export interface NamedWire {
  key: WireKey;
  wire: GraphConnection;
  name: string;
}

/**
 * The tags that were placed before those of a wire, in the order of keys. The tag that it shares with other wires of its
 * output is none of them.
 */
export function tagsBefore(shapes: readonly WireShape[], { key, wire, name }: NamedWire): Rect[] {
  return shapes.flatMap((shape) => {
    const { tags, wire: peer } = shape;
    if (!tags || shape.key >= key) return [];
    const isShared = tags.name === name && peer.from[0] === wire.from[0] && peer.from[1] === wire.from[1];
    const rects = isShared ? [tags.target] : [tags.source, tags.target];
    return rects.map((rect) => grow(rect, -CLOSER));
  });
}
