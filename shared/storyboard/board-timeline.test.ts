import { expect, test } from 'vitest';
import {
  clipExt,
  emptyTimeline,
  validateTimeline,
  withClipExt,
  type TimelineClip,
  type TimelineDocument,
} from '../timeline/index.ts';
import { clipsOfBoard } from './board-clips.ts';
import { timelineFromBoard, type BoardUpdate } from './board-timeline.ts';
import type { StoryboardDocument } from './document.ts';
import { validateStoryboard } from './storyboard.ts';
import { storyboardToTimeline } from './to-timeline.ts';

const shot = (id: string, durationSeconds: number, more: Record<string, unknown> = {}) => ({
  id,
  name: id,
  durationSeconds,
  ...more,
});
function boardOf(...scenes: unknown[][]): StoryboardDocument {
  const sequences = scenes.map((shots, index) => ({ id: `scene-${index}`, shots }));
  const checked = validateStoryboard({ serviceType: 'storyboard', version: 1, name: 'Harbor', sequences });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.document;
}
const find = ({ filename }: { filename?: string }) =>
  filename ? { fileId: `id of ${filename}`, filename, contentType: 'image/png' } : undefined;

function bring(board: StoryboardDocument, current = emptyTimeline('Timeline')): BoardUpdate {
  const converted = storyboardToTimeline(board, {}, find);
  if (!converted.ok) throw new Error(converted.message);
  const made = clipsOfBoard(board, converted.document, find);
  const update = timelineFromBoard(current, made, converted.document, null);
  if (!update) throw new Error('Nothing can be made.');
  const sound = validateTimeline(update.document);
  if (!sound.ok) throw new Error(JSON.stringify(sound.problems));
  return update;
}
const shown = ({ timeline }: TimelineDocument): string =>
  timeline.clips
    .toSorted((a, b) => a.startTime - b.startTime)
    .map(({ name, startTime, duration }) => `${name} ${startTime}+${duration}`)
    .join(', ');
const withClips = (
  document: TimelineDocument,
  edit: (clips: TimelineClip[]) => TimelineClip[],
): TimelineDocument => ({
  ...document,
  timeline: { ...document.timeline, clips: edit(document.timeline.clips) },
});
const withClip = (document: TimelineDocument, name: string, fields: Partial<TimelineClip>) =>
  withClips(document, (clips) => clips.map((clip) => (clip.name === name ? { ...clip, ...fields } : clip)));
const kinds = ({ changes }: BoardUpdate): string[] => changes.map(({ kind, name }) => `${kind} ${name}`);

const first = boardOf([shot('a', 3, { panels: [{ media: 'a.png' }] }), shot('b', 2)], [shot('c', 4)]);

test('a board becomes clips that know their shot and their file', () => {
  const { document, isFirst } = bring(first);
  expect(isFirst).toBe(true);
  expect(document.name).toBe('Harbor');
  expect(shown(document)).toBe('a 0+3, b 3+2, c 5+4');
  expect(clipExt(document.timeline.clips[0]!)).toMatchObject({ shotId: 'a', fileId: 'id of a.png' });
});

test('a picture that a run made is known by its file where it is listed under another name', () => {
  const media = { fileId: 'file_made', filename: 'text.png' };
  const board = boardOf([shot('a', 3, { panels: [{ media }] })]);
  const listed =
    (filename: string) =>
    ({ fileId }: { fileId?: string }) =>
      fileId ? { fileId, filename, contentType: 'image/png' } : undefined;
  const converted = storyboardToTimeline(board, {}, listed('text.png'));
  if (!converted.ok) throw new Error(converted.message);
  const [clip] = clipsOfBoard(board, converted.document, listed('card.image.png'));
  expect(clipExt(clip!)).toMatchObject({ shotId: 'a', fileId: 'file_made' });
});

