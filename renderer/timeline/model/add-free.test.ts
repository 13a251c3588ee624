import { expect, test } from 'vitest';
import { MAX_TRACKS, TimelineDocument } from '#shared/timeline/document.ts';
import { addInFreeSpace } from './add-free.ts';

const timeline = (fields: object = {}) =>
  TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate: 25,
      tracks: [{ id: 'V1' }, { id: 'A1' }],
      clips: [
        { id: 'a', trackId: 'V1', startTime: 0, duration: 4 },
        { id: 'b', trackId: 'V1', startTime: 10, duration: 4.01 },
        { id: 's', trackId: 'A1', type: 'audio', startTime: 4, duration: 2 },
      ],
      ...fields,
    },
  });
const take = { fileId: 'f1', filename: 'take.mp4', type: 'video', length: 3 } as const;
const sea = { fileId: 'f2', filename: 'sea.png', type: 'image', length: null, visibleSeconds: 3 } as const;
const wind = { fileId: 'f3', filename: 'wind.wav', type: 'audio', length: 8 } as const;

/** What lies where afterwards; what was there before must be as it was. */
function added(media: Parameters<typeof addInFreeSpace>[0], at: number, from = timeline()) {
  let count = 0;
  const after = addInFreeSpace(media, { trackId: null, at }, () => `n${(count += 1)}`)(from);
  const before = from.timeline.clips;
  expect(after?.timeline.clips.slice(0, before.length)).toEqual(before);
  return after?.timeline.clips
    .slice(before.length)
    .map(({ filename, trackId, startTime, duration }) => [filename, trackId, startTime, duration]);
}

test('pictures and videos lie at the playhead where all of them have room until the next clip', () => {
  expect(added([take, sea], 4)).toEqual([
    ['take.mp4', 'V1', 4, 3],
    ['sea.png', 'V1', 7, 3],
  ]);
});

test('without room for all of them they lie behind the last clip, from a whole frame on', () => {
  expect(added([take, sea], 4.04)).toEqual([
    ['take.mp4', 'V1', 14.04, 3],
    ['sea.png', 'V1', 17.04, 3],
  ]);
  expect(added([take], 2)).toEqual([['take.mp4', 'V1', 14.04, 3]]);
});

test('sounds begin with the first picture or at the playhead, on a free track or one of their own', () => {
  expect(added([wind, take], 0)).toEqual([
    ['take.mp4', 'V1', 14.04, 3],
    ['wind.wav', 'A1', 14.04, 8],
  ]);
  expect(added([wind], 6)).toEqual([['wind.wav', 'A1', 6, 8]]);
  expect(added([wind], 5)).toEqual([['wind.wav', 'track-n1', 5, 8]]);
});

test('a timeline of nothing gets both tracks, and one with no place for another track keeps its clips', () => {
  expect(added([take, wind], 2, timeline({ tracks: [], clips: [] }))).toEqual([
    ['take.mp4', 'track-n1', 2, 3],
    ['wind.wav', 'track-n3', 2, 8],
  ]);
  const others = Array.from({ length: MAX_TRACKS - 2 }, (_, at) => ({ id: `V${at + 2}`, locked: true }));
  const full = timeline({ tracks: [{ id: 'V1' }, { id: 'A1' }, ...others] });
  expect(added([wind], 5, full)).toEqual([['wind.wav', 'A1', 6, 8]]);
});
