import { expect, it } from 'vitest';
import { copiedClips, copiedOfText, textOfCopied } from './copied-clips.ts';
import { TimelineDocument } from './document.ts';
import { clipExt } from './ext.ts';
import { pasteCopied } from './edits/index.ts';

const film = (tracks: object[], clips: object[]): TimelineDocument =>
  TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: { frameRate: 25, tracks, clips },
  });
const link = { patchbay: { version: 1, linkId: 'together', fileId: 'file_a' } };
const source = film(
  [
    { id: 'A', name: 'Sound' },
    { id: 'B', name: 'Picture' },
  ],
  [
    {
      id: 'p',
      trackId: 'B',
      name: 'p',
      filename: 'a.mp4',
      type: 'video',
      startTime: 4,
      duration: 2,
      ext: link,
    },
    {
      id: 's',
      trackId: 'A',
      name: 's',
      filename: 'a.mp4',
      type: 'audio',
      startTime: 4,
      duration: 3,
      ext: link,
    },
    { id: 'other', trackId: 'B', name: 'other', type: 'video', startTime: 9, duration: 1 },
  ],
);
const ids = () => {
  let last = 0;
  return () => `new-${(last += 1)}`;
};
const copied = copiedOfText(textOfCopied(copiedClips(source, new Set(['p', 's']))!))!;

it('come as text into another project, on its tracks of the same kind, linked among themselves', () => {
  const other = film(
    [
      { id: 'x', name: 'Video 1', ext: { patchbay: { version: 1, kind: 'picture' } } },
      { id: 'y', name: 'Audio 1', ext: { patchbay: { version: 1, kind: 'sound' } } },
    ],
    [{ id: 'there', trackId: 'x', name: 'there', type: 'video', startTime: 0, duration: 20 }],
  );
  const after = pasteCopied({ copied, at: 1, placement: 'insert' }, ids())(other);
  const [picture, sound] = after?.timeline.clips.filter(({ filename }) => filename === 'a.mp4') ?? [];
  expect([picture?.trackId, sound?.trackId]).toEqual(['x', 'y']);
  expect([picture?.startTime, sound?.startTime]).toEqual([1, 1]);
  const links = [picture, sound].map((clip) => clip && clipExt(clip).linkId);
  expect(links[0]).toBe(links[1]);
  expect(links[0]).not.toBe('together');
  expect(picture && clipExt(picture).fileId).toBe('file_a');
  expect(after?.timeline.tracks).toHaveLength(2);
});

it('lie on their own tracks where these are, and on new ones where there are none', () => {
  const same = pasteCopied({ copied, at: 20, placement: 'overwrite' }, ids())(source);
  expect(same?.timeline.clips.slice(-2).map(({ trackId }) => trackId)).toEqual(['B', 'A']);
  const empty = pasteCopied({ copied, at: 0, placement: 'overwrite' }, ids())(film([], []));
  expect(empty?.timeline.tracks.map(({ name }) => name)).toEqual(['Sound', 'Picture']);
  expect(empty?.timeline.clips).toHaveLength(2);
});

it('are not made of other text', () => {
  for (const text of [
    '',
    'words',
    '{}',
    '{"patchbay":"patchbay/clips"',
    '{"patchbay":"patchbay/clips","version":1,"clips":[],"tracks":[]}',
    '{"patchbay":"patchbay/clips","version":1,"clips":[{"id":"a","startTime":-1}],"tracks":[]}',
  ]) {
    expect(copiedOfText(text)).toBeNull();
  }
  expect(copiedClips(source, new Set(['gone']))).toBeNull();
});

const ofKinds = (kinds: readonly string[], clips: object[]): TimelineDocument =>
  film(
    kinds.map((kind, index) => ({
      id: `track-${index + 1}`,
      name: kind,
      ext: { patchbay: { version: 1, kind } },
    })),
    clips,
  );
const clipOn = (trackId: string, type: string, id: string) => ({
  id,
  trackId,
  name: id,
  type,
  startTime: 0,
  duration: 5,
});

it.each([
  { from: ['picture', 'sound'], type: 'audio', to: ['picture', 'picture', 'sound'], lieOn: 'track-3' },
  { from: ['sound', 'captions'], type: 'text', to: ['captions', 'picture'], lieOn: 'track-1' },
  { from: ['sound', 'picture'], type: 'video', to: ['picture', 'sound'], lieOn: 'track-1' },
  { from: ['sound', 'captions'], type: 'text', to: ['sound', 'picture'], lieOn: 'track-new-1' },
])('of $type lie on $lieOn of $to, where the track of their id is for others', (one) => {
  const mine = ofKinds(one.from, [clipOn('track-2', one.type, 'mine')]);
  const theirs = ofKinds(one.to, [clipOn('track-2', one.to[1] === 'sound' ? 'audio' : 'video', 'theirs')]);
  const held = copiedOfText(textOfCopied(copiedClips(mine, new Set(['mine']))!))!;
  const after = pasteCopied({ copied: held, at: 0, placement: 'overwrite' }, ids())(theirs)!;
  expect(after.timeline.clips.find(({ id }) => id === 'theirs')).toEqual(theirs.timeline.clips[0]);
  expect(after.timeline.clips.map(({ trackId, type }) => [trackId, type])).toContainEqual([
    one.lieOn,
    one.type,
  ]);
  expect(after.timeline.tracks).toHaveLength(one.to.length + (one.lieOn === 'track-new-1' ? 1 : 0));
});

it('of earlier versions, which say no kind of their tracks, go to tracks of the same kind', () => {
  const mine = ofKinds(['picture', 'sound'], [clipOn('track-2', 'audio', 'mine')]);
  const { clips, tracks } = copiedClips(mine, new Set(['mine']))!;
  const old = { clips, tracks: tracks.map(({ id, name, isSound }) => ({ id, name, isSound })) };
  const held = copiedOfText(textOfCopied(old))!;
  const theirs = ofKinds(['sound', 'picture'], [clipOn('track-2', 'video', 'theirs')]);
  const after = pasteCopied({ copied: held, at: 0, placement: 'overwrite' }, ids())(theirs)!;
  expect(after.timeline.clips.map(({ trackId }) => trackId)).toEqual(['track-2', 'track-1']);
});
