import { beforeAll, describe, expect, test } from 'vitest';
import { drawFrame, isSameFrame, type RenderedLayer } from '#shared/film/draw.ts';
import { FILM_FONTS } from '#shared/film/fonts.ts';
import { wordsOfClip } from '#shared/timeline/captions.ts';
import { layersAt, typefacesOf } from '#shared/timeline/compose.ts';
import { TimelineDocument } from '#shared/timeline/document.ts';
import { TYPEFACES, type TextStyle } from '#shared/timeline/text-style.ts';
import { loadCanvas, type NativeContext } from '../decoders/canvas.ts';
import { permitNativeCode } from '../decoders/guard.ts';

beforeAll(() => permitNativeCode());

const SIZE = { width: 320, height: 180 };

interface Styles {
  kind?: 'captions' | 'picture';
  clip?: TextStyle;
  track?: TextStyle;
}

const documentOf = ({ kind = 'captions', clip, track }: Styles): TimelineDocument =>
  TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      projectResolution: SIZE,
      tracks: [{ id: 't', ext: { patchbay: { version: 1, kind, ...(track && { textStyle: track }) } } }],
      clips: [
        {
          id: 'c',
          trackId: 't',
          type: 'text',
          startTime: 0,
          duration: 1,
          ext: { patchbay: { version: 1, text: 'Hamburg', ...(clip && { textStyle: clip }) } },
        },
      ],
    },
  });

const layersOf = (styles: Styles): RenderedLayer<NativeContext>[] =>
  layersAt(documentOf(styles), 0.5).map((layer) => ({
    layer,
    content: { kind: 'title', words: wordsOfClip(layer.clip) },
  }));

/** Where a color is in the drawn frame: the box around its pixels and their count; null where it is not. */
function extentOf(styles: Styles, [red, green, blue]: readonly [number, number, number]) {
  const context = loadCanvas().createCanvas(SIZE.width, SIZE.height).getContext('2d');
  drawFrame(context, SIZE, SIZE, layersOf(styles));
  const { data } = context.getImageData(0, 0, SIZE.width, SIZE.height);
  const found = { left: Infinity, right: -1, top: Infinity, bottom: -1, count: 0 };
  for (let y = 0; y < SIZE.height; y += 1)
    for (let x = 0; x < SIZE.width; x += 1) {
      const at = 4 * (y * SIZE.width + x);
      const distance =
        Math.abs((data[at] ?? 0) - red) +
        Math.abs((data[at + 1] ?? 0) - green) +
        Math.abs((data[at + 2] ?? 0) - blue);
      if (distance > 60) continue;
      found.count += 1;
      found.left = Math.min(found.left, x);
      found.right = Math.max(found.right, x);
      found.top = Math.min(found.top, y);
      found.bottom = Math.max(found.bottom, y);
    }
  return found.count === 0 ? null : found;
}

const WHITE = [255, 255, 255] as const;
const RED = [255, 0, 0] as const;
const GREEN = [0, 255, 0] as const;

describe('words of a film', () => {
  test('are white at the bottom for a caption and in the middle for a title, where nothing is said', () => {
    expect(extentOf({}, WHITE)?.top).toBeGreaterThan(140);
    const title = extentOf({ kind: 'picture' }, WHITE);
    expect(title?.top).toBeGreaterThan(70);
    expect(title?.bottom).toBeLessThan(110);
  });

  test('have the color, size, place and side that their clip says', () => {
    const usual = extentOf({}, WHITE);
    const styled = extentOf(
      { clip: { color: '#ff0000', size: 200, position: 'top', align: 'left', bold: true } },
      RED,
    );
    expect(styled?.bottom).toBeLessThan(60);
    expect(styled?.right).toBeLessThan(250);
    expect((styled?.right ?? 0) - (styled?.left ?? 0)).toBeGreaterThan(
      1.6 * ((usual?.right ?? 0) - (usual?.left ?? 0)),
    );
    expect(extentOf({ clip: { align: 'right' } }, WHITE)?.left).toBeGreaterThan(200);
  });

  test('stand on a box where one is said, which encloses them, and on none where not', () => {
    const box = { background: '#00ff00', backgroundOpacity: 1 };
    const ground = extentOf({ clip: box }, GREEN);
    const letters = extentOf({ clip: box }, WHITE);
    expect(ground?.left).toBeLessThan(letters?.left ?? 0);
    expect(ground?.bottom).toBeGreaterThan(letters?.bottom ?? Infinity);
    expect(extentOf({ clip: { ...box, background: 'none' } }, GREEN)).toBeNull();
    expect(extentOf({ kind: 'picture', clip: box }, GREEN)).not.toBeNull();
  });

  test('look as the track of captions says, but for what the clip says itself; a title takes nothing from its track', () => {
    const track = { color: '#ff0000', position: 'top' } as const;
    expect(extentOf({ track }, RED)?.bottom).toBeLessThan(60);
    expect(extentOf({ track, clip: { position: 'bottom' } }, RED)?.top).toBeGreaterThan(140);
    expect(extentOf({ kind: 'picture', track }, RED)).toBeNull();
  });

  test('are written in each typeface differently, and the film says which it needs', () => {
    const fonts = loadCanvas().GlobalFonts;
    expect(FILM_FONTS.filter(({ family }) => !fonts.has(family))).toEqual([]);
    const widths = TYPEFACES.map((typeface) => {
      const words = extentOf({ clip: { typeface, size: 300 } }, WHITE);
      return (words?.right ?? 0) - (words?.left ?? 0);
    });
    expect(new Set(widths).size).toBe(TYPEFACES.length);
    expect([
      ...typefacesOf(documentOf({ clip: { typeface: 'serif' }, track: { typeface: 'mono' } }).timeline),
    ]).toEqual(['sans', 'mono', 'serif']);
  });

  test('are drawn anew when their look changes and not when it stays', () => {
    expect(isSameFrame(layersOf({}), layersOf({}))).toBe(true);
    expect(isSameFrame(layersOf({}), layersOf({ track: { color: '#ff0000' } }))).toBe(false);
    expect(isSameFrame(layersOf({}), layersOf({ clip: { backgroundOpacity: 0.5 } }))).toBe(false);
  });
});
