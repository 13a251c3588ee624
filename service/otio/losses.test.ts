import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otioToTimeline, rootOf, timelineToOtio } from '#shared/otio/index.ts';
import { openOtioUpload } from './bundle-reader.ts';
import { otioBundle } from './bundle-writer.ts';
import { createOtioThreads, type OtioThreads } from './otio-threads.ts';
import { readOtioUpload } from './read-upload.ts';

/** What imports and exports of cuts once lost, changed or let grow without a word: one after the other, each held. */

const time = (value: unknown, rate = 24) => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value });
const range = (start: unknown, duration: number, rate = 24) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  duration: time(duration, rate),
  start_time: time(start, rate),
});
const marker = (at: number) => ({
  OTIO_SCHEMA: 'Marker.2',
  metadata: {},
  name: 'Here',
  color: 'RED',
  comment: '',
  marked_range: range(at, 1),
});
const reference = (url: string, available: object | null = null) => ({
  OTIO_SCHEMA: 'ExternalReference.1',
  metadata: {},
  name: '',
  available_range: available,
  available_image_bounds: null,
  target_url: url,
});
const clip = (name: string, fields: object = {}) => ({
  OTIO_SCHEMA: 'Clip.2',
  metadata: {},
  name,
  source_range: range(0, 24),
  effects: [],
  markers: [],
  enabled: true,
  ...fields,
});
const withMedium = (medium: object, fields: object = {}) =>
  clip('a', {
    media_references: { DEFAULT_MEDIA: medium },
    active_media_reference_key: 'DEFAULT_MEDIA',
    ...fields,
  });
const gap = (frames: number, rate = 24) => ({ OTIO_SCHEMA: 'Gap.1', source_range: range(0, frames, rate) });
const track = (children: unknown, fields: object = {}) => ({
  OTIO_SCHEMA: 'Track.1',
  name: 'V1',
  kind: 'Video',
  children,
  ...fields,
});
const timeline = (tracks: unknown, stack: object = {}, fields: object = {}) =>
  JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    metadata: {},
    name: 'Cut',
    global_start_time: time(0),
    tracks: { OTIO_SCHEMA: 'Stack.1', name: 'tracks', children: tracks, ...stack },
    ...fields,
  });
const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

type MediaResolver = Parameters<typeof otioToTimeline>[1];
const absent: MediaResolver = () => ({ missing: 'missing' });
const read = (text: string, resolve = absent) => otioToTimeline(text, resolve);
const codes = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code);
const imported = (text: string) => codes(read(text).warnings);

interface Item {
  OTIO_SCHEMA: string;
  kind: string;
  name: string;
  enabled: boolean;
  children: Item[];
  metadata: Record<string, unknown>;
  effects: unknown[];
  markers: { marked_range: { start_time: object } }[];
  source_range: { start_time: object; duration: { value: number; rate: number } } | null;
  media_references: Record<string, { available_range: { duration: object } }>;
}
const exported = (text: string, resolve = absent) => timelineToOtio(read(text, resolve).document);
/** The stack at the top after an import and an export. */
const around = (text: string, resolve = absent) =>
  (JSON.parse(exported(text, resolve).text) as { tracks: Item }).tracks;
const first = (text: string) => around(text).children[0]!;

