import { describe, expect, it } from 'vitest';
import { TimelineDocument } from '../document.ts';
import { timelineExt, withTimelineExt } from '../ext.ts';
import {
  changeTrack,
  closeGapsInStep,
  deleteInStep,
  duplicateClips,
  linkClips,
  pasteClips,
  rippleDelete,
  rippleTrim,
  trimInStep,
  withLinked,
  type TimelineEdit,
} from './index.ts';

/** `a V1 0-4`: the clip a on V1 from 0 to 4 s, with 2 s more of its medium at both ends. */
function cut(lines: readonly string[], locked: readonly string[] = []) {
  return TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate: 25,
      tracks: ['V1', 'V2', 'A1', 'A2'].map((id) => ({ id, locked: locked.includes(id) })),
      clips: lines.map((line) => {
        const [id, trackId, span = ''] = line.split(' ');
        const [from = 0, to = 0] = span.split('-').map(Number);
        return { id, trackId, startTime: from, duration: to - from, trimStart: 2, trimEnd: 2 };
      }),
    },
  });
}
const lines = (document: TimelineDocument | null) =>
  document?.timeline.clips.map(
    ({ id, trackId, startTime, duration }) => `${id} ${trackId} ${startTime}-${startTime + duration}`,
  ) ?? null;
const after = (before: TimelineDocument, edit: TimelineEdit) => lines(edit(before));

const film = ['a V1 0-4', 'b V1 4-8', 'title V2 5-6', 'bed A1 0-20', 'hum A2 1-3', 'rain A2 6-9'];

