import type { Rect } from '../../geometry.ts';
import type { CanvasColors } from './canvas-colors.ts';
import type { PaintContext } from './painting.ts';

type Checks = CanvasColors['checks'];

/** Side of a square, as behind the previews of nodes. Canvas units. */
const SQUARE = 8;

/** Smaller squares than this cannot be told apart. Device pixels. */
const LEAST = 2;

const tiles = new Map<string, OffscreenCanvas>();

/** Four pixels that repeat. */
function tileOf([first, second]: Checks): OffscreenCanvas {
  const key = `${first} ${second}`;
  let tile = tiles.get(key);
  if (!tile) {
    tile = new OffscreenCanvas(2, 2);
    const context = tile.getContext('2d');
    if (context) {
      context.fillStyle = second;
      context.fillRect(0, 0, 2, 2);
      context.fillStyle = first;
      context.fillRect(1, 0, 1, 1);
      context.fillRect(0, 1, 1, 1);
    }
    tiles.set(key, tile);
  }
  return tile;
}

/**
 * Fills what lies behind a picture with squares, from its upper left corner: plain gray would pass for a part of the
 * picture. From so far that squares could not be told apart it is their first color.
 *
 * @param scale device pixels of a canvas unit.
 */
export function fillChecks(
  context: PaintContext,
  checks: Checks,
  { x, y, width, height }: Rect,
  scale: number,
): void {
  context.fillStyle = checks[0];
  const pattern = SQUARE * scale < LEAST ? null : context.createPattern(tileOf(checks), 'repeat');
  if (!pattern) {
    context.fillRect(x, y, width, height);
    return;
  }
  pattern.setTransform(new DOMMatrix([SQUARE, 0, 0, SQUARE, x, y]));
  const isSmooth = context.imageSmoothingEnabled;
  context.imageSmoothingEnabled = false;
  context.fillStyle = pattern;
  context.fillRect(x, y, width, height);
  context.imageSmoothingEnabled = isSmooth;
}
