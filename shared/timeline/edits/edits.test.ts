import { describe, expect, it } from 'vitest';
import { TimelineDocument } from '../document.ts';
import { clipExt } from '../ext.ts';
import {
  closeGaps,
  copyClipsTo,
  deleteClips,
  duplicateClips,
  linkClips,
  moveClips,
  pasteClips,
  overwriteClips,
  clipOfMedium,
  rippleDelete,
  rippleTrim,
  rollCut,
  slipClips,
  splitClips,
  trimClips,
  unlinkClips,
  withLinked,
  type TimelineEdit,
} from './index.ts';

const FPS = 25;
const counter = () => {
  let count = 0;
  return () => `new-${(count += 1)}`;
};
/** `a V1 0-4 +1+2`: the clip a on V1 from 0 to 4 s, with a second cut off its head and two off its tail. */
function cut(lines: string[], tracks: object[] = [{ id: 'V1' }, { id: 'V2' }, { id: 'A1' }], fields = {}) {
  const clips = lines.map((line) => {
    const [id, trackId, span = '', trims = '+0+0'] = line.split(' ');
    const [from = 0, to = 0] = span.split('-').map(Number);
    const [, trimStart = 0, trimEnd = 0] = trims.split('+').map(Number);
    return { id, trackId, startTime: from, duration: to - from, trimStart, trimEnd, ...fields };
  });
  return TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: { tracks, clips, frameRate: FPS },
  });
}
const round = (seconds: number) => Math.round(seconds * 1000) / 1000;
const lines = (document: TimelineDocument | null) =>
  document?.timeline.clips.map(
    ({ id, trackId, startTime, duration, trimStart, trimEnd }) =>
      `${id} ${trackId} ${round(startTime)}-${round(startTime + duration)} +${round(trimStart)}+${round(trimEnd)}`,
  ) ?? null;
const after = (before: string[], edit: TimelineEdit) => lines(edit(cut(before)));

const three = ['a V1 0-4 +1+2', 'b V1 4-8 +1+2', 'c V1 10-12 +1+2'];

describe('moving', () => {
  it('brings the first clip to a frame, and overwrites what lies there', () => {
    expect(after(three, moveClips({ ids: ['c'], by: -3.01 }, counter()))).toEqual([
      'a V1 0-4 +1+2',
      'b V1 4-7 +1+3',
      'c V1 7-9 +1+2',
    ]);
  });

  it('cuts a clip in two that it lands inside', () => {
    expect(
      after(
        ['a V1 0-10', 'b V2 0-2'],
        moveClips({ ids: ['b'], by: 4, tracks: new Map([['V2', 'V1']]) }, counter()),
      ),
    ).toEqual(['a V1 0-4 +0+6', 'new-1 V1 6-10 +6+0', 'b V1 4-6 +0+0']);
  });

  it('takes away what it covers whole', () => {
    expect(after(three, moveClips({ ids: ['b'], by: -4 }, counter()))).toEqual([
      'b V1 0-4 +1+2',
      'c V1 10-12 +1+2',
    ]);
  });

  it('stops at the beginning, together', () => {
    expect(after(three, moveClips({ ids: ['b', 'c'], by: -9 }, counter()))).toEqual([
      'b V1 0-4 +1+2',
      'c V1 6-8 +1+2',
    ]);
  });

  it('is nothing within half a frame, onto two tracks at once, or with a locked track', () => {
    const move = (by: number, tracks?: ReadonlyMap<string, string>) =>
      moveClips({ ids: ['a', 'd'], by, tracks }, counter());
    const both = ['a V1 0-4', 'd V2 0-4'];
    expect(after(both, move(0.01))).toBeNull();
    expect(after(both, move(1, new Map([['V1', 'V2']])))).toBeNull();
    const locked = cut(both, [{ id: 'V1' }, { id: 'V2', locked: true }]);
    expect(lines(move(1)(locked))).toEqual(['a V1 1-5 +0+0', 'd V2 0-4 +0+0']);
    expect(moveClips({ ids: ['a'], by: 1, tracks: new Map([['V1', 'V2']]) }, counter())(locked)).toBeNull();
  });

  it('copies when asked to', () => {
    expect(after(['a V1 0-2'], copyClipsTo({ ids: ['a'], by: 3 }, counter()))).toEqual([
      'a V1 0-2 +0+0',
      'new-1 V1 3-5 +0+0',
    ]);
  });
});

