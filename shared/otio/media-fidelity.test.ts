import { describe, expect, it } from 'vitest';
import { timelineToOtio } from './export.ts';
import { otioToTimeline } from './import.ts';
import type { MediaResolver } from './media-reference.ts';

/** References, ranges and the timecode of media leave as they came where nobody changed them. */

const time = (value: number, rate = 24) => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value });
const range = (start: number, duration: number, rate = 24) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  duration: time(duration, rate),
  start_time: time(start, rate),
});
const shot = {
  OTIO_SCHEMA: 'ExternalReference.1',
  metadata: {},
  name: 'Shot one',
  available_range: range(86_400, 240),
  available_image_bounds: null,
  target_url: 'shot.mov',
};
const clip = (fields: object = {}) => ({
  OTIO_SCHEMA: 'Clip.2',
  metadata: {},
  name: 'a',
  source_range: range(86_424, 24),
  effects: [],
  markers: [
    { OTIO_SCHEMA: 'Marker.2', metadata: {}, name: 'Here', color: 'RED', marked_range: range(86_430, 1) },
  ],
  enabled: true,
  media_references: { DEFAULT_MEDIA: shot },
  active_media_reference_key: 'DEFAULT_MEDIA',
  ...fields,
});
const timeline = (...clips: object[]) =>
  JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    metadata: {},
    name: 'Cut',
    global_start_time: time(0),
    tracks: {
      OTIO_SCHEMA: 'Stack.1',
      name: 'tracks',
      children: [{ OTIO_SCHEMA: 'Track.1', name: 'V1', kind: 'Video', children: clips }],
    },
  });

const absent: MediaResolver = () => ({ missing: 'missing' });
const stored: MediaResolver = ({ name }) => ({ filename: name, contentType: 'video/quicktime' });
const read = (text: string, resolve: MediaResolver) => otioToTimeline(text, resolve).document;
const clipsOf = (text: string) =>
  (JSON.parse(text) as { tracks: { children: { children: Record<string, unknown>[] }[] } }).tracks
    .children[0]!.children;
const around = (text: string, resolve: MediaResolver) => clipsOf(timelineToOtio(read(text, resolve)).text);

