import type { Rect } from '../../geometry.ts';
import type { NodeBox } from '../../scene/scene.ts';
import type { CanvasColors } from './canvas-colors.ts';
import { fillChecks } from './checkerboard.ts';
import { inRows } from './cut-text.ts';
import { bodyTextSizeAt } from './text-sizes.ts';
import type { PaintContext, Painting } from './painting.ts';

/** How strong a picture is that the graph has outgrown. */
const STALE_ALPHA = 0.4;

/** Between a picture and the edge of its node. Canvas units. */
const INSET = 6;

/** All below the name: the picture as large as it goes, a quiet sign where one will be, or what the node says. */
export function paintBody(context: PaintContext, painting: Painting, box: NodeBox, band: number): void {
  const { colors, zoom, info } = painting;
  const bodyRect = {
    x: box.x + INSET,
    y: box.y + band + INSET / 2,
    width: box.width - 2 * INSET,
    height: box.height - band - 1.5 * INSET,
  };
  if (bodyRect.height * zoom < 5) return;
  if (!box.layout.preview) return paintWords(context, painting, box, bodyRect);
  const picture = info.picture(box.id, bodyRect.width * zoom * devicePixelRatio);
  if (!picture) return paintSign(context, colors, box.layout.preview.kind, bodyRect);
  const isPale = info.outgrown(box.id) || info.marks(box.id).includes('muted');
  if (isPale) context.globalAlpha = STALE_ALPHA;
  paintPicture(context, colors, picture, bodyRect, zoom * devicePixelRatio);
  if (isPale) context.globalAlpha = 1;
}

/** A picture at its own aspect; what shows through it is a checkerboard, and there is none beside it. */
function paintPicture(
  context: PaintContext,
  colors: CanvasColors,
  picture: CanvasImageSource,
  bodyRect: Rect,
  scale: number,
): void {
  const size =
    picture instanceof HTMLImageElement
      ? { width: picture.naturalWidth, height: picture.naturalHeight }
      : picture instanceof ImageBitmap
        ? { width: picture.width, height: picture.height }
        : bodyRect;
  if (size.width === 0 || size.height === 0) return;
  const fit = Math.min(bodyRect.width / size.width, bodyRect.height / size.height);
  const width = size.width * fit;
  const height = size.height * fit;
  const x = bodyRect.x + (bodyRect.width - width) / 2;
  // Below the header, as on the node itself: nothing jumps when a zoom shows its rows.
  const y = bodyRect.y;
  fillChecks(context, colors.checks, { x, y, width, height }, scale);
  context.drawImage(picture, x, y, width, height);
}

/** What a node says that shows no picture. */
function paintWords(
  context: PaintContext,
  { colors, zoom, info }: Painting,
  box: NodeBox,
  bodyRect: Rect,
): void {
  const size = bodyTextSizeAt(zoom);
  if (size === null || bodyRect.height < size * 1.4) return;
  const line = info.line(box.id);
  if (line === null || line === '') return;
  const rows = Math.max(1, Math.min(3, Math.floor((bodyRect.height - 8) / (size * 1.35))));
  const lines = inRows(line, size, bodyRect.width - 12, rows);
  context.font = `400 ${size}px ${colors.font}`;
  context.fillStyle = colors.faint;
  context.textBaseline = 'middle';
  const middle = bodyRect.y + bodyRect.height / 2;
  for (const [row, text] of lines.entries()) {
    context.fillText(text, bodyRect.x + 6, middle + (row - (lines.length - 1) / 2) * size * 1.35);
  }
}

/** What will be here: a picture, a clip, a sound. */
function paintSign(
  context: PaintContext,
  colors: CanvasColors,
  kind: 'image' | 'video' | 'audio',
  { x, y, width, height }: Rect,
): void {
  const size = Math.min(52, height * 0.5);
  const left = x + (width - size) / 2;
  const top = y + (height - size * 0.8) / 2;
  context.strokeStyle = colors.line;
  context.lineWidth = size / 14;
  context.lineJoin = 'round';
  context.beginPath();
  if (kind === 'audio') {
    for (const [index, tall] of [0.3, 0.7, 1, 0.55, 0.8, 0.25].entries()) {
      const at = left + size * (0.1 + index * 0.16);
      context.moveTo(at, top + size * 0.4 * (1 - tall));
      context.lineTo(at, top + size * 0.4 * (1 + tall));
    }
  } else {
    context.roundRect(left, top, size, size * 0.8, size * 0.1);
    if (kind === 'video') {
      context.moveTo(left + size * 0.4, top + size * 0.22);
      context.lineTo(left + size * 0.68, top + size * 0.4);
      context.lineTo(left + size * 0.4, top + size * 0.58);
      context.closePath();
    } else {
      context.moveTo(left + size * 0.4, top + size * 0.27);
      context.arc(left + size * 0.3, top + size * 0.27, size * 0.1, 0, Math.PI * 2);
      context.moveTo(left + size * 0.12, top + size * 0.72);
      context.lineTo(left + size * 0.56, top + size * 0.36);
      context.lineTo(left + size * 0.9, top + size * 0.72);
    }
  }
  context.stroke();
}