describe('trimming', () => {
  it('shows more until the medium ends', () => {
    expect(after(three, trimClips({ ids: ['c'], edge: 'end', by: 5 }))).toContain('c V1 10-14 +1+0');
    expect(after(three, trimClips({ ids: ['c'], edge: 'start', by: -5 }))).toContain('c V1 9-12 +0+2');
  });

  it('stops at the next clip, and leaves one frame', () => {
    expect(after(three, trimClips({ ids: ['a'], edge: 'end', by: 1 }))).toBeNull();
    expect(after(three, trimClips({ ids: ['b'], edge: 'end', by: 5 }))).toContain('b V1 4-10 +1+0');
    expect(after(three, trimClips({ ids: ['a'], edge: 'end', by: -9 }))).toContain('a V1 0-0.04 +1+5.96');
  });

  it('has no limit for a picture but its neighbors', () => {
    const document = cut(['a V1 5-8'], [{ id: 'V1' }], { type: 'image' });
    expect(lines(trimClips({ ids: ['a'], edge: 'start', by: -9 })(document))).toEqual(['a V1 0-8 +0+0']);
    expect(lines(trimClips({ ids: ['a'], edge: 'end', by: 60 })(document))).toEqual(['a V1 5-68 +0+0']);
  });

  it('ripples: what is later moves with it', () => {
    expect(after(three, rippleTrim({ ids: ['a'], edge: 'end', by: 1 }))).toEqual([
      'a V1 0-5 +1+1',
      'b V1 5-9 +1+2',
      'c V1 11-13 +1+2',
    ]);
    expect(after(three, rippleTrim({ ids: ['b'], edge: 'start', by: 1 }))).toEqual([
      'a V1 0-4 +1+2',
      'b V1 4-7 +2+2',
      'c V1 9-11 +1+2',
    ]);
  });

  it('rolls the cut between two clips as far as both media go', () => {
    const cutOf = { leftId: 'a', rightId: 'b' };
    expect(after(three, rollCut(cutOf, 9))).toEqual(['a V1 0-6 +1+0', 'b V1 6-8 +3+2', 'c V1 10-12 +1+2']);
    expect(after(three, rollCut(cutOf, -9))).toContain('b V1 3-8 +0+2');
    expect(after(three, rollCut({ leftId: 'b', rightId: 'c' }, 1))).toBeNull();
  });

  it('slips the medium under its clip', () => {
    expect(after(three, slipClips(['b'], 9))).toContain('b V1 4-8 +3+0');
    expect(after(three, slipClips(['b'], -0.4))).toContain('b V1 4-8 +0.6+2.4');
  });
});

