import { z } from 'zod';
import { drain, SLICE_STEPS, type Slices } from '../reading/slices.ts';
import { PIN_BASES } from './pin-type.ts';
import type { Graph } from './types.ts';

/**
 * A graph as a thumbnail: where its nodes stand, coarsely. Small whatever the size of the graph, so that a list of
 * versions shows what they look like without reading any of them.
 */

const MAX_BOXES = 160;
const MAX_WIRES = 160;
/** The sketch is `THUMBNAIL_WIDTH` × `THUMBNAIL_HEIGHT` units. */
export const THUMBNAIL_WIDTH = 96;
export const THUMBNAIL_HEIGHT = 60;
/** What a node is taken to measure on the canvas; its real height depends on its type, which is not known everywhere. */
const NODE_WIDTH = 248;
const NODE_HEIGHT = 200;
const MARGIN = 5;

export const GraphSketch = z.object({
  /** Left, top, width, height, and the hue's index in `PIN_BASES`. */
  boxes: z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.int()])),
  /** From x, y to x, y, and the hue. */
  wires: z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.int()])),
});
export type GraphSketch = z.infer<typeof GraphSketch>;

const anyHue = PIN_BASES.indexOf('any');

/** The hue of a node by the first part of its type: `image/blur` is an image. */
const hueOf = (type: string): number => {
  const index = PIN_BASES.findIndex((base) => base === type.slice(0, type.indexOf('/')));
  return index === -1 ? anyHue : index;
};

const round = (value: number): number => Math.round(value * 10) / 10;

/** Draws a graph in small. Of nodes that fall on one spot one is drawn. O(nodes + wires). */
export const graphThumbnail = (graph: Graph): GraphSketch => drain(graphThumbnailInSlices(graph));

/** As `graphThumbnail`, with pauses. */
export function* graphThumbnailInSlices(graph: Graph): Slices<GraphSketch> {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const positions = new Map<string, { x: number; y: number; hue: number }>();
  for (const [index, node] of graph.nodes.entries()) {
    if (index % SLICE_STEPS === SLICE_STEPS - 1) yield;
    // A node without a place stands in a row with others of its kind.
    const { x, y } = node.position ?? { x: (index % 12) * 300, y: Math.floor(index / 12) * 260 };
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    positions.set(node.id, { x, y, hue: hueOf(node.type) });
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + NODE_WIDTH);
    bottom = Math.max(bottom, y + NODE_HEIGHT);
  }
  if (positions.size === 0) return { boxes: [], wires: [] };
  const scale = Math.min(
    (THUMBNAIL_WIDTH - 2 * MARGIN) / (right - left),
    (THUMBNAIL_HEIGHT - 2 * MARGIN) / (bottom - top),
    // One node alone does not fill the picture.
    0.09,
  );
  const offsetX = (THUMBNAIL_WIDTH - (right - left) * scale) / 2;
  const offsetY = (THUMBNAIL_HEIGHT - (bottom - top) * scale) / 2;
  const toX = (x: number) => offsetX + (x - left) * scale;
  const toY = (y: number) => offsetY + (y - top) * scale;
  const width = Math.max(1.2, NODE_WIDTH * scale);
  const height = Math.max(0.9, NODE_HEIGHT * scale);

  const spots = new Set<string>();
  const boxes: GraphSketch['boxes'] = [];
  for (const { x, y, hue } of thinned([...positions.values()], MAX_BOXES * 4)) {
    const spot = `${Math.round(toX(x) / width)} ${Math.round(toY(y) / height)}`;
    if (spots.has(spot) || boxes.length === MAX_BOXES) continue;
    spots.add(spot);
    boxes.push([round(toX(x)), round(toY(y)), round(width), round(height), hue]);
  }
  const wires = thinned(graph.connections, MAX_WIRES).flatMap(({ from, to }): GraphSketch['wires'] => {
    const [start, end] = [positions.get(from[0]), positions.get(to[0])];
    if (!start || !end) return [];
    return [
      [
        round(toX(start.x) + width),
        round(toY(start.y) + height / 2),
        round(toX(end.x)),
        round(toY(end.y) + height / 2),
        start.hue,
      ],
    ];
  });
  return { boxes, wires };
}

/** At most `most` of a list, evenly from all of it. */
function thinned<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  const step = list.length / most;
  return Array.from({ length: most }, (_, index) => list[Math.floor(index * step)]!);
}
