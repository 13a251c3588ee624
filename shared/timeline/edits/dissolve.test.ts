import { describe, expect, it } from 'vitest';
import { TimelineDocument, type TimelineClip } from '../document.ts';
import { clipExt, withClipExt } from '../ext.ts';
import { dissolvesOf, fadesOf } from '../transitions.ts';
import {
  addDissolves,
  dissolvesOfChoice,
  dissolveState,
  linkClips,
  longestDissolve,
  removeDissolves,
  setFade,
} from './index.ts';

type Part = Partial<TimelineClip> & Pick<TimelineClip, 'id' | 'startTime' | 'duration'>;

const timeline = (...clips: Part[]): TimelineDocument =>
  TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      tracks: [{ id: 'V1' }, { id: 'A1' }],
      clips: clips.map((clip) => ({ trackId: 'V1', type: 'video', ...clip })),
      frameRate: 25,
      projectDuration: 20,
    },
  });
/** Three clips of which the first two show less than their files have. */
const film = (trimEnd = 3) =>
  timeline(
    { id: 'c', startTime: 8, duration: 4 },
    { id: 'a', startTime: 0, duration: 4, trimEnd },
    { id: 'b', startTime: 4, duration: 4, trimEnd },
  );
const clipOf = (document: TimelineDocument | null, id: string) =>
  document!.timeline.clips.find((clip) => clip.id === id)!;
const fadeOf = (document: TimelineDocument | null, id: string) => {
  const { fadeIn, dissolve } = clipExt(clipOf(document, id));
  return { fadeIn, dissolve };
};
const NONE = { fadeIn: undefined, dissolve: undefined };

