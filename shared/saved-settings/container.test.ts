import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import * as fc from '../testing/property.ts';
import { findSettings, lengthOf, planSavedFile, DamagedFile, type Piece, type RandomBytes } from './index.ts';

const bytesOf = (bytes: Uint8Array): RandomBytes & { read: RandomBytes['read'] } => ({
  size: bytes.length,
  read: (from, length) => Promise.resolve(bytes.subarray(from, from + length)),
});
const join = (original: Uint8Array, pieces: readonly Piece[]): Buffer =>
  Buffer.concat(pieces.map((piece) => ('from' in piece ? original.subarray(piece.from, piece.to) : piece)));

async function embed(original: Uint8Array, text: string): Promise<Buffer> {
  const bytes = deflateSync(text);
  const pieces = await planSavedFile(bytesOf(original), {
    settings: { bytes, base64: bytes.toString('base64') },
  });
  const made = join(original, pieces ?? []);
  expect(made.length).toBe(lengthOf(pieces ?? []));
  return made;
}
async function extract(file: Uint8Array): Promise<string | null> {
  const found = await findSettings(bytesOf(file));
  if (found === null) return null;
  return inflateSync('bytes' in found ? found.bytes : Buffer.from(found.base64, 'base64')).toString();
}

const chunk = (type: string, content: Uint8Array): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content, Buffer.alloc(4)]);
};
/** Made of chunks alone: nothing here looks at pixels or at the checksums of others. */
const png = (...middle: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.alloc(13, 1)),
    ...middle,
    chunk('IDAT', Buffer.from('pixels')),
    chunk('IEND', Buffer.alloc(0)),
  ]);
const segment = (marker: number, content: string | Uint8Array): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, Buffer.from(content as string, 'latin1')]);
};
const scan = Buffer.concat([segment(0xda, 'scan'), Buffer.from('pixels\xff\x00more\xff\xd9', 'latin1')]);
const jpeg = (...segments: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, 'JFIF\0'),
    ...segments,
    segment(0xdb, 'table'),
    scan,
  ]);
const xmpOf = (inside: string): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="r">${inside}</rdf:RDF></x:xmpmeta>`;
const riff = (...chunks: [string, Uint8Array][]): Buffer => {
  const body = Buffer.concat(
    chunks.map(([type, content]) => {
      const head = Buffer.alloc(8);
      head.write(type, 'latin1');
      head.writeUInt32LE(content.length, 4);
      return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
    }),
  );
  const head = Buffer.alloc(12);
  head.write('RIFF', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  head.write('WEBP', 8, 'latin1');
  return Buffer.concat([head, body]);
};
const lossy = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 0x20, 0x03, 0x58, 0x02, 7]);
const lossless = Buffer.from([0x2f, 0x1f, 0xc3, 0x95, 0x10, 7]);
const extended = Buffer.from([0, 0, 0, 0, 9, 0, 0, 9, 0, 0]);

const files: [string, Buffer][] = [
  ['a PNG', png(chunk('tEXt', Buffer.from('Author\0Anna')))],
  ['a JPEG', jpeg()],
  [
    'a JPEG with XMP of another program',
    jpeg(segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${xmpOf('<a/>')}`)),
  ],
  ['a JPEG with XMP that nobody can read', jpeg(segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0\xff\xfe'))],
  ['a lossy WebP', riff(['VP8 ', lossy])],
  ['a lossless WebP', riff(['VP8L', lossless])],
  ['a WebP with XMP', riff(['VP8X', extended], ['VP8 ', lossy], ['XMP ', Buffer.from(xmpOf('<a/>'))])],
];

describe.each(files)('%s', (_what, original) => {
  test('gives back what was put into it, and only the last of it', async () => {
    expect(await extract(original)).toBeNull();
    const first = await embed(original, 'first settings');
    expect(await extract(first)).toBe('first settings');
    const second = await embed(first, 'other settings');
    expect(await extract(second)).toBe('other settings');
    for (const form of ['base64', 'latin1'] as const) {
      expect(second.toString('latin1')).not.toContain(deflateSync('first settings').toString(form));
    }
    expect(second.toString('latin1').split('patchbay:settings=').length).toBeLessThanOrEqual(2);
  });

  test('holds any settings whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
        expect(await extract(await embed(original, text))).toBe(Buffer.from(text).toString());
      }),
      { numRuns: 40 },
    );
  });

  test('cut anywhere or with any bytes changed, it ends with an error of ours or with what it had', async () => {
    const whole = await embed(original, 'the settings');
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length),
        fc.array(fc.tuple(fc.nat(Math.min(whole.length - 1, 700)), fc.nat(255)), { maxLength: 4 }),
        async (length, changes) => {
          const broken = Buffer.from(whole.subarray(0, length));
          for (const [at, byte] of changes) if (at < length) broken[at] = byte;
          for (const work of [
            () => findSettings(bytesOf(broken)),
            () => planSavedFile(bytesOf(broken), { settings: { bytes: Buffer.from('x'), base64: 'eA==' } }),
          ]) {
            const failure: unknown = await work().then(
              () => null,
              (error: unknown) => error,
            );
            expect(failure === null || failure instanceof DamagedFile).toBe(true);
          }
        },
      ),
      { numRuns: fc.runs(300) },
    );
  });
});

test('what other programs wrote into a file is still there', async () => {
  const kept = await embed(png(chunk('tEXt', Buffer.from('Author\0Anna'))), 'x');
  expect(kept.toString('latin1')).toContain('Author\0Anna');
  const photo = await embed(jpeg(segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${xmpOf('<a/>')}`)), 'x');
  expect(photo.toString('latin1')).toContain('<a/><rdf:Description');
});

test('an element is read as an attribute is: other programs write the one for the other', async () => {
  const base64 = deflateSync('moved').toString('base64');
  const inside = `<rdf:Description><patchbay:settings>\n ${base64}\n</patchbay:settings></rdf:Description>`;
  const photo = jpeg(segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${xmpOf(inside)}`));
  expect(await extract(photo)).toBe('moved');
  expect((await embed(photo, 'new')).toString('latin1')).not.toContain(base64);
});

test('lengths that lie end it before anything of that length is held', async () => {
  const huge = chunk('iTXt', Buffer.from('patchbay\0\x01\0\0\0'));
  huge.writeUInt32BE(0x7fff_ff00);
  const lying: RandomBytes = {
    size: 0x9000_0000,
    read: (from, length) => {
      expect(length).toBeLessThan(1000);
      return Promise.resolve(png(huge).subarray(from, from + length));
    },
  };
  await expect(findSettings(lying)).rejects.toThrow('too large');
  await expect(findSettings(bytesOf(png(huge)))).rejects.toThrow(DamagedFile);
});

test('settings that no segment holds are not put into a JPEG', async () => {
  const bytes = Buffer.alloc(60_000, 1);
  await expect(
    planSavedFile(bytesOf(jpeg()), { settings: { bytes, base64: bytes.toString('base64') } }),
  ).rejects.toThrow('too large');
});

test('what is neither PNG, JPEG nor WebP carries none', async () => {
  for (const text of ['', 'GIF89a', '{"kind":"patchbay/settings"}', 'RIFF....WAVE']) {
    expect(await findSettings(bytesOf(Buffer.from(text)))).toBeNull();
    expect(
      await planSavedFile(bytesOf(Buffer.from(text)), {
        settings: { bytes: Buffer.from('x'), base64: 'eA==' },
      }),
    ).toBeNull();
  }
});
