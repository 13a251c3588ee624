import { describe, expect, it } from 'vitest';
import { timelineToOtio } from './export.ts';
import { otioToTimeline } from './import.ts';
import type { MediaResolver } from './media-reference.ts';

/** Files that once brought a wrong rate, a lost name, a flood of notes or a silent loss; each as small as it can be. */

const time = (value: number, rate = 24) => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value });
const range = (start: number, duration: number, rate = 24) => ({
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
const external = (url: string) => ({
  media_references: {
    DEFAULT_MEDIA: { OTIO_SCHEMA: 'ExternalReference.1', metadata: {}, name: '', target_url: url },
  },
});

const absent: MediaResolver = () => ({ missing: 'missing' });
const read = (text: string, resolve = absent) => otioToTimeline(text, resolve);
interface Written {
  kind: string;
  name: string;
  children: Written[];
  markers: { marked_range: { start_time: { value: number } } }[];
  source_range: { duration: { value: number } } | null;
}
const tracksOf = (text: string) => (JSON.parse(text) as { tracks: Written }).tracks;
const around = (text: string) => tracksOf(timelineToOtio(read(text).document).text);
const codesOf = (text: string) => read(text).warnings.map(({ code }) => code);

describe('the frame rate', () => {
  const frames = (rate: number, count: number) => (count * 24_000 * 1) / rate;
  it('is none of the time scales that seconds or samples are counted in', () => {
    const scaled = clip('a', { source_range: range(0, frames(24, 60), 24_000) });
    const text = timeline(
      [track([scaled, scaled], { source_range: range(0, 6.5, 1) })],
      {},
      { global_start_time: time(0, 1) },
    );
    const { document } = read(text);
    expect(document.timeline.frameRate).toBe(24);
    expect(document.timeline.clips.map(({ startTime }) => startTime)).toEqual([0, 2.5]);
    const [first] = around(text).children;
    expect(first!.children.map(({ source_range: own }) => own?.duration)).toEqual([
      time(60_000, 24_000),
      time(60_000, 24_000),
    ]);
  });

  it('is 1 where whole seconds are all there is', () => {
    const text = timeline(
      [track([clip('a', { source_range: range(0, 3, 1) })])],
      {},
      {
        global_start_time: time(0, 1),
      },
    );
    expect(read(text).document.timeline.frameRate).toBe(1);
  });
});

describe('names of media', () => {
  it.each([
    ['file:///x/my%20shot.mp4', 'my shot.mp4'],
    ['https://h/c.mp4?token=S#f', 'c.mp4'],
    ['dir%2Fshot.mp4', 'shot.mp4'],
    ['50%.mov', '50%.mov'],
  ])('%s asks for %s', (url, name) => {
    const asked: string[] = [];
    read(timeline([track([clip('a', external(url))])]), (question) => {
      asked.push(question.name);
      return { missing: 'missing' };
    });
    expect(new Set(asked)).toEqual(new Set([name]));
  });

  it('leave decoded, and without what lets a reader in', () => {
    const { document } = read(timeline([track([clip('a', external('https://h/my%20c.mp4?token=S'))])]));
    const { text } = timelineToOtio(document);
    expect(text).toContain('"target_url":"my c.mp4"');
    expect(text).not.toContain('token');
  });
});

describe('what a window cuts off', () => {
  it('is said, and markers of the track stay on their frame', () => {
    const text = timeline([
      track([clip('a', { source_range: range(0, 48) })], {
        source_range: range(12, 24),
        markers: [marker(18)],
      }),
    ]);
    expect(codesOf(text)).toContain('RANGE_APPLIED');
    const [first] = around(text).children;
    expect(first!.children[0]!.source_range?.duration).toEqual(time(24));
    expect(first!.markers[0]!.marked_range.start_time.value).toBe(6);
  });

  it('is said of the whole as well', () => {
    const text = timeline([track([clip('a', { source_range: range(0, 48) })])], {
      source_range: range(12, 24),
      markers: [marker(18)],
    });
    expect(codesOf(text)).toContain('RANGE_APPLIED');
    expect(around(text).markers[0]!.marked_range.start_time.value).toBe(6);
  });
});

describe('gaps', () => {
  const gap = { OTIO_SCHEMA: 'Gap.1', source_range: range(0, 24) };
  it('at the end keep the length of a track, and several in a row stay several', () => {
    const text = timeline([track([clip('a'), { ...gap, name: 'Slug' }, gap, clip('b'), gap, gap])]);
    const lengths = (of: Written) =>
      of.children.map(({ name, source_range: own }) => [name, own?.duration.value]);
    const written = around(text).children[0]!;
    expect(lengths(written)).toEqual([
      ['a', 24],
      ['Slug', 24],
      ['', 24],
      ['b', 24],
      ['', 24],
      ['', 24],
    ]);
    const once = timelineToOtio(read(text).document).text;
    expect(timelineToOtio(read(once).document).text).toBe(once);
  });
});

describe('names that are empty', () => {
  it('stay empty, and are only shown as something', () => {
    const text = timeline([track([clip('', external('a.mov'))], { name: '' })], {}, { name: '' });
    const { document } = read(text);
    expect([document.name, document.timeline.tracks[0]!.name, document.timeline.clips[0]!.name]).toEqual([
      'Imported timeline',
      'V1',
      'a.mov',
    ]);
    const written = JSON.parse(timelineToOtio(document).text) as { name: string; tracks: Written };
    expect([
      written.name,
      written.tracks.children[0]!.name,
      written.tracks.children[0]!.children[0]!.name,
    ]).toEqual(['', '', '']);
  });
});

it('tracks stay in their order, whatever they hold', () => {
  const text = timeline([
    track([clip('a')], { name: 'V1' }),
    track([clip('s')], { name: 'A1', kind: 'Audio' }),
    track([clip('b')], { name: 'V2' }),
  ]);
  expect(around(text).children.map(({ name }) => name)).toEqual(['V1', 'A1', 'V2']);
});

describe('a file that holds little', () => {
  it.each([
    ['no tracks at all', timeline([]), 'EMPTY_TIMELINE'],
    ['tracks that are no list', timeline(null), 'EMPTY_TIMELINE'],
    ['a track whose children are no list', timeline([track('none')]), 'INVALID_CHILDREN'],
    [
      'numbers that are none',
      timeline([track([clip('a')])]).replace('"name":"V1"', '"name":"V1","x":NaN'),
      'NUMBER_UNREADABLE',
    ],
    ['fields nobody knows', timeline([track([clip('a', { color: 'red' })])]), 'FIELD_NOT_KEPT'],
    [
      'a nest with notes of its own',
      timeline([track([{ ...track([clip('a')]), markers: [marker(0)] }])]),
      'NESTED_FLATTENED',
    ],
  ])('says so: %s', (_, text, code) => {
    expect(codesOf(text)).toContain(code);
  });

  it('says what a nest loses', () => {
    const nest = { ...track([clip('a')]), markers: [marker(0)], metadata: { a: 1 } };
    expect(read(timeline([track([nest])])).warnings).toContainEqual({
      code: 'NESTED_FLATTENED',
      message: '"V1" was flattened into its clips. Its own metadata, markers were left out.',
      path: 'tracks.0.children.0',
    });
  });
});

describe('a file made to fill memory', () => {
  const nested = (depth: number, inner: unknown): unknown =>
    depth === 0 ? inner : nested(depth - 1, track([inner]));
  it('has few notes, however deep it lies', () => {
    const empties = track(Array.from({ length: 20_000 }, () => ({})));
    const { warnings } = read(timeline([nested(89, empties)]));
    expect(warnings.length).toBeLessThan(300);
    expect(JSON.stringify(warnings).length).toBeLessThan(600_000);
  });

  it('has few notes of a clip that is nothing but effects or media', () => {
    const references = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [
        `key ${index}`,
        external(`${index}.mov`).media_references.DEFAULT_MEDIA,
      ]),
    );
    const many = clip('a', {
      effects: Array.from({ length: 20_000 }, () => ({})),
      media_references: references,
    });
    const { document, warnings } = read(timeline([track([many])]));
    expect(warnings.length).toBeLessThan(300);
    expect(warnings.map(({ code }) => code)).toContain('REFERENCES_LEFT_OUT');
    expect(JSON.stringify(document).length).toBeLessThan(100_000);
  });
});

describe('an export says', () => {
  const own = (fields: object) => {
    const { document } = read(timeline([track([clip('a')])]));
    Object.assign(document.timeline.clips[0]!, fields);
    return timelineToOtio(document).warnings.map(({ code, path }) => [code, path]);
  };
  it.each([
    ['that a clip between frames went to whole ones', { startTime: 0.01 }, 'FRAME_ROUNDED'],
    ['what only Patchbay shows', { opacity: 0.5 }, 'LOOK_NOT_SHOWN'],
    ['that texts have no file', { type: 'text', filename: '' }, 'TEXT_NOT_SHOWN'],
    [
      'that a file has another name in the bundle',
      { filename: 'a?.mov', storageType: 'library' },
      'MEDIA_RENAMED',
    ],
  ])('%s', (_, fields, code) => {
    expect(own(fields)).toContainEqual([code, 'timeline.clips.0']);
  });

  it('nothing of a sound that has a clip of its own', () => {
    const text = timeline([track([clip('a')]), track([clip('s')], { kind: 'Audio', name: 'A1' })]);
    const { warnings } = timelineToOtio(read(text).document);
    expect(warnings.map(({ code }) => code)).not.toContain('LOOK_NOT_SHOWN');
  });
});