describe('cutting', () => {
  it('splits all tracks, or only what is chosen', () => {
    const both = ['a V1 0-4', 'd V2 1-5'];
    expect(after(both, splitClips(2, null, counter()))).toEqual([
      'a V1 0-2 +0+2',
      'new-1 V1 2-4 +2+0',
      'd V2 1-2 +0+3',
      'new-2 V2 2-5 +1+0',
    ]);
    expect(after(both, splitClips(2, new Set(['d']), counter()))).toHaveLength(3);
    expect(after(both, splitClips(4, new Set(['a']), counter()))).toBeNull();
  });

  it('leaves fades and keyframes with their part', () => {
    const ours = { version: 1, fadeIn: 1, fadeOut: 1, keyframes: { x: [{ at: 3, value: 5, ease: 'hold' }] } };
    const document = cut(['a V1 0-4'], [{ id: 'V1' }], { ext: { patchbay: ours } });
    const [left, right] = splitClips(2, null, counter())(document)!.timeline.clips.map(clipExt);
    expect(left).toEqual({ version: 1, fadeIn: 1, keyframes: ours.keyframes });
    expect(right).toEqual({
      version: 1,
      fadeOut: 1,
      keyframes: { x: [{ at: 1, value: 5, ease: 'hold' }] },
    });
  });

  it('keeps linked parts linked, each side by itself', () => {
    const linked = linkClips(['a', 'd'], 'link')(cut(['a V1 0-4', 'd A1 0-4']))!;
    const split = splitClips(2, null, counter())(linked)!;
    const links = split.timeline.clips.map((clip) => clipExt(clip).linkId);
    expect(links[0]).toBe('link');
    expect(links[2]).toBe('link');
    expect(links[1]).toBe(links[3]);
    expect(links[1]).not.toBe('link');
    expect(withLinked(split, ['a'])).toEqual(new Set(['a', 'd']));
    expect(withLinked(unlinkClips(['a'])(split)!, ['a'])).toEqual(new Set(['a']));
  });
});

describe('deleting', () => {
  it('leaves the gap, or closes it', () => {
    expect(after(three, deleteClips(['a']))).toEqual(three.slice(1));
    expect(after(three, rippleDelete(['a']))).toEqual(['b V1 0-4 +1+2', 'c V1 6-8 +1+2']);
    expect(after(three, rippleDelete(['gone']))).toBeNull();
  });

  it('never moves a clip into another that reaches over the gap', () => {
    expect(after(['a V1 0-4', 'long V1 2-6', 'c V1 6-8'], rippleDelete(['a']))).toEqual([
      'long V1 2-6 +0+0',
      'c V1 6-8 +0+0',
    ]);
  });

  it('closes the gaps of a track, or one of them', () => {
    const gaps = ['a V1 1-4', 'b V1 6-8', 'c V1 9-12'];
    expect(after(gaps, closeGaps(['V1']))).toEqual(['a V1 0-3 +0+0', 'b V1 3-5 +0+0', 'c V1 5-8 +0+0']);
    expect(after(gaps, closeGaps(['V1'], 5))).toEqual(['a V1 1-4 +0+0', 'b V1 4-6 +0+0', 'c V1 7-10 +0+0']);
    expect(after(gaps, closeGaps(['V1'], 2))).toBeNull();
  });
});

describe('putting in', () => {
  const clip = clipOfMedium(
    { fileId: 'new', filename: 'new.mp4', type: 'video', length: 3 },
    { id: 'n', trackId: 'V1', at: 2 },
  );

  it('by insert moves on what is later and cuts what lies across', () => {
    expect(after(three, overwriteClips([clip], 'insert', counter()))).toEqual([
      'a V1 0-2 +1+4',
      'new-1 V1 5-7 +3+2',
      'b V1 7-11 +1+2',
      'c V1 13-15 +1+2',
      'n V1 2-5 +0+0',
    ]);
  });

  it('by overwrite takes the place of what is there', () => {
    expect(after(three, overwriteClips([clip], 'overwrite', counter()))).toEqual([
      'a V1 0-2 +1+4',
      'b V1 5-8 +2+2',
      'c V1 10-12 +1+2',
      'n V1 2-5 +0+0',
    ]);
  });

  it('pastes and duplicates with new ids, in the same places to each other', () => {
    const { clips } = cut(['x V1 3-4', 'y V2 5-6']).timeline;
    expect(after([], pasteClips({ clips, at: 10, placement: 'overwrite' }, counter()))).toEqual([
      'new-1 V1 10-11 +0+0',
      'new-2 V2 12-13 +0+0',
    ]);
    expect(after(['a V1 0-2', 'b V1 2-4'], duplicateClips(['a'], counter()))).toEqual([
      'a V1 0-2 +0+0',
      'b V1 4-6 +0+0',
      'new-1 V1 2-4 +0+0',
    ]);
  });
});
