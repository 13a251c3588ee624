import { expect, it } from 'vitest';
import { TimelineDocument } from './document.ts';
import { timelineThumbnail } from './sketch.ts';

it('a timeline in small names the file that is seen first: no sound, and the topmost of several', () => {
  const clip = (trackId: string, startTime: number, type: string, filename: string, ext?: object) => ({
    id: filename,
    trackId,
    type,
    filename,
    startTime,
    duration: 2,
    ...(ext && { ext }),
  });
  const pictureOf = (...clips: object[]) =>
    timelineThumbnail(
      TimelineDocument.parse({
        serviceType: 'timeline',
        version: 1,
        timeline: { tracks: [{ id: 'V1' }, { id: 'V2' }, { id: 'A1' }], clips },
      }),
    ).picture;
  const sound = clip('A1', 0, 'audio', 'music.wav');
  const low = clip('V1', 1, 'video', 'low.mp4');
  expect(pictureOf(sound)).toBeUndefined();
  expect(pictureOf(sound, clip('V2', 3, 'image', 'late.png'), low)).toBe('low.mp4');
  const ext = { patchbay: { version: 1, fileId: 'file_top' } };
  expect(pictureOf(low, clip('V2', 1, 'image', 'top.png', ext))).toBe('file_top');
});

it('a timeline in small has its tracks in the order of the page: the top picture first, sounds below', () => {
  const bar = (id: string, trackId: string, startTime: number, type: string) => ({
    id,
    trackId,
    type,
    startTime,
    duration: 2,
  });
  const { seconds, rows, bars } = timelineThumbnail(
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
