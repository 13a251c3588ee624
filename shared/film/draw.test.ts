import { describe, expect, test } from 'vitest';
import { TimelineDocument } from '../timeline/document.ts';
import type { Context2d } from './canvas.ts';
import { wholePicture, type DrawnLayer } from './draw.ts';

const SIZE = { width: 4, height: 2 };
const { clips } = TimelineDocument.parse({
  serviceType: 'timeline',
  version: 1,
  timeline: { tracks: [{ id: 't' }], clips: [{ id: 'c', trackId: 't', startTime: 0, duration: 1 }] },
}).timeline;

const pixels = { ...SIZE, data: new Uint8ClampedArray(32) };
const picture = (fields: object = {}): DrawnLayer<Context2d>['content'] => ({
  kind: 'picture',
  ...SIZE,
  draw: () => undefined,
  pixels,
  ...fields,
});
const layer = (content = picture(), fields: object = {}): DrawnLayer<Context2d> => {
  const [clip] = clips;
  if (!clip) throw new Error('There is no clip.');
  const transform = { x: 0, y: 0, scale: 1, rotation: 0 };
  return {
    content,
    layer: { clip, sourceTime: 0, opacity: 1, transform, isCaption: false, textStyle: null, ...fields },
  };
};

describe('a frame that need not be drawn', () => {
  test('is one picture just as large as the film', () => {
    expect(wholePicture(SIZE, SIZE, [layer()])).toBe(pixels);
    expect(wholePicture(SIZE, { width: 8, height: 4 }, [layer()])).toBe(pixels);
  });

  test.each([
    ['nothing', []],
    ['two pictures', [layer(), layer()]],
    ['one that is see-through', [layer(picture(), { opacity: 0.5 })]],
    ['one that is moved', [layer(picture(), { transform: { x: 1, y: 0, scale: 1, rotation: 0 } })]],
    ['one that is larger', [layer(picture(), { transform: { x: 0, y: 0, scale: 2, rotation: 0 } })]],
    ['one that is turned', [layer(picture(), { transform: { x: 0, y: 0, scale: 1, rotation: 180 } })]],
    ['one of other pixels', [layer(picture({ pixels: { ...pixels, width: 2 } }))]],
    ['one whose pixels are not square', [layer(picture({ width: 5 }))]],
    ['one that may be transparent', [layer(picture({ pixels: undefined }))]],
    ['words', [layer({ kind: 'title', words: 'Words' })]],
  ])('is not %s', (_name, layers) => {
    expect(wholePicture(SIZE, SIZE, layers)).toBeNull();
  });
});
