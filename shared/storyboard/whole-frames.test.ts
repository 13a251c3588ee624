import { expect, test } from 'vitest';
import * as fc from '../testing/property.ts';
import { emptyTimeline, timelineExt, withTimelineExt, type TimelineDocument } from '../timeline/index.ts';
import { clipsOfBoard } from './board-clips.ts';
import { timelineFromBoard } from './board-timeline.ts';
import { validateStoryboard } from './storyboard.ts';
import { storyboardToTimeline } from './to-timeline.ts';

function convert(lengths: readonly number[], frameRate: number) {
  const shots = lengths.map((durationSeconds, index) => ({
    id: `s${index}`,
    name: `s${index}`,
    durationSeconds,
  }));
  const checked = validateStoryboard({
    serviceType: 'storyboard',
    version: 1,
    name: 'Harbor',
    sequences: [{ id: 'scene', shots }],
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  const converted = storyboardToTimeline(checked.document, { frameRate }, () => undefined);
  if (!converted.ok) throw new Error(converted.message);
  return { board: checked.document, converted: converted.document };
}

function bring(lengths: readonly number[], frameRate: number, current = emptyTimeline('Timeline')) {
  const { board, converted } = convert(lengths, frameRate);
  const made = clipsOfBoard(board, converted, () => undefined);
  const update = timelineFromBoard(current, made, converted, null);
  if (!update) throw new Error('Nothing can be made.');
  return update;
}

/** How far a time is from the nearest frame, in frames. */
const offFrame = (seconds: number, rate: number) => Math.abs(seconds * rate - Math.round(seconds * rate));
const edgesOf = ({ timeline }: TimelineDocument) =>
  timeline.clips.flatMap(({ startTime, duration }) => [startTime, startTime + duration]);

test('shots of any length lie on whole frames, without a gap, and no edge is half a frame from where it belongs', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.1, max: 9, noNaN: true }), { minLength: 1, maxLength: 60 }),
      fc.constantFrom(24, 25, 30, 50, 60),
      (lengths, rate) => {
        const { document } = bring(lengths, rate);
        const edges = edgesOf(document);
        expect(Math.max(...edges.map((edge) => offFrame(edge, rate)))).toBeLessThan(1e-6);
        const exact = edgesOf(convert(lengths, rate).converted);
        const gaps = document.timeline.clips.map(
          ({ startTime }, index) => startTime - (index === 0 ? 0 : (edges[2 * index - 1] ?? 0)),
        );
        expect(Math.max(...gaps.map(Math.abs))).toBeLessThan(1e-9);
        for (const [index, edge] of edges.entries()) {
          expect(Math.abs(edge - (exact[index] ?? 0)) * rate).toBeLessThan(0.5 + 1e-6);
        }
      },
    ),
  );
});

/** As timelines were made before: as long as the board says to the fraction, with a film behind. */
function madeBefore(lengths: readonly number[]): TimelineDocument {
  const { board, converted } = convert(lengths, 25);
  const clips = clipsOfBoard(board, converted, () => undefined).map((clip) => ({
    ...clip,
    trackId: 'track-board',
  }));
  const last = clips.at(-1)!;
  const film = {
    ...last,
    id: 'film',
    name: 'film',
    type: 'video' as const,
    filename: 'film.mp4',
    startTime: last.startTime + last.duration,
    duration: 2.01,
    trimEnd: 1,
    ext: {},
  };
  const document: TimelineDocument = {
    ...converted,
    timeline: {
      ...converted.timeline,
      clips: [...clips, film],
      tracks: converted.timeline.tracks.map((track) => ({ ...track, id: 'track-board' })),
    },
  };
  return withTimelineExt(document, { board: { trackId: 'track-board', clips } }) ?? document;
}

test('a timeline with clips between frames has them on whole ones after an update, as no change of the board', () => {
  const before = madeBefore([2, 4.5, 3, 3]);
  const update = bring([2, 4.5, 3, 3], 25, before);
  expect(update).toMatchObject({ changes: [], clashes: [], preserved: [], snapped: 4 });
  expect(Math.max(...edgesOf(update.document).map((edge) => offFrame(edge, 25)))).toBeLessThan(1e-6);
  const film = update.document.timeline.clips.find(({ id }) => id === 'film');
  expect(film).toMatchObject({ startTime: 12.52, duration: 2, trimEnd: 1.01 });
  expect(bring([2, 4.5, 3, 3], 25, update.document).document).toBe(update.document);
});

test('a shot that only rounds otherwise has not changed, and what was edited of it does not clash', () => {
  const { document } = bring([2, 4.5, 3], 25);
  const edited = {
    ...document,
    timeline: {
      ...document.timeline,
      clips: document.timeline.clips.map((clip) => (clip.name === 's1' ? { ...clip, duration: 1 } : clip)),
    },
  };
  // The second shot has 112 frames now and had 113.
  const update = bring([2.06, 4.5, 3], 25, edited);
  expect(update.changes.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['length s0']);
  expect(update.clashes).toEqual([]);
  expect(update.document.timeline.clips.find(({ name }) => name === 's1')?.duration).toBe(1);
  expect(timelineExt(update.document).board?.clips[1]?.duration).toBe(4.5);
});
