import { expect, it } from 'vitest';
import { TimelineDocument } from './document.ts';
import { sketchTimeline } from './sketch.ts';

it('a timeline in small has its tracks in the order of the page: the top picture first, sounds below', () => {
  const bar = (id: string, trackId: string, startTime: number, type: string) => ({
    id,
    trackId,
    type,
    startTime,
    duration: 2,
  });
  const { seconds, rows, bars } = sketchTimeline(
    TimelineDocument.parse({
      serviceType: 'timeline',
      version: 1,
      timeline: {
        tracks: [{ id: 'V1' }, { id: 'V2' }, { id: 'A1' }],
        clips: [bar('a', 'V1', 0, 'image'), bar('b', 'V2', 2, 'video'), bar('c', 'A1', 0, 'audio')],
      },
    }),
  );
  expect([seconds, rows]).toEqual([4, 3]);
  expect(bars.map(({ type, row }) => [type, row])).toEqual([
    ['image', 1],
    ['video', 0],
    ['audio', 2],
  ]);
});
