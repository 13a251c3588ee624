import { describe, expect, it } from 'vitest';
import * as fc from '../testing/property.ts';
import { TimelineDocument, type TimelineClip } from './document.ts';
import { applyRecut, compareRecut, countSelected, keyOf, planRecut } from './recut.ts';
import { timelineExt } from './ext.ts';
import { validateTimeline } from './timeline.ts';

const documentOf = (clips: Partial<TimelineClip>[], tracks = ['v1', 'v2']): TimelineDocument =>
  TimelineDocument.parse({
    serviceType: 'timeline',
    name: 'Cut',
    version: 1,
    timeline: {
      frameRate: 24,
      tracks: tracks.map((id) => ({ id, name: id.toUpperCase() })),
      clips: clips.map((clip, index) => ({
        id: `c${index}`,
        trackId: 'v1',
        name: `clip ${index}`,
        filename: `${index}.mov`,
        startTime: index * 2,
        duration: 2,
        ...clip,
      })),
    },
  });
const kindsOf = (before: TimelineDocument, after: TimelineDocument) =>
  Object.fromEntries(compareRecut(before, after).changes.map((change) => [keyOf(change), change.kind]));
const all = (before: TimelineDocument, after: TimelineDocument) => {
  const recut = compareRecut(before, after);
  return applyRecut(before, after, recut, new Set(recut.changes.map(keyOf)));
};

describe('clips that moved along', () => {
  const alongOf = (before: TimelineDocument, after: TimelineDocument) =>
    Array.from(compareRecut(before, after).rippled, keyOf);
  const before = documentOf([{}, {}, {}, { trackId: 'v2', startTime: 4 }]);
  const trimmed = { duration: 1 };

  it('follow an earlier trim, on its track and on others', () => {
    const after = documentOf([trimmed, { startTime: 1 }, { startTime: 3 }, { trackId: 'v2', startTime: 3 }]);
    expect(alongOf(before, after)).toEqual(['c1', 'c2', 'c3']);
    expect(countSelected(compareRecut(before, after), new Set(['c0', 'c1', 'c2', 'c3']))).toBe(1);
    expect(countSelected(compareRecut(before, after), new Set(['c1', 'c2']))).toBe(2);
  });

  it('follow what came or went before them, and several trims together', () => {
    const added = documentOf([
      {},
      { startTime: 4 },
      { startTime: 6 },
      { trackId: 'v2', startTime: 6 },
      { id: 'x', startTime: 2 },
    ]);
    expect(alongOf(before, added)).toEqual(['c1', 'c2', 'c3']);
    const gone = documentOf([{ id: 'c1', name: 'clip 1', filename: '1.mov', startTime: 0 }]);
    expect(alongOf(documentOf([{}, {}]), gone)).toEqual(['c1']);
    const both = documentOf([
      trimmed,
      { startTime: 1, duration: 1 },
      { startTime: 2 },
      { trackId: 'v2', startTime: 2 },
    ]);
    expect(alongOf(before, both)).toEqual(['c2', 'c3']);
  });

  it('are not those that somebody moved otherwise, to another track or before the trim', () => {
    const otherwise = documentOf([
      trimmed,
      { startTime: 1.5 },
      { startTime: 3 },
      { startTime: 9, trackId: 'v2' },
    ]);
    expect(alongOf(before, otherwise)).toEqual(['c2']);
    const elsewhere = documentOf([
      trimmed,
      { startTime: 1, trackId: 'v2' },
      {},
      { trackId: 'v2', startTime: 4 },
    ]);
    expect(alongOf(before, elsewhere)).toEqual([]);
    const earlier = documentOf([{ startTime: 1 }, {}, { duration: 1 }, { trackId: 'v2', startTime: 4 }]);
    expect(alongOf(before, earlier)).toEqual([]);
  });
});

