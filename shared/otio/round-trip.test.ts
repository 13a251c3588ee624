import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asRecord } from '../document/problems.ts';
import { validateTimeline, type TimelineDocument } from '../timeline/index.ts';
import { timelineToOtio } from './export.ts';
import { otioToTimeline } from './import.ts';
import type { MediaResolver } from './media-reference.ts';
import { readOtioJson } from './read-json.ts';

/** What a timeline document cannot show goes back to the program it came from. */

const time = (value: number, rate = 24) => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value });
const range = (start: number, duration: number) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  duration: time(duration),
  start_time: time(start),
});
const marker = (name: string) => ({
  OTIO_SCHEMA: 'Marker.2',
  metadata: {},
  name,
  color: 'RED',
  comment: '',
  marked_range: range(3, 1),
});
const external = (url: string) => ({
  OTIO_SCHEMA: 'ExternalReference.1',
  metadata: { reel: `reel of ${url}` },
  name: url,
  available_range: range(0, 240),
  available_image_bounds: null,
  target_url: url,
});
const clip = (name: string, fields: object = {}) => ({
  OTIO_SCHEMA: 'Clip.2',
  metadata: { cmx_3600: { reel: name } },
  name,
  source_range: range(0, 24),
  effects: [],
  markers: [],
  enabled: true,
  media_references: { DEFAULT_MEDIA: external(`${name}.mov`) },
  active_media_reference_key: 'DEFAULT_MEDIA',
  ...fields,
});
const track = (kind: string, children: object[], fields: object = {}) => ({
  OTIO_SCHEMA: 'Track.1',
  metadata: {},
  name: kind,
  source_range: null,
  effects: [],
  markers: [],
  enabled: true,
  children,
  kind,
  ...fields,
});
const gap = (frames: number, fields: object = {}) => ({
  OTIO_SCHEMA: 'Gap.1',
  metadata: {},
  name: '',
  source_range: range(0, frames),
  effects: [],
  markers: [],
  enabled: true,
  ...fields,
});
const timeline = (tracks: object[], fields: object = {}, stack: object = {}) =>
  JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    metadata: { studio: { show: 'Film' } },
    name: 'Cut',
    global_start_time: time(86_400),
    tracks: {
      OTIO_SCHEMA: 'Stack.1',
      metadata: { guides: true },
      name: 'tracks',
      source_range: null,
      effects: [],
      markers: [marker('Guide')],
      enabled: true,
      children: tracks,
      ...stack,
    },
    ...fields,
  });

const library: MediaResolver = ({ name }) =>
  /\.(?:mov|wav)$/.test(name)
    ? { filename: name, contentType: name.endsWith('wav') ? 'audio/wav' : 'video/quicktime' }
    : { missing: 'missing' };
const read = (text: string): TimelineDocument => {
  const { document } = otioToTimeline(text, library);
  expect(validateTimeline(document)).toEqual({ ok: true, document });
  return document;
};
type Written = Record<string, never> & { children: Written[]; markers: unknown[]; metadata: object };
const write = (document: TimelineDocument) => {
  const { text } = timelineToOtio(document);
  const root = JSON.parse(text) as { metadata: object; global_start_time: object; tracks: Written };
  return { text, root };
};
const around = (document: TimelineDocument) => read(write(document).text);

