import { describe, expect, it } from 'vitest';
import { TimelineDocument } from '../document.ts';
import { clipExt, soundingTracks, timelineExt, trackExt } from '../ext.ts';
import {
  addMarker,
  addTrack,
  changeFormat,
  changeClips,
  changeMarker,
  changeTrack,
  keyframeTimes,
  moveKeyframes,
  moveTrack,
  removeKeyframe,
  removeKeyframesAt,
  removeMarker,
  removeTrack,
  setDissolve,
  setFade,
  setKeyframe,
  setValue,
  soloTrack,
  swapMedium,
} from './index.ts';

const document = TimelineDocument.parse({
  serviceType: 'timeline',
  version: 1,
  timeline: {
    tracks: [{ id: 'A1' }, { id: 'V1' }, { id: 'V2', locked: true }],
    clips: [
      { id: 'a', trackId: 'V1', startTime: 2, duration: 4 },
      { id: 'b', trackId: 'V2', startTime: 0, duration: 1 },
    ],
    frameRate: 25,
    projectDuration: 6,
  },
});
const clipOf = (after: TimelineDocument | null, id = 'a') =>
  after?.timeline.clips.find((clip) => clip.id === id);
const trackIds = (after: TimelineDocument | null) => after?.timeline.tracks.map(({ id }) => id);

describe('tracks', () => {
  it('are added, moved and taken away with their clips, but for locked ones', () => {
    const added = addTrack({ id: 'V3', name: 'Titles', kind: 'picture' })(document)!;
    expect(trackIds(added)).toEqual(['A1', 'V1', 'V2', 'V3']);
    expect(trackExt(added.timeline.tracks[3]!).kind).toBe('picture');
    expect(trackIds(moveTrack('V3', 0)(added))).toEqual(['V3', 'A1', 'V1', 'V2']);
    expect(moveTrack('V3', 9)(added)).toBeNull();
    const removed = removeTrack('V1')(document)!;
    expect(trackIds(removed)).toEqual(['A1', 'V2']);
    expect(removed.timeline.clips.map(({ id }) => id)).toEqual(['b']);
    expect(removed.timeline.projectDuration).toBe(1);
    expect(removeTrack('V2')(document)).toBeNull();
  });

  it('are named, muted, locked and solo', () => {
    const changed = changeTrack('V1', { name: 'Picture', mutedVideo: true })(document);
    expect(changed?.timeline.tracks[1]).toMatchObject({ name: 'Picture', mutedVideo: true });
    const solo = soloTrack('V1', true)(document)!;
    expect(soundingTracks(solo)).toEqual(new Set(['V1']));
    expect(soloTrack('V1', false)(solo)?.timeline.tracks[1]).toEqual(document.timeline.tracks[1]);
  });
});

describe('markers', () => {
  it('come to lie on frames, change and go', () => {
    const marked = addMarker({ id: 'm', time: 1.01 })(document)!;
    expect(timelineExt(marked).markers).toEqual([
      { id: 'm', time: 1, duration: 0, name: '', color: 'blue', words: '' },
    ]);
    const named = changeMarker('m', { name: 'Here', time: 2.03 })(marked)!;
    expect(timelineExt(named).markers?.[0]).toMatchObject({ name: 'Here', time: 2.04 });
    expect(changeMarker('gone', { name: 'x' })(marked)).toBeNull();
    expect(removeMarker('m')(marked)?.timeline).toEqual(document.timeline);
  });
});

describe('values of clips', () => {
  it('are within what the document holds, and not those of locked tracks', () => {
    expect(clipOf(setValue(['a'], 'opacity', 7, 3)(document))?.opacity).toBe(1);
    expect(clipOf(setValue(['a'], 'scale', 2, 3)(document))?.transform.scale).toBe(2);
    expect(setValue(['b'], 'opacity', 0.5, 0)(document)).toBeNull();
    expect(setValue(['a'], 'x', Number.NaN, 0)(document)).toBeNull();
    expect(clipOf(changeClips(['a'], { name: 'Take 2' })(document))?.name).toBe('Take 2');
  });

  it('are keyframes where there are some', () => {
    const first = setKeyframe('a', 'x', { at: 0, value: 1, ease: 'hold' })(document)!;
    const keyed = setValue(['a'], 'x', 9, 4.01)(first)!;
    expect(clipExt(clipOf(keyed)!).keyframes?.x).toEqual([
      { at: 0, value: 1, ease: 'hold' },
      { at: 2, value: 9, ease: 'hold' },
    ]);
    expect(clipOf(keyed)?.transform.x).toBe(0);
    const fewer = removeKeyframe('a', 'x', 2)(keyed)!;
    expect(clipExt(clipOf(fewer)!).keyframes?.x).toHaveLength(1);
    expect(clipOf(removeKeyframe('a', 'x', null)(keyed))).toEqual(clipOf(document));
  });

  it('fade within the clip, without the two meeting', () => {
    const up = setFade(['a'], 'fadeIn', 3)(document)!;
    expect(clipExt(clipOf(up)!).fadeIn).toBe(3);
    const both = setFade(['a'], 'fadeOut', 3)(up)!;
    expect(clipExt(clipOf(both)!).fadeOut).toBe(1);
    expect(clipOf(setFade(['a'], 'fadeIn', 0)(up))).toEqual(clipOf(document));
  });
});