describe('what became of a cut', () => {
  const before = documentOf([{}, { ext: { patchbay: { version: 1, node: 'n7' } } }, {}, {}, {}]);
  const after = documentOf([
    {},
    { id: 'c1', name: 'clip 1', filename: '1.mov', startTime: 2.5 },
    { id: 'c2', name: 'clip 2', filename: '2.mov', startTime: 4, duration: 1, trimStart: 0.5 },
    { id: 'c3', name: 'other name', filename: '3.mov', startTime: 6 },
    { id: 'x', name: 'fresh', filename: 'fresh.mov', startTime: 8 },
  ]);

  it('is told clip by clip', () => {
    expect(kindsOf(before, after)).toEqual({
      c1: 'moved',
      c2: 'trimmed',
      c3: 'changed',
      'new x': 'new',
      c4: 'missing',
    });
    expect(compareRecut(before, after)).toMatchObject({ unchanged: 1, isRelated: true });
  });

  it('is taken whole, and clips stay who they are', () => {
    const taken = all(before, after);
    expect(taken.timeline.clips.map(({ id, startTime, duration }) => [id, startTime, duration])).toEqual([
      ['c0', 0, 2],
      ['c1', 2.5, 2],
      ['c2', 4, 1],
      ['c3', 6, 2],
      ['x', 8, 2],
    ]);
    expect(taken.timeline.clips[1]!.ext).toEqual({ patchbay: { version: 1, node: 'n7' } });
    expect(compareRecut(taken, after).changes).toEqual([]);
  });

  it('is taken clip by clip', () => {
    const recut = compareRecut(before, after);
    const taken = applyRecut(before, after, recut, new Set(['c2']));
    expect(kindsOf(before, taken)).toEqual({ c2: 'trimmed' });
    expect(applyRecut(before, after, recut, new Set())).toEqual({
      ...before,
      timeline: { ...before.timeline, projectDuration: 10 },
    });
  });

  it('knows clips by their media where a program has dropped the ids', () => {
    const bare = documentOf([
      { id: 'a', filename: '0.mov', name: 'zero' },
      { id: 'b', filename: '1.MOV', name: 'one', startTime: 5 },
      { id: 'c', filename: '2.mov', name: 'two', duration: 1 },
    ]);
    expect(kindsOf(documentOf([{}, {}, {}]), bare)).toEqual({ c0: 'changed', c1: 'moved', c2: 'trimmed' });
  });

  it('takes no clip for another that has got its id', () => {
    const other = documentOf([{ id: 'c0', name: 'stranger', filename: 'stranger.mov' }]);
    expect(kindsOf(documentOf([{}]), other)).toEqual({ 'new c0': 'new', c0: 'missing' });
    const taken = all(documentOf([{}, {}]), documentOf([{ id: 'c0', name: 's', filename: 's.mov' }, {}]));
    expect(taken.timeline.clips.map(({ id, filename }) => [id, filename])).toEqual([
      ['c1', '1.mov'],
      ['c0-2', 's.mov'],
    ]);
  });

  it('brings the tracks along that its clips lie on', () => {
    const elsewhere = documentOf([{ trackId: 'v3' }, { trackId: 'v2' }], ['v1', 'v2', 'v3']);
    expect(kindsOf(documentOf([{}, {}]), elsewhere)).toEqual({ c0: 'moved', c1: 'moved' });
    const taken = all(documentOf([{}, {}]), elsewhere);
    expect(taken.timeline.tracks.map(({ id }) => id)).toEqual(['v1', 'v2', 'v3']);
    expect(taken.timeline.clips.map(({ trackId }) => trackId)).toEqual(['v3', 'v2']);
  });

  it('is nothing where nothing was done, and nothing to compare where nothing is known', () => {
    expect(compareRecut(before, before)).toMatchObject({
      changes: [],
      rippled: new Set(),
      markers: 0,
      unchanged: 5,
      isRelated: true,
      isVersion: false,
    });
    const foreign = documentOf([{ id: 'z', name: 'z', filename: 'z.mov' }]);
    expect(compareRecut(before, foreign).isRelated).toBe(false);
  });

  it('can always be taken whole: then nothing is left of it, and the timeline is valid', () => {
    const clip = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      filename: fc.constantFrom('a.mov', 'b.mov', ''),
      name: fc.constantFrom('a', 'b'),
      trackId: fc.constantFrom('v1', 'v2'),
      startTime: fc.integer({ min: 0, max: 20 }),
      duration: fc.integer({ min: 1, max: 5 }),
      opacity: fc.constantFrom(0.5, 1),
    });
    const anyDocument = fc
      .uniqueArray(clip, { maxLength: 4, selector: ({ id }) => id })
      .map((clips) => documentOf(clips));
    fc.assert(
      fc.property(anyDocument, anyDocument, (one, other) => {
        const taken = all(one, other);
        expect(validateTimeline(taken).ok).toBe(true);
        expect(taken.timeline.clips).toHaveLength(other.timeline.clips.length);
        const at = ({ timeline }: TimelineDocument) =>
          timeline.clips
            .map(({ startTime, duration, trackId }) => `${startTime} ${duration} ${trackId}`)
            .sort();
        expect(at(taken)).toEqual(at(other));
      }),
    );
  });
});

