import { describe, expect, it } from 'vitest';
import * as fc from '../testing/property.ts';
import { TimelineDocument, type TimelineClip } from './document.ts';
import { clipExt } from './ext.ts';
import { applyRecut, compareRecut, keyOf } from './recut.ts';

type Shot = Partial<TimelineClip> & { filename: string };

/** A cut of shots one after the other, each two seconds long unless it says otherwise. */
function cutOf(shots: Shot[], tracks = ['v1', 'v2']): TimelineDocument {
  let end = 0;
  return TimelineDocument.parse({
    serviceType: 'timeline',
    name: 'Cut',
    version: 1,
    timeline: {
      frameRate: 25,
      tracks: tracks.map((id) => ({ id, name: id.toUpperCase() })),
      clips: shots.map((shot, index) => {
        const clip = { duration: 2, startTime: end, ...shot };
        end = clip.startTime + clip.duration;
        return { id: `c${index}`, trackId: tracks[0], name: shot.filename, ...clip };
      }),
    },
  });
}
/** As it comes from a format that has no ids, with tracks of its own. */
const strippedOf = (shots: Shot[]): TimelineDocument =>
  cutOf(
    shots.map((shot, index) => ({ id: `clip-${index + 1}`, trackId: 'track-1', ...shot })),
    ['track-1'],
  );
const toldOf = (before: TimelineDocument, after: TimelineDocument) =>
  compareRecut(before, after).changes.map(({ kind, name, differs }) =>
    [kind, name, ...differs.filter((one) => one !== 'track')].join(' '),
  );
const takenOf = (before: TimelineDocument, after: TimelineDocument): TimelineDocument => {
  const recut = compareRecut(before, after);
  return applyRecut(before, after, recut, new Set(recut.changes.map(keyOf)));
};
const filesOf = ({ timeline }: TimelineDocument): string[] =>
  timeline.clips.toSorted((a, b) => a.startTime - b.startTime).map(({ filename }) => filename);
const inTrack = (document: TimelineDocument, trackId: string): TimelineDocument => ({
  ...document,
  timeline: {
    ...document.timeline,
    tracks: [{ ...document.timeline.tracks[0]!, id: trackId, name: 'V1' }],
    clips: document.timeline.clips.map((clip) => ({ ...clip, trackId })),
  },
});

describe('files whose names end in numbers', () => {
  const numbered = ['shot-1.mp4', 'shot-2.mp4', 'shot-3.mp4'].map((filename) => ({ filename }));
  const [one, two, three] = numbered as [Shot, Shot, Shot];

  it('are as different as others when a cut without ids puts them in another order', () => {
    const before = cutOf(numbered);
    const after = inTrack(strippedOf([three, one, two]), 'v1');
    expect(compareRecut(before, after).changes.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'moved shot-3.mp4',
      'moved shot-1.mp4',
      'moved shot-2.mp4',
    ]);
    expect(filesOf(takenOf(before, after))).toEqual(['shot-3.mp4', 'shot-1.mp4', 'shot-2.mp4']);
  });

  it('are replaced by each other, with ids and without', () => {
    const before = cutOf(numbered);
    const seven = { filename: 'shot-7.mp4' };
    const stripped = inTrack(strippedOf([one, seven, three]), 'v1');
    expect(toldOf(before, stripped).toSorted()).toEqual(['missing shot-2.mp4', 'new shot-7.mp4']);
    expect(filesOf(takenOf(before, stripped))).toEqual(['shot-1.mp4', 'shot-7.mp4', 'shot-3.mp4']);

    const named = (shot: Shot, name: string): Shot => ({ ...shot, name });
    const titled = cutOf([named(one, 'Harbor'), named(two, 'Lamp'), named(three, 'Street')]);
    const swapped = cutOf([named(one, 'Harbor'), named(seven, 'Lamp'), named(three, 'Street')]);
    expect(toldOf(titled, swapped)).toEqual(['changed Lamp medium']);
    expect(filesOf(takenOf(titled, swapped))).toEqual(['shot-1.mp4', 'shot-7.mp4', 'shot-3.mp4']);
  });

  it('are never taken for another clip that showed the neighbor', () => {
    const before = cutOf([
      { filename: 'a-4.mp4', name: 'trans', id: 'x' },
      { filename: 'a-6.mp4', id: 'y' },
    ]);
    const after = cutOf([
      { filename: 'a-5.mp4', name: 'fresh', id: 'clip-1', duration: 1.2, trimStart: 1.6 },
      { filename: 'a-6.mp4', id: 'y', startTime: 2 },
    ]);
    expect(toldOf(before, after).toSorted()).toEqual(['missing trans', 'new fresh']);
    expect(filesOf(takenOf(before, after))).toEqual(['a-5.mp4', 'a-6.mp4']);
  });

  it('are known again where an export numbered them itself, as two of one name', () => {
    const own = (fileId: string) => ({ ext: { patchbay: { version: 1, fileId } } });
    const before = cutOf([
      { filename: 'shot.mp4', ...own('f1') },
      { filename: 'shot.mp4', ...own('f2') },
    ]);
    const after = inTrack(strippedOf([{ filename: 'shot-2.mp4' }, { filename: 'shot.mp4' }]), 'v1');
    expect(compareRecut(before, after).changes.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'moved c1',
      'moved c0',
    ]);
    const taken = takenOf(before, after).timeline.clips.toSorted((a, b) => a.startTime - b.startTime);
    expect(taken.map((clip) => clipExt(clip).fileId)).toEqual(['f2', 'f1']);
  });

  it('come home as they were cut, whatever they are called', () => {
    const name = fc.constantFrom('shot-1.mp4', 'shot-2.mp4', 'shot.mp4', 'shot-12.mp4', 'b.mp4');
    const shots = fc.array(
      name.map((filename): Shot => ({ filename })),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(shots, shots, (one, other) => {
        const after = inTrack(strippedOf(other), 'v1');
        const folded = (names: string[]) => names.map((filename) => filename.toLowerCase());
        expect(folded(filesOf(takenOf(cutOf(one), after)))).toEqual(folded(filesOf(after)));
      }),
    );
  });
});

