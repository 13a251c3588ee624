import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { emptyTimeline, summarizeTimeline, timelineJsonSchema, validateTimeline } from './index.ts';

const clip = (fields: object = {}) => ({ id: 'c1', trackId: 't1', startTime: 1, duration: 2.5, ...fields });
const document = (timeline: object, fields: object = {}) => ({
  serviceType: 'timeline',
  name: 'Cut',
  version: 1,
  timeline: { clips: [], tracks: [{ id: 't1' }], ...timeline },
  ...fields,
});
const problemsOf = (input: unknown): string[] => {
  const checked = validateTimeline(input);
  return checked.ok ? [] : checked.problems.map(({ path, code }) => `${path} ${code}`);
};
const accepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(timelineJsonSchema());

describe('validateTimeline', () => {
  it('fills in every default and stretches the project over its clips', () => {
    expect(validateTimeline(document({ clips: [clip()] }))).toEqual({
      ok: true,
      document: {
        serviceType: 'timeline',
        name: 'Cut',
        version: 1,
        timeline: {
          clips: [
            {
              id: 'c1',
              trackId: 't1',
              name: '',
              filename: '',
              type: 'video',
              storageType: 'library',
              startTime: 1,
              duration: 2.5,
              trimStart: 0,
              trimEnd: 0,
              opacity: 1,
              volume: 1,
              transform: { rotation: 0, scale: 1, x: 0, y: 0 },
            },
          ],
          tracks: [
            {
              id: 't1',
              name: '',
              height: 64,
              volume: 1,
              locked: false,
              mutedAudio: false,
              mutedVideo: false,
            },
          ],
          currentTime: 0,
          playheadPosition: 0,
          projectDuration: 3.5,
          frameRate: 24,
          zoom: 1,
          selectedClipIds: [],
          selectedTrackId: null,
          projectResolution: { width: 1920, height: 1080, isAutoDetected: true },
        },
      },
    });
  });

  it('names every problem with its place, structure and meaning together', () => {
    const input = document(
      {
        clips: [
          clip({ duration: -1, opacity: 2, colour: 'red' }),
          clip({ trackId: 'gone' }),
          clip({ id: 'c2', startTime: 'soon', type: 'smell' }),
        ],
        tracks: [{ id: 't1' }, { id: 't1', locked: 'no' }],
        frameRate: 0,
      },
      { version: 2 },
    );
    expect(problemsOf(input).sort()).toEqual([
      'timeline.clips.0.colour UNKNOWN_FIELD',
      'timeline.clips.0.duration TOO_SMALL',
      'timeline.clips.0.opacity TOO_BIG',
      'timeline.clips.1.id DOUBLED_ID',
      'timeline.clips.1.trackId TRACK_MISSING',
      'timeline.clips.2.startTime INVALID_TYPE',
      'timeline.clips.2.type INVALID_VALUE',
      'timeline.frameRate TOO_SMALL',
      'timeline.tracks.1.id DOUBLED_ID',
      'timeline.tracks.1.locked INVALID_TYPE',
      'version INVALID_VALUE',
    ]);
  });

  it.each([[null], [[]], ['text'], [{}], [{ serviceType: 'timeline', version: 1, timeline: 7 }]])(
    'refuses %j',
    (input) => {
      expect(problemsOf(input).length).toBeGreaterThan(0);
    },
  );

  it('keeps what programs put under ext', () => {
    const checked = validateTimeline(document({ clips: [clip({ ext: { otio: [1, null] } })] }));
    expect(checked.ok && checked.document.timeline.clips[0]?.ext).toEqual({ otio: [1, null] });
  });
});

describe('the JSON Schema', () => {
  it('accepts and refuses as the validation does, but for ids', () => {
    const inputs = [
      document({ clips: [clip()] }),
      document({ clips: [clip({ duration: -1 })] }),
      document({ clips: [clip({ colour: 'red' })] }),
      document({}, { version: 2 }),
      document({}, { serviceType: 'storyboard' }),
      { serviceType: 'timeline', version: 1 },
      emptyTimeline('New'),
    ];
    const verdicts = [true, false, false, false, false, false, true];
    expect(inputs.map((input) => accepts(input))).toEqual(verdicts);
    expect(inputs.map((input) => validateTimeline(input).ok)).toEqual(verdicts);
  });
});

describe('summarizeTimeline', () => {
  it('counts clips and tracks and measures to the last frame', () => {
    const checked = validateTimeline(
      document({
        clips: [clip(), clip({ id: 'c2', startTime: 0, duration: 9 })],
        tracks: [{ id: 't1' }, { id: 't2' }],
      }),
    );
    expect(checked.ok && summarizeTimeline(checked.document)).toEqual({
      clipCount: 2,
      trackCount: 2,
      durationSeconds: 9,
    });
    expect(summarizeTimeline(emptyTimeline('x'))).toEqual({
      clipCount: 0,
      trackCount: 0,
      durationSeconds: 0,
    });
  });
});
