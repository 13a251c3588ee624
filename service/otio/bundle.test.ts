import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { otioToTimeline, rootOf, timelineToOtio } from '#shared/otio/index.ts';
import { validateTimeline, type TimelineDocument } from '#shared/timeline/index.ts';
import { ARCHIVE_LIMITS, openOtioUpload, type ArchiveLimits, type OtioUpload } from './bundle-reader.ts';
import { otioBundle } from './bundle-writer.ts';

let folder: string;
const opened: OtioUpload[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'otio-'));
});
afterEach(async () => {
  for (const upload of opened.splice(0)) upload.close();
  await rm(folder, { recursive: true });
});

async function upload(bytes: Uint8Array | string, limits?: ArchiveLimits): Promise<OtioUpload> {
  const path = join(folder, 'upload');
  await writeFile(path, bytes);
  const result = await openOtioUpload(path, limits);
  opened.push(result);
  return result;
}

interface Member {
  name: string | Buffer;
  data?: string | Buffer;
  /** Unix mode with its type. */
  mode?: number;
  flags?: number;
  deflate?: boolean;
  /** What the directory claims instead of the truth. */
  claimedSize?: number;
  /** Directory entry pointing at the data of an earlier member. */
  sameAs?: number;
}

/** A ZIP written by hand, so that it can lie. */
function zipOf(members: readonly Member[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const member of members) {
    const name = Buffer.from(member.name);
    const raw = Buffer.from(member.data ?? '');
    const stored = member.deflate ? deflateRawSync(raw) : raw;
    const method = member.deflate ? 8 : 0;
    const flags = (member.flags ?? 0) | 0x800;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(crc32(raw), 14);
    local.writeUInt32LE(stored.length, 18);
    local.writeUInt32LE(raw.length, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(0x0314, 4);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc32(raw), 16);
    entry.writeUInt32LE(stored.length, 20);
    entry.writeUInt32LE(member.claimedSize ?? raw.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(((member.mode ?? 0o100_644) << 16) >>> 0, 38);
    entry.writeUInt32LE(member.sameAs === undefined ? offset : offsets[member.sameAs]!, 42);
    directory.push(entry, name);
    offsets.push(offset);
    if (member.sameAs !== undefined) continue;
    parts.push(local, name, stored);
    offset += 30 + name.length + stored.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

const otioOf = (...urls: string[]): string =>
  JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    tracks: {
      OTIO_SCHEMA: 'Stack.1',
      children: [
        {
          OTIO_SCHEMA: 'Track.1',
          kind: 'Video',
          children: urls.map((url) => ({
            OTIO_SCHEMA: 'Clip.1',
            name: 'clip',
            media_reference: { OTIO_SCHEMA: 'ExternalReference.1', target_url: url },
          })),
        },
      ],
    },
  });
const bundle = (urls: string[], ...members: Member[]) =>
  zipOf([{ name: 'timeline.otio', data: otioOf(...urls) }, ...members]);
const namesOf = (result: OtioUpload) =>
  Object.fromEntries(
    [...result.media].map(([url, media]) => [url, media === 'ambiguous' ? media : media.name]),
  );

describe('openOtioUpload', () => {
  it('reads a single .otio, with a byte order mark or without', async () => {
    expect((await upload(otioOf('a.mov'))).root).toEqual(rootOf(otioOf('a.mov')));
    const result = await upload(`\ufeff${otioOf('a.mov')}`);
    expect(otioToTimeline(result.root, () => ({ missing: 'missing' })).document.timeline.clips).toHaveLength(
      1,
    );
  });

  it('says which pictures nothing here reads, by their bytes, once each', async () => {
    const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1');
    const result = await upload(
      bundle(
        ['photo.jpg', 'photo.jpg', 'late.jxl', 'good.png', 'film.mov'],
        { name: 'photo.jpg', data: heic, deflate: true },
        { name: 'late.jxl', data: Buffer.from('\0\0\0\fJXL \r\n\u0087\n', 'latin1') },
        { name: 'good.png', data: 'PNG' },
        { name: 'film.mov', data: heic },
      ),
    );
    expect(result.warnings).toEqual([
      {
        code: 'MEDIA_FORMAT_UNREADABLE',
        message: '"photo.jpg" is HEIC, which cannot be read here. Save it as JPEG and put that in its place.',
        path: 'photo.jpg',
      },
      expect.objectContaining({ code: 'MEDIA_FORMAT_UNREADABLE', path: 'late.jxl' }),
    ]);
  });

  it('finds media beside the timeline however the URL is written, and opens nothing else', async () => {
    const result = await upload(
      zipOf([
        {
          name: 'cut/content.otio',
          data: otioOf(
            'a b.mov',
            'a%20c.mov',
            'file:///Volumes/X/d.mov',
            'C:\\m\\E.MOV',
            '../secret',
            'none.mov',
          ),
        },
        { name: 'cut/a b.mov', data: 'AB' },
        { name: 'cut/a c.mov', data: 'AC' },
        { name: 'cut/media/d.mov', data: 'D' },
        { name: 'cut/e.mov', data: 'E', deflate: true },
        { name: 'secret', data: 'S' },
        { name: '__MACOSX/cut/._e.mov', data: 'x' },
      ]),
    );
    expect(namesOf(result)).toEqual({
      'a b.mov': 'cut/a b.mov',
      'a%20c.mov': 'cut/a c.mov',
      'file:///Volumes/X/d.mov': 'cut/media/d.mov',
      'C:\\m\\E.MOV': 'cut/e.mov',
    });
    const media = result.media.get('C:\\m\\E.MOV');
    expect(media && media !== 'ambiguous' ? await text(await media.open()) : '').toBe('E');
    expect(result.warnings).toMatchObject([{ code: 'UNREFERENCED_MEDIA', path: 'secret' }]);
  });

  it('says when a name may mean two files, and when a member comes twice', async () => {
    const result = await upload(
      bundle(
        ['A.mov'],
        { name: 'a.MOV', data: '1' },
        { name: 'a.mov', data: '2' },
        { name: 'a.mov', data: '3' },
      ),
    );
    expect(namesOf(result)).toEqual({ 'A.mov': 'ambiguous' });
    expect(result.warnings.map(({ code }) => code)).toContain('DUPLICATE_ENTRY');
  });

  it.each<[string, Member]>([
    ['leads out of the archive', { name: '../x.mov' }],
    ['leads out of the archive inside', { name: 'a/../../x.mov' }],
    ['is absolute', { name: '/etc/x.mov' }],
    ['names a drive', { name: 'C:/x.mov' }],
    ['holds a backslash', { name: 'a\\x.mov' }],
    ['holds a NUL', { name: Buffer.from('x\0.mov') }],
    ['is a link', { name: 'x.mov', mode: 0o120_777 }],
    ['is a device', { name: 'x.mov', mode: 0o020_666 }],
    ['is encrypted', { name: 'x.mov', flags: 1 }],
    ['overlaps another', { name: 'x.mov', sameAs: 0 }],
    ['is a bomb', { name: 'x.mov', data: Buffer.alloc(4 * 1024 * 1024), deflate: true }],
  ])('refuses an archive with a member that %s', async (_what, member) => {
    await expect(upload(bundle(['x.mov'], member))).rejects.toMatchObject({
      name: 'TimelineFileRefused',
    });
  });

  it('refuses too many members, too many bytes, and archives without a timeline', async () => {
    const many = bundle([], ...Array.from({ length: 30 }, (_, index) => ({ name: `f${index}` })));
    await expect(upload(many, { ...ARCHIVE_LIMITS, entries: 20 })).rejects.toMatchObject({
      name: 'TimelineFileRefused',
    });
    const large = bundle(['a.mov'], { name: 'a.mov', data: 'x'.repeat(5000) });
    await expect(upload(large, { ...ARCHIVE_LIMITS, totalBytes: 4000 })).rejects.toMatchObject({
      kind: 'OTIO_TOO_LARGE',
    });
    await expect(upload(zipOf([{ name: 'readme.txt', data: 'hi' }]))).rejects.toThrow('holds no .otio');
  });

  it('does not count members that nothing refers to', async () => {
    const result = await upload(
      bundle(['a.mov'], { name: 'a.mov', data: 'x' }, { name: 'b.mov', data: 'x'.repeat(5000) }),
      {
        ...ARCHIVE_LIMITS,
        totalBytes: 4000,
      },
    );
    expect(namesOf(result)).toEqual({ 'a.mov': 'a.mov' });
  });

  it('fails on a member that unpacks to more than its directory entry says', async () => {
    const lying: Member = { name: 'a.mov', data: 'x'.repeat(100_000), deflate: true, claimedSize: 10 };
    const media = (await upload(bundle(['a.mov'], lying))).media.get('a.mov');
    if (!media || media === 'ambiguous') throw new Error('a.mov should be there.');
    await expect(media.open().then((stream) => buffer(stream))).rejects.toThrow('too many bytes');
  });

  it.each([
    ['a cut ZIP', bundle(['a.mov']).subarray(0, 60)],
    ['four letters', Buffer.from('PK\u0003\u0004')],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0xd8])],
  ])('refuses %s', async (_what, bytes) => {
    await expect(upload(bytes)).rejects.toMatchObject({ name: 'TimelineFileRefused' });
  });

  it.each(['media/a.mov', 'file:media/a.mov', './media/a.mov'])(
    'reads an .otiod that was packed as a folder: %s',
    async (url) => {
      const zip = zipOf([
        { name: 'cut.otiod/content.otio', data: otioOf(url) },
        { name: 'cut.otiod/media/a.mov', data: 'moving' },
      ]);
      const result = await upload(zip);
      expect(namesOf(result)).toEqual({ [url]: 'cut.otiod/media/a.mov' });
      expect(result.warnings).toEqual([]);
    },
  );

  it('refuses a timeline that is not the one that was packed', async () => {
    const zip = zipOf([{ name: 'timeline.otio', data: otioOf('seven.mov') }]);
    zip[zip.indexOf('seven')] = 'e'.charCodeAt(0);
    await expect(upload(zip)).rejects.toThrow('its timeline is damaged');
  });

  it('lets no medium through that is not the one that was packed', async () => {
    const zip = bundle(['a.mov'], { name: 'a.mov', data: 'seven' });
    zip[zip.indexOf('seven')] = 'e'.charCodeAt(0);
    const [media] = (await upload(zip)).media.values();
    if (media === undefined || media === 'ambiguous') throw new Error('no medium');
    await expect(text(await media.open())).rejects.toThrow('checksum');
  });

  it('says nothing of what exports put beside the media', async () => {
    const zip = bundle(
      [],
      { name: 'version.txt', data: '1.0.0' },
      { name: 'export-report.json', data: '{}' },
    );
    expect((await upload(zip)).warnings).toEqual([]);
  });

  it('refuses a broken timeline inside a ZIP', async () => {
    await expect(upload(zipOf([{ name: 'x.otio', data: '{' }]))).rejects.toMatchObject({
      name: 'TimelineFileRefused',
    });
  });
});

