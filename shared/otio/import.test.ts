import * as fc from '../testing/property.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { speedOf, validateTimeline } from '../timeline/index.ts';
import { otioToTimeline } from './import.ts';
import type { MediaResolver } from './media-reference.ts';
import { readOtioJson } from './read-json.ts';
import { otioMediaUrls, rootOf } from './root.ts';

const nothing: MediaResolver = () => ({ missing: 'missing' });
const time = (value: number, rate = 24) => ({ OTIO_SCHEMA: 'RationalTime.1', value, rate });
const range = (start: number, duration: number, rate = 24) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: time(start, rate),
  duration: time(duration, rate),
});
const external = (url: string, available: object | null = null) => ({
  OTIO_SCHEMA: 'ExternalReference.1',
  target_url: url,
  available_range: available,
});
const clip = (name: string, source: object | null, fields: object = {}) => ({
  OTIO_SCHEMA: 'Clip.2',
  name,
  source_range: source,
  media_references: { DEFAULT_MEDIA: external(`${name}.mov`) },
  active_media_reference_key: 'DEFAULT_MEDIA',
  ...fields,
});
const gap = (frames: number) => ({ OTIO_SCHEMA: 'Gap.1', source_range: range(0, frames) });
const track = (children: object[], fields: object = {}) => ({
  OTIO_SCHEMA: 'Track.1',
  kind: 'Video',
  children,
  ...fields,
});
const stack = (children: object[], fields: object = {}) => ({ OTIO_SCHEMA: 'Stack.1', children, ...fields });
const timeline = (tracks: object[], fields: object = {}) =>
  JSON.stringify({ OTIO_SCHEMA: 'Timeline.1', name: 'Cut', tracks: stack(tracks), ...fields });

const imported = (text: string, resolve = nothing) => {
  const result = otioToTimeline(text, resolve);
  expect(validateTimeline(result.document)).toEqual({ ok: true, document: result.document });
  return result;
};
const shape = (text: string, resolve = nothing) =>
  imported(text, resolve).document.timeline.clips.map((item) => [
    item.name,
    item.trackId,
    item.startTime * 24,
    item.duration * 24,
    item.trimStart * 24,
  ]);
const codes = (text: string, resolve = nothing) => imported(text, resolve).warnings.map(({ code }) => code);

interface ExpectedClip {
  name: string;
  visible: [number, number] | null;
  start: number;
  source_start: number;
  available_start: number | null;
}
interface ExpectedTimeline {
  tracks: { clips: ExpectedClip[] }[];
  duration: number;
}

const shared = join(import.meta.dirname, '../../../shared/otio');
const samples = existsSync(shared)
  ? readdirSync(join(shared, 'expected')).map((file) => {
      const [, folder, name] = /^(official(?:-history|-0\.18\.1)?)_(.*)\.json$/.exec(file)!;
      const expected = JSON.parse(readFileSync(join(shared, 'expected', file), 'utf8')) as ExpectedTimeline[];
      return { file, expected, text: readFileSync(join(shared, 'samples', folder!, name!), 'utf8') };
    })
  : [];
const withTimeline = samples.filter(({ expected }) => expected.length > 0);
const withoutTimeline = samples.filter(({ expected }) => expected.length === 0);

