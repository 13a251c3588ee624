import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { PublicTimelineOtioImportResponse } from '#shared/api/schemas/timelines.ts';
import { rootOf } from '#shared/otio/index.ts';
import type { BundledMedia, OtioUpload } from './bundle-reader.ts';
import { readOtioUpload } from './read-upload.ts';

const member = (name: string): BundledMedia => ({
  name,
  sizeBytes: 1,
  open: async () => Readable.from([Buffer.from('x')]),
});
const clip = (url: string) => ({
  OTIO_SCHEMA: 'Clip.1',
  name: url,
  source_range: {
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: { value: 0, rate: 24 },
    duration: { value: 24, rate: 24 },
  },
  media_reference: { OTIO_SCHEMA: 'ExternalReference.1', target_url: url },
});
const upload = (urls: string[], media: [string, BundledMedia | 'ambiguous'][]): OtioUpload => ({
  root: rootOf(
    JSON.stringify({
      OTIO_SCHEMA: 'Timeline.1',
      name: 'Cut',
      tracks: {
        OTIO_SCHEMA: 'Stack.1',
        children: [{ OTIO_SCHEMA: 'Track.1', kind: 'Video', children: urls.map(clip) }],
      },
    }),
  ),
  isBundle: true,
  media: new Map(media),
  warnings: [{ code: 'UNREFERENCED_MEDIA', message: 'x', path: 'y' }],
  close: () => undefined,
});
const clipsOf = (response: PublicTimelineOtioImportResponse) =>
  (
    response.document as { timeline: { clips: { filename: string; storageType: string; type: string }[] } }
  ).timeline.clips.map(({ filename, storageType, type }) => [filename, storageType, type]);

describe('readOtioUpload', () => {
  const walk = member('media/walk.mp4');
  const given = upload(
    ['walk.mp4', 'file:///x/walk.mp4', 'door.png', 'twice.mov', 'own.wav', 'notes.txt'],
    [
      ['walk.mp4', walk],
      ['file:///x/walk.mp4', walk],
      ['door.png', member('door.png')],
      ['twice.mov', 'ambiguous'],
      ['notes.txt', member('notes.txt')],
    ],
  );

  it('stores each member once and names what became of it', async () => {
    const stored: string[] = [];
    const response = await readOtioUpload(given, {
      store: async ({ name }) => {
        stored.push(name);
        if (name.endsWith('.txt')) return undefined;
        const contentType = name.endsWith('.png') ? 'image/png' : 'video/mp4';
        return { filename: `lib-${name.split('/').at(-1)}`, contentType, storagePath: `id-${stored.length}` };
      },
      find: async (names) => {
        expect(names).toEqual(['own.wav']);
        return new Map([['own.wav', { filename: 'own.wav', contentType: 'audio/wav' }]]);
      },
    });
    expect(PublicTimelineOtioImportResponse.parse(response)).toEqual(response);
    expect(stored).toEqual(['media/walk.mp4', 'door.png', 'notes.txt']);
    expect(response.files).toEqual([
      { dataType: 'video', filename: 'lib-walk.mp4', storagePath: 'id-1' },
      { dataType: 'image', filename: 'lib-door.png', storagePath: 'id-2' },
    ]);
    expect(clipsOf(response)).toEqual([
      ['lib-walk.mp4', 'library', 'video'],
      ['lib-walk.mp4', 'library', 'video'],
      ['lib-door.png', 'library', 'image'],
      ['twice.mov', 'placeholder', 'video'],
      ['own.wav', 'library', 'video'],
      ['notes.txt', 'placeholder', 'video'],
    ]);
    expect(response.warnings.map(({ code }) => code)).toEqual([
      'UNREFERENCED_MEDIA',
      'MEDIA_FROM_LIBRARY',
      'MEDIA_AMBIGUOUS',
      'MEDIA_REJECTED',
    ]);
    expect(response.summary).toEqual({ clipCount: 6, trackCount: 1, durationSeconds: 6 });
  });

  it('without a store says that nothing was stored', async () => {
    const response = await readOtioUpload(given);
    expect(response.files).toEqual([]);
    expect(response.warnings.map(({ code }) => code)).toEqual([
      'UNREFERENCED_MEDIA',
      'MEDIA_NOT_STORED',
      'MEDIA_NOT_STORED',
      'MEDIA_NOT_STORED',
      'MEDIA_AMBIGUOUS',
      'MEDIA_FILE_MISSING',
      'MEDIA_NOT_STORED',
    ]);
  });

  it('lets a failure to store stop everything', async () => {
    const store = async () => {
      throw new Error('quota');
    };
    await expect(readOtioUpload(given, { store })).rejects.toThrow('quota');
  });
});

describe('a file that is no JSON', () => {
  const whole = JSON.stringify({ OTIO_SCHEMA: 'Timeline.1', name: 'Cut', tracks: null });

  it.each([whole.slice(0, whole.length / 2), `\ufeff${whole.slice(0, -1)}`, whole.replace(',', ',,')])(
    'is called incomplete or damaged where it begins as one (%#)',
    (text) => {
      expect(() => rootOf(text)).toThrow(/incomplete or damaged\..*export the timeline again\./);
    },
  );

  it.each(['oops', '{oops', '<xml/>', ''])('is called none where it never was one (%#)', (text) => {
    expect(() => rootOf(text)).toThrow('holds no OpenTimelineIO');
  });
});