describe('the round trip', () => {
  const subtitles = track('Subtitle', [
    gap(12),
    clip('Hello', {
      media_references: {
        DEFAULT_MEDIA: {
          OTIO_SCHEMA: 'MissingReference.1',
          metadata: {},
          name: '',
          available_range: null,
          available_image_bounds: null,
        },
      },
      metadata: { text: 'Hello there' },
    }),
    { OTIO_SCHEMA: 'Own.7', data: 1 },
  ]);
  const bars = {
    OTIO_SCHEMA: 'GeneratorReference.1',
    metadata: {},
    name: 'Bars',
    available_range: range(0, 24),
    available_image_bounds: null,
    generator_kind: 'SMPTEBars',
    parameters: { hue: 7 },
  };
  const frames = {
    OTIO_SCHEMA: 'ImageSequenceReference.1',
    metadata: {},
    name: 'Frames',
    available_range: range(0, 24),
    available_image_bounds: null,
    target_url_base: 'file:///render/',
    name_prefix: 'shot.',
    name_suffix: '.exr',
    start_frame: 1001,
    frame_step: 1,
    frame_zero_padding: 4,
    rate: 24,
    missing_frame_policy: 'hold',
  };
  const whole = timeline([
    track(
      'Video',
      [
        clip('a', {
          media_references: { DEFAULT_MEDIA: external('a.mov'), proxy: external('media/a-small.mov') },
        }),
        gap(24, { markers: [marker('Wait')], metadata: { why: 'music' } }),
        clip('b', {
          media_references: { DEFAULT_MEDIA: external('b.mov'), hires: external('b-large.mov') },
          active_media_reference_key: 'hires',
        }),
        clip('bars', { media_references: { DEFAULT_MEDIA: bars } }),
        clip('frames', { media_references: { DEFAULT_MEDIA: frames } }),
        gap(48, { markers: [marker('The end')] }),
      ],
      { metadata: { color: 'blue' }, markers: [marker('On the track')] },
    ),
    subtitles,
    track('Audio', [clip('s', { media_references: { DEFAULT_MEDIA: external('s.wav') } })]),
  ]);

  it('has tracks of other kinds, gaps, markers, references and metadata as they came', () => {
    const document = read(whole);
    expect(document.timeline.tracks.map(({ name }) => name)).toEqual(['Video', 'Audio']);
    const { root, text } = write(document);
    expect(root.metadata).toMatchObject({ studio: { show: 'Film' } });
    expect(root.global_start_time).toEqual(time(86_400));
    expect(root.tracks).toMatchObject({ metadata: { guides: true }, markers: [{ name: 'Guide' }] });
    const [video, audio, words] = root.tracks.children as [Written, Written, Written];
    expect(words).toMatchObject({
      ...subtitles,
      children: [subtitles.children[0], { ...subtitles.children[1], name: 'Hello' }],
    });
    expect(audio).toMatchObject({ kind: 'Audio' });
    expect(video).toMatchObject({ metadata: { color: 'blue' }, markers: [{ name: 'On the track' }] });
    const [a, wait, b, generator, sequence, end] = video.children;
    expect(a).toMatchObject({
      metadata: { cmx_3600: { reel: 'a' } },
      media_references: {
        DEFAULT_MEDIA: { target_url: 'a.mov', metadata: { reel: 'reel of a.mov' } },
        // A name, and never a place.
        proxy: { target_url: 'a-small.mov' },
      },
    });
    expect(wait).toMatchObject({
      OTIO_SCHEMA: 'Gap.1',
      source_range: range(0, 24),
      metadata: { why: 'music' },
      markers: [{ name: 'Wait' }],
    });
    expect(b).toMatchObject({
      active_media_reference_key: 'hires',
      media_references: { DEFAULT_MEDIA: { target_url: 'b.mov' }, hires: { target_url: 'b-large.mov' } },
    });
    expect(generator).toMatchObject({ media_references: { DEFAULT_MEDIA: bars } });
    expect(sequence).toMatchObject({
      media_references: { DEFAULT_MEDIA: { ...frames, target_url_base: '' } },
    });
    expect(text).toMatch(/"start_frame":1001,/);
    expect(end).toMatchObject({ OTIO_SCHEMA: 'Gap.1', markers: [{ name: 'The end' }] });
    expect(text).not.toMatch(/Own\.7|file:|render/);
  });

  it('ends where it began: once exported and imported, the document stays the same', () => {
    const once = around(read(whole));
    expect(around(once)).toEqual(once);
    expect(once.timeline.clips.map(({ id, startTime }) => [id, startTime])).toEqual(
      read(whole).timeline.clips.map(({ id, startTime }) => [id, startTime]),
    );
  });

  it('keeps what a program of our own wrote beside it, and where the person was', () => {
    const document = read(whole);
    const [first] = document.timeline.clips;
    const edited: TimelineDocument = {
      ...document,
      timeline: {
        ...document.timeline,
        clips: document.timeline.clips.map((one, index) =>
          index === 0 ? { ...one, ext: { ...one.ext, notes: { rating: 5 } } } : one,
        ),
        currentTime: 1.5,
        playheadPosition: 2.5,
        zoom: 3,
        projectDuration: 90,
        selectedClipIds: [first!.id],
        selectedTrackId: document.timeline.tracks[1]!.id,
        ext: { ...document.timeline.ext, theme: 'night' },
      },
    };
    const back = around(edited);
    expect(back.timeline).toMatchObject({
      currentTime: 1.5,
      playheadPosition: 2.5,
      zoom: 3,
      projectDuration: 90,
      selectedClipIds: [first!.id],
      selectedTrackId: document.timeline.tracks[1]!.id,
      ext: { theme: 'night', otio: { stack: { metadata: { guides: true } } } },
    });
    expect(back.timeline.clips[0]?.ext).toMatchObject({ notes: { rating: 5 } });
    expect(around(back)).toEqual(back);
  });

  it('says what is too much to keep, and keeps the rest', () => {
    const novel = 'x'.repeat(2 * 1024 * 1024);
    const text = timeline(
      [
        track('Subtitle', [clip('s', { metadata: { novel } })]),
        track('Video', [clip('a', { metadata: { novel } })]),
      ],
      { metadata: {}, global_start_time: null },
      { markers: [], metadata: {} },
    );
    const { document, warnings } = otioToTimeline(text, library);
    expect(warnings.filter(({ code }) => code === 'METADATA_TRUNCATED').map(({ path }) => path)).toEqual([
      null,
      'tracks.1.children.0',
    ]);
    expect(JSON.stringify(document).length).toBeLessThan(10_000);
    expect(asRecord(document.timeline.clips[0]?.ext?.['otio'])).toEqual({
      medium: expect.anything(),
      mediaMetadata: { reel: 'reel of a.mov' },
    });
  });
});