describe.skipIf(samples.length === 0)('real files (skipped where ../shared/otio is missing)', () => {
  it.each(withTimeline)('reads $file as the official library does', ({ expected, text }) => {
    const actual = imported(text).document.timeline.clips;
    const wanted = expected[0]!.tracks.flatMap((item) => item.clips).filter((item) => item.visible !== null);
    expect(actual).toHaveLength(wanted.length);
    const key = (name: string, at: number) => `${at.toFixed(4).padStart(12)} ${name}`;
    const byKey = <T>(list: T[], of: (item: T) => string) =>
      list.toSorted((a, b) => (of(a) < of(b) ? -1 : 1));
    const sortedActual = byKey(actual, (item) => key(item.name, item.startTime));
    const sortedWanted = byKey(wanted, (item) => key(item.name, item.visible![0]));
    for (const [index, one] of sortedWanted.entries()) {
      const got = sortedActual[index]!;
      const [from, to] = one.visible!;
      expect(Math.abs(got.startTime - from)).toBeLessThan(1e-6);
      expect(Math.abs(got.duration - (to - from))).toBeLessThan(1e-6);
      const head = Math.max(0, one.source_start - (one.available_start ?? 0)) + (from - one.start);
      expect(Math.abs(got.trimStart - head)).toBeLessThan(1e-6);
    }
  });

  it.each(withoutTimeline)('refuses $file, which holds no timeline', ({ text }) => {
    expect(() => otioToTimeline(text, nothing)).toThrow('holds no timeline');
  });

  it.each(withTimeline)('asks only for media that $file names', ({ text }) => {
    const named = Array.from(text.matchAll(/"target_url":\s*("(?:[^"\\]|\\.)*")/g), (match) =>
      (JSON.parse(match[1]!) as string).trim(),
    );
    expect(named).toEqual(expect.arrayContaining(otioMediaUrls(rootOf(text))));
  });
});

describe('times', () => {
  it('lays children one after the other, over gaps', () => {
    expect(shape(timeline([track([clip('a', range(10, 48)), gap(24), clip('b', range(0, 12))])]))).toEqual([
      ['a', 'track-1', 0, 48, 10],
      ['b', 'track-1', 72, 12, 0],
    ]);
  });

  it('counts trims from where the medium starts, as a one hour timecode makes necessary', () => {
    const media = (available: object) => ({
      media_references: { DEFAULT_MEDIA: external('a.mov', available) },
    });
    const [one] = imported(timeline([track([clip('a', range(86_424, 48), media(range(86_400, 240)))])]))
      .document.timeline.clips;
    expect([one?.trimStart, one?.duration, one?.trimEnd]).toEqual([1, 2, 7]);
    const early = timeline([track([clip('a', range(0, 48), media(range(24, 240)))])]);
    expect(codes(early)).toContain('SOURCE_RANGE_OUTSIDE_MEDIA');
  });

  it('lets the range of a track cut its children', () => {
    const cut = track([clip('a', range(0, 24)), clip('b', range(0, 24)), clip('c', range(0, 24))], {
      source_range: range(12, 24),
    });
    expect(shape(timeline([cut]))).toEqual([
      ['a', 'track-1', 0, 12, 12],
      ['b', 'track-1', 12, 12, 0],
    ]);
  });

  it('flattens nests, cut by every range on the way, with extra layers on tracks of their own', () => {
    const nest = stack([track([clip('low', range(0, 48))]), track([clip('high', range(0, 48))])], {
      source_range: range(12, 24),
    });
    const text = timeline([track([clip('a', range(0, 24)), nest, clip('z', range(0, 24))])]);
    expect(shape(text)).toEqual([
      ['a', 'track-1', 0, 24, 0],
      ['low', 'track-1', 24, 24, 12],
      ['high', 'track-1-layer-2', 24, 24, 12],
      ['z', 'track-1', 48, 24, 0],
    ]);
    expect(codes(text)).toContain('NESTED_FLATTENED');
  });

  it.each([
    ['a dissolve, which is played', 'SMPTE_Dissolve', false],
    ['another transition, which is a cut here', 'Wipe', true],
  ])('keeps the cut where there was %s', (_what, type, isSaid) => {
    const transition = {
      OTIO_SCHEMA: 'Transition.1',
      transition_type: type,
      in_offset: time(6),
      out_offset: time(6),
    };
    const text = timeline([track([clip('a', range(0, 24)), transition, clip('b', range(0, 24))])]);
    expect(shape(text).map(([, , start]) => start)).toEqual([0, 24]);
    const { document, warnings } = imported(text);
    const said = warnings.map(({ code, path }) => `${code} ${path}`);
    expect(said.includes('TRANSITION_DROPPED tracks.0.children.1')).toBe(isSaid);
    expect(document.timeline.clips[0]?.ext).toMatchObject({ otio: { after: { transition_type: type } } });
  });

  it.each([
    [23.976, 24_000 / 1001],
    [23.98, 24_000 / 1001],
    [29.97, 30_000 / 1001],
    [25, 25],
    [12.5, 12.5],
    [48_000, 24],
    [0, 24],
  ])('takes the rate %d for %d frames a second', (rate, expected) => {
    const text = timeline([track([])], { global_start_time: time(0, rate) });
    expect(imported(text).document.timeline.frameRate).toBe(expected);
  });

  it('takes the rate that most of the picture has', () => {
    const text = timeline([track([clip('a', range(0, 30, 30)), clip('b', range(0, 75, 25))])]);
    expect(imported(text).document.timeline.frameRate).toBe(25);
  });
});