describe('the medium of a clip', () => {
  it.each([
    ['here', stored],
    ['not here', absent],
  ])('leaves by its name, with its timecode and the marker on its frame, when it is %s', (_, resolve) => {
    expect(around(timeline(clip()), resolve)).toMatchObject([
      {
        source_range: range(86_424, 24),
        markers: [{ marked_range: range(86_430, 1) }],
        media_references: { DEFAULT_MEDIA: shot },
      },
    ]);
  });

  it('stays in the coordinates of its program when the person trims or moves the clip', () => {
    const document = read(timeline(clip()), stored);
    Object.assign(document.timeline.clips[0]!, { startTime: 2, trimStart: 1.5, duration: 0.5 });
    const { text } = timelineToOtio(document);
    expect(clipsOf(text)).toMatchObject([
      { OTIO_SCHEMA: 'Gap.1' },
      { source_range: range(86_436, 12), media_references: { DEFAULT_MEDIA: shot } },
    ]);
    expect(read(text, stored).timeline.clips).toMatchObject([
      { startTime: 2, trimStart: 1.5, duration: 0.5, trimEnd: document.timeline.clips[0]!.trimEnd },
    ]);
  });

  it('keeps rates that are not the timeline’s where its length is whole frames', () => {
    const sound = { ...shot, available_range: range(48_000, 480_000, 48_000) };
    const written = clip({
      source_range: range(96_000, 48_000, 48_000),
      media_references: { DEFAULT_MEDIA: sound },
    });
    expect(around(timeline(written), stored)).toMatchObject([
      { source_range: range(96_000, 48_000, 48_000), media_references: { DEFAULT_MEDIA: sound } },
    ]);
  });

  it('has no range where the file said none, and a clip without one stays the whole of its medium', () => {
    const unknown = { ...shot, available_range: null };
    const written = [
      clip({ media_references: { DEFAULT_MEDIA: unknown } }),
      clip({ source_range: null, markers: [] }),
    ];
    expect(around(timeline(...written), absent)).toMatchObject([
      { source_range: range(86_424, 24), media_references: { DEFAULT_MEDIA: unknown } },
      { source_range: null, media_references: { DEFAULT_MEDIA: shot } },
    ]);
  });

  it('says nothing of the old medium once the clip has another', () => {
    const document = read(timeline(clip()), stored);
    document.timeline.clips[0]!.filename = 'other.mov';
    expect(clipsOf(timelineToOtio(document).text)).toMatchObject([
      {
        source_range: range(24, 24),
        media_references: { DEFAULT_MEDIA: { name: 'other.mov', target_url: 'other.mov' } },
      },
    ]);
  });

  it('is never mistaken for a file of the bundle that has its name', () => {
    const document = read(timeline(clip(), clip({ name: 'b' })), absent);
    Object.assign(document.timeline.clips[1]!, { filename: 'SHOT.mov', storageType: 'library', ext: {} });
    const { media, text } = timelineToOtio(document);
    expect(media).toEqual([{ filename: 'SHOT.mov', name: 'SHOT-2.mov' }]);
    expect(clipsOf(text)).toMatchObject([
      { media_references: { DEFAULT_MEDIA: { target_url: 'shot.mov' } } },
      { media_references: { DEFAULT_MEDIA: { target_url: 'SHOT-2.mov' } } },
    ]);
  });

  it('leaves without the place it came with', () => {
    const placed = { ...shot, name: '/home/me/shot.mov', target_url: 'https://host/dir/shot.mov' };
    const { text } = timelineToOtio(
      read(timeline(clip({ media_references: { DEFAULT_MEDIA: placed } })), absent),
    );
    expect(text).toContain('"target_url":"shot.mov"');
    expect(text).not.toMatch(/host|home/);
  });

  it('that is a row of pictures keeps its handles and is no still', () => {
    const frames = {
      OTIO_SCHEMA: 'ImageSequenceReference.1',
      metadata: {},
      name: 'out.[1001-1099].tif',
      available_range: range(1001, 99),
      available_image_bounds: null,
      target_url_base: '',
      name_prefix: 'out.',
      name_suffix: '.tif',
      start_frame: 1001,
      frame_step: 1,
      frame_zero_padding: 4,
      rate: 24,
      missing_frame_policy: 'error',
    };
    const written = clip({ source_range: range(1010, 49), media_references: { DEFAULT_MEDIA: frames } });
    const [made] = read(timeline(written), absent).timeline.clips;
    expect(made).toMatchObject({ type: 'video', trimStart: 9 / 24, trimEnd: expect.closeTo(41 / 24, 9) });
    expect(around(timeline(written), absent)).toMatchObject([
      { source_range: range(1010, 49), media_references: { DEFAULT_MEDIA: frames } },
    ]);
  });

  it('is no longer than it says when a clip begins before it', () => {
    const short = { ...shot, available_range: range(1000, 59) };
    const written = clip({ source_range: range(0, 24), media_references: { DEFAULT_MEDIA: short } });
    expect(read(timeline(written), absent).timeline.clips).toMatchObject([
      { trimStart: 0, trimEnd: expect.closeTo(35 / 24, 9) },
    ]);
    expect(around(timeline(written), absent)).toMatchObject([
      { source_range: range(0, 24), media_references: { DEFAULT_MEDIA: short } },
    ]);
  });

  it('that is missing under another key stays', () => {
    const missing = { ...shot, OTIO_SCHEMA: 'MissingReference.1', name: 'Proxy', target_url: undefined };
    const written = clip({ media_references: { DEFAULT_MEDIA: shot, proxy: missing } });
    expect(around(timeline(written), absent)).toMatchObject([
      {
        media_references: {
          DEFAULT_MEDIA: shot,
          proxy: { OTIO_SCHEMA: 'MissingReference.1', name: 'Proxy' },
        },
      },
    ]);
  });
});
