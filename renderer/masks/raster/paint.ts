import { intersection, isEmpty, type Rect } from './geometry.ts';
import { TILE, type MaskTiles } from './mask-tiles.ts';

/** How the mask lies in the window: a pixel of the mask is `scale` pixels of the window wide, and the first one begins at x, y. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

/** What of the mask is seen: its masked part in a color over the picture, or all of it in black and white. */
export interface OverlayStyle {
  color: readonly [red: number, green: number, blue: number];
  /** 0 to 1, of what is wholly masked. */
  opacity: number;
  blackAndWhite: boolean;
}

/** Pixels of a part of the window, RGBA, not multiplied by alpha. */
export interface Rendered {
  rect: Rect;
  pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** Most pixels of the mask in a row, and as many rows, that one pixel of the window is the mean of. */
const MAX_SAMPLES = 4;

/** The part of a window in which these pixels of the mask are seen, with the pixels beside it that they may touch. */
export function windowRect(rect: Rect, { scale, x, y }: View, size: { width: number; height: number }): Rect {
  const left = Math.floor(rect.left * scale + x) - 1;
  const top = Math.floor(rect.top * scale + y) - 1;
  return intersection(
    {
      left,
      top,
      width: Math.ceil((rect.left + rect.width) * scale + x) + 1 - left,
      height: Math.ceil((rect.top + rect.height) * scale + y) + 1 - top,
    },
    { left: 0, top: 0, ...size },
  );
}

/** Paints a part of the window. */
export function paint(tiles: MaskTiles, view: View, rect: Rect, style: OverlayStyle): Rendered | null {
  if (isEmpty(rect)) return null;
  const words = new Uint32Array(rect.width * rect.height);
  const shades = shadesOf(style);
  const samples = Math.min(MAX_SAMPLES, Math.max(1, Math.round(1 / view.scale)));
  const xs = sampleIndexes(rect.left, rect.width, samples, (at) => (at - view.x) / view.scale, tiles.width);
  const ys = sampleIndexes(rect.top, rect.height, samples, (at) => (at - view.y) / view.scale, tiles.height);
  const perPixel = samples * samples;
  for (let row = 0; row < rect.height; row += 1) {
    for (let column = 0; column < rect.width; column += 1) {
      let sum = 0;
      let inside = 0;
      for (let j = row * samples; j < (row + 1) * samples; j += 1) {
        const y = ys[j]!;
        if (y < 0) continue;
        const tileRow = (y >> 8) * tiles.columns;
        const offset = (y & 255) << 8;
        for (let i = column * samples; i < (column + 1) * samples; i += 1) {
          const x = xs[i]!;
          if (x < 0) continue;
          inside += 1;
          const tile = tiles.at(tileRow + (x >> 8));
          if (tile !== null) sum += tile[offset + (x & 255)]!;
        }
      }
      if (inside > 0) words[row * rect.width + column] = shades[Math.round(sum / perPixel)]!;
    }
  }
  return { rect, pixels: new Uint8ClampedArray(words.buffer) };
}

if (TILE !== 256) throw new Error('Places within tiles are found by their last eight bits.');

/** For each pixel of the window the pixels of the mask that are looked at; −1 outside of it. */
function sampleIndexes(
  start: number,
  count: number,
  samples: number,
  coordinateAt: (at: number) => number,
  length: number,
): Int32Array {
  return Int32Array.from({ length: count * samples }, (_, sample) => {
    const index = Math.floor(
      coordinateAt(start + Math.floor(sample / samples) + ((sample % samples) + 0.5) / samples),
    );
    return index >= 0 && index < length ? index : -1;
  });
}

/** The color of each level of the mask as RGBA, in the order of bytes in memory. */
function shadesOf({ color, opacity, blackAndWhite }: OverlayStyle): Uint32Array {
  const bytes = Uint8Array.from({ length: 256 * 4 }, (_, at) => {
    const level = at >> 2;
    if (blackAndWhite) return at % 4 === 3 ? 255 : level;
    return at % 4 === 3 ? Math.round(level * opacity) : color[at % 4]!;
  });
  return new Uint32Array(bytes.buffer);
}