describe('keyframes of a clip on one frame', () => {
  const keyed = [
    setKeyframe('a', 'opacity', { at: 1, value: 0, ease: 'linear' }),
    setKeyframe('a', 'x', { at: 1, value: 5, ease: 'hold' }),
    setKeyframe('a', 'x', { at: 2, value: 9, ease: 'linear' }),
  ].reduce<TimelineDocument>((now, edit) => edit(now) ?? now, document);
  const frames = (after: TimelineDocument | null) => clipExt(clipOf(after)!).keyframes;

  it('move together within the clip, over those that they come to lie on', () => {
    expect(keyframeTimes(clipOf(keyed)!, 25)).toEqual([1, 2]);
    expect(frames(moveKeyframes('a', 1, 2)(keyed))).toEqual({
      opacity: [{ at: 2, value: 0, ease: 'linear' }],
      x: [{ at: 2, value: 5, ease: 'hold' }],
    });
    expect(keyframeTimes(clipOf(moveKeyframes('a', 2, 99)(keyed))!, 25)).toEqual([1, 4]);
    expect(moveKeyframes('a', 1, 1)(keyed)).toBeNull();
    expect(moveKeyframes('a', 3, 2)(keyed)).toBeNull();
  });

  it('go together', () => {
    expect(frames(removeKeyframesAt('a', 1)(keyed))).toEqual({ x: [{ at: 2, value: 9, ease: 'linear' }] });
    expect(removeKeyframesAt('a', 3)(keyed)).toBeNull();
  });
});

describe('the format of a timeline', () => {
  it('has another name, rate or size, and every clip where it was', () => {
    const changed = changeFormat({ name: 'Harbor', frameRate: 50, width: 1080 })(document)!;
    expect(changed.name).toBe('Harbor');
    expect(changed.timeline.frameRate).toBe(50);
    expect(changed.timeline.projectResolution).toEqual({ width: 1080, height: 1080, isAutoDetected: false });
    expect(changed.timeline.clips).toBe(document.timeline.clips);
    expect(changeFormat({ frameRate: 25 })(document)).toBeNull();
  });
});

it('a clip comes up over the one before it, or from nothing again', () => {
  const over = setDissolve(['a', 'b'], true)(document)!;
  expect(clipExt(clipOf(over)!).dissolve).toBe(true);
  // Its track is locked.
  expect(clipExt(clipOf(over, 'b')!).dissolve).toBeUndefined();
  expect(clipExt(clipOf(setDissolve(['a'], false)(over))!).dissolve).toBeUndefined();
});

it('no keyframe comes to lie beside its clip, neither by itself nor by a value', () => {
  const clip = document.timeline.clips.find(({ id }) => id === 'a')!;
  const end = clip.startTime + clip.duration;
  expect(setKeyframe('a', 'x', { at: clip.duration + 1, value: 1, ease: 'linear' })(document)).toBeNull();
  expect(setKeyframe('a', 'x', { at: -1, value: 1, ease: 'linear' })(document)).toBeNull();
  const keyed = setKeyframe('a', 'x', { at: clip.duration, value: 1, ease: 'linear' })(document)!;
  expect(setValue(['a'], 'x', 9, end + 1)(keyed)).toBeNull();
  expect(setValue(['a'], 'x', 9, end)(keyed)).not.toBeNull();
});

describe('another take in the place of a medium', () => {
  const shown = (clip: object) =>
    TimelineDocument.parse({
      serviceType: 'timeline',
      version: 1,
      timeline: {
        tracks: [{ id: 'V1' }],
        clips: [{ id: 'a', trackId: 'V1', startTime: 0, duration: 4, filename: 'Poster.png', ...clip }],
        frameRate: 25,
      },
    });
  const ofShot = { ext: { patchbay: { version: 1, shotId: 's1' } } };
  it.each([
    ['that a person gave stays', { name: 'Opening' }, 'Opening'],
    [
      'that the storyboard gave stays, also where it is that of the file',
      { name: 'Poster.png', ...ofShot },
      'Poster.png',
    ],
    ['of the file alone follows the file', { name: 'Poster.png' }, 'Banner.png'],
  ])('a name %s', (_which, clip, name) => {
    const after = swapMedium(['a'], { filename: 'Banner.png', fileId: 'file_2' })(shown(clip));
    expect(clipOf(after)).toMatchObject({ name, filename: 'Banner.png', storageType: 'library' });
    expect(clipExt(clipOf(after)!).fileId).toBe('file_2');
  });
});
