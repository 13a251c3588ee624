import { joinKey } from '#shared/language/join-key.ts';
import type { Rect, XY } from '../../geometry.ts';
import type { WireShape } from '../../scene/scene.ts';
import { traceCurve } from '../../scene/wire-geometry.ts';
import { TAG } from '../../scene/wire-tags.ts';
import { cut } from './cut-text.ts';
import type { PaintContext, Painting } from './painting.ts';
import { MIN_TEXT } from './text-sizes.ts';

/** Strokes and gaps of the line of a wire that goes by name, while it stands out. Pixels on the screen. */
const DASHES = [5, 5];

/** The largest letters that fit a tag. Canvas units. */
const MAX_LETTERS = 22;

/** Wires that go by name: a tag at each end. Those that stand out show as a thin line where they would run. */
export function paintTags(context: PaintContext, painting: Painting, shapes: readonly WireShape[]): void {
  const { zoom, highlight, colors } = painting;
  const renderedKeys = new Set<string>();
  context.lineCap = 'butt';
  for (const { key, base, curve, tags, wire } of shapes) {
    if (!tags) continue;
    const isBright = highlight?.wires.has(key) === true;
    context.globalAlpha = isBright || !highlight ? 1 : Math.max(highlight.extraCount, 0.5);
    context.strokeStyle = colors.pin[base];
    context.lineWidth = Math.max(1.5, 1.2 / zoom);
    if (isBright) {
      context.setLineDash(DASHES.map((pixels) => pixels / zoom));
      context.beginPath();
      traceCurve(context, curve, false);
      context.stroke();
      context.setLineDash([]);
    }
    context.beginPath();
    traceLead(context, curve.from, middleOf(tags.source, tags.source.x));
    traceLead(context, middleOf(tags.target, tags.target.x + tags.target.width), curve.to);
    context.stroke();
    const fill = colors.pin[base];
    paintTag(context, painting, { rect: tags.target, name: tags.name, fill, isBright });
    // Several wires of one output share their tag there.
    const source = joinKey(...wire.from, tags.name);
    if (renderedKeys.has(source) && !isBright) continue;
    renderedKeys.add(source);
    paintTag(context, painting, { rect: tags.source, name: tags.name, fill, isBright });
  }
  context.globalAlpha = 1;
  // Everything else begins its letters at the left.
  context.textAlign = 'start';
}

const middleOf = ({ y, height }: Rect, x: number): XY => ({ x, y: y + height / 2 });

/** The line between a pin and its tag, which may stand above or below it. */
function traceLead(context: PaintContext, from: XY, to: XY): void {
  context.moveTo(from.x, from.y);
  if (from.y === to.y) context.lineTo(to.x, to.y);
  else context.bezierCurveTo(to.x, from.y, from.x, to.y, to.x, to.y);
}

function paintTag(
  context: PaintContext,
  { zoom, colors }: Painting,
  { rect, name, fill, isBright }: { rect: Rect; name: string; fill: string; isBright: boolean },
): void {
  const { x, y, width, height } = rect;
  context.beginPath();
  context.roundRect(x, y, width, height, height / 2);
  context.fillStyle = colors.node;
  context.fill();
  context.save();
  context.globalAlpha *= isBright ? 0.34 : 0.18;
  context.fillStyle = fill;
  context.fill();
  context.restore();
  context.stroke();
  // Letters grow as far as the tag is high, so that they can be read from further away.
  const size = Math.max(TAG.letters, MIN_TEXT / zoom);
  // Fewer than three letters say nothing.
  if (size > MAX_LETTERS || width - TAG.padding < 1.6 * size) return;
  context.fillStyle = colors.text;
  context.font = `${size}px ${colors.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(cut(name, size, width - TAG.padding), x + width / 2, y + height / 2 + 1);
}
