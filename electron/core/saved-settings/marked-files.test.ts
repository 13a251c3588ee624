import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharp } from '#native/testing/sharp.ts';
import { addressOfSourceType } from '#shared/provenance/index.ts';
import { findSourceType, type SourceMark } from '#shared/saved-settings/index.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openSavedFile } from './embed-settings.ts';

const ADDRESS = addressOfSourceType('compositeWithTrainedAlgorithmicMedia');
const mark: SourceMark = {
  sourceType: ADDRESS,
  systems: 'flux-pro (fal) & “more” <1>',
  tool: 'Patchbay 1.2.3',
};
const EARLIER =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="elsewhere" xmlns:i="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" ' +
  'i:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture"/></rdf:RDF></x:xmpmeta>';

const noise = Buffer.from(Array.from({ length: 33 * 21 * 4 }, (_, index) => (index * 7919) % 251));
const picture = () => sharp(noise, { raw: { width: 33, height: 21, channels: 4 } });
const film = (ending: string, ...options: string[]) => {
  const path = join(temporaryFolder(), `film.${ending}`);
  const source = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=10:duration=1'];
  execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', ...source, ...options, path]);
  return readFileSync(path);
};

async function marked(original: Buffer, ending: string, more = mark) {
  const path = join(temporaryFolder(), `original.${ending}`);
  writeFileSync(path, original);
  const made = await openSavedFile(path, { mark: more });
  if ('rejection' in made) return made.rejection;
  const bytes = await buffer(made.content);
  expect(bytes.length).toBe(made.sizeBytes);
  const saved = join(temporaryFolder(), `saved.${ending}`);
  writeFileSync(saved, bytes);
  return { bytes, path: saved };
}

const sourceTypeOf = (bytes: Buffer) =>
  findSourceType({
    size: bytes.length,
    read: (from, length) => Promise.resolve(bytes.subarray(from, from + length)),
  });

