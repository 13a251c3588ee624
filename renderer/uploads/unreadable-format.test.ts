import { expect, it } from 'vitest';
import { EXTERNAL_FILES } from '#shared/testing/external-media.ts';
import { UNREADABLE_FILES } from '#renderer/testing/unreadable-files.ts';
import { fileReadError, formatNote, unreadableFormat, unreadableRecord } from './unreadable-format.ts';

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

it.each(UNREADABLE_FILES)('$name is named by its bytes or its name', async ({ file, sentence }) => {
  expect(await unreadableFormat(file())).toBe(sentence);
  expect(await fileReadError.checkMedium(file())).toBe(sentence);
  // A field that takes any file takes it.
  expect(await fileReadError.checkFile(file())).toBeNull();
});

it('AVIF, which has the same container as HEIC, is not', async () => {
  const avif = [0, 0, 0, 28, ...new TextEncoder().encode('ftypavif'), 0, 0, 0, 0];
  const bytes = Uint8Array.from([...avif, ...new TextEncoder().encode('mif1avifmiaf')]);
  expect(await unreadableFormat(new File([bytes], 'photo.avif', { type: 'image/avif' }))).toBeNull();
});

it.each(UNREADABLE_FILES.filter(({ isNamed }) => isNamed))(
  '$name of a service is named as well',
  ({ name, file, sentence }) => {
    expect(unreadableRecord({ filename: name, contentType: file().type })).toBe(sentence);
  },
);

/** An MP4 of tracks, each of a kind. */
function movieOf(...handlers: readonly string[]): File {
  const box = (type: string, ...contents: readonly (readonly number[])[]): number[] => {
    const content = contents.flat();
    return [0, 0, 0, 8 + content.length, ...new TextEncoder().encode(type), ...content];
  };
  const zeros = [0, 0, 0, 0, 0, 0, 0, 0];
  const tracks = handlers.map((handler) =>
    box('trak', box('mdia', box('hdlr', zeros, [...new TextEncoder().encode(handler)]))),
  );
  const bytes = Uint8Array.from([...box('ftyp', zeros), ...box('moov', ...tracks)]);
  return new File([bytes], 'game.mp4', { type: 'video/mp4' });
}

it('that one of several tracks of sound is heard is told at the drop, with a way to the others', async () => {
  expect(await formatNote(movieOf('vide', 'soun', 'soun'))).toBe(
    'game.mp4 has 2 tracks of sound, of which one is heard: the first that the file marks to be played. The node Extract sound takes out another.',
  );
  expect(await formatNote(movieOf('vide', 'soun'))).toBeNull();
  expect(await formatNote(new File(['RIFF    WAVE'], 'a.wav'))).toBeNull();
});
