import { expect, test } from 'vitest';
import { locationInTimeline } from './problem-location.ts';

const document = {
  timeline: {
    tracks: [{ id: 't1', name: 'V1' }, { id: 't2' }],
    clips: [
      { id: 'a', trackId: 't1', name: 'Later', startTime: 4 },
      { id: 'b', trackId: 't2', startTime: 0 },
      { id: 'c', trackId: 't1', name: 'Kettle', startTime: 1 },
      { id: 'd', trackId: 'gone', name: 'x'.repeat(500), startTime: 0 },
    ],
    markers: [{ name: 'Here' }],
  },
};

test.each([
  ['timeline.clips.0.duration', 'clip 2 “Later” of track V1'],
  ['timeline.clips.1', 'clip 1 of track 2'],
  ['timeline.clips.2.transform.scale', 'clip 1 “Kettle” of track V1'],
  ['timeline.clips.3.trackId', `clip 1 “${'x'.repeat(60)}”`],
  ['timeline.tracks.0.volume', 'track V1'],
  ['timeline.tracks.1.id', 'track 2'],
  ['timeline.markers.0.time', 'marker 1 “Here”'],
  ['timeline.clips.9.duration', 'the timeline'],
  ['timeline.frameRate', 'the timeline'],
  ['', 'the timeline'],
])('%s is %s', (path, words) => {
  expect(locationInTimeline(document, path)).toBe(words);
});

test.each([null, 7, 'x', [], { timeline: 7 }, { timeline: { clips: 'x', tracks: {} } }])(
  'what is no timeline has no places: %j',
  (other) => {
    expect(locationInTimeline(other, 'timeline.clips.0.duration')).toBe('the timeline');
  },
);

test('a clip among many without tracks is found in one look at each', () => {
  const clips = Array.from({ length: 10_000 }, () => 7);
  expect(locationInTimeline({ timeline: { clips } }, 'timeline.clips.9999')).toBe('clip 10000');
});
