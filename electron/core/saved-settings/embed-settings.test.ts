import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sharp } from '#native/testing/sharp.ts';
import { findSettings, newSettings, readSettings } from '#shared/saved-settings/index.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openSavedFile, packSettings } from './embed-settings.ts';

const settings = newSettings({
  writtenBy: '0.1.0',
  project: { name: 'Sunset', version: 3 },
  output: { title: 'Poster', nodeId: 'out' },
  inputOverrides: {},
  isExact: true,
  removed: 0,
  graph: {
    nodes: [
      { id: 'sky', type: 'image/gradient', inputs: { text: { type: 'string', value: 'Ein Häuschen 🏠' } } },
    ],
    connections: [],
  },
});

const noise = Buffer.from(Array.from({ length: 33 * 21 * 4 }, (_, index) => (index * 7919) % 251));
const picture = () => sharp(noise, { raw: { width: 33, height: 21, channels: 4 } });
const animation = () =>
  sharp(Buffer.concat([noise, noise]), { raw: { width: 33, height: 42, channels: 4, pageHeight: 21 } });

async function saved(original: Buffer) {
  const path = join(temporaryFolder(), 'original');
  writeFileSync(path, original);
  const made = await openSavedFile(path, { settings: await packSettings(settings) });
  if ('rejection' in made) return null;
  const bytes = await buffer(made.content);
  expect(bytes.length).toBe(made.sizeBytes);
  return bytes;
}

const read = async (bytes: Buffer) => {
  const found = await findSettings({
    size: bytes.length,
    read: (from, length) => Promise.resolve(bytes.subarray(from, from + length)),
  });
  if (found === null) return null;
  const packed = 'bytes' in found ? found.bytes : Buffer.from(found.base64, 'base64');
  return readSettings(inflateSync(packed), true);
};

const rawOf = (bytes: Buffer) => sharp(bytes, { pages: -1 }).raw().toBuffer();

test.each([
  ['png', () => picture().png().toBuffer()],
  ['png', () => picture().png({ progressive: true }).toBuffer()],
  ['jpeg', () => picture().jpeg().toBuffer()],
  [
    'jpeg',
    () =>
      picture()
        .withExif({ IFD0: { Artist: 'Anna' } })
        .withXmp(
          '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""/></rdf:RDF></x:xmpmeta>',
        )
        .jpeg()
        .toBuffer(),
  ],
  ['webp', () => picture().webp().toBuffer()],
  ['webp', () => picture().removeAlpha().webp().toBuffer()],
  ['webp', () => picture().webp({ lossless: true }).toBuffer()],
  ['webp', () => picture().removeAlpha().webp({ lossless: true }).toBuffer()],
  ['webp', () => animation().webp({ loop: 0 }).toBuffer()],
])(
  'a %s carries its settings, and a decoder reads the same pixels and properties as before',
  async (format, make) => {
    const original = await make();
    const bytes = await saved(original);
    if (bytes === null) throw new Error('Nothing was saved.');
    expect(await read(bytes)).toEqual({ found: 'settings', settings });
    expect((await rawOf(bytes)).equals(await rawOf(original))).toBe(true);
    const [before, after] = await Promise.all([sharp(original).metadata(), sharp(bytes).metadata()]);
    expect(after.format).toBe(format);
    expect(after.hasAlpha).toBe(before.hasAlpha);
    expect(after.exif?.toString('latin1')).toBe(before.exif?.toString('latin1'));
    expect(after.pages).toBe(before.pages);
    expect(after.xmp?.toString().includes('patchbay:settings') === true).toBe(format !== 'png');
    expect(await read((await saved(bytes)) ?? Buffer.alloc(0))).toEqual({ found: 'settings', settings });
  },
);

test('a file that is damaged or of another kind is left as it is', async () => {
  expect(await saved(await picture().gif().toBuffer())).toBeNull();
  const png = await picture().png().toBuffer();
  expect(await saved(png.subarray(0, 60))).toBeNull();
  expect(await saved(Buffer.alloc(0))).toBeNull();
});