describe('what DaVinci Resolve writes', () => {
  const effect = (name: string, parameters: object[], enabled = true) => ({
    OTIO_SCHEMA: 'Effect.1',
    metadata: {
      Resolve_OTIO: { 'Effect Name': name, Enabled: enabled, Name: name, Parameters: parameters, Type: 1 },
    },
    name: '',
    effect_name: 'Resolve Effect',
    enabled: true,
  });
  const parameter = (id: string, value: number, frames: Record<string, number> = {}) => ({
    'Default Parameter Value': 0,
    'Key Frames': Object.fromEntries(
      Object.entries(frames).map(([frame, at]) => [frame, { Value: at, 'Variant Type': 'Double' }]),
    ),
    'Parameter ID': id,
    'Parameter Value': value,
    'Variant Type': 'Double',
  });
  const effects = [
    effect('Transform', [parameter('transformationZoomX', 1.5), parameter('transformationZoomY', 1.5)]),
    effect('Composite', [parameter('opacity', 40)]),
    effect('Lens Correction', []),
    effect('Dynamic Zoom', [parameter('dynamicZoomScale', 2)], false),
  ];
  const sound = [effect('Fairlight Clip Volume and Fades', [parameter('volume', -6)])];
  const text = timeline([
    track('Video', [clip('a', { effects })], { metadata: { Resolve_OTIO: { Locked: true } } }),
    track('Audio', [
      clip('s', { effects: sound, media_references: { DEFAULT_MEDIA: external('s.wav') } }),
      clip('m', {
        effects: [effect('Fairlight Clip Volume and Fades', [parameter('volume', 0, { 90: 0, 10: -100 })])],
        media_references: { DEFAULT_MEDIA: external('m.wav') },
      }),
      clip('p', { effects: [effect('Fairlight Clip Pitch', [parameter('semitones', 3)])] }),
    ]),
  ]);

  it('gives clips their scale, opacity and volume, and tracks their lock', () => {
    const { document, warnings } = otioToTimeline(text, library);
    const [picture, voice, music] = document.timeline.clips;
    expect(picture).toMatchObject({ opacity: 0.4, volume: 0, transform: { scale: 1.5 } });
    expect(voice?.volume).toBeCloseTo(0.501187, 6);
    expect(music?.volume).toBe(0);
    expect(document.timeline.tracks.map(({ locked }) => locked)).toEqual([true, false]);
    // The one with key frames, and the one that nothing here stands for.
    expect(warnings.filter(({ code }) => code === 'EFFECT_IGNORED').map(({ path }) => path)).toEqual([
      'tracks.1.children.1',
      'tracks.1.children.2',
    ]);
  });

  it('is told what has been changed since, and nothing else', () => {
    const { document } = otioToTimeline(text, library);
    const unchanged = write(document).root.tracks.children[0]!.children[0] as unknown as {
      effects: object[];
    };
    expect(unchanged.effects).toEqual(effects);
    document.timeline.clips[0]!.opacity = 0.75;
    const changed = write(document).root.tracks.children[0]!.children[0] as unknown as { effects: object[] };
    expect(changed.effects).toEqual(effects.with(1, effect('Composite', [parameter('opacity', 75)])));
    expect(around(document).timeline.clips[0]).toMatchObject({ opacity: 0.75, transform: { scale: 1.5 } });
  });
});

const shared = join(import.meta.dirname, '../../../shared/otio/samples');
const samples = existsSync(shared)
  ? readdirSync(shared, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.otio'))
      .map((name) => ({ name, text: readFileSync(join(shared, name), 'utf8') }))
  : [];

const unresolved: MediaResolver = () => ({ missing: 'missing' });
const timelines = samples.flatMap(({ name, text }) => {
  try {
    return [{ name, text, first: otioToTimeline(text, unresolved).document }];
  } catch {
    return [];
  }
});

describe.skipIf(samples.length === 0)('real files (skipped where ../shared/otio is missing)', () => {
  it('are nearly all timelines', () => {
    expect(timelines.length).toBeGreaterThan(30);
  });

  it.each(timelines)('$name goes back and forth without change', ({ text, first }) => {
    const back = (document: TimelineDocument) =>
      otioToTimeline(timelineToOtio(document).text, unresolved).document;
    const once = back(first);
    expect(back(once)).toEqual(once);
    const at = ({ timeline: { clips } }: TimelineDocument) =>
      new Map(clips.map(({ id, startTime, duration, trimStart }) => [id, [startTime, duration, trimStart]]));
    expect(at(once)).toEqual(at(first));
    const root = asRecord(readOtioJson(text).value);
    const foreign = root['OTIO_SCHEMA'] === 'Timeline.1' ? Object.keys(asRecord(root['metadata'])) : [];
    const written = JSON.parse(timelineToOtio(first).text) as { metadata: object };
    expect(Object.keys(written.metadata)).toEqual([...foreign, 'patchbay']);
  });
});
