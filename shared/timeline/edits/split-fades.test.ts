import { describe, expect, test } from 'vitest';
import * as fc from '../../testing/property.ts';
import { layersAt, soundsBetween } from '../compose.ts';
import { TimelineDocument } from '../document.ts';
import { clipExt } from '../ext.ts';
import { setFade, splitClips } from './index.ts';

/** A film of two clips that touch; the second one has what is given. */
const documentOf = (ext: object, rate = 25): TimelineDocument =>
  TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate: rate,
      tracks: [{ id: 'V1' }],
      clips: [
        { id: 'first', trackId: 'V1', filename: 'a.mp4', type: 'video', startTime: 0, duration: 2 },
        {
          id: 'second',
          trackId: 'V1',
          filename: 'b.mp4',
          type: 'video',
          startTime: 2,
          duration: 4,
          opacity: 0.8,
          ext: { patchbay: { version: 1, ...ext } },
        },
      ],
    },
  });

/** What is seen and how loud it is at many times of a film, without the names of clips. */
const lookOf = (document: TimelineDocument) =>
  Array.from({ length: 6 * 50 }, (_, index) => {
    const time = index / 50;
    const [sound] = soundsBetween(document, time, time + 0.01);
    return {
      layers: layersAt(document, time).map(({ clip, values, sourceTime }) => [
        clip.filename,
        Number(values.opacity.toFixed(6)),
        Number(sourceTime.toFixed(6)),
      ]),
      volume: Number((sound?.gainAt(time + 0.005) ?? 0).toFixed(6)),
    };
  });

const split = (document: TimelineDocument, ...times: number[]): TimelineDocument =>
  times.reduce((cut, time, index) => splitClips(time, null, () => `new-${index}`)(cut) ?? cut, document);

const keyframes = {
  opacity: [
    { at: 0, value: 1, ease: 'smooth' },
    { at: 1.5, value: 0.3 },
  ],
};

describe('a cut within a fade changes nothing that is seen or heard', () => {
  test.each([
    ['a fade in', { fadeIn: 2 }],
    ['a fade out', { fadeOut: 1.6 }],
    ['both', { fadeIn: 1.2, fadeOut: 2 }],
    ['a dissolve', { fadeIn: 1.6, dissolve: true }],
    ['a fade with keyframes', { fadeIn: 2, keyframes }],
  ])('of %s', (_name, ext) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 51, max: 149 }), { minLength: 1, maxLength: 4 }), (frames) => {
        const document = documentOf(ext);
        const cut = split(document, ...frames.map((frame) => frame / 25));
        expect(cut.timeline.clips.length).toBeGreaterThan(2);
        expect(lookOf(cut)).toEqual(lookOf(document));
      }),
      { numRuns: fc.runs(60) },
    );
  });

  test('and each half has its share of it', () => {
    const cut = split(documentOf({ fadeIn: 2 }), 2.4);
    const [, left, right] = cut.timeline.clips.map(clipExt);
    expect([left?.fadeIn, left?.fadeInPart?.before, left?.fadeInPart?.after].map(rounded)).toEqual([
      0.4, 0, 1.6,
    ]);
    expect([right?.fadeIn, right?.fadeInPart?.before, right?.fadeInPart?.after].map(rounded)).toEqual([
      1.6, 0.4, 0,
    ]);
  });
});

const rounded = (value: number | undefined): number => Number((value ?? Number.NaN).toFixed(6));

test('a fade that is set on a half is a whole one again', () => {
  const cut = split(documentOf({ fadeIn: 2 }), 2.4);
  const set = setFade(['new-0'], 'fadeIn', 1)(cut) ?? cut;
  const clip = set.timeline.clips.find(({ id }) => id === 'new-0');
  expect(clip && clipExt(clip)).toMatchObject({ fadeIn: 1 });
  expect(clip && clipExt(clip).fadeInPart).toBeUndefined();
  const [layer] = layersAt(set, 3);
  expect(layer?.values.opacity).toBeCloseTo(0.48);
});