describe('all that is otherwise of a clip', () => {
  const anna = { filename: 'anna.mp4' };
  const bert = { filename: 'bert.mp4' };
  const carl = { filename: 'carl.mp4' };
  const faster = { ext: { otio: { effects: [{ OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: 4 }] } } };
  const before = cutOf([anna, bert, carl]);

  it('is told of one that moved, and it did not only follow', () => {
    const after = cutOf([{ ...anna, duration: 1 }, { ...bert, opacity: 0.3, ...faster }, carl]);
    const recut = compareRecut(before, after);
    expect(toldOf(before, after)).toEqual([
      'trimmed anna.mp4',
      'moved bert.mp4 speed opacity',
      'moved carl.mp4',
    ]);
    expect(Array.from(recut.rippled, ({ name }) => name)).toEqual(['carl.mp4']);
  });

  it.each<[string, Partial<TimelineClip>, string]>([
    ['muted', { volume: 0 }, 'volume'],
    ['renamed', { name: 'The beginning' }, 'name'],
    ['made smaller', { transform: { rotation: 0, scale: 0.5, x: 0, y: 0 } }, 'transform'],
    ['put in another file', { filename: 'dora.mp4', name: 'anna.mp4' }, 'medium'],
    ['faster', faster, 'speed'],
  ])('is told of one that was trimmed and %s, and taken', (_what, change, expected) => {
    const after = cutOf([{ ...anna, duration: 1, ...change }, { ...bert, startTime: 2 }, carl]);
    expect(toldOf(before, after)).toEqual([`trimmed anna.mp4 ${expected}`]);
    expect(compareRecut(takenOf(before, after), after).changes).toEqual([]);
  });

  it('is neither the track nor a look that a file without ids does not say', () => {
    const small = {
      ...anna,
      transform: { rotation: 90, scale: 0.5, x: 10, y: 0 },
      opacity: 0.5,
      volume: 0.5,
    };
    const stripped = (shot: Shot) => inTrack(strippedOf([shot]), 'track-1');
    expect(compareRecut(cutOf([small]), stripped(anna)).changes).toEqual([]);
    expect(toldOf(cutOf([small]), stripped({ ...anna, opacity: 0.7 }))).toEqual(['changed anna.mp4 opacity']);
  });
});

describe('a clip over others that comes back without its size', () => {
  const small = { rotation: 0, scale: 0.5, x: 0, y: 0 };
  const under = [{ filename: 'anna.mp4' }, { filename: 'bert.mp4' }];
  const over = { filename: 'over.mp4', startTime: 1, trackId: 'v2' };

  it.each([
    ['names of tracks that are kept', ['V1', 'V2']],
    ['tracks without names', ['', '']],
    ['tracks named otherwise', ['Video 1', 'Video 2']],
  ])('is on no other track, with %s', (_, names) => {
    const before = cutOf([...under, { ...over, transform: small }]);
    const after = cutOf(
      [...under, over].map((shot, index) => ({
        ...shot,
        id: `clip-${index + 1}`,
        trackId: index === 2 ? 'track-2' : 'track-1',
      })),
      ['track-1', 'track-2'],
    );
    const tracks = after.timeline.tracks.map((track, index) => ({ ...track, name: names[index] ?? '' }));
    const stripped = { ...after, timeline: { ...after.timeline, tracks } };
    const differs = compareRecut(before, stripped).changes.flatMap((change) => change.differs);
    expect(differs).not.toContain('track');
  });
});
