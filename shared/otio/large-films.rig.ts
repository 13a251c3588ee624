import { describe, expect, it } from 'vitest';
import { JsonScanner } from '../reading/json-scanner.ts';
import { MAX_CLIPS, validateTimeline, type TimelineDocument } from '../timeline/index.ts';
import { timelineToOtio } from './export.ts';
import { otioToTimeline } from './import.ts';
import type { MediaResolver } from './media-reference.ts';
import { isTooLarge, OTIO_LIMITS } from './read-json.ts';

/** Films as long as a timeline document may be, and timelines whose times make no sense: both come back as they are. */

const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: 24, value });
const range = (start: number, duration: number) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  duration: time(duration),
  start_time: time(start),
});
const timeline = (tracks: object[], start = 0) =>
  JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    metadata: {},
    name: 'Film',
    global_start_time: time(start),
    tracks: { OTIO_SCHEMA: 'Stack.1', name: 'tracks', children: tracks },
  });
const track = (children: object[]) => ({ OTIO_SCHEMA: 'Track.1', name: 'V1', kind: 'Video', children });
const here: MediaResolver = ({ name }) => ({ filename: name, contentType: 'video/quicktime' });
const absent: MediaResolver = () => ({ missing: 'missing' });

/** A clip as an edit suite writes it: a reel, a note, what a studio's tools say, a name as cameras give it. */
const shot = (index: number) => {
  const name = `A${String(index).padStart(5, '0')}_C012_1124KV`;
  return {
    OTIO_SCHEMA: 'Clip.2',
    metadata: {
      cmx_3600: { reel: `A${index}`, comments: ['* FROM CLIP NAME: SHOT'] },
      studio: { path: '/shots/sq01/sh010', take: index % 7 },
    },
    name,
    source_range: range(86_400 + index, 48),
    effects: [],
    markers: [],
    enabled: true,
    media_references: {
      DEFAULT_MEDIA: {
        OTIO_SCHEMA: 'ExternalReference.1',
        metadata: { codec: 'prores' },
        name,
        available_range: range(86_400, 100_000),
        target_url: `${name}.mov`,
      },
    },
    active_media_reference_key: 'DEFAULT_MEDIA',
  };
};
const gap = { OTIO_SCHEMA: 'Gap.1', metadata: {}, name: '', source_range: range(0, 12) };

describe('a film of as many clips as there may be', () => {
  const FEW = 2000;
  /** Every clip with a gap before it, which is the most that an export adds. */
  const few = () =>
    timeline([track(Array.from({ length: FEW }, (_, index) => [gap, shot(MAX_CLIPS - 1 - index)]).flat())]);

  it.each([
    ['here', here],
    ['not here', absent],
  ])('stays within what an import reads, in bytes and in values, when its media are %s', (_, resolve) => {
    const { document } = otioToTimeline(few(), resolve);
    const { text } = timelineToOtio(document);
    const most = { depth: OTIO_LIMITS.depth, values: Infinity, items: Infinity, keys: Infinity };
    const scanner = new JsonScanner(most);
    expect(scanner.push(new TextEncoder().encode(text))).toBeNull();
    expect((text.length / FEW) * MAX_CLIPS).toBeLessThan(OTIO_LIMITS.bytes);
    expect((scanner.values / FEW) * MAX_CLIPS).toBeLessThan(OTIO_LIMITS.values);
    expect(otioToTimeline(text, resolve).document).toEqual(document);
  });

  it('is exported, imported again as the same, and one clip more is refused', () => {
    const clip = (index: number) => ({ OTIO_SCHEMA: 'Clip.2', name: `${index}`, source_range: range(0, 24) });
    const full = Array.from({ length: MAX_CLIPS }, (_, index) => clip(index));
    const { document } = otioToTimeline(timeline([track(full)]), absent);
    const { text, warnings } = timelineToOtio(document);
    expect(isTooLarge(text)).toBe(false);
    expect(warnings.map(({ code }) => code)).not.toContain('TOO_LARGE_TO_IMPORT');
    const back = otioToTimeline(text, absent).document;
    expect(back.timeline.clips.length).toBe(MAX_CLIPS);
    // Compared as text: fifty thousand comparisons of objects take longer than both conversions.
    expect(JSON.stringify(back) === JSON.stringify(document)).toBe(true);
    expect(() => otioToTimeline(timeline([track([...full, clip(-1)])]), absent)).toThrow(
      `more than ${MAX_CLIPS} clips`,
    );
  }, 120_000);

  it('says when it is too large to be imported again', () => {
    const note = 'x'.repeat(OTIO_LIMITS.bytes / 2);
    const { document } = otioToTimeline(timeline([track([shot(1), shot(2)])]), absent);
    const codes = () => timelineToOtio(document).warnings.map(({ code }) => code);
    expect(codes()).not.toContain('TOO_LARGE_TO_IMPORT');
    for (const clip of document.timeline.clips) clip.ext = { otio: { metadata: { note } } };
    expect(codes()).toContain('TOO_LARGE_TO_IMPORT');
  }, 60_000);
});