describe('a part of a cut', () => {
  const overlaps = ({ timeline }: TimelineDocument) =>
    timeline.clips.flatMap((a, index) =>
      timeline.clips
        .slice(index + 1)
        .filter(
          (b) =>
            a.trackId === b.trackId &&
            a.startTime < b.startTime + b.duration - 0.03 &&
            b.startTime < a.startTime + a.duration - 0.03,
        )
        .map((b) => `${a.id} ${b.id}`),
    );
  const places = ({ timeline }: TimelineDocument) =>
    timeline.clips.map(({ startTime, duration }) => [startTime, duration]);
  const take = (before: TimelineDocument, after: TimelineDocument, ...ids: string[]) =>
    applyRecut(before, after, compareRecut(before, after), new Set(ids));

  it('is only the trim, at its place, where a clip that stays lies at the new one', () => {
    const before = documentOf([{}, {}, {}]);
    const after = documentOf([{ duration: 1 }, { startTime: 1 }, { startTime: 3, duration: 1 }]);
    expect(places(take(before, after, 'c2'))).toEqual([
      [0, 2],
      [2, 2],
      [4, 1],
    ]);
  });

  it('takes along what makes room for a clip that is longer or moved', () => {
    const before = documentOf([{}, {}, {}]);
    const longer = documentOf([{ duration: 3 }, { startTime: 3 }, { startTime: 5 }]);
    expect(places(take(before, longer, 'c0'))).toEqual(places(longer));
    const recut = compareRecut(before, longer);
    const { rippled } = planRecut(before, longer, recut, new Set(['c0']));
    expect(rippled.map(({ id }) => id)).toEqual(['c1', 'c2']);
    const swapped = documentOf([{ startTime: 2 }, { startTime: 0 }, {}]);
    expect(places(take(before, swapped, 'c0'))).toEqual(places(swapped));
  });

  it('never lays clips over each other that lie beside each other in both cuts', () => {
    const row = fc
      .uniqueArray(
        fc.record({
          id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
          duration: fc.integer({ min: 1, max: 4 }),
          gap: fc.constantFrom(0, 0, 1, 3),
          trackId: fc.constantFrom('v1', 'v1', 'v2'),
        }),
        { maxLength: 6, selector: ({ id }) => id },
      )
      .map((clips) => {
        const ends: Record<string, number> = {};
        return documentOf(
          clips.map(({ id, duration, gap, trackId }) => {
            const startTime = (ends[trackId] ?? 0) + gap;
            ends[trackId] = startTime + duration;
            return { id, name: id, filename: `${id}.mov`, duration, trackId, startTime };
          }),
        );
      });
    fc.assert(
      fc.property(row, row, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (one, other, picks) => {
        const recut = compareRecut(one, other);
        const chosen = new Set(recut.changes.filter((_, index) => picks[index]).map(keyOf));
        expect(overlaps(applyRecut(one, other, recut, chosen))).toEqual([]);
      }),
    );
  });
});