describe('a dissolve', () => {
  it('of one clip is put at its start, of the first of all at its end', () => {
    expect(fadeOf(addDissolves(['b'])(film()), 'b')).toEqual({ fadeIn: 1, dissolve: true });
    const first = addDissolves(['a'])(film());
    expect(fadeOf(first, 'b')).toEqual({ fadeIn: 1, dissolve: true });
    expect(fadeOf(first, 'a')).toEqual(NONE);
  });

  it('of two clips is put between them only, of all at every cut', () => {
    const two = addDissolves(['b', 'c'])(film());
    expect([fadeOf(two, 'b'), fadeOf(two, 'c')]).toEqual([NONE, { fadeIn: 1, dissolve: true }]);
    const all = addDissolves(['a', 'b', 'c'])(film());
    expect([fadeOf(all, 'b').dissolve, fadeOf(all, 'c').dissolve]).toEqual([true, true]);
  });

  it('is no longer than the file of the clip before goes on, in whole frames', () => {
    expect(longestDissolve(film(0.5), clipOf(film(0.5), 'b'))).toBe(0.48);
    const after = addDissolves(['b'])(film(0.5))!;
    expect(fadeOf(after, 'b').fadeIn).toBe(0.48);
    const clips = after.timeline.clips.toSorted((x, y) => x.startTime - y.startTime);
    expect(dissolvesOf(clips, 1 / 25).get(clipOf(after, 'b'))?.from.id).toBe('a');
  });

  it('is no longer than the clip that comes up, less its fade-out', () => {
    const short = timeline(
      { id: 'a', startTime: 0, duration: 4, trimEnd: 3 },
      { id: 'b', startTime: 4, duration: 0.8 },
    );
    short.timeline.clips = short.timeline.clips.map((clip) => withClipExt(clip, { fadeOut: 0.2 }) ?? clip);
    expect(fadeOf(addDissolves(['b'])(short), 'b').fadeIn).toBe(0.6);
  });

  it('has no limit after a picture but the clip itself', () => {
    const still = timeline(
      { id: 'a', startTime: 0, duration: 4, type: 'image' },
      { id: 'b', startTime: 4, duration: 4 },
    );
    expect(longestDissolve(still, clipOf(still, 'b'))).toBe(4);
  });

  it('is impossible with nothing beside it, with nothing left of the file, and on a locked track', () => {
    const apart = timeline(
      { id: 'a', startTime: 0, duration: 4, trimEnd: 3 },
      { id: 'b', startTime: 5, duration: 4 },
    );
    expect(dissolveState(apart, ['b'])).toBe('no-neighbor');
    expect(dissolveState(film(0), ['b'])).toBe('no-room');
    expect(addDissolves(['b'])(film(0))).toBeNull();
    expect(dissolveState(film(), [])).toBe('none');
    const locked = film();
    locked.timeline.tracks[0]!.locked = true;
    expect(dissolveState(locked, ['b'])).toBe('none');
  });

  it('is added to the cuts of a choice that have none, and removed where all have one', () => {
    const ids = ['a', 'b', 'c'];
    const one = addDissolves(['b'])(film())!;
    expect(dissolvesOfChoice(one, ids)).toEqual({ state: 'can', longest: 3 });
    const all = addDissolves(ids)(one)!;
    expect([fadeOf(all, 'b'), fadeOf(all, 'c')]).toEqual([fadeOf(one, 'b'), { fadeIn: 1, dissolve: true }]);
    expect(dissolvesOfChoice(all, ids)).toEqual({ state: 'has', longest: null });
    expect(removeDissolves(ids)(all)).toEqual(film());
  });

  it('where others of a choice have no room, is removed and not asked for in vain', () => {
    const tight = film();
    tight.timeline.clips = tight.timeline.clips.map((clip) =>
      clip.id === 'b' ? { ...clip, trimEnd: 0 } : clip,
    );
    expect(dissolveState(addDissolves(['b'])(tight)!, ['a', 'b', 'c'])).toBe('has');
  });

  it('is offered for all clips of a long timeline with steps in proportion to them', () => {
    /** Linked pairs of pictures and sounds, every third with a dissolve, and the readings that a look at all of them takes. */
    const stepsOf = (count: number): number => {
      const pair = (at: number) => {
        const place = { startTime: at, duration: 1, trimEnd: 1 };
        const ext = {
          patchbay: {
            version: 1,
            linkId: `link ${at}`,
            ...(at % 3 === 0 && { fadeIn: 0.4, dissolve: true }),
          },
        };
        return [
          { id: `p${at}`, ...place, ext },
          { id: `s${at}`, trackId: 'A1', type: 'audio' as const, ...place, ext },
        ];
      };
      const document = timeline(...Array.from({ length: count }, (_, at) => pair(at)).flat());
      let steps = 0;
      for (const clip of document.timeline.clips) {
        for (const key of ['id', 'trackId', 'startTime', 'duration', 'ext'] as const) {
          const value = clip[key];
          Object.defineProperty(clip, key, {
            enumerable: true,
            get: () => {
              steps += 1;
              return value;
            },
          });
        }
      }
      const ids = Array.from({ length: count }, (_, at) => [`p${at}`, `s${at}`]).flat();
      expect(dissolveState(document, ids)).toBe('can');
      const after = addDissolves(ids)(document);
      expect(removeDissolves(ids)(after!)?.timeline.clips).toHaveLength(2 * count);
      return steps;
    };
    const [once, four, sixteen] = [stepsOf(40), stepsOf(160), stepsOf(640)];
    // Sorting and looking up take the logarithm beside.
    expect(four / once).toBeLessThan(4 * 1.5);
    expect(sixteen / once).toBeLessThan(16 * 2);
  });

  it('is not made between a picture and a sound', () => {
    const mixed = timeline(
      { id: 'a', startTime: 0, duration: 4, trimEnd: 3 },
      { id: 'b', startTime: 4, duration: 4, type: 'audio' },
    );
    expect(dissolveState(mixed, ['b'])).toBe('no-neighbor');
  });

  it('takes linked sounds that are cut there along', () => {
    const sounds = timeline(
      ...film().timeline.clips,
      { id: 'sa', startTime: 0, duration: 4, trimEnd: 2, type: 'audio', trackId: 'A1' },
      { id: 'sb', startTime: 4, duration: 4, type: 'audio', trackId: 'A1' },
    );
    const after = addDissolves(['b'])(linkClips(['b', 'sb'], 'link')(sounds)!);
    expect(fadeOf(after, 'sb')).toEqual({ fadeIn: 1, dissolve: true });
    expect(fadeOf(addDissolves(['sb'])(sounds), 'sb')).toEqual({ fadeIn: 1, dissolve: true });
  });

  it('is taken away again, also one that another program made', () => {
    const made = addDissolves(['b'])(film())!;
    expect(dissolveState(made, ['b'])).toBe('has');
    expect(removeDissolves(['b'])(made)).toEqual(film());
    const time = (value: number) => ({ value, rate: 25 });
    const transition = { transition_type: 'SMPTE_Dissolve', in_offset: time(12), out_offset: time(0) };
    const theirs = film();
    theirs.timeline.clips = theirs.timeline.clips.map((clip) =>
      clip.id === 'b' ? { ...clip, ext: { otio: { before: transition } } } : clip,
    );
    expect(dissolveState(theirs, ['b'])).toBe('has');
    expect(dissolveState(removeDissolves(['b'])(theirs)!, ['b'])).toBe('can');
    // It lies before the cut alone, and goes where somebody sets it to nothing.
    const none = setFade(['b'], 'fadeIn', 0)(theirs);
    expect(fadesOf(clipOf(none, 'b'))).toMatchObject({ fadeIn: 0, lead: 0, dissolve: false });
  });

  it('that was cut within keeps no part of the other half when it is made anew', () => {
    const half = film();
    half.timeline.clips = half.timeline.clips.map((clip) =>
      clip.id === 'b' ? (withClipExt(clip, { fadeInPart: { before: 1, after: 0 } }) ?? clip) : clip,
    );
    expect(clipExt(clipOf(addDissolves(['b'])(half), 'b')).fadeInPart).toBeUndefined();
  });
});
