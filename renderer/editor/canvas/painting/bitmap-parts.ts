import { intersects, union, type Rect } from '../../geometry.ts';
import type { View } from '../../scene/view-controller.ts';
import type { PaintContext } from './painting.ts';

/** The view a bitmap was drawn for, the document area it holds, and device pixels a pixel. */
export interface RenderedArea {
  view: View;
  area: Rect;
  screen: number;
}
/** A part of a bitmap in whole pixels, and what it holds. */
export interface Region {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Canvas units. */
  area: Rect;
}

/** An area of the document that begins on a whole pixel of the screen in a view, and is whole pixels wide and high. */
export function alignToPixels({ x, y, width, height }: Rect, view: View, screen: number): Rect {
  const ratio = view.zoom * screen;
  const start = (from: number, offset: number): number =>
    (Math.floor((from * view.zoom + offset) * screen) / screen - offset) / view.zoom;
  return {
    x: start(x, view.x),
    y: start(y, view.y),
    width: Math.ceil(width * ratio) / ratio,
    height: Math.ceil(height * ratio) / ratio,
  };
}

/** The whole pixels that hold a rectangle of a bitmap. */
export function regionOf({ area, screen, view }: RenderedArea, rect: Rect): Region {
  const ratio = view.zoom * screen;
  const left = Math.floor((rect.x - area.x) * ratio);
  const top = Math.floor((rect.y - area.y) * ratio);
  const width = Math.ceil((rect.x + rect.width - area.x) * ratio) - left;
  const height = Math.ceil((rect.y + rect.height - area.y) * ratio) - top;
  return {
    left,
    top,
    width,
    height,
    area: {
      x: area.x + left / ratio,
      y: area.y + top / ratio,
      width: width / ratio,
      height: height / ratio,
    },
  };
}

/** Clears a part of a bitmap and draws in it and nowhere else, in canvas units. */
export function paintClipped(
  context: PaintContext,
  { left, top, width, height }: Region,
  { area, screen, view }: RenderedArea,
  paint: (context: PaintContext) => void,
): void {
  const ratio = view.zoom * screen;
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  context.clearRect(left, top, width, height);
  context.setTransform(ratio, 0, 0, ratio, -area.x * ratio, -area.y * ratio);
  paint(context);
  context.restore();
}

/** Rectangles of which those that meet are one: nothing is drawn twice. */
export function joined(rects: readonly Rect[]): Rect[] {
  const found: Rect[] = [];
  for (const rect of rects) {
    let merged = rect;
    for (let index = found.findIndex((candidate) => intersects(candidate, merged)); index >= 0;) {
      merged = union([found[index]!, merged]) ?? merged;
      found.splice(index, 1);
      index = found.findIndex((candidate) => intersects(candidate, merged));
    }
    found.push(merged);
  }
  return found;
}