describe('meaning', () => {
  it('hides disabled clips and mutes disabled tracks', () => {
    const text = timeline([track([clip('a', range(0, 24), { enabled: false })], { enabled: false })]);
    const { document, warnings } = imported(text);
    expect(document.timeline.clips[0]).toMatchObject({
      opacity: 0,
      volume: 0,
      ext: { otio: { enabled: false } },
    });
    expect(document.timeline.tracks[0]).toMatchObject({ mutedVideo: true, mutedAudio: false });
    expect(warnings.map(({ code }) => code)).toContain('CLIP_DISABLED');
  });

  it('takes the sound from audio tracks where there are any, and from the pictures where not', () => {
    const volumes = (tracks: object[]) =>
      imported(timeline(tracks)).document.timeline.clips.map((item) => [item.type, item.volume]);
    const picture = track([clip('a', range(0, 24))]);
    expect(volumes([picture])).toEqual([['video', 1]]);
    expect(volumes([picture, track([clip('b', range(0, 24))], { kind: 'Audio' })])).toEqual([
      ['video', 0],
      ['audio', 1],
    ]);
  });

  it('takes what is not there for a still by any ending that pictures have', () => {
    const names = ['a.jfif', 'b.JPG', 'c.hif', 'd.jxl', 'e.exr', 'f.mov', 'g'];
    const items = names.map((name, at) =>
      clip(`c${at}`, range(0, 24), { media_references: { DEFAULT_MEDIA: external(name) } }),
    );
    const { document } = imported(timeline([track(items)]));
    expect(document.timeline.clips.map(({ type }) => type)).toEqual([
      ...Array.from({ length: 5 }, () => 'image'),
      'video',
      'video',
    ]);
  });

  it('uses the file that is there, and says which are not', () => {
    const resolve: MediaResolver = ({ name }) =>
      name === 'b.mov'
        ? { filename: 'stored-b.png', contentType: 'image/png' }
        : { missing: name === 'c.mov' ? 'ambiguous' : 'missing' };
    const media = {
      media_references: { DEFAULT_MEDIA: external('gone.mov'), proxy: external('b.mov') },
    };
    const text = timeline([
      track([
        clip('a', range(0, 24)),
        clip('b', range(0, 24)),
        clip('c', range(0, 24)),
        clip('d', range(0, 24), media),
      ]),
    ]);
    const { document, warnings } = imported(text, resolve);
    expect(document.timeline.clips.map((item) => [item.filename, item.type, item.storageType])).toEqual([
      ['a.mov', 'video', 'placeholder'],
      ['stored-b.png', 'image', 'library'],
      ['c.mov', 'video', 'placeholder'],
      ['stored-b.png', 'image', 'library'],
    ]);
    expect(warnings.map(({ code }) => code)).toEqual([
      'MEDIA_FILE_MISSING',
      'MEDIA_AMBIGUOUS',
      'MEDIA_ALTERNATE_USED',
    ]);
  });

  it('names what it cannot show', () => {
    const odd = clip('a', range(0, 24), {
      effects: [{ OTIO_SCHEMA: 'TimeEffect.1' }, { OTIO_SCHEMA: 'Effect.1', effect_name: 'Glow' }],
      markers: [{ OTIO_SCHEMA: 'Marker.2' }],
      media_references: { DEFAULT_MEDIA: { OTIO_SCHEMA: 'GeneratorReference.1', name: 'bars' } },
    });
    const newer = { ...clip('b', range(0, 24)), OTIO_SCHEMA: 'Clip.9' };
    const text = timeline([
      track([odd, newer, { OTIO_SCHEMA: 'Hologram.1' }, clip('c', null)]),
      track([], { kind: 'Subtitle' }),
    ]);
    expect(new Set(codes(text))).toEqual(
      new Set([
        'TIME_WARP_IGNORED',
        'EFFECT_IGNORED',
        'MARKERS_IGNORED',
        'GENERATOR_UNSUPPORTED',
        'UNSUPPORTED_SCHEMA_VERSION',
        'UNKNOWN_SCHEMA',
        'MISSING_DURATION',
        'MEDIA_FILE_MISSING',
        'UNSUPPORTED_TRACK_KIND',
      ]),
    );
  });

  it.each([
    ['a time effect of no known kind', { OTIO_SCHEMA: 'TimeEffect.1', effect_name: 'Ramp' }, 'Ramp'],
    ['one of another program', { OTIO_SCHEMA: 'NonLinearTimeWarp.1', curve: [0, 1, 4] }, 'NonLinearTimeWarp'],
    ['a curve', { OTIO_SCHEMA: 'TimeCurve.2', name: 'Slow in' }, 'Slow in'],
    ['keyframes of a speed', { OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: [1, 2] }, 'LinearTimeWarp'],
  ])('says that a speed that changes is not shown, and keeps it: %s', (_kind, effect, name) => {
    const text = timeline([track([clip('a', range(0, 24), { effects: [effect] })])]);
    const { document, warnings } = imported(text);
    const said = warnings.filter(({ code }) => code === 'TIME_WARP_IGNORED');
    expect(said.map(({ message }) => message)).toEqual([
      `The speed of a clip changes as "${name}" says, which is not shown: it plays at one speed. The effect leaves as it came.`,
    ]);
    expect(said[0]?.path).toBe('tracks.0.children.0');
    const [made] = document.timeline.clips;
    expect(made && speedOf(made)).toBe(1);
    expect(made?.ext?.['otio']).toMatchObject({ effects: [effect] });
  });

  it('a speed that stays the same is no loss', () => {
    const effects = [{ OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: 2 }, { OTIO_SCHEMA: 'FreezeFrame.1' }];
    const text = timeline([track([clip('a', range(0, 24), { effects })])]);
    expect(codes(text)).not.toContain('TIME_WARP_IGNORED');
  });

  it('reads the first timeline of a collection, and old schemas', () => {
    const one = JSON.parse(timeline([track([clip('a', range(0, 24))])])) as object;
    const collection = JSON.stringify({ OTIO_SCHEMA: 'SerializeableCollection.1', children: [one, one] });
    expect(codes(collection)).toContain('MULTIPLE_TIMELINES');
    const old = timeline([
      {
        OTIO_SCHEMA: 'Sequence.1',
        children: [
          { OTIO_SCHEMA: 'Filler.1', source_range: range(0, 24) },
          {
            OTIO_SCHEMA: 'Clip.1',
            name: 'a',
            source_range: range(0, 12),
            media_reference: external('a.mov'),
          },
        ],
      },
    ]);
    expect(shape(old)).toEqual([['a', 'track-1', 24, 12, 0]]);
  });
});

