import { describe, expect, test } from 'vitest';
import { TimelineDocument } from '#shared/timeline/document.ts';
import { addMedia, addMedium, clipTypeOf } from './add-file.ts';

const document = TimelineDocument.parse({
  serviceType: 'timeline',
  version: 1,
  timeline: {
    frameRate: 25,
    tracks: [{ id: 'V1' }, { id: 'V2' }, { id: 'A1' }],
    clips: [
      { id: 'a', trackId: 'V1', startTime: 0, duration: 4 },
      { id: 'b', trackId: 'V2', startTime: 0, duration: 4 },
      { id: 'c', trackId: 'A1', type: 'audio', startTime: 0, duration: 4 },
    ],
  },
});
const ids = () => {
  let count = 0;
  return () => `n${(count += 1)}`;
};
const video = { fileId: 'file-1', filename: 'take.mp4', type: 'video', length: 2 } as const;
const added = (medium: Parameters<typeof addMedium>[0], trackId: string | null, from = document) =>
  addMedium(medium, { trackId, at: 1.01, placement: 'insert' }, ids())(from)?.timeline.clips.at(-1);

describe('files as clips', () => {
  test('lie on the track that was meant, from a frame on, as long as the medium', () => {
    expect(added(video, 'V2')).toMatchObject({
      trackId: 'V2',
      startTime: 1,
      duration: 2,
      filename: 'take.mp4',
      ext: { patchbay: { version: 1, fileId: 'file-1' } },
    });
  });

  test('go to a track that takes them: the lowest picture, the first sound', () => {
    expect(added(video, 'A1')).toMatchObject({ trackId: 'V1' });
    expect(added({ ...video, type: 'audio' }, 'V1')).toMatchObject({ trackId: 'A1' });
    expect(added({ ...video, type: 'image', length: null }, null)).toMatchObject({ duration: 5 });
  });

  test('lie one behind the other when several come, and as long as their shot', () => {
    const shot = { ...video, name: 'The kettle', visibleSeconds: 1 };
    const sea = {
      ...video,
      fileId: 'file-2',
      filename: 'sea.png',
      type: 'image',
      length: null,
      visibleSeconds: 3,
    } as const;
    const place = { trackId: 'V2', at: 8, placement: 'overwrite' } as const;
    const after = addMedia([shot, sea, video], place, ids())(document)?.timeline.clips.slice(3);
    expect(after).toMatchObject([
      { name: 'The kettle', startTime: 8, duration: 1, trimEnd: 1 },
      { name: 'sea.png', startTime: 9, duration: 3, trimEnd: 0 },
      { name: 'take.mp4', startTime: 12, duration: 2, trimEnd: 0 },
    ]);
    expect(addMedia([], place, ids())(document)).toBeNull();
  });

  test('get a track of their own where none takes them', () => {
    const empty = TimelineDocument.parse({ ...document, timeline: { clips: [], tracks: [] } });
    const after = addMedium(video, { trackId: null, at: 0, placement: 'overwrite' }, ids())(empty);
    expect(after?.timeline.tracks.map(({ name }) => name)).toEqual(['Video']);
    expect(after?.timeline.clips[0]?.trackId).toBe(after?.timeline.tracks[0]?.id);
  });

  test('are pictures, videos and sounds', () => {
    const types = ['image/png', 'video/mp4', 'audio/wav', 'text/plain'];
    expect(types.map((contentType) => clipTypeOf({ contentType }))).toEqual([
      'image',
      'video',
      'audio',
      null,
    ]);
  });
});