test.each<[string, string, string[]]>([
  ['its file has a name here that the service does not know', 'image/png', ['image/png']],
  ['a video stands before the picture', 'video/mp4', ['video/mp4', 'image/png']],
])('a clip finds the file of its shot by its id where no name is the same: %s', (_, type, types) => {
  const media = types.map((_type, index) => ({ fileId: `file_${index}`, filename: `Named here ${index}` }));
  const board = boardOf([shot('a', 3, { panels: [{ media }] })]);
  const listed =
    (prefix: string) =>
    ({ fileId }: { fileId?: string }) => {
      const index = Number(fileId?.replace('file_', ''));
      const contentType = types[index];
      return fileId && contentType ? { fileId, filename: `${prefix}-${index}`, contentType } : undefined;
    };
  const converted = storyboardToTimeline(board, {}, listed('gradient'));
  if (!converted.ok) throw new Error(converted.message);
  const [clip] = clipsOfBoard(board, converted.document, listed('Poster'));
  expect(clipExt(clip!)).toMatchObject({ shotId: 'a', fileId: `file_${types.indexOf(type)}` });
});

test('a clip that the service made without a file is given none', () => {
  const board = boardOf([shot('a', 3, { panels: [{ media: { fileId: 'file_0', filename: 'a.png' } }] })]);
  const converted = storyboardToTimeline(board, {}, () => undefined);
  if (!converted.ok) throw new Error(converted.message);
  const here = ({ fileId }: { fileId?: string }) =>
    fileId ? { fileId, filename: 'b.png', contentType: 'image/png' } : undefined;
  const [clip] = clipsOfBoard(board, converted.document, here);
  expect(clipExt(clip!).fileId).toBeUndefined();
});

test('made again without a change on the board, the timeline is the same object', () => {
  const edited = withClip(bring(first).document, 'b', { opacity: 0.5 });
  expect(bring(first, edited)).toMatchObject({ changes: [], clashes: [], isFirst: false });
  expect(bring(first, edited).document).toBe(edited);
});

test('what the board changed comes over, all behind it moves along, and what was edited on the timeline stays', () => {
  const { document } = bring(first);
  // Trimmed with what is behind it, and made darker.
  const trimmed = withClip(withClip(document, 'b', { duration: 1, opacity: 0.5 }), 'c', { startTime: 4 });
  const board = boardOf([shot('a', 5), shot('b', 2), shot('new', 1)], [shot('c', 4)]);
  const update = bring(board, trimmed);
  expect(shown(update.document)).toBe('a 0+5, b 5+1, new 6+1, c 7+4');
  expect(update.document.timeline.clips.find(({ name }) => name === 'b')?.opacity).toBe(0.5);
  expect(kinds(update)).toEqual(['length a', 'medium a', 'new new']);
  expect(update.clashes).toEqual([]);
});

test('clips of a person stay: those on the track of the board move along, others do not, linked ones do', () => {
  const { document } = bring(first);
  const [model] = document.timeline.clips;
  if (!model) throw new Error('There is no clip.');
  const made = withClips(document, (clips) => [
    ...clips.map((clip) =>
      clip.name === 'c' ? (withClipExt({ ...clip, startTime: 6 }, { linkId: 'x' }) ?? clip) : clip,
    ),
    { ...model, id: 'title', name: 'title', startTime: 5, duration: 1, ext: {} },
    { ...model, id: 'music', name: 'music', trackId: 'sound', startTime: 0, duration: 9, ext: {} },
    withClipExt(
      { ...model, id: 'voice', name: 'voice', trackId: 'sound', startTime: 6.5, duration: 1 },
      { linkId: 'x' },
    ) ?? model,
  ]);
  const track = { ...made.timeline.tracks[0]!, id: 'sound' };
  const withSound = { ...made, timeline: { ...made.timeline, tracks: [...made.timeline.tracks, track] } };
  const update = bring(
    boardOf([shot('a', 4, { panels: [{ media: 'a.png' }] }), shot('b', 2)], [shot('c', 4)]),
    withSound,
  );
  expect(shown(update.document)).toBe('a 0+4, music 0+9, b 4+2, title 6+1, c 7+4, voice 7.5+1');
});