describe('hostile and broken files', () => {
  it('reads NaN, Infinity and Inf outside strings as no value', () => {
    expect(readOtioJson('{"a": NaN, "b": [-Infinity, Inf], "c": "NaN \\" Inf", "d": -1}').value).toEqual({
      a: null,
      b: [null, null],
      c: 'NaN " Inf',
      d: -1,
    });
    const text = timeline([track([clip('a', range(0, 24))])]).replace('"value":24', '"value":Infinity');
    expect(codes(text)).toEqual(expect.arrayContaining(['INVALID_TIME', 'MISSING_DURATION']));
  });

  it('reads a byte order mark and integers of any size', () => {
    expect(readOtioJson(`\ufeff{"big": ${'9'.repeat(78)}}`).value).toEqual({ big: 1e78 });
  });

  it.each([
    ['no JSON', 'EDL 001'],
    ['cut off', '{"OTIO_SCHEMA": "Timeline.1"'],
    ['an open string', '{"OTIO_SCHEMA": "Time'],
    ['another document', '{"hello": 1}'],
    ['a list', '[]'],
    ['nothing', ''],
    ['too deep', `${'['.repeat(250)}${']'.repeat(250)}`],
  ])('refuses %s', (_what, text) => {
    expect(() => otioToTimeline(text, nothing)).toThrow(
      expect.objectContaining({ name: 'TimelineFileRefused' }),
    );
  });

  it('takes wrong types anywhere for absent values', () => {
    const text = timeline([
      track([clip('a', range(0, 24), { effects: 7, markers: 'x', media_references: [1], enabled: null })]),
      7 as unknown as object,
    ]);
    expect(imported(text).document.timeline.clips).toHaveLength(1);
  });

  it('gives a valid document or a refusal for any timeline whatever its numbers', () => {
    const number = fc.oneof(
      fc.integer({ min: -50, max: 500 }),
      fc.constantFrom(0, -0, 1e308, -1e308, 1e-308, 24_000 / 1001, 48_000),
      fc.constantFrom<unknown>(null, '24', {}, true),
    );
    const anyTime = fc.record({ value: number, rate: fc.oneof(number, fc.constantFrom(24, 25, 30)) });
    const anyRange = fc.option(fc.record({ start_time: anyTime, duration: anyTime }), { nil: null });
    const own = fc.option(
      fc.record({
        patchbay: fc.record({
          id: fc.constantFrom<unknown>('a', 'b', 7),
          startTime: number,
          duration: number,
          opacity: number,
          frames: fc.record({ start: number, length: number, head: number }),
          projectResolution: fc.record({ width: number, height: number }),
          frameRate: number,
          index: number,
        }),
      }),
      { nil: null },
    );
    const { item } = fc.letrec((tie) => ({
      item: fc.oneof(
        { maxDepth: 4 },
        fc.record({
          OTIO_SCHEMA: fc.constantFrom('Clip.2', 'Clip.1', 'Gap.1', 'Transition.1', 'Filler.1', 'Odd.1'),
          name: fc.string({ maxLength: 5 }),
          source_range: anyRange,
          metadata: own,
          media_reference: fc.option(fc.record({ target_url: fc.string(), available_range: anyRange })),
          enabled: fc.boolean(),
        }),
        fc.record({
          OTIO_SCHEMA: fc.constantFrom('Stack.1', 'Track.1', 'Sequence.1'),
          kind: fc.constantFrom('Video', 'Audio', 'Subtitle'),
          children: fc.array(tie('item'), { maxLength: 4 }),
          source_range: anyRange,
          metadata: own,
        }),
      ),
    }));
    const root = fc.record({
      OTIO_SCHEMA: fc.constant('Timeline.1'),
      metadata: own,
      global_start_time: fc.option(anyTime),
      tracks: fc.record({
        OTIO_SCHEMA: fc.constant('Stack.1'),
        children: fc.array(item, { maxLength: 4 }),
        source_range: anyRange,
      }),
    });
    fc.assert(
      fc.property(root, (any) => {
        const { document } = otioToTimeline(JSON.stringify(any), nothing);
        expect(validateTimeline(document)).toEqual({ ok: true, document });
        expect(JSON.parse(JSON.stringify(document))).toEqual(document);
      }),
      { numRuns: fc.runs(500) },
    );
  });
});