describe('otioBundle', () => {
  const document = (): TimelineDocument => {
    const checked = validateTimeline({
      serviceType: 'timeline',
      name: 'Cut',
      version: 1,
      timeline: {
        tracks: [{ id: 't' }],
        clips: ['Walk?.mp4', 'door.png', 'lost.mp4'].map((filename, index) => ({
          id: `c${index}`,
          trackId: 't',
          filename,
          startTime: index,
          duration: 1,
        })),
      },
    });
    if (!checked.ok) throw new Error('not valid');
    return checked.document;
  };

  it('is a ZIP that reads back with its media', async () => {
    const files = new Map([
      ['Walk?.mp4', 'moving'],
      ['door.png', 'still'],
    ]);
    const zip = otioBundle(timelineToOtio(document()), ({ filename }) => {
      const content = files.get(filename);
      return content === undefined
        ? undefined
        : { sizeBytes: content.length, open: () => Readable.from([Buffer.from(content)]) };
    });
    const result = await upload(await buffer(zip));
    expect(namesOf(result)).toEqual({ 'Walk_.mp4': 'Walk_.mp4', 'door.png': 'door.png' });
    const contents = await Promise.all(
      [...result.media.values()].map(async (media) =>
        media === 'ambiguous' ? media : text(await media.open()),
      ),
    );
    expect(contents).toEqual(['moving', 'still']);
    expect(result.warnings).toEqual([]);
  });

  it('fails as a whole when a file cannot be read', async () => {
    const zip = otioBundle(timelineToOtio(document()), () => ({
      sizeBytes: 9,
      open: () =>
        new Readable({
          read() {
            this.destroy(new Error('disk gone'));
          },
        }),
    }));
    await expect(buffer(zip)).rejects.toThrow('disk gone');
  });
});
