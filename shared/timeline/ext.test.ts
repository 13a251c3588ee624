import { describe, expect, it } from 'vitest';
import { TimelineClip, TimelineDocument } from './document.ts';
import {
  clipExt,
  keyedValueAt,
  mediumOf,
  soundingTracks,
  timelineExt,
  trackKind,
  withClipExt,
  withTimelineExt,
  withTrackExt,
} from './ext.ts';
import { valueAt } from './compose.ts';
import { fadeAt } from './transitions.ts';

const clip = (ours?: unknown, others: object = {}) =>
  TimelineClip.parse({
    id: 'c',
    trackId: 't',
    startTime: 10,
    duration: 4,
    opacity: 0.8,
    ext: { ...others, ...(ours !== undefined && { patchbay: ours }) },
  });
const document = (tracks: object[], ext?: object) =>
  TimelineDocument.parse({ serviceType: 'timeline', version: 1, timeline: { clips: [], tracks, ext } });

describe('what Patchbay keeps under ext', () => {
  it('is read and written beside what others keep there', () => {
    const changed = withClipExt(clip(undefined, { otio: { a: 1 } }), { fadeIn: 1 });
    expect(changed?.ext).toEqual({ otio: { a: 1 }, patchbay: { version: 1, fadeIn: 1 } });
    expect(clipExt(changed!)).toEqual({ version: 1, fadeIn: 1 });
  });

  it('keeps fields it does not know', () => {
    expect(withClipExt(clip({ version: 1, later: [1] }), { fadeOut: 2 })?.ext).toEqual({
      patchbay: { version: 1, later: [1], fadeOut: 2 },
    });
  });

  it('leaves no trace when nothing is left', () => {
    expect(withClipExt(clip({ version: 1, fadeIn: 1 }), { fadeIn: undefined })).not.toHaveProperty('ext');
  });

  it.each([{ version: 2, fadeIn: 1 }, { version: 1, fadeIn: -1 }, { fadeIn: 1 }, 'text', null, 7])(
    'ignores %j and never writes over it',
    (stored) => {
      expect(clipExt(clip(stored))).toEqual({ version: 1 });
      expect(withClipExt(clip(stored), { fadeIn: 1 })).toBeNull();
    },
  );

  it('is kept of timelines and tracks in the same way', () => {
    const marker = { id: 'm', time: 1, duration: 0, name: 'Here', color: 'blue', words: '' };
    const marked = withTimelineExt(document([]), { markers: [marker] });
    expect(timelineExt(marked!).markers).toEqual([marker]);
    expect(withTimelineExt(document([], { patchbay: { version: 9 } }), { markers: [] })).toBeNull();
    const [track] = document([{ id: 'a' }]).timeline.tracks;
    expect(withTrackExt(track!, { solo: true })?.ext).toEqual({ patchbay: { version: 1, solo: true } });
  });
});

describe('values at a time', () => {
  const keyed = clip({
    version: 1,
    keyframes: {
      x: [
        { at: 2, value: 100, ease: 'hold' },
        { at: 0, value: 0 },
        { at: 3, value: 50, ease: 'smooth' },
        { at: 4, value: 150 },
      ],
    },
  });

  it.each([
    [9, 0],
    [10, 0],
    [11, 50],
    [12.9, 100],
    [13, 50],
    [13.25, 50 + 100 * 0.15625],
    [20, 150],
  ])('at %d s x is %d', (time, value) => expect(valueAt(keyed, 'x', time)).toBeCloseTo(value, 9));

  it('without keyframes are those of the clip', () => {
    expect(valueAt(keyed, 'opacity', 11)).toBe(0.8);
    expect(valueAt(keyed, 'scale', 11)).toBe(1);
  });

  it('of opacity and volume go up and down with the fades', () => {
    const faded = clip({ version: 1, fadeIn: 2, fadeOut: 1 });
    expect([10, 11, 12, 13.5, 14].map((time) => fadeAt(faded, time))).toEqual([0, 0.5, 1, 0.5, 0]);
    expect(valueAt(faded, 'opacity', 11)).toBeCloseTo(0.4);
    expect(valueAt(faded, 'volume', 13.5)).toBeCloseTo(0.5);
    expect(keyedValueAt(faded, 'opacity', 11)).toBe(0.8);
  });

  it('stay within what can be shown', () => {
    const wild = clip({ version: 1, keyframes: { opacity: [{ at: 0, value: 7 }] } });
    expect(valueAt(wild, 'opacity', 11)).toBe(1);
  });
});

describe('tracks', () => {
  it('are of the kind they say, else of what lies on them', () => {
    const [plain, named] = document([
      { id: 'a' },
      { id: 'b', ext: { patchbay: { version: 1, kind: 'sound' } } },
    ]).timeline.tracks;
    expect(trackKind(plain!, [])).toBeNull();
    expect(trackKind(plain!, [clip()])).toBe('picture');
    expect(trackKind(plain!, [{ ...clip(), type: 'audio' }])).toBe('sound');
    expect(trackKind(named!, [])).toBe('sound');
  });

  it('sound unless they are muted, and only those that are solo when there are some', () => {
    const solo = { ext: { patchbay: { version: 1, solo: true } } };
    expect(soundingTracks(document([{ id: 'a' }, { id: 'b', mutedAudio: true }]))).toEqual(new Set(['a']));
    expect(soundingTracks(document([{ id: 'a' }, { id: 'b', ...solo }]))).toEqual(new Set(['b']));
  });
});

describe('the medium of a clip', () => {
  const clip = TimelineClip.parse({
    id: 'c',
    trackId: 't',
    filename: 'Poster.png',
    startTime: 0,
    duration: 2,
  });
  const media = new Map([
    ['Poster.png', 'the newest of that name'],
    ['file_1', 'the first take'],
  ]);

  it('is the newest file of its name, until a take was chosen', () => {
    expect(mediumOf(clip, media)).toBe('the newest of that name');
    const chosen = withClipExt(clip, { fileId: 'file_1' });
    expect(chosen && mediumOf(chosen, media)).toBe('the first take');
  });

  it('is found by its name when the chosen file is gone', () => {
    const chosen = withClipExt(clip, { fileId: 'file_deleted' });
    expect(chosen && mediumOf(chosen, media)).toBe('the newest of that name');
  });
});
