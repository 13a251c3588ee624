import { expect, it } from 'vitest';
import { EXTERNAL_FILES } from '#shared/testing/external-media.ts';
import { unreadableFormat } from './unreadable-format.ts';

it.each(Object.entries(EXTERNAL_FILES))('%s is named at the drop, with what to do', async (_what, bytes) => {
  expect(await unreadableFormat(new File([bytes], 'a.mov', { type: 'video/quicktime' }))).toBe(
    'a.mov holds no pictures or sound itself: it names other files that do, and those are not opened. Export it again as one self-contained file and drop that.',
  );
});

it('others are not, nor those that cannot be read', async () => {
  expect(await unreadableFormat(new File(['RIFF    WAVE'], 'a.wav'))).toBeNull();
  const gone = new File([''], 'gone.mov');
  gone.slice = () => {
    throw new Error('The file is gone.');
  };
  expect(await unreadableFormat(gone)).toBeNull();
});

const CONTAINER = [0, 0, 0, 12, 74, 88, 76, 32, 13, 10, 135, 10, 0];
it.each([
  ['in its container', CONTAINER],
  ['bare', [255, 10, 0, 0]],
])(
  'JPEG XL %s is told at the drop by its bytes, whatever it is called, with a way on',
  async (_how, bytes) => {
    expect(
      await unreadableFormat(new File([Uint8Array.from(bytes)], 'photo.png', { type: 'image/png' })),
    ).toBe(
      'photo.png is JPEG XL. Nodes and films have no decoder for it: they read JPEG, PNG, WebP, AVIF, GIF, TIFF and SVG. Save it as PNG or JPEG and drop that.',
    );
  },
);