describe('a ripple that keeps all tracks in step', () => {
  it('moves what is later on the others; what lasts over the cut stays', () => {
    expect(after(cut(film), rippleTrim({ ids: ['a'], edge: 'end', by: 1 }, true))).toEqual([
      'a V1 0-5',
      'b V1 5-9',
      'title V2 6-7',
      'bed A1 0-20',
      'hum A2 1-3',
      'rain A2 7-10',
    ]);
    expect(after(cut(film), rippleTrim({ ids: ['a'], edge: 'end', by: 1 }))).toContain('rain A2 6-9');
  });

  it('by the start of a clip moves what lies beside what is left of it', () => {
    const shots = ['a V1 0-4', 'b V1 4-8', 'c V1 8-9', 'with A1 4-4.5', 'steps A1 6-7', 'end A1 8-9'];
    expect(after(cut(shots), rippleTrim({ ids: ['b'], edge: 'start', by: 1 }, true))).toEqual([
      'a V1 0-4',
      'b V1 4-7',
      'c V1 7-8',
      'with A1 4-4.5',
      'steps A1 5-6',
      'end A1 7-8',
    ]);
    // Longer at its start: what begins with it stays with it.
    expect(after(cut(shots), rippleTrim({ ids: ['b'], edge: 'start', by: -1 }, true))).toEqual([
      'a V1 0-4',
      'b V1 4-9',
      'c V1 9-10',
      'with A1 4-4.5',
      'steps A1 7-8',
      'end A1 9-10',
    ]);
  });

  it('leaves a track whole where a clip is in the way, and says which', () => {
    const tight = ['a V1 0-4', 'b V1 4-8', 'hum A1 1-6', 'rain A1 6-9', 'late A1 12-13', 'title V2 5-6'];
    const trim = { ids: ['a'], edge: 'end', by: -1 } as const;
    expect(trimInStep(cut(tight), trim).stuck).toEqual(['A1']);
    expect(after(cut(tight), rippleTrim(trim, true))).toEqual([
      'a V1 0-3',
      'b V1 3-7',
      'hum A1 1-6',
      'rain A1 6-9',
      'late A1 12-13',
      'title V2 4-5',
    ]);
    expect(trimInStep(cut(tight), { ...trim, by: 1 }).stuck).toEqual([]);
  });

  it('never moves what is locked', () => {
    const document = cut(film, ['A2']);
    const trim = { ids: ['a'], edge: 'end', by: 1 } as const;
    expect(after(document, rippleTrim(trim, true))).toContain('rain A2 6-9');
    expect(trimInStep(document, trim).stuck).toEqual([]);
  });

  it('closes what was deleted on all tracks, once for picture and sound', () => {
    const both = ['a V1 0-4', 'a-sound A1 0-4', 'b V1 4-8', 'b-sound A1 4-8', 'title V2 5-6', 'rain A2 6-9'];
    expect(after(cut(both), rippleDelete(['a', 'a-sound'], true))).toEqual([
      'b V1 0-4',
      'b-sound A1 0-4',
      'title V2 1-2',
      'rain A2 2-5',
    ]);
    const between = [...both, 'hum A2 2-5'];
    expect(deleteInStep(['a', 'a-sound'])(cut(between))?.stuck).toEqual(['A2']);
    expect(after(cut(between), rippleDelete(['a', 'a-sound'], true))).toContain('rain A2 6-9');
  });

  it('is an insert too: what is later than it moves on everywhere', () => {
    const clip = cut(['new V1 4-6']).timeline.clips;
    const insert = (keepsStep: boolean) =>
      after(
        cut(film),
        pasteClips({ clips: clip, at: 4, placement: 'insert', keepsStep }, () => 'new'),
      );
    expect(insert(true)).toEqual([
      'a V1 0-4',
      'b V1 6-10',
      'title V2 7-8',
      'bed A1 0-20',
      'hum A2 1-3',
      'rain A2 8-11',
      'new V1 4-6',
    ]);
    expect(insert(false)).toContain('title V2 5-6');
  });

  it('cuts what is linked with the clip that an insert cuts, and keeps both halves together', () => {
    const pair = cut(['a V1 0-8', 'as A1 0-8', 'b V1 8-12', 'bs A1 8-12', 'bed A2 0-20']);
    const linked = linkClips(['a', 'as'], 'pair')(pair)!;
    const insert = (document: TimelineDocument, keepsStep: boolean) => {
      let count = 0;
      const { clips } = cut(['new V1 4-6']).timeline;
      return pasteClips({ clips, at: 4, placement: 'insert', keepsStep }, () => `n${(count += 1)}`)(document);
    };
    const made = insert(linked, true);
    expect(lines(made)).toEqual([
      'a V1 0-4',
      'n2 V1 6-10',
      'as A1 0-4',
      'n4 A1 6-10',
      'b V1 10-14',
      'bs A1 10-14',
      'bed A2 0-20',
      'n1 V1 4-6',
    ]);
    expect(withLinked(made!, ['a'])).toEqual(new Set(['a', 'as']));
    expect(withLinked(made!, ['n2'])).toEqual(new Set(['n2', 'n4']));
    expect(made?.timeline.clips.find(({ id }) => id === 'n4')?.trimStart).toBe(6);
    // By itself, and where the sound is locked, only the picture is cut.
    expect(lines(insert(linked, false))).toContain('as A1 0-8');
    expect(lines(insert(changeTrack('A1', { locked: true })(linked)!, true))).toContain('as A1 0-8');
  });

  it('closes several gaps one after the other', () => {
    const shots = ['a V1 0-2', 'b V1 2-4', 'c V1 4-6', 'd V1 6-8', 'one A1 2-3', 'two A1 6-7'];
    expect(after(cut(shots), rippleDelete(['a', 'c'], true))).toEqual([
      'b V1 0-2',
      'd V1 2-4',
      'one A1 0-1',
      'two A1 2-3',
    ]);
  });

  it('closes picture and sound of different lengths once, and keeps the later pairs together', () => {
    const apart = ['a V1 0-4', 'as A1 0-5', 'b V1 5-8', 'bs A1 5-8', 'title V2 10-12', 'rain A2 14-15'];
    expect(after(cut(apart), rippleDelete(['a', 'as'], true))).toEqual([
      'b V1 0-3',
      'bs A1 0-3',
      'title V2 5-7',
      'rain A2 9-10',
    ]);
    // The next picture begins while the sound still lasts: all move by what both tracks have free.
    const lCut = ['a V1 0-4', 'as A1 0-5', 'b V1 4-8', 'bs A1 5-8', 'c V1 8-9', 'cs A1 8-9', 'title V2 8-9'];
    const made = deleteInStep(['a', 'as'])(cut(lCut));
    expect(lines(made?.document ?? null)).toEqual([
      'b V1 0-4',
      'bs A1 1-4',
      'c V1 4-5',
      'cs A1 4-5',
      'title V2 4-5',
    ]);
    expect(made?.stuck).toEqual([]);
  });

  it('moves all later clips by the same when a shot goes here and a sound there', () => {
    const pairs = [
      'a V1 0-4',
      'b V1 4-8',
      'c V1 8-14',
      'as A1 0-4',
      'bs A1 4-8',
      'cs A1 8-14',
      'title V2 9-10',
    ];
    const made = deleteInStep(['a', 'bs'])(cut(pairs));
    expect(lines(made?.document ?? null)).toEqual([
      'b V1 0-4',
      'c V1 4-10',
      'as A1 0-4',
      'cs A1 4-10',
      'title V2 5-6',
    ]);
    expect(made?.stuck).toEqual([]);
  });

  it('closes its own gap on a track that has no room for the gap of another', () => {
    const shots = ['a V1 0-4', 'b V1 4-8', 'c V1 8-9', 'd V1 9-12', 'over V2 1-7', 'x V2 8-9', 'y V2 9-10'];
    const made = deleteInStep(['a', 'c', 'x'])(cut(shots));
    expect(lines(made?.document ?? null)).toEqual(['b V1 0-4', 'd V1 4-7', 'over V2 1-7', 'y V2 8-9']);
    expect(made?.stuck).toEqual(['V2']);
  });

  it('closes thousands of places of picture and sound', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => [
      `v${at} V1 ${at}-${at + 1}`,
      `s${at} A1 ${at}-${at + 1}`,
    ]);
    const odd = many.flatMap((pair, at) => (at % 2 === 1 ? pair.slice(0, 1) : pair));
    const gone = Array.from({ length: 5000 }, (_, at) => [`v${at * 2}`, `s${at * 2}`]).flat();
    const made = deleteInStep(gone)(cut(odd));
    expect(made?.document.timeline.clips.map(({ startTime }) => startTime)).toEqual(
      Array.from({ length: 5000 }, (_, at) => at),
    );
  });

  it('is a duplicate and a closed gap too', () => {
    const shots = [
      'a V1 0-4',
      'b V1 6-8',
      'title V2 6-7',
      'hum A1 1-2',
      'rain A1 7-8',
      'bed A2 0-5',
      'end A2 6-7',
    ];
    expect(
      after(
        cut(shots),
        duplicateClips(['a'], () => 'copy', true),
      ),
    ).toEqual([
      'a V1 0-4',
      'b V1 10-12',
      'title V2 10-11',
      'hum A1 1-2',
      'rain A1 11-12',
      'bed A2 0-5',
      'end A2 10-11',
      'copy V1 4-8',
    ]);
    const made = closeGapsInStep(['V1'], 5)(cut(shots));
    expect(lines(made?.document ?? null)).toEqual([
      'a V1 0-4',
      'b V1 4-6',
      'title V2 4-5',
      'hum A1 1-2',
      'rain A1 5-6',
      'bed A2 0-5',
      'end A2 6-7',
    ]);
    expect(made?.stuck).toEqual(['A2']);
    expect(closeGapsInStep(['V1'], 2)(cut(shots))).toBeNull();
  });

  it('moves markers and the in and out along', () => {
    const shots = cut(['a V1 0-4', 'b V1 4-8']);
    const marker = (id: string, time: number, duration = 0) => ({
      id,
      time,
      duration,
      name: '',
      color: 'blue',
      words: '',
    });
    const marked = withTimelineExt(shots, {
      markers: [marker('early', 1), marker('long', 2, 4), marker('at', 4), marker('late', 6, 1)],
      range: { from: 3, to: 7 },
    })!;
    const marks = (edit: TimelineEdit) => {
      const { markers, range } = timelineExt(edit(marked)!);
      return [
        ...(markers ?? []).map(({ id, time, duration }) => `${id} ${time}-${time + duration}`),
        range ? `range ${range.from}-${range.to}` : 'no range',
      ];
    };
    expect(marks(rippleDelete(['a'], true))).toEqual([
      'early 0-0',
      'long 0-2',
      'at 0-0',
      'late 2-3',
      'range 0-3',
    ]);
    expect(marks(rippleTrim({ ids: ['a'], edge: 'end', by: 1 }, true))).toEqual([
      'early 1-1',
      'long 2-7',
      'at 5-5',
      'late 7-8',
      'range 3-8',
    ]);
    expect(marks(rippleTrim({ ids: ['a'], edge: 'start', by: 1 }, true))).toEqual([
      'early 0-0',
      'long 1-5',
      'at 3-3',
      'late 5-6',
      'range 2-6',
    ]);
    expect(marks(duplicateClips(['a'], () => 'copy', true))).toEqual([
      'early 1-1',
      'long 2-10',
      'at 8-8',
      'late 10-11',
      'range 3-11',
    ]);
    expect(marks(rippleDelete(['a', 'b'], true)).at(-1)).toBe('no range');
    // One track by itself leaves what belongs to the film where it is.
    expect(marks(rippleDelete(['a']))).toEqual(['early 1-1', 'long 2-6', 'at 4-4', 'late 6-7', 'range 3-7']);
  });
});