test('a shot that is moved or taken away is so on the timeline; one that was edited there stays and is said', () => {
  const edited = withClip(bring(first).document, 'b', { opacity: 0.2 });
  const update = bring(boardOf([shot('c', 4), shot('a', 3, { panels: [{ media: 'a.png' }] })]), edited);
  expect(shown(update.document)).toMatch(/c 0\+4/);
  expect(kinds(update)).toContain('gone b');
  expect(update.clashes).toEqual([expect.objectContaining({ name: 'b', how: 'gone' })]);
  expect(
    shown(bring(boardOf([shot('a', 3, { panels: [{ media: 'a.png' }] })]), bring(first).document).document),
  ).toBe('a 0+3');
});

test('a clip that was deleted stays away until its shot is changed', () => {
  const cut = withClips(bring(first).document, (clips) => clips.filter(({ name }) => name !== 'b'));
  expect(shown(bring(first, cut).document)).toBe('a 0+3, c 5+4');
  const update = bring(
    boardOf([shot('a', 3, { panels: [{ media: 'a.png' }] }), shot('b', 9)], [shot('c', 4)]),
    cut,
  );
  expect(update.clashes).toEqual([expect.objectContaining({ name: 'b', how: 'back' })]);
});

test('a length that both changed stays as the timeline has it, and is said', () => {
  const edited = withClip(bring(first).document, 'c', { duration: 1 });
  const update = bring(
    boardOf([shot('a', 3, { panels: [{ media: 'a.png' }] }), shot('b', 2)], [shot('c', 8)]),
    edited,
  );
  expect(shown(update.document)).toBe('a 0+3, b 3+2, c 5+1');
  expect(update.clashes).toEqual([expect.objectContaining({ name: 'c', how: 'both' })]);
});

test('a timeline that was made by hand keeps its tracks on top', () => {
  const hand = bring(first).document;
  const { ext: _ext, ...timeline } = hand.timeline;
  const update = bring(first, {
    ...hand,
    timeline: { ...timeline, clips: timeline.clips.map((clip) => ({ ...clip, id: `own ${clip.id}` })) },
  });
  expect(update.document.timeline.tracks.map(({ id }) => id)).toEqual(['track-board-2', 'track-board']);
  expect(update.document.timeline.clips).toHaveLength(6);
});

test('scenes may have shots of one id', () => {
  const { document } = bring(boardOf([shot('a', 1)], [shot('a', 2)]));
  expect(document.timeline.clips.map((clip) => clipExt(clip).shotId)).toEqual(['scene-0/a', 'scene-1/a']);
});

test('a dissolve and a fade come over as such, and a change of one is told', () => {
  const board = boardOf(
    [shot('a', 3, { transition: 'dissolve' }), shot('b', 2, { transition: 'dissolve' })],
    [shot('c', 0.6, { transition: 'fade' }), shot('d', 1, { transition: 'wipe' })],
  );
  const entrances = ({ document }: BoardUpdate) =>
    document.timeline.clips.map((clip) => [clip.name, clipExt(clip).fadeIn, clipExt(clip).dissolve]);
  const made = bring(board);
  // The first of all has nothing to dissolve from.
  expect(entrances(made)).toEqual([
    ['a', undefined, undefined],
    ['b', 0.5, true],
    ['c', 0.3, undefined],
    ['d', undefined, undefined],
  ]);
  const changed = structuredClone(board);
  changed.sequences[0]!.shots[1]!.transition = 'fade';
  const again = bring(changed, made.document);
  expect(kinds(again)).toEqual(['look b']);
  expect(entrances(again)[1]).toEqual(['b', 0.5, undefined]);
});