describe('what a cut once lost', () => {
  let folder: string;
  let threads: OtioThreads;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-losses-'));
    threads = createOtioThreads({ dataDirectory: folder, address: 'folder' });
  });
  afterAll(async () => {
    await threads.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const stay = new AbortController().signal;
  const written = (bytes: string | Uint8Array) => {
    const path = join(folder, 'upload');
    writeFileSync(path, bytes);
    return path;
  };
  /** As a thread of the service answers it. */
  const answered = async (bytes: string | Uint8Array) => {
    const text = await threads.read(written(bytes), {}, stay);
    return { text, answer: JSON.parse(text) as { warnings: { code: string }[] } };
  };

  describe('1. a flood of warnings', { tags: 'rig' }, () => {
    const nested = (depth: number, inner: object): object =>
      depth === 0 ? inner : nested(depth - 1, track([inner]));
    const references = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`k${index}`, reference(`${index}.mov`)]),
    );
    it.each([
      ['600,000 empty objects within 90 tracks', timeline([nested(89, track(many(600_000, {})))])],
      ['effects of one clip', timeline([track([clip('a', { effects: many(100_000, {}) })])])],
      ['media references of one clip', timeline([track([clip('a', { media_references: references })])])],
    ])('of %s makes no answer larger', async (_, text) => {
      const { text: json, answer } = await answered(text);
      expect(json.length).toBeLessThan(300_000);
      expect(answer.warnings.length).toBeLessThan(450);
      expect(answer.warnings).toContainEqual(
        expect.objectContaining({ message: expect.stringMatching(/^\d+ more/) }),
      );
    });
  });

  const shot = reference('shot.mov', range(86_400, 240));
  const timecoded = timeline([
    track([withMedium(shot, { source_range: range(86_424, 24), markers: [marker(86_430)] })]),
  ]);

  it('2. the timecode of media, and markers on it', () => {
    expect(first(timecoded).children).toMatchObject([
      {
        source_range: range(86_424, 24),
        markers: [{ marked_range: range(86_430, 1) }],
        media_references: { DEFAULT_MEDIA: { available_range: range(86_400, 240) } },
      },
    ]);
  });

  it('3. the reference to a medium that is not here', () => {
    expect(first(timecoded).children[0]!.media_references['DEFAULT_MEDIA']).toEqual(shot);
  });

  it('4. clips beside the window of their track are named', () => {
    const text = timeline([track([clip('a'), clip('b')], { source_range: range(-86_243, 1049) })]);
    expect(read(text).document.timeline.clips).toEqual([]);
    expect(imported(text).filter((code) => code === 'CLIP_OUTSIDE_RANGE')).toHaveLength(2);
  });

  it('5. rates that are time scales move no cut', () => {
    const scaled = clip('a', { source_range: range(0, 60_000, 24_000) });
    const text = timeline(
      [track([scaled, scaled], { source_range: range(0, 6.5, 1) })],
      {},
      { global_start_time: time(0, 1) },
    );
    expect(read(text).document.timeline.frameRate).toBe(24);
    const back = read(exported(text).text).document.timeline.clips;
    expect(back.map(({ startTime }) => startTime)).toEqual([0, 2.5]);
  });

  describe('6. a changed byte in a ZIP', () => {
    const zipped = async () => {
      const zip = otioBundle(exported(timecoded, stored), () => ({
        sizeBytes: 7,
        open: () => Readable.from([Buffer.from('picture')]),
      }));
      return buffer(zip);
    };
    const stored: MediaResolver = ({ name }) => ({ filename: name, contentType: 'video/mp4' });

    it('of the timeline is refused, wherever in it the byte stands', async () => {
      const whole = await zipped();
      const start = whole.indexOf('timeline.otio') + 'timeline.otio'.length;
      const end = whole.indexOf('export-report.json') - 60;
      for (let at = start; at < end; at += 97) {
        const damaged = Buffer.from(whole);
        damaged[at] = damaged[at]! ^ 1;
        await expect(threads.read(written(damaged), {}, stay)).rejects.toMatchObject({
          kind: 'INVALID_OTIO',
          message: expect.stringMatching(/^The ZIP was refused: its timeline/),
        });
      }
    });

    it('of a medium is named also where nothing is stored, as an import does', async () => {
      const damaged = await zipped();
      damaged[damaged.indexOf('picture')] = 'q'.charCodeAt(0);
      await expect(threads.read(written(damaged), {}, stay)).rejects.toMatchObject({
        kind: 'INVALID_OTIO',
        message: expect.stringMatching(/^"[^"]+" in the ZIP is damaged\. Pack it again\.$/),
      });
    });

    it('of a medium is never stored', async () => {
      const damaged = await zipped();
      damaged[damaged.indexOf('picture')] = 'q'.charCodeAt(0);
      const upload = await openOtioUpload(written(damaged));
      try {
        const store = async ({ open }: { open: () => Promise<Readable> }) => {
          await textOf(await open());
          return { filename: 'x', contentType: 'video/mp4', storagePath: 'x' };
        };
        await expect(readOtioUpload(upload, { store })).rejects.toThrow('checksum');
      } finally {
        upload.close();
      }
    });
  });

  it.each(['Video', 'Audio'])('7. that a track is switched off: %s', (kind) => {
    expect(first(timeline([track([clip('a')], { kind, enabled: false })]))).toMatchObject({
      kind,
      enabled: false,
    });
  });

  it('8. an export says what it changes, also beside the timeline', async () => {
    const { document } = read(timeline([track([withMedium(reference('a.mov'))])]));
    const out = await threads.write(JSON.stringify(document), stay);
    expect(codes(out.warnings)).toEqual(['MEDIA_FILE_MISSING']);
    const zip = await buffer(otioBundle(out, () => undefined));
    expect(zip.indexOf('export-report.json')).toBeGreaterThan(0);
  });

  it('9. metadata that begins like a path', () => {
    const metadata = { ayon: { path: '/shots/sq01/sh010', root: 'C:/projects', page: 'http://h/shot?id=7' } };
    const noted = clip('a', { metadata, markers: [{ ...marker(1), metadata }] });
    expect(first(timeline([track([noted])])).children).toMatchObject([{ metadata, markers: [{ metadata }] }]);
  });

  it('10. the look of a disabled clip', () => {
    const effect = (name: string, parameter: string, value: number) => ({
      OTIO_SCHEMA: 'Effect.1',
      name: '',
      effect_name: 'Resolve Effect',
      enabled: true,
      metadata: {
        Resolve_OTIO: {
          'Effect Name': name,
          Enabled: true,
          Parameters: [{ 'Parameter ID': parameter, 'Parameter Value': value, 'Key Frames': {} }],
        },
      },
    });
    const effects = [
      effect('Composite', 'opacity', 50),
      effect('Fairlight Clip Volume and Fades', 'volume', -5),
    ];
    expect(first(timeline([track([clip('a', { enabled: false, effects })])])).children).toMatchObject([
      { enabled: false, effects },
    ]);
  });

  it('11. fades at an end and beside a gap', () => {
    const fade = {
      OTIO_SCHEMA: 'Transition.1',
      metadata: {},
      name: '',
      transition_type: 'SMPTE_Dissolve',
      in_offset: time(6),
      out_offset: time(6),
    };
    const children = [fade, clip('a'), fade, gap(24), fade, clip('b'), fade];
    const back = first(timeline([track(children)])).children;
    expect(back.map(({ OTIO_SCHEMA: schema }) => schema)).toEqual(
      children.map(({ OTIO_SCHEMA: schema }) => schema),
    );
  });

  it.each([
    ['empty', []],
    ['one gap', [gap(24)]],
  ])('12. the kind of a track without clips: %s', (_, children) => {
    expect(first(timeline([track(children, { kind: 'Audio' })])).kind).toBe('Audio');
  });

  it('13. names are decoded, and no key to a medium leaves', () => {
    const asked = new Set<string>();
    const urls = ['file:///x/my%20shot.mp4', 'https://h/c.mp4?token=S#f'];
    const text = timeline([track(urls.map((url) => withMedium(reference(url))))]);
    const note: MediaResolver = ({ name }) => (asked.add(name), { missing: 'missing' });
    const out = exported(text, note).text;
    expect([...asked]).toEqual(['my shot.mp4', 'c.mp4']);
    expect(out).toContain('"target_url":"my shot.mp4"');
    expect(out).not.toMatch(/token|my_20/);
  });

  it('14. handles of an image sequence that is called like a still', () => {
    const frames = {
      ...reference(''),
      OTIO_SCHEMA: 'ImageSequenceReference.1',
      name: 'out.[1001-1099].tif',
      available_range: range(1001, 99),
      target_url_base: '',
      name_prefix: 'out.',
      name_suffix: '.tif',
      start_frame: 1001,
      frame_step: 1,
      frame_zero_padding: 4,
      rate: 24,
      missing_frame_policy: 'error',
    };
    const text = timeline([track([withMedium(frames, { source_range: range(1001, 49) })])]);
    expect(read(text).document.timeline.clips).toMatchObject([
      { type: 'video', trimEnd: expect.closeTo(50 / 24, 9) },
    ]);
    expect(first(text).children[0]!.media_references['DEFAULT_MEDIA']!.available_range).toEqual(
      range(1001, 99),
    );
  });

  it('15. no medium becomes longer than it is', () => {
    const medium = reference('a.mov', range(1000, 59));
    const text = timeline([track([withMedium(medium)])]);
    expect(imported(text)).toContain('SOURCE_RANGE_OUTSIDE_MEDIA');
    expect(read(text).document.timeline.clips).toMatchObject([
      { trimStart: 0, trimEnd: expect.closeTo(35 / 24, 9) },
    ]);
    expect(first(text).children[0]!.media_references['DEFAULT_MEDIA']!.available_range).toEqual(
      range(1000, 59),
    );
  });

  it.each([
    ['1000 samples at 48 kHz', gap(1000, 48_000)],
    ['7 frames at 30', gap(7, 30)],
  ])('16. what is rounded to frames is said: %s', (_, before) => {
    expect(codes(exported(timeline([track([before, clip('a')])])).warnings)).toContain('FRAME_ROUNDED');
  });

  // 17 has a file of its own, as its films are long: large-films.rig.ts.

  it('18. others are answered while a long film is written', async () => {
    const clips = Array.from({ length: 5000 }, (_, index) => clip(`shot ${index}`));
    const { document } = read(timeline([track(clips)]));
    const json = JSON.stringify(document);
    let turns = 0;
    const turn = setInterval(() => (turns += 1), 0);
    const out = await threads.write(json, stay);
    clearInterval(turn);
    expect(turns).toBeGreaterThan(3);
    expect(rootOf(out.text).tracks).toHaveLength(1);
  });

  it('19. what a window cuts off is said, markers move along, and gaps at an end stay', () => {
    const cut = { source_range: range(12, 24), markers: [marker(18)] };
    const long = clip('a', { source_range: range(0, 48) });
    const [ofTrack, ofStack] = [timeline([track([long], cut)]), timeline([track([long])], cut)];
    expect([imported(ofTrack), imported(ofStack)]).toEqual([
      expect.arrayContaining(['RANGE_APPLIED']),
      expect.arrayContaining(['RANGE_APPLIED']),
    ]);
    expect(first(ofTrack).markers[0]!.marked_range.start_time).toEqual(time(6));
    expect(around(ofStack).markers[0]!.marked_range.start_time).toEqual(time(6));
    const trailing = first(timeline([track([clip('a'), gap(24)])])).children;
    expect(trailing.map(({ source_range: own }) => own?.duration.value)).toEqual([24, 24]);
  });

  it.each([
    ['a text', '"48"'],
    ['NaN', 'NaN'],
  ])('20. a start that is no time is named: %s', (_, start) => {
    const text = timeline([track([clip('a', { source_range: range('START', 24) })])]);
    expect(imported(text.replace('"START"', start))).toContain('INVALID_TIME');
  });

  it('21. a file of the library in place of one that the ZIP lacks is named', async () => {
    const zip = await buffer(otioBundle(exported(timecoded), () => undefined));
    const upload = await openOtioUpload(written(zip));
    try {
      const found = { filename: 'shot.mov', contentType: 'video/quicktime' };
      const { warnings } = await readOtioUpload(upload, { find: async () => new Map([['shot.mov', found]]) });
      expect(codes(warnings)).toContain('MEDIA_FROM_LIBRARY');
    } finally {
      upload.close();
    }
  });

  it.each([
    ['tracks that are null', timeline(null), 'EMPTY_TIMELINE'],
    ['no tracks', timeline(undefined), 'EMPTY_TIMELINE'],
    ['a track without children', timeline([track(undefined)]), 'INVALID_CHILDREN'],
    ['children that are no list', timeline([track('none')]), 'INVALID_CHILDREN'],
    [
      'what a nest loses',
      timeline([track([track([clip('a')], { markers: [marker(0)] })])]),
      'NESTED_FLATTENED',
    ],
  ])('22. what a file lacks is said: %s', (_, text, code) => {
    expect(imported(text)).toContain(code);
  });
}, 120_000);
