import { PIN_BASES, type PinBase } from '#shared/graph/pin-type.ts';
import type { WireKey } from '../../model/editor-store.ts';
import type { WireShape } from '../../scene/scene.ts';
import { isMounted } from '../../scene/view-controller.ts';
import { traceCurve } from '../../scene/wire-geometry.ts';
import { paintNode } from './paint-node.ts';
import { paintCounts } from './paint-counts.ts';
import { paintTags } from './paint-tags.ts';
import type { Highlight, PaintContext, Painting } from './painting.ts';

const GRID = 24;
/** From this zoom on down wires are straight lines of a pixel. */
const STRAIGHT_ZOOM = 0.2;
/** How much wider a wire is that stands out. */
const BRIGHT = 1.6;
/** Of the two lines of a wire that carries a list: the least width of each and of what is open between them. Pixels. */
const LIST_LINE = 1.25;
const LIST_GAP = 2;

/** Dots, wires and, below the zoom where nodes are elements, nodes; of small ones without the frames of the selection. */
export function paintScene(context: PaintContext, painting: Painting): void {
  paintDots(context, painting);
  paintWires(context, painting);
  if (isMounted(painting.detail)) return;
  for (const box of painting.scene.nodesIn(painting.area)) paintNode(context, painting, box);
}

function paintDots(context: PaintContext, { area, zoom, colors }: Painting): void {
  // Fewer dots when small, so that they never become a gray haze.
  let step = GRID;
  while (step * zoom < 14) step *= 2;
  const size = 1.4 / zoom;
  context.fillStyle = colors.dot;
  const left = Math.ceil(area.x / step) * step;
  const top = Math.ceil(area.y / step) * step;
  for (let y = top; y < area.y + area.height; y += step) {
    for (let x = left; x < area.x + area.width; x += step)
      context.fillRect(x - size / 2, y - size / 2, size, size);
  }
}

/** Half of a point that a wire passes. Pixels on the screen, and the most it is in canvas units. */
const POINT = { pixels: 4, units: 7 };

/** The points that wires pass, by which these are moved. */
function paintPoints(context: PaintContext, { zoom, colors }: Painting, shapes: readonly WireShape[]): void {
  const radius = Math.min(POINT.units, POINT.pixels / zoom);
  for (const { base, points } of shapes) {
    if (points.length === 0) continue;
    context.fillStyle = colors.pin[base];
    for (const { x, y } of points) {
      context.beginPath();
      context.arc(x, y, radius, 0, Math.PI * 2);
      context.fill();
    }
  }
}

/** How a wire looks from near. @param key null for any that does not stand out. @returns its width in canvas units. */
export function wireStyle(
  highlight: Highlight | null,
  key: WireKey | null,
  zoom: number,
): { width: number; opacity: number } {
  const width = Math.max(2, 1.2 / zoom);
  if (key !== null && highlight?.wires.has(key)) return { width: width * BRIGHT, opacity: 1 };
  return { width, opacity: highlight ? highlight.extraCount : 0.85 };
}

/** Wires of one hue: those that carry one thing, and those that carry a list. */
interface WireGroup {
  single: WireShape[];
  lists: WireShape[];
}
const emptyGroup = (): WireGroup => ({ single: [], lists: [] });

/**
 * The two lines of a wire that carries a list, as one wide line of which the middle is open. They can be told apart also where
 * other wires are lines of a pixel. @param width of a wire that carries one thing. Canvas units, all of them.
 */
export function listStyle(width: number, zoom: number): { width: number; gap: number } {
  const gap = Math.max(width * 1.1, LIST_GAP / zoom);
  return { gap, width: gap + 2 * Math.max(width * 0.95, LIST_LINE / zoom) };
}

/** The wires in what is painted, by hue, and those that go by name. */
function wiresOf({ scene, area, highlight, omitted, info }: Painting) {
  // One order of hues, whatever part is painted: where wires cross, the same one is above.
  const byBase = new Map<PinBase, { normal: WireGroup; bright: WireGroup }>(
    PIN_BASES.map((base) => [base, { normal: emptyGroup(), bright: emptyGroup() }]),
  );
  const tagged: WireShape[] = [];
  for (const shape of scene.wiresIn(area)) {
    if (omitted.has(shape.key)) continue;
    if (shape.tags) {
      tagged.push(shape);
      continue;
    }
    const group = byBase.get(shape.base)?.[highlight?.wires.has(shape.key) ? 'bright' : 'normal'];
    group?.[info.list(shape.wire) === null ? 'single' : 'lists'].push(shape);
  }
  return { byBase, tagged };
}

function paintWires(context: PaintContext, painting: Painting): void {
  const { colors, zoom, detail, highlight } = painting;
  const { byBase, tagged } = wiresOf(painting);
  const straight = !isMounted(detail) && zoom < STRAIGHT_ZOOM;
  const { width, opacity } = wireStyle(highlight, null, zoom);
  context.lineCap = straight ? 'butt' : 'round';
  for (const [base, { normal }] of byBase) {
    // Thousands of lines between tiles: those of one pixel cost a sixth of what wider ones do, and look as strong.
    context.globalAlpha = straight ? Math.min(1, opacity * width * zoom) : opacity;
    context.strokeStyle = colors.pin[base];
    strokeWires(context, normal.single, straight ? 1 / zoom : width, straight);
    strokeLists(context, normal.lists, listStyle(straight ? 1 / zoom : width, zoom), straight);
  }
  context.globalAlpha = 1;
  if (!straight) for (const { normal } of byBase.values()) paintPointsOf(context, painting, normal);
  for (const [base, { bright }] of byBase) {
    context.strokeStyle = colors.pin[base];
    strokeWires(context, bright.single, width * BRIGHT, straight);
    strokeLists(context, bright.lists, listStyle(width * BRIGHT, zoom), straight);
    paintPointsOf(context, painting, bright);
  }
  for (const { normal, bright } of byBase.values())
    paintCounts(context, painting, [...normal.lists, ...bright.lists]);
  if (tagged.length > 0) paintTags(context, painting, tagged);
}

function paintPointsOf(context: PaintContext, painting: Painting, { single, lists }: WireGroup): void {
  paintPoints(context, painting, single);
  paintPoints(context, painting, lists);
}

/** One path for all: the number of strokes does not grow with the number of wires. @param width canvas units. */
function strokeWires(
  context: PaintContext,
  shapes: readonly WireShape[],
  width: number,
  straight: boolean,
): void {
  if (shapes.length === 0) return;
  context.lineWidth = width;
  context.beginPath();
  for (const { curve } of shapes) traceCurve(context, curve, straight);
  context.stroke();
}

/** A wire that carries a list is two lines: one wide line, of which the middle is taken away again, whatever lies beneath. */
function strokeLists(
  context: PaintContext,
  shapes: readonly WireShape[],
  { width, gap }: { width: number; gap: number },
  straight: boolean,
): void {
  if (shapes.length === 0) return;
  strokeWires(context, shapes, width, straight);
  const { globalAlpha } = context;
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'destination-out';
  strokeWires(context, shapes, gap, straight);
  context.globalCompositeOperation = 'source-over';
  context.globalAlpha = globalAlpha;
}
