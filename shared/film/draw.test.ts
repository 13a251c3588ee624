import { describe, expect, test } from 'vitest';
import { byProperty, CLIP_FIELDS, PICTURE_PROPERTIES } from '../timeline/clip-fields.ts';
import { TimelineDocument } from '../timeline/document.ts';
import type { Context2d } from './canvas.ts';
import { drawFrame, fullPicture, type RenderedLayer } from './draw.ts';

const SIZE = { width: 4, height: 2 };
const { clips } = TimelineDocument.parse({
  serviceType: 'timeline',
  version: 1,
  timeline: { tracks: [{ id: 't' }], clips: [{ id: 'c', trackId: 't', startTime: 0, duration: 1 }] },
}).timeline;

const pixels = { ...SIZE, data: new Uint8ClampedArray(32) };
const picture = (fields: object = {}): RenderedLayer<Context2d>['content'] => ({
  kind: 'picture',
  ...SIZE,
  draw: () => undefined,
  pixels,
  ...fields,
});
const layer = (content = picture(), fields: object = {}, values: object = {}): RenderedLayer<Context2d> => {
  const [clip] = clips;
  if (!clip) throw new Error('There is no clip.');
  const neutral = byProperty(PICTURE_PROPERTIES, (property): number => CLIP_FIELDS[property].neutral);
  const all = { ...neutral, ...values };
  return {
    content,
    layer: { clip, sourceTime: 0, isCaption: false, textStyle: null, ...fields, values: all },
  };
};

test('a picture whose shape is off by the rounding of its sides is drawn to the edges of the film', () => {
  const drawn: number[][] = [];
  const draw = (_context: Context2d, ...place: number[]) => drawn.push(place);
  const context = new Proxy({}, { get: () => () => undefined, set: () => true }) as unknown as Context2d;
  const film = { width: 1280, height: 720 };
  // 16:9 of even sides; a camera of DV has 853.
  for (const width of [854, 853, 640])
    drawFrame(context, film, film, [layer(picture({ width, height: 480, draw }))]);
  expect(drawn).toEqual([
    [-640, -360, 1280, 720],
    [-640, -360, 1280, 720],
    [-480, -360, 960, 720],
  ]);
});

describe('words of a film', () => {
  const ROOM = { width: 1000, height: 1000 };
  const CAPTION_WIDTH = 800;
  /** Each character is as wide as a caption is high, and a letter of Latin half of that. */
  const widthOf = (text: string): number =>
    Array.from(text).reduce((sum, sign) => sum + (/\p{Script=Latin}|[ .,:/-]/u.test(sign) ? 25 : 50), 0);

  function linesOf(words: string): string[] {
    const lines: string[] = [];
    const context = {
      setTransform: () => undefined,
      translate: () => undefined,
      rotate: () => undefined,
      scale: () => undefined,
      save: () => undefined,
      restore: () => undefined,
      fillRect: () => undefined,
      strokeRect: () => undefined,
      fillText: (line: string) => lines.push(line),
      measureText: (text: string) => ({ width: widthOf(text) }),
    };
    const caption = layer({ kind: 'title', words }, { isCaption: true });
    drawFrame(context as unknown as Context2d, ROOM, ROOM, [caption]);
    return lines;
  }

  test.each([
    ['spaces', 'The kettle sings and steams on the stove', ['The kettle sings and steams on', 'the stove']],
    [
      'any character of Chinese, but before no mark that ends a part',
      '我一定不愿意看到你带着如此刻薄的，仇恨去生活',
      ['我一定不愿意看到你带着如此刻薄', '的，仇恨去生活'],
    ],
    [
      'Japanese, and behind no bracket that opens',
      'そしてかれはゆっくりといったあ「そうだ」',
      ['そしてかれはゆっくりといったあ', '「そうだ」'],
    ],
    ['a word that is longer than a line', 'x'.repeat(70), ['x'.repeat(32), 'x'.repeat(32), 'x'.repeat(6)]],
    ['signs that belong together', '👩‍👩‍👧‍👧'.repeat(3), ['👩‍👩‍👧‍👧👩‍👩‍👧‍👧', '👩‍👩‍👧‍👧']],
    ['lines as they are written', 'one\n\ntwo', ['one', '', 'two']],
  ])('are broken at %s', (_where, words, wanted) => {
    const lines = linesOf(words);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(CAPTION_WIDTH);
    expect(lines.join('').replaceAll(' ', '')).toBe(words.replaceAll(/[ \n]/g, ''));
    expect(lines).toEqual(wanted);
  });

  test('are broken between words of Thai', () => {
    const words = 'เขาเดินทางไปยังเมืองหลวงของประเทศ';
    const lines = linesOf(words);
    expect(lines.join('')).toBe(words);
    expect(lines.map((line) => widthOf(line) <= CAPTION_WIDTH)).toEqual(lines.map(() => true));
    // Each line ends with a word: he, travels, to, capital, of, country.
    expect(['เขาเดินทาง', 'เขาเดินทางไป', 'เขาเดินทางไปยัง']).toContain(lines[0]);
  });
});

describe('a frame that need not be drawn', () => {
  test('is one picture just as large as the film', () => {
    expect(fullPicture(SIZE, SIZE, [layer()])).toBe(pixels);
    expect(fullPicture(SIZE, { width: 8, height: 4 }, [layer()])).toBe(pixels);
  });

  test.each([
    ['nothing', []],
    ['two pictures', [layer(), layer()]],
    ['one that is see-through', [layer(picture(), {}, { opacity: 0.5 })]],
    ['one that is moved', [layer(picture(), {}, { x: 1 })]],
    ['one that is larger', [layer(picture(), {}, { scale: 2 })]],
    ['one that is turned', [layer(picture(), {}, { rotation: 180 })]],
    ['one of other pixels', [layer(picture({ pixels: { ...pixels, width: 2 } }))]],
    ['one whose pixels are not square', [layer(picture({ width: 5 }))]],
    ['one that may be transparent', [layer(picture({ pixels: undefined }))]],
    ['words', [layer({ kind: 'title', words: 'Words' })]],
  ])('is not %s', (_name, layers) => {
    expect(fullPicture(SIZE, SIZE, layers)).toBeNull();
  });
});
