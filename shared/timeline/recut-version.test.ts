import { describe, expect, it } from 'vitest';
import { TimelineDocument } from './document.ts';
import { setDissolve, setFade, setKeyframe, swapMedium, type TimelineEdit } from './edits/index.ts';
import { withClipExt } from './ext.ts';
import { applyRecut, compareRecut, keyOf } from './recut.ts';

const own = (fileId: string) => ({ ext: { patchbay: { version: 1, fileId } } });
const version = TimelineDocument.parse({
  serviceType: 'timeline',
  version: 1,
  timeline: {
    frameRate: 25,
    tracks: [
      { id: 'V1', name: 'V1' },
      { id: 'C', name: 'Captions' },
    ],
    clips: [
      {
        id: 'a',
        trackId: 'V1',
        name: 'Opening',
        filename: 'one.mp4',
        startTime: 0,
        duration: 4,
        ...own('f1'),
      },
      {
        id: 'b',
        trackId: 'V1',
        name: 'two.mp4',
        filename: 'two.mp4',
        startTime: 4,
        duration: 4,
        ...own('f2'),
      },
      { id: 't', trackId: 'C', name: 'Hello', type: 'text', startTime: 0, duration: 4 },
    ],
  },
});
const saying: TimelineEdit = (document) => ({
  ...document,
  timeline: {
    ...document.timeline,
    clips: document.timeline.clips.map((clip) =>
      clip.id === 't' ? (withClipExt(clip, { text: 'Bye' }) ?? clip) : clip,
    ),
  },
});
const after = (edit: TimelineEdit): TimelineDocument => edit(version) ?? version;
const nine = { filename: 'nine.mp4', fileId: 'f9' };

describe('a version of the timeline beside the timeline as it is now', () => {
  it.each<[string, TimelineEdit, string[]]>([
    ['another take of a named clip', swapMedium(['a'], nine), ['a medium']],
    ['another take of a clip called as its file', swapMedium(['b'], nine), ['b medium']],
    ['another file of the same name', swapMedium(['a'], { ...nine, filename: 'one.mp4' }), ['a medium']],
    ['a fade', setFade(['a'], 'fadeIn', 1), ['a fades']],
    ['a keyframe', setKeyframe('a', 'x', { at: 1, value: 5, ease: 'linear' }), ['a keyframes']],
    ['a dissolve', setDissolve(['b'], true), ['b dissolve']],
    ['words of a caption', saying, ['t words']],
  ])('differs by %s, which is taken whole and stays the same clip', (_what, edit, expected) => {
    const now = after(edit);
    const recut = compareRecut(now, version, true);
    expect(
      recut.changes.map(({ kind, id, differs }) => `${kind} ${id} ${differs.toSorted().join()}`),
    ).toEqual(expected.map((one) => `changed ${one}`));
    const taken = applyRecut(now, version, recut, new Set(recut.changes.map(keyOf)));
    expect(taken.timeline.clips).toEqual(version.timeline.clips);
  });

  it('tells of a clip that was moved also that it shows another take', () => {
    const moved = (document: TimelineDocument): TimelineDocument => ({
      ...document,
      timeline: {
        ...document.timeline,
        clips: document.timeline.clips.map((clip) => (clip.id === 'b' ? { ...clip, startTime: 9 } : clip)),
      },
    });
    const now = moved(after(swapMedium(['b'], nine)));
    const { changes } = compareRecut(now, version, true);
    expect(changes).toMatchObject([{ kind: 'moved', id: 'b', differs: ['medium'] }]);
  });

  it('has a clip that is gone and a new one of the same file as two changes', () => {
    const renamed = {
      ...version,
      timeline: {
        ...version.timeline,
        clips: version.timeline.clips.map((clip) => (clip.id === 'a' ? { ...clip, id: 'z' } : clip)),
      },
    };
    expect(compareRecut(renamed, version, true).changes.map(keyOf).toSorted()).toEqual(['new a', 'z']);
  });

  it('is not asked about fades where the cut was in a program that has none of ours', () => {
    const clips = version.timeline.clips.map((clip) => ({ ...clip, ext: undefined }));
    const bare = { ...version, timeline: { ...version.timeline, clips } };
    expect(compareRecut(after(setFade(['a'], 'fadeIn', 1)), bare).changes).toEqual([]);
  });
});