describe('10,000 clips with times that make no sense', () => {
  const COUNT = 10_000;
  const checked = (document: unknown): TimelineDocument => {
    const result = validateTimeline(document);
    if (!result.ok) throw new Error(JSON.stringify(result.problems.slice(0, 3)));
    return result.document;
  };
  const documentOf = (startOf: (index: number) => number) =>
    checked({
      serviceType: 'timeline',
      name: 'Film',
      version: 1,
      timeline: {
        frameRate: 24,
        tracks: [{ id: 't', name: 'V1' }],
        clips: Array.from({ length: COUNT }, (_, index) => ({
          id: `c${String(index).padStart(5, '0')}`,
          trackId: 't',
          startTime: startOf(index),
          duration: 4,
        })),
      },
    });

  it.each([
    ['each over its neighbors', (index: number) => index, 4],
    ['all at one place', () => 3, COUNT],
  ])(
    '%s: leave on tracks of their own and come back on one',
    (_, startOf, lanes) => {
      const document = documentOf(startOf);
      const { text, warnings } = timelineToOtio(document);
      const { tracks } = JSON.parse(text) as { tracks: { children: { children: object[] }[] } };
      expect(tracks.children).toHaveLength(lanes);
      expect(warnings.filter(({ code }) => code === 'OVERLAP_SPLIT').length).toBeLessThanOrEqual(201);
      const { timeline: back } = otioToTimeline(text, absent).document;
      expect(back.tracks).toEqual(document.timeline.tracks);
      const places = (list: TimelineDocument['timeline']['clips']) =>
        list.map(({ id, startTime, duration }) => `${id} ${startTime} ${duration}`).toSorted();
      expect(places(back.clips)).toEqual(places(document.timeline.clips));
    },
    120_000,
  );

  it('negative ones are read as what can be shown of them, each kind named, and nothing is lost', () => {
    const odd = (index: number) => ({
      ...shot(index),
      ...(index % 3 === 0 && { source_range: range(-50 - index, 48) }),
      ...(index % 3 === 1 && { source_range: range(0, -48) }),
    });
    const clips = Array.from({ length: COUNT }, (_, index) => odd(index));
    const { document, warnings } = otioToTimeline(timeline([track(clips)], -24), absent);
    const { timeline: read } = checked(document);
    expect(read.clips).toHaveLength(COUNT);
    expect(
      read.clips.every(({ startTime, duration, trimStart }) => Math.min(startTime, duration, trimStart) >= 0),
    ).toBe(true);
    const codes = new Set(warnings.map(({ code }) => code));
    expect([...codes]).toEqual(expect.arrayContaining(['INVALID_TIME', 'SOURCE_RANGE_OUTSIDE_MEDIA']));
    expect(warnings.length).toBeLessThan(codes.size * 201 + 1);
    const { text } = timelineToOtio(document);
    const back = JSON.parse(text) as {
      global_start_time: object;
      tracks: { children: { children: { source_range: object }[] }[] };
    };
    expect(back.global_start_time).toEqual(time(-24));
    expect(back.tracks.children[0]!.children[0]!.source_range).toEqual(range(-50, 48));
    expect(JSON.stringify(otioToTimeline(text, absent).document) === JSON.stringify(document)).toBe(true);
  }, 120_000);
});
