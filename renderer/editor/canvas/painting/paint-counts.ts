import { number } from '#renderer/words/index.ts';
import type { WireShape } from '../../scene/scene.ts';
import { pointAt } from '../../scene/wire-geometry.ts';
import type { PaintContext, Painting } from './painting.ts';
import { MIN_TEXT } from './text-sizes.ts';

/** From this zoom on down the lists of wires have no numbers: there is no room for words between nodes. */
const MIN_COUNT_ZOOM = 0.4;
/** Pixels on the screen. */
const SIZE = 11;

/** How many items each list has, in the middle of its wire; nothing where that is not known. */
export function paintCounts(context: PaintContext, painting: Painting, shapes: readonly WireShape[]): void {
  const { zoom, colors, info, highlight } = painting;
  if (zoom < MIN_COUNT_ZOOM || shapes.length === 0) return;
  const size = Math.max(MIN_TEXT, Math.min(SIZE, SIZE * zoom)) / zoom;
  context.font = `500 ${size}px ${colors.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { key, wire, curve, base } of shapes) {
    const count = info.list(wire);
    if (count === null || count === 0) continue;
    const text = number(count);
    const { x, y } = pointAt(curve, 0.5);
    const height = size * 1.5;
    const width = Math.max(height, size * (0.62 * text.length + 0.9));
    context.globalAlpha = highlight && !highlight.wires.has(key) ? Math.max(0.5, highlight.extraCount) : 1;
    context.beginPath();
    context.roundRect(x - width / 2, y - height / 2, width, height, height / 2);
    context.fillStyle = colors.canvas;
    context.fill();
    context.lineWidth = 1 / zoom;
    context.strokeStyle = colors.pin[base];
    context.stroke();
    context.fillStyle = colors.text;
    context.fillText(text, x, y + size * 0.06);
  }
  context.globalAlpha = 1;
  context.textAlign = 'start';
}
