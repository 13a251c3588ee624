import { describe, expect, it } from 'vitest';
import { layersAt, soundsBetween } from './compose.ts';
import { TimelineDocument } from './document.ts';
import { freezeClips, setSpeed, splitClips, trimClips } from './edits/index.ts';
import { clipExt } from './ext.ts';
import { mediumLengthOf, speedOf, speedWords } from './speed.ts';

const warp = (time_scalar: number, fields: object = {}) => ({
  OTIO_SCHEMA: 'LinearTimeWarp.1',
  time_scalar,
  ...fields,
});

/** A clip of a medium of 20 seconds that shows 4 seconds of the timeline from 10 on. */
const film = (fields: object = {}, others: object[] = []): TimelineDocument =>
  TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate: 25,
      tracks: [{ id: 't' }],
      clips: [
        { id: 'a', trackId: 't', startTime: 10, duration: 4, trimStart: 6, trimEnd: 10, ...fields },
        ...others,
      ],
    },
  });
const atSpeed = (speed: number, others: object[] = []) =>
  film({ ext: { patchbay: { version: 1, speed } } }, others);
const clipOf = (document: TimelineDocument | null) => document!.timeline.clips[0]!;
const shownAt = (document: TimelineDocument, times: number[]) =>
  times.map((time) => Math.round((layersAt(document, time)[0]?.sourceTime ?? NaN) * 1e6) / 1e6);

describe('the speed of a clip', () => {
  it('is what a person said, else what its effects say together', () => {
    const otio = (effects: unknown) => clipOf(film({ ext: { otio: { effects } } }));
    expect(speedOf(otio([warp(2), warp(-0.5)]))).toBe(-1);
    expect(speedOf(otio([warp(3, { enabled: false }), { OTIO_SCHEMA: 'Effect.1' }, 7]))).toBe(1);
    expect(speedOf(otio([warp(2), { OTIO_SCHEMA: 'FreezeFrame.1', time_scalar: 0 }]))).toBe(0);
    expect(speedOf(otio([warp(Number.NaN)]))).toBe(1);
    expect(
      speedOf(clipOf(film({ ext: { otio: { effects: [warp(2)] }, patchbay: { version: 1, speed: 1 } } }))),
    ).toBe(1);
    expect(speedOf(clipOf(film({ type: 'image', ext: { otio: { effects: [warp(2)] } } })))).toBe(1);
  });

  it('moves the picture through its medium, backwards and not at all', () => {
    expect(shownAt(atSpeed(2), [10, 11, 13.96])).toEqual([6, 8, 13.92]);
    expect(shownAt(atSpeed(0.5), [10, 11, 13.96])).toEqual([6, 6.5, 7.98]);
    // The last frame first, and the first last.
    expect(shownAt(atSpeed(-1), [10, 10.04, 13.96])).toEqual([9.96, 9.92, 6]);
    expect(shownAt(atSpeed(-2), [10, 13.96])).toEqual([13.92, 6]);
    expect(shownAt(atSpeed(0), [10, 13.96])).toEqual([6, 6]);
  });

  it('takes the part of the sound that belongs to it, and none when it stands or races', () => {
    const parts = (speed: number) => {
      const [span] = soundsBetween(atSpeed(speed), 11, 12);
      return span && [span.sourceFrom, span.sourceTo];
    };
    expect(parts(1)).toEqual([7, 8]);
    expect(parts(2)).toEqual([8, 10]);
    expect(parts(-0.5)).toEqual([7, 7.5]);
    expect([0, 0.1, 8, -8].map(parts)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('is told in words', () => {
    expect([0, 1, 2, 0.333, -1].map(speedWords)).toEqual([
      'still',
      '100 %',
      '200 %',
      '33.3 %',
      '100 % backwards',
    ]);
  });
});

describe('setting a speed', () => {
  it('shows the same part in another length, as far as there is room', () => {
    const twice = setSpeed(['a'], 2)(film())!;
    expect(clipOf(twice)).toMatchObject({ startTime: 10, duration: 2, trimStart: 6, trimEnd: 10 });
    expect(clipExt(clipOf(twice)).speed).toBe(2);
    const next = { id: 'b', trackId: 't', startTime: 15, duration: 1 };
    const half = setSpeed(['a'], 0.5)(film({}, [next]))!;
    expect(clipOf(half)).toMatchObject({ duration: 5, trimStart: 6, trimEnd: 11.5 });
    expect(mediumLengthOf(clipOf(half))).toBe(20);
  });

  it('back to what it came with says nothing any more', () => {
    expect(clipOf(setSpeed(['a'], 1)(setSpeed(['a'], 2)(film())!))).toEqual(clipOf(film()));
    expect(setSpeed(['a'], 1)(film())).toBeNull();
    const came = film({ ext: { otio: { effects: [warp(2)] } } });
    expect(clipExt(clipOf(setSpeed(['a'], 1)(came))).speed).toBe(1);
  });

  it('keeps within what can be, and leaves pictures alone', () => {
    expect(speedOf(clipOf(setSpeed(['a'], 1e9)(film())))).toBe(100);
    expect(setSpeed(['a'], Number.NaN)(film())).toBeNull();
    expect(setSpeed(['a'], 2)(film({ type: 'image' }))).toBeNull();
  });

  it('holds the frame at a time for the length of the clip, and runs again', () => {
    const still = freezeClips(['a'], 11)(film())!;
    expect(clipOf(still)).toMatchObject({ startTime: 10, duration: 4, trimStart: 7, trimEnd: 13 });
    expect(shownAt(still, [10, 13.96])).toEqual([7, 7]);
    const again = setSpeed(['a'], 1)(still)!;
    expect(clipOf(again)).toMatchObject({ duration: 4, trimStart: 7, trimEnd: 9 });
    // At the end of its medium there is less to show.
    const last = setSpeed(['a'], 1)(freezeClips(['a'], 13)(film({ trimEnd: 0 }))!)!;
    expect(clipOf(last)).toMatchObject({ duration: 4, trimStart: 6, trimEnd: 0 });
  });
});

describe('cutting clips of a speed', () => {
  const total = (document: TimelineDocument | null) =>
    document!.timeline.clips.map((clip) => Math.round(mediumLengthOf(clip) * 1e6) / 1e6);

  it.each([2, 0.5, -1, -2, 0])('shows the same before and after a split, at %s', (speed) => {
    const before = atSpeed(speed);
    const after = splitClips(11, null, () => 'new')(before)!;
    expect(after.timeline.clips).toHaveLength(2);
    const times = [10, 10.52, 10.96, 11, 12.2, 13.96];
    expect(shownAt(after, times)).toEqual(shownAt(before, times));
    expect(new Set(total(after))).toEqual(new Set(total(before)));
  });

  it('goes as far as the medium lasts at its speed', () => {
    const longer = (speed: number) =>
      clipOf(trimClips({ ids: ['a'], edge: 'end', by: 100 })(atSpeed(speed))).duration;
    // 6, 8 and 12 seconds of the medium lie behind the end; backwards those before it.
    expect([1, 2, 0.5].map(longer)).toEqual([14, 9, 24]);
    expect([-1, -2].map(longer)).toEqual([10, 7]);
    expect(longer(0)).toBe(104);
  });
});
