import { expect, test } from 'vitest';
import {
  clipExt,
  emptyTimeline,
  timelineExt,
  validateTimeline,
  withClipExt,
  withTimelineExt,
  type TimelineClip,
  type TimelineDocument,
} from '../timeline/index.ts';
import { clipsOfBoard } from './board-clips.ts';
import { timelineFromBoard, type BoardUpdate, type UpdateChoices } from './board-timeline.ts';
import { validateStoryboard } from './storyboard.ts';
import { storyboardToTimeline } from './to-timeline.ts';

/** A board with shots of some lengths, by their names. */
function boardOf(shots: Record<string, number>, order = Object.keys(shots)) {
  const checked = validateStoryboard({
    serviceType: 'storyboard',
    version: 1,
    name: 'Harbor',
    sequences: [{ id: 's', shots: order.map((name) => ({ id: name, name, durationSeconds: shots[name] })) }],
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.document;
}

function bring(
  board: ReturnType<typeof boardOf>,
  current = emptyTimeline('Timeline'),
  choices: UpdateChoices = {},
): BoardUpdate {
  const converted = storyboardToTimeline(board, { frameRate: 25 }, () => undefined);
  if (!converted.ok) throw new Error(converted.message);
  const made = clipsOfBoard(board, converted.document, () => undefined);
  const update = timelineFromBoard(current, made, converted.document, null, choices);
  if (!update) throw new Error('Nothing can be made.');
  const sound = validateTimeline(update.document);
  if (!sound.ok) throw new Error(JSON.stringify(sound.problems));
  return update;
}

const own = (fields: Partial<TimelineClip> & { id: string }): TimelineClip => ({
  trackId: 'sound',
  name: fields.id,
  filename: `${fields.id}.wav`,
  type: 'audio',
  storageType: 'library',
  startTime: 0,
  duration: 1,
  trimStart: 0,
  trimEnd: 0,
  opacity: 1,
  volume: 1,
  transform: { rotation: 0, scale: 1, x: 0, y: 0 },
  ...fields,
});

/** A timeline with clips of a person on the track of the board, or on one for sounds. */
function withOwn(
  document: TimelineDocument,
  clips: readonly TimelineClip[],
  locked = false,
): TimelineDocument {
  const [track] = document.timeline.tracks;
  if (!track) throw new Error('There is no track.');
  return {
    ...document,
    timeline: {
      ...document.timeline,
      clips: [...document.timeline.clips, ...clips],
      tracks: [track, { ...track, id: 'sound', name: 'Sound', locked }],
    },
  };
}
const markers = (...times: number[]) =>
  times.map((time) => ({ id: `m${time}`, time, duration: 0, name: `at ${time}`, color: 'blue', words: '' }));
function withMarkers(document: TimelineDocument, ...times: number[]): TimelineDocument {
  return withTimelineExt(document, { markers: markers(...times) }) ?? document;
}
const startOf = ({ document }: BoardUpdate, name: string) =>
  document.timeline.clips.find((clip) => clip.name === name)?.startTime;
const markerTimes = ({ document }: BoardUpdate) => timelineExt(document).markers?.map(({ time }) => time);
const order = ({ document }: BoardUpdate) =>
  document.timeline.clips
    .filter(({ trackId }) => trackId === 'track-board')
    .toSorted((a, b) => a.startTime - b.startTime)
    .map(({ name }) => name);

const first = boardOf({ a: 2, b: 4, c: 3 });
const made = bring(first).document;

test('sounds, captions and markers over a shot that moves go along, and are named', () => {
  const sounds = [
    own({ id: 'intro' }),
    own({ id: 'beeps', startTime: 6.4 }),
    own({ id: 'end', startTime: 12 }),
  ];
  const update = bring(boardOf({ a: 5, b: 4, c: 3 }), withMarkers(withOwn(made, sounds), 1, 7));
  expect(['intro', 'beeps', 'end'].map((name) => startOf(update, name))).toEqual([0, 9.4, 15]);
  expect(markerTimes(update)).toEqual([1, 10]);
  expect(update.along.map(({ kind, name, from, to, withName }) => [kind, name, from, to, withName])).toEqual([
    ['clip', 'beeps', 6.4, 9.4, 'c'],
    ['clip', 'end', 12, 15, 'c'],
    ['marker', 'at 7', 7, 10, 'c'],
  ]);
});

test('what lies over films that were added behind the shots goes with these films', () => {
  const film = own({ id: 'film', trackId: 'track-board', type: 'video', startTime: 9, duration: 4 });
  const update = bring(
    boardOf({ a: 5, b: 4, c: 3 }),
    withMarkers(withOwn(made, [film, own({ id: 'beeps', startTime: 9.4 })]), 10),
  );
  expect([startOf(update, 'film'), startOf(update, 'beeps'), markerTimes(update)]).toEqual([12, 12.4, [13]]);
});

test('shots in another order take along what lies over each of them', () => {
  const update = bring(
    boardOf({ a: 2, b: 4, c: 3 }, ['c', 'a', 'b']),
    withOwn(made, [own({ id: 'over a', startTime: 0.4 }), own({ id: 'over c', startTime: 6.4 })]),
  );
  expect([startOf(update, 'over a'), startOf(update, 'over c')]).toEqual([3.4, 0.4]);
});

test('what lies on a locked track stays, and so does all when it was asked to; both are said', () => {
  const sounds = [own({ id: 'beeps', startTime: 6.4 })];
  const locked = bring(boardOf({ a: 5, b: 4, c: 3 }), withOwn(made, sounds, true));
  expect([startOf(locked, 'beeps'), locked.along]).toEqual([6.4, []]);
  expect(locked.detached).toEqual([expect.objectContaining({ name: 'beeps', reason: 'locked' })]);
  const asked = bring(boardOf({ a: 5, b: 4, c: 3 }), withMarkers(withOwn(made, sounds), 7), {
    moveAlong: false,
  });
  expect([startOf(asked, 'beeps'), markerTimes(asked), asked.along]).toEqual([6.4, [7], []]);
  expect(asked.detached.map(({ name, reason: why }) => [name, why])).toEqual([
    ['beeps', 'asked'],
    ['at 7', 'asked'],
  ]);
});

test('a sound under shots that move differently stays with the one where it begins, and that is said', () => {
  const update = bring(
    boardOf({ a: 5, b: 4, c: 3 }),
    withOwn(made, [own({ id: 'music', startTime: 1, duration: 7 })]),
  );
  expect(startOf(update, 'music')).toBe(1);
  expect(update.detached).toEqual([
    expect.objectContaining({ name: 'music', reason: 'spans', withName: 'a' }),
  ]);
});

test('what lay over a shot that goes comes to lie where the shot was, and is said', () => {
  const update = bring(
    boardOf({ a: 3, c: 3 }),
    withOwn(made, [own({ id: 'over b', startTime: 2.4 }), own({ id: 'over c', startTime: 6.4 })]),
  );
  expect([startOf(update, 'over b'), startOf(update, 'over c')]).toEqual([3.4, 3.4]);
  expect(update.detached).toEqual([expect.objectContaining({ name: 'over b', reason: 'gone' })]);
  // They would lie over each other: the later one has a track of its own.
  const tracks = update.document.timeline.clips.filter(({ name }) => name.startsWith('over'));
  expect(new Set(tracks.map(({ trackId }) => trackId)).size).toBe(2);
});

test('clips that are linked with each other stay together', () => {
  const link = (clip: TimelineClip) => withClipExt(clip, { linkId: 'x' }) ?? clip;
  const update = bring(
    boardOf({ a: 5, b: 4, c: 3 }),
    withOwn(made, [link(own({ id: 'picture', startTime: 1 })), link(own({ id: 'voice', startTime: 2.4 }))]),
  );
  expect([startOf(update, 'picture'), startOf(update, 'voice')]).toEqual([1, 2.4]);
});

test('the marked range goes along', () => {
  const ranged = withTimelineExt(made, { range: { from: 2, to: 6 } }) ?? made;
  const { document } = bring(boardOf({ a: 5, b: 4, c: 3 }), ranged);
  expect(timelineExt(document).range).toEqual({ from: 5, to: 9 });
});

test('a new shot comes behind the shot before it, and not behind the films that follow', () => {
  const film = own({ id: 'a film', trackId: 'track-board', type: 'video', startTime: 9, duration: 4 });
  const update = bring(boardOf({ a: 2, b: 4, c: 3, end: 1 }), withOwn(made, [film]));
  expect(order(update)).toEqual(['a', 'b', 'c', 'end', 'a film']);
  expect(startOf(update, 'a film')).toBe(10);
  const before = bring(boardOf({ zero: 1, a: 2, b: 4, c: 3 }), withOwn(made, [film]));
  expect(order(before)).toEqual(['zero', 'a', 'b', 'c', 'a film']);
  expect(clipExt(before.document.timeline.clips[0]!).shotId).toBeDefined();
});

test('a change that is left out stays as it was, and is a change again the next time', () => {
  const board = boardOf({ a: 5, b: 4, new: 1 });
  const left = new Set(['length shot-a', 'new shot-new', 'gone shot-c']);
  const update = bring(board, made, { left });
  expect(update.document.timeline.clips.map(({ name, duration }) => `${name} ${duration}`)).toEqual([
    'a 2',
    'b 4',
    'c 3',
  ]);
  const again = bring(board, update.document, { left: new Set(['gone shot-c']) });
  expect(again.changes.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['length a', 'new new', 'gone c']);
  expect(order(again)).toEqual(['a', 'b', 'c', 'new']);
});

test('what was edited on the timeline is told with what the board says', () => {
  const edited = {
    ...made,
    timeline: {
      ...made.timeline,
      clips: made.timeline.clips.flatMap((clip) =>
        clip.name === 'c' ? [] : [clip.name === 'b' ? { ...clip, duration: 3, opacity: 0.5 } : clip],
      ),
    },
  };
  const { preserved } = bring(boardOf({ a: 5, b: 4, c: 3 }), edited);
  expect(
    preserved.map(({ name, field, timeline, board }) => [name, field, timeline?.duration, board.duration]),
  ).toEqual([
    ['b', 'length', 3, 4],
    ['b', 'values', 3, 4],
    ['c', 'deleted', undefined, 3],
  ]);
});
