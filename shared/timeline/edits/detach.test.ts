import { expect, it } from 'vitest';
import { TimelineDocument } from '../document.ts';
import { clipExt, withClipExt } from '../ext.ts';
import { closeGaps, detachSound, gapAt, moveClips, withLinked } from './index.ts';

const film = (clips: object[], tracks: object[] = [{ id: 'V1', name: 'Picture' }]): TimelineDocument =>
  TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: { frameRate: 25, tracks, clips },
  });
const take = (id: string, startTime: number, duration: number, fields: object = {}) => ({
  id,
  trackId: 'V1',
  name: id,
  filename: `${id}.mp4`,
  type: 'video',
  startTime,
  duration,
  trimStart: 1,
  trimEnd: 1,
  ...fields,
});
const ids = () => {
  let last = 0;
  return () => `new-${(last += 1)}`;
};
const soundsOf = ({ timeline }: TimelineDocument) => timeline.clips.filter(({ type }) => type === 'audio');

it('takes the sound of a video apart into a linked clip on a sound track, and leaves the picture silent', () => {
  const [before] = film([take('a', 2, 4, { volume: 0.5 })]).timeline.clips;
  const keyed =
    before &&
    withClipExt(before, {
      fileId: 'file_a',
      keyframes: {
        volume: [{ at: 0, value: 1, ease: 'linear' }],
        opacity: [{ at: 1, value: 0.5, ease: 'hold' }],
      },
    });
  const after = detachSound(['a'], ids())(film([keyed ?? {}]));
  const picture = after?.timeline.clips.find(({ id }) => id === 'a');
  const [sound] = after ? soundsOf(after) : [];
  expect(picture).toMatchObject({ type: 'video', volume: 0, startTime: 2 });
  expect(sound).toMatchObject({
    filename: 'a.mp4',
    volume: 0.5,
    startTime: 2,
    duration: 4,
    trimStart: 1,
    trimEnd: 1,
  });
  expect(picture && clipExt(picture)).toMatchObject({ keyframes: { opacity: [{ value: 0.5 }] } });
  expect(sound && clipExt(sound)).toMatchObject({ fileId: 'file_a', keyframes: { volume: [{ value: 1 }] } });
  expect(sound && clipExt(sound).keyframes).not.toHaveProperty('opacity');
  expect(picture && clipExt(picture).keyframes).not.toHaveProperty('volume');
  expect(after && [...withLinked(after, ['a'])]).toEqual(['a', sound?.id]);
  const moved = after && moveClips({ ids: [...withLinked(after, ['a'])], by: 3 }, ids())(after);
  expect(moved?.timeline.clips.map(({ startTime }) => startTime)).toEqual([5, 5]);
});

it('takes a free sound track, makes one where there is none, and finds nothing in what is silent', () => {
  const tracks = [
    { id: 'V1', name: 'Picture' },
    { id: 'A1', name: 'Sound', ext: { patchbay: { version: 1, kind: 'sound' } } },
  ];
  const noise = { ...take('noise', 0, 3), trackId: 'A1', type: 'audio' };
  const after = detachSound(['a', 'b'], ids())(film([take('a', 0, 3), take('b', 3, 3), noise], tracks));
  const [, first, second] = after ? soundsOf(after) : [];
  expect(first?.trackId).not.toBe('A1');
  expect(second?.trackId).toBe('A1');
  expect(after?.timeline.tracks).toHaveLength(3);
  expect(detachSound(['a'], ids())(film([take('a', 0, 3, { volume: 0 })]))).toBeNull();
  expect(detachSound(['a'], ids())(film([take('a', 0, 3, { type: 'image' })]))).toBeNull();
  expect(after && detachSound(['a', 'b'], ids())(after)).toBeNull();
});

it('takes very many apart at once as it does one after the other', () => {
  const tracks = [
    { id: 'V1', name: 'Picture' },
    { id: 'A0', name: 'Locked', locked: true, ext: { patchbay: { version: 1, kind: 'sound' } } },
    { id: 'A1', name: 'Sound' },
    { id: 'V2', name: 'Above' },
  ];
  const clips = Array.from({ length: 60 }, (_, index) => {
    const from = (index * 7) % 40;
    return { ...take(`c${index}`, from, 1 + (index % 4)), trackId: index % 3 === 0 ? 'V2' : 'V1' };
  });
  const noise = { ...take('noise', 5, 9), trackId: 'A1', type: 'audio' };
  const document = film([...clips, noise], tracks);
  const [atOnce, inTurn] = [ids(), ids()];
  const wanted = clips.map(({ id }) => id);
  const after = detachSound(wanted, atOnce)(document);
  let now = document;
  for (const id of wanted) now = detachSound([id], inTurn)(now) ?? now;
  expect(after).toEqual(now);
  expect(after?.timeline.tracks.length).toBeGreaterThan(6);
});

it('knows the gap at a time, and closes it alone', () => {
  const document = film([take('a', 1, 2), take('b', 5, 2), take('c', 9, 2)]);
  expect(gapAt(document, 'V1', 0.5)).toEqual({ from: 0, to: 1 });
  expect(gapAt(document, 'V1', 4)).toEqual({ from: 3, to: 5 });
  expect(gapAt(document, 'V1', 2)).toBeNull();
  expect(gapAt(document, 'V1', 12)).toBeNull();
  expect(gapAt(document, 'V2', 4)).toBeNull();
  const closed = closeGaps(['V1'], 4)(document);
  expect(closed?.timeline.clips.map(({ startTime }) => startTime)).toEqual([1, 3, 7]);
});
