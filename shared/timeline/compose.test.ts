import * as fc from '#shared/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { frameAt, frameCount, layersAt, soundsBetween } from './compose.ts';
import { TimelineDocument, type TimelineClip } from './document.ts';

type ClipFields = { id: string; startTime: number; duration: number } & Record<string, unknown>;

const film = (clips: ClipFields[], tracks: ({ id: string } & Record<string, unknown>)[]): TimelineDocument =>
  TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: { clips: clips.map((clip) => ({ trackId: tracks[0]?.id, ...clip })), tracks },
  });

const seen = (document: TimelineDocument, time: number): string[] =>
  layersAt(document, time).map(({ clip }) => clip.id);
const sounding = (document: TimelineDocument, from: number, to: number): string[] =>
  soundsBetween(document, from, to).map(({ clip }) => clip.id);

describe('layersAt', () => {
  it('shows a clip from its start up to its end, and never two at a cut', () => {
    // 0.1 + 0.2 is a little more than 0.3: the frame at 0.3 belongs to the second clip all the same.
    const document = film(
      [
        { id: 'a', startTime: 0, duration: 0.3 },
        { id: 'b', startTime: 0.1 + 0.2, duration: 1 },
      ],
      [{ id: 't' }],
    );
    expect([0, 0.29, 0.3, 1.2, 1.3].map((time) => seen(document, time))).toEqual([
      ['a'],
      ['a'],
      ['b'],
      ['b'],
      [],
    ]);
  });

  it('dissolves from the end of the clip right before, and from nothing where there is none', () => {
    const comesIn = { ext: { patchbay: { version: 1, fadeIn: 0.5, dissolve: true } } };
    const document = film(
      [
        { id: 'a', startTime: 0, duration: 2, trimStart: 1 },
        { id: 'b', startTime: 2, duration: 2, ...comesIn },
        { id: 'c', startTime: 5, duration: 2, ...comesIn },
      ],
      [{ id: 't' }],
    );
    const looks = (time: number) =>
      layersAt(document, time).map(({ clip, values, sourceTime }) => [
        clip.id,
        values.opacity,
        Math.round(sourceTime * 1000),
      ]);
    expect(looks(2.25)).toEqual([
      ['a', 1, 2958],
      ['b', 0.5, 250],
    ]);
    expect(seen(document, 2.5)).toEqual(['b']);
    expect(looks(5.25)).toEqual([['c', 0.5, 250]]);
  });

  it('lays later tracks over earlier ones, and captions over all', () => {
    const document = film(
      [
        { id: 'words', trackId: 'captions', type: 'text', startTime: 0, duration: 1 },
        { id: 'top', trackId: 'upper', startTime: 0, duration: 1 },
        { id: 'bottom', trackId: 'lower', startTime: 0, duration: 1 },
        { id: 'sound', trackId: 'lower', type: 'audio', startTime: 0, duration: 1 },
      ],
      [
        { id: 'captions', ext: { patchbay: { version: 1, kind: 'captions' } } },
        { id: 'lower' },
        { id: 'upper' },
      ],
    );
    expect(seen(document, 0.5)).toEqual(['bottom', 'top', 'words']);
    expect(layersAt(document, 0.5).map(({ isCaption }) => isCaption)).toEqual([false, false, true]);
  });

  it('leaves out hidden tracks and what is wholly transparent', () => {
    const document = film(
      [
        { id: 'a', trackId: 'hidden', startTime: 0, duration: 1 },
        { id: 'b', trackId: 'shown', startTime: 0, duration: 1, opacity: 0 },
        { id: 'c', trackId: 'shown', startTime: 0, duration: 1, opacity: 0.5 },
      ],
      [
        { id: 'hidden', mutedVideo: true },
        { id: 'shown', mutedAudio: true },
      ],
    );
    expect(layersAt(document, 0).map(({ clip, values }) => [clip.id, values.opacity])).toEqual([['c', 0.5]]);
  });

  it('says where in the medium it is, with fades and keyframes', () => {
    const keyframes = {
      x: [
        { at: 0, value: 0 },
        { at: 4, value: 100 },
      ],
    };
    const document = film(
      [
        {
          id: 'a',
          startTime: 10,
          duration: 4,
          trimStart: 3,
          ext: { patchbay: { version: 1, fadeIn: 2, keyframes } },
        },
      ],
      [{ id: 't' }],
    );
    expect(layersAt(document, 11)[0]).toMatchObject({
      sourceTime: 4,
      values: { opacity: 0.5, x: 25, y: 0, scale: 1, rotation: 0 },
    });
  });
});

describe('keyframes over time', () => {
  it('size, turn and fade what is seen, held or straight from one to the next', () => {
    const keyframes = {
      scale: [
        { at: 0, value: 1, ease: 'linear' },
        { at: 2, value: 3, ease: 'linear' },
      ],
      rotation: [
        { at: 1, value: 90, ease: 'hold' },
        { at: 3, value: 180, ease: 'linear' },
      ],
      opacity: [
        { at: 1, value: 1 },
        { at: 2, value: 0.5 },
      ],
    };
    const document = film(
      [{ id: 'a', startTime: 10, duration: 4, ext: { patchbay: { version: 1, keyframes } } }],
      [{ id: 't' }],
    );
    const looks = [10, 11, 11.5, 12.5, 13.5].map((time) => {
      const [layer] = layersAt(document, time);
      return [layer?.values.scale, layer?.values.rotation, layer?.values.opacity];
    });
    expect(looks).toEqual([
      [1, 90, 1],
      [2, 90, 1],
      [2.5, 90, 0.75],
      [3, 90, 0.5],
      [3, 180, 0.5],
    ]);
  });

  it('make the sound of a clip louder and quieter, below the volume of its track', () => {
    const keyframes = {
      volume: [
        { at: 1, value: 0 },
        { at: 3, value: 2 },
      ],
    };
    const document = film(
      [{ id: 'a', type: 'audio', startTime: 10, duration: 4, ext: { patchbay: { version: 1, keyframes } } }],
      [{ id: 't', volume: 0.5 }],
    );
    const [span] = soundsBetween(document, 10, 14);
    expect([10, 11, 11.5, 12, 13, 14].map((time) => span?.gainAt(time))).toEqual([0, 0, 0.25, 0.5, 1, 1]);
  });
});

