import { expect, test } from 'vitest';
import { extensionOfType, nameWithExtension, typeOfName } from './content-types.ts';
import { uploadTypeOf } from './upload-type.ts';

/** Endings that browsers, phones and recorders write beside the usual one of a type. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jfif', 'jpe', 'pjpeg', 'pjp'],
  'video/mp4': ['mp4', 'm4v', 'f4v'],
  'video/mp2t': ['ts', 'mts', 'm2ts', 'm2t'],
  'video/mpeg': ['mpg', 'mpeg', 'mpe'],
  'video/3gpp': ['3gp', '3g2'],
  'audio/ogg': ['ogg', 'opus', 'oga'],
  'audio/mp4': ['m4a', 'm4b'],
  'audio/wav': ['wav', 'wave'],
  'audio/webm': ['weba'],
  'audio/x-matroska': ['mka'],
  'audio/x-caf': ['caf'],
};

test.each(Object.entries(ENDINGS))(
  '%s is known by all its endings, and written with the first',
  (type, endings) => {
    for (const ending of endings) {
      expect([ending, typeOfName(`Take 1.${ending.toUpperCase()}`)]).toEqual([ending, type]);
      // A browser that does not know the ending gives no type.
      expect(uploadTypeOf({ name: `take.${ending}`, type: '' })).toBe(type);
    }
    expect(extensionOfType(type)).toBe(endings[0]);
  },
);

test.each([
  ['Zürich at dusk', 'image/png', 'Zürich at dusk.png'],
  ['Harbor v1.2', 'video/mp4', 'Harbor v1.2.mp4'],
  ['Cut no. 3.', 'audio/wav', 'Cut no. 3.wav'],
  ['Sky.PNG', 'image/png', 'Sky.PNG'],
  ['Sky.jpeg', 'image/jpeg', 'Sky.jpeg'],
  ['Take.opus', 'audio/ogg', 'Take.opus'],
  ['Notes', 'application/octet-stream', 'Notes'],
])('“%s” of %s is saved as “%s”', (filename, type, expected) => {
  expect(nameWithExtension(filename, type)).toBe(expected);
});