let hasExiftool = true;
let hasFfmpeg = true;
beforeAll(() => {
  const can = (program: string, option: string): boolean => {
    try {
      execFileSync(program, [option], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  hasExiftool = can('exiftool', '-ver');
  hasFfmpeg = can('ffmpeg', '-version');
});

/** What another program reads in a file. @returns null where it is not installed. */
function readByExiftool(path: string): Record<string, unknown> | null {
  if (!hasExiftool) return null;
  const text = execFileSync('exiftool', ['-json', '-a', '-G1', path], { encoding: 'utf8' });
  return (JSON.parse(text) as Record<string, unknown>[])[0] ?? {};
}

const pictures: [string, () => Promise<Buffer>][] = [
  ['png', () => picture().png().toBuffer()],
  ['jpg', () => picture().jpeg().toBuffer()],
  [
    'jpg',
    () =>
      picture()
        .withXmp(EARLIER)
        .withExif({ IFD0: { Artist: 'Anna' } })
        .jpeg()
        .toBuffer(),
  ],
  ['webp', () => picture().webp().toBuffer()],
  ['webp', () => picture().withXmp(EARLIER).webp({ lossless: true }).toBuffer()],
  ['gif', () => picture().gif().toBuffer()],
  ['tiff', () => picture().tiff().toBuffer()],
  ['tiff', () => picture().withXmp(EARLIER).tiff({ compression: 'deflate' }).toBuffer()],
];

describe('a file that is marked', () => {
  test.each(pictures)(
    '%s: another program reads it, the pixels are the same, and a second mark takes its place',
    async (ending, make) => {
      const original = await make();
      const first = await marked(original, ending);
      if (typeof first === 'string') throw new Error(first);
      expect(await sourceTypeOf(first.bytes)).toBe(ADDRESS);
      const rawOf = (bytes: Buffer) => sharp(bytes, { pages: -1 }).raw().toBuffer();
      expect((await rawOf(first.bytes)).equals(await rawOf(original))).toBe(true);
      expect((await sharp(first.bytes).metadata()).exif?.toString('latin1')).toBe(
        (await sharp(original).metadata()).exif?.toString('latin1'),
      );
      const all = addressOfSourceType('trainedAlgorithmicMedia');
      const second = await marked(first.bytes, ending, { ...mark, sourceType: all, systems: '' });
      if (typeof second === 'string') throw new Error(second);
      expect(await sourceTypeOf(second.bytes)).toBe(all);
      expect(second.bytes.toString('latin1').split('igitalSourceType=').length).toBe(2);
      const read = readByExiftool(first.path);
      if (read === null) return console.warn('exiftool is not installed: apt install libimage-exiftool-perl');
      expect(read).toMatchObject({
        'XMP-iptcExt:DigitalSourceType': ADDRESS,
        'XMP-xmp:CreatorTool': 'Patchbay 1.2.3',
      });
      expect(JSON.stringify(read)).toContain('flux-pro (fal) & “more” <1>');
      expect(Object.keys(read).filter((name) => name.includes('Warning') || name.includes('Error'))).toEqual(
        [],
      );
    },
  );

  test('properties of others stay, and what was said before of its source is gone', async () => {
    const made = await marked(await picture().withXmp(EARLIER).webp().toBuffer(), 'webp');
    if (typeof made === 'string') throw new Error(made);
    const packet = (await sharp(made.bytes).metadata()).xmp?.toString() ?? '';
    expect(packet).toContain('dc:source="elsewhere"');
    expect(packet).not.toContain('digitalCapture');
  });

  test.each([
    ['mp4', ['-c:v', 'mpeg4', '-movflags', '+faststart']],
    ['mp4', ['-c:v', 'mpeg4', '-movflags', '+frag_keyframe+empty_moov']],
    ['mov', ['-c:v', 'mpeg4']],
  ])('%s: a film is marked, and its frames are the same', { tags: 'rig' }, async (ending, options) => {
    if (!hasFfmpeg) return console.warn('ffmpeg is not installed');
    const original = film(ending, ...options);
    const made = await marked(original, ending);
    if (typeof made === 'string') throw new Error(made);
    const framesOf = (path: string) =>
      execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:v', '-f', 'framemd5', '-'], {
        encoding: 'utf8',
      });
    const before = join(temporaryFolder(), `before.${ending}`);
    writeFileSync(before, original);
    expect(framesOf(made.path)).toBe(framesOf(before));
    const read = readByExiftool(made.path);
    if (read === null) return console.warn('exiftool is not installed: apt install libimage-exiftool-perl');
    expect(read).toMatchObject({ 'XMP-iptcExt:DigitalSourceType': ADDRESS });
    const again = await marked(made.bytes, ending, {
      ...mark,
      sourceType: addressOfSourceType('humanEdits'),
    });
    if (typeof again === 'string') throw new Error(again);
    expect(await sourceTypeOf(again.bytes)).toBe(addressOfSourceType('humanEdits'));
    expect(framesOf(again.path)).toBe(framesOf(before));
  });
});

test('a file with a manifest of the C2PA is left as it is, and what it says there is read', async () => {
  const claim = Buffer.from(
    `cbor http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia more`,
  );
  const png = await picture().png().toBuffer();
  const chunk = Buffer.alloc(claim.length + 12);
  chunk.writeUInt32BE(claim.length);
  chunk.write('caBX', 4, 'latin1');
  claim.copy(chunk, 8);
  const signedPng = Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
  expect(await marked(signedPng, 'png')).toBe('signed');
  expect(await sourceTypeOf(signedPng)).toBe('trainedAlgorithmicMedia');
  const jpeg = await picture().jpeg().toBuffer();
  const box = Buffer.concat([Buffer.from('JP\0\x01\0\0\0\x01\0\0\0\x40jumb', 'latin1'), claim]);
  const head = Buffer.from([0xff, 0xeb, 0, box.length + 2]);
  const signedJpeg = Buffer.concat([jpeg.subarray(0, 2), head, box, jpeg.subarray(2)]);
  expect(await marked(signedJpeg, 'jpg')).toBe('signed');
  expect(await sourceTypeOf(signedJpeg)).toBe('trainedAlgorithmicMedia');
});

test('what has no place for a mark, or is damaged, is said to be so', async () => {
  expect(await marked(await picture().avif().toBuffer(), 'avif')).toBe('format');
  expect(await marked(Buffer.from('1a45dfa3010000000000000023428681', 'hex'), 'webm')).toBe('format');
  expect(await marked(Buffer.from('plain'), 'txt')).toBe('format');
  for (const make of [
    () => picture().gif().toBuffer(),
    () => picture().tiff().toBuffer(),
    () => picture().png().toBuffer(),
  ]) {
    const bytes = await make();
    expect(await marked(bytes.subarray(0, 12), 'cut')).toBe('format');
  }
});