describe('soundsBetween', () => {
  it('cuts clips to the asked time and says where in the medium that is', () => {
    const document = film(
      [
        { id: 'a', type: 'audio', startTime: 1, duration: 4, trimStart: 2, volume: 0.5 },
        { id: 'still', type: 'image', startTime: 1, duration: 4 },
      ],
      [{ id: 't', volume: 0.5 }],
    );
    const [span, ...others] = soundsBetween(document, 2, 3);
    expect(others).toEqual([]);
    expect(span).toMatchObject({ from: 2, to: 3, sourceFrom: 3 });
    expect(span?.gainAt(2.5)).toBe(0.25);
    expect(soundsBetween(document, 4.5, 9)[0]).toMatchObject({ from: 4.5, to: 5 });
    expect(sounding(document, 5, 9)).toEqual([]);
  });

  it('is silent on muted tracks, and on all others while one is solo', () => {
    const solo = { patchbay: { version: 1, solo: true } };
    const clips = ['x', 'y', 'z'].map((id) => ({ id, trackId: id, startTime: 0, duration: 1 }));
    const tracks = [{ id: 'x' }, { id: 'y', mutedAudio: true }, { id: 'z' }];
    expect(sounding(film(clips, tracks), 0, 1)).toEqual(['x', 'z']);
    expect(sounding(film(clips, [...tracks.slice(0, 2), { id: 'z', ext: solo }]), 0, 1)).toEqual(['z']);
  });
});

describe('any timeline', () => {
  const someClips = fc.array(
    fc.record({
      startTime: fc.double({ min: 0, max: 20, noNaN: true }),
      duration: fc.double({ min: 0, max: 20, noNaN: true }),
      trackId: fc.constantFrom('t1', 't2', 't3'),
      type: fc.constantFrom<TimelineClip['type'][]>('video', 'audio', 'image'),
    }),
    { maxLength: 40 },
  );
  const tracks = ['t1', 't2', 't3'].map((id) => ({ id }));

  it('shows just the clips that lie at the time, however they overlap', () => {
    fc.assert(
      fc.property(someClips, fc.double({ min: 0, max: 45, noNaN: true }), (fields, time) => {
        const clips = fields.map((clip, index) => ({ id: `c${index}`, ...clip }));
        const document = film(clips, tracks);
        const near = (clip: ClipFields): boolean =>
          [clip.startTime, clip.startTime + clip.duration].some((edge) => Math.abs(edge - time) < 1e-5);
        const expected = clips
          .filter(({ type, startTime, duration }) => {
            return type !== 'audio' && startTime <= time && time < startTime + duration;
          })
          .map(({ id }) => id);
        const edges = new Set(clips.filter(near).map(({ id }) => id));
        const clear = (ids: string[]): string[] => ids.filter((id) => !edges.has(id)).toSorted();
        expect(clear(seen(document, time))).toEqual(clear(expected));
      }),
    );
  });

  it('has the same sound in one piece as in two', () => {
    const moment = fc.double({ min: 0, max: 45, noNaN: true });
    fc.assert(
      fc.property(someClips, fc.tuple(moment, moment, moment), (fields, times) => {
        const document = film(
          fields.map((clip, index) => ({ id: `c${index}`, ...clip })),
          tracks,
        );
        const [from = 0, middle = 0, to = 0] = times.toSorted((a, b) => a - b);
        const lengths = (spans: ReturnType<typeof soundsBetween>): Map<string, number> => {
          const sums = new Map<string, number>();
          for (const { clip, from: start, to: end } of spans) {
            sums.set(clip.id, (sums.get(clip.id) ?? 0) + end - start);
          }
          return sums;
        };
        const whole = lengths(soundsBetween(document, from, to));
        const halves = lengths([
          ...soundsBetween(document, from, middle),
          ...soundsBetween(document, middle, to),
        ]);
        expect([...halves.keys()].toSorted()).toEqual([...whole.keys()].toSorted());
        for (const [id, length] of whole) expect(halves.get(id)).toBeCloseTo(length, 9);
      }),
    );
  });
});

describe('frames', () => {
  it('counts each time that a frame begins as that frame, at every usual rate', () => {
    for (const rate of [1, 23.976, 24, 25, 29.97, 30, 50, 59.94, 60, 120]) {
      for (let frame = 0; frame < 5000; frame += 1) expect(frameAt(frame / rate, rate)).toBe(frame);
    }
  });

  it('gives a film as many frames as its length has, and never none', () => {
    expect([0, 0.01, 60, 1.98].map((seconds) => frameCount(seconds, 25))).toEqual([1, 1, 1500, 50]);
    expect(frameCount(60, 29.97)).toBe(1798);
  });
});