describe('markers of a cut that comes home', () => {
  const marker = (id: string, time: number, more: object = {}) => ({
    id,
    time,
    duration: 0,
    name: '',
    color: 'blue',
    words: '',
    ...more,
  });
  const withMarkers = (document: TimelineDocument, ...markers: object[]): TimelineDocument => ({
    ...document,
    timeline: { ...document.timeline, ext: { patchbay: { version: 1, markers } } },
  });
  const markersOf = (document: TimelineDocument) =>
    (timelineExt(document).markers ?? []).map(({ id, time, name }) => [id, time, name]);
  const before = withMarkers(documentOf([{}, {}, {}]), marker('m1', 1), marker('m2', 4.5), marker('m3', 5));
  const moved = documentOf([{}, {}, { startTime: 8 }]);

  it('are where the file says when all is taken: moved, new and gone', () => {
    const after = withMarkers(
      moved,
      marker('m1', 1.5, { name: 'Late' }),
      marker('m2', 8.5),
      marker('new', 9),
    );
    expect(compareRecut(before, after).markers).toBe(4);
    expect(markersOf(all(before, after))).toEqual([
      ['m1', 1.5, 'Late'],
      ['m2', 8.5, ''],
      ['new', 9, ''],
    ]);
    expect(compareRecut(all(before, after), after)).toMatchObject({ changes: [], markers: 0 });
  });

  it('go along with the clips below them where the file has none', () => {
    expect(compareRecut(before, moved).markers).toBe(2);
    expect(markersOf(all(before, moved))).toEqual([
      ['m1', 1, ''],
      ['m2', 8.5, ''],
      ['m3', 9, ''],
    ]);
    const cut = documentOf([{ startTime: 1, duration: 1, trimStart: 0.5 }, {}, {}]);
    expect(markersOf(all(before, cut))[0]).toEqual(['m1', 1.5, '']);
  });

  it('go along with the highest picture over them, with a sound where there is none, and with the first of two', () => {
    const cutOf = (by: number, ...clips: [string, Partial<TimelineClip>][]): TimelineDocument =>
      documentOf(
        clips.map(([trackId, clip], index) => ({
          trackId,
          ...clip,
          startTime: (clip.startTime ?? 0) + by * (index + 1),
        })),
        ['v1', 'a1', 'v2', 'a2'],
      );
    const clips: [string, Partial<TimelineClip>][] = [
      ['a2', { type: 'audio', duration: 20 }],
      ['v1', { duration: 4 }],
      ['v2', { startTime: 2, duration: 4 }],
      ['v2', { startTime: 2, duration: 3 }],
      ['a1', { type: 'audio', startTime: 8, duration: 4 }],
    ];
    const markers = [marker('low', 1), marker('high', 3), marker('sound', 9), marker('none', 30)];
    const before = withMarkers(cutOf(0, ...clips), ...markers);
    expect(markersOf(all(before, cutOf(1, ...clips)))).toEqual([
      ['low', 3, ''],
      ['high', 6, ''],
      ['sound', 10, ''],
      ['none', 30, ''],
    ]);
  });

  it('stay while only a part is taken, and are taken where nothing else differs', () => {
    const after = withMarkers(documentOf([{}, { opacity: 0.5 }, { startTime: 8 }]), marker('m1', 3));
    const recut = compareRecut(before, after);
    expect(markersOf(applyRecut(before, after, recut, new Set(['c1'])))).toEqual(markersOf(before));
    const only = withMarkers(documentOf([{}, {}, {}]), marker('m1', 3), marker('m2', 4.5), marker('m3', 5));
    expect(compareRecut(before, only)).toMatchObject({ changes: [], markers: 1 });
    expect(markersOf(all(before, only))[0]).toEqual(['m1', 3, '']);
  });
});
