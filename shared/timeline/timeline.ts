import type { TimelineSummary } from '../api/schemas/timelines.ts';
import {
  addDoubledIds,
  asList,
  asRecord,
  checkSchema,
  pathOf,
  MAX_PROBLEMS,
  type Checked,
  type DocumentProblem,
} from '../document/problems.ts';
import { drain, SLICE_STEPS, type Slices } from '../reading/slices.ts';
import { TIMELINE_VERSION, TimelineDocument } from './document.ts';

/** Where the last clip ends, in seconds. */
export const timelineEnd = (clips: readonly { startTime: number; duration: number }[]): number =>
  clips.reduce((end, clip) => Math.max(end, clip.startTime + clip.duration), 0);

/** Adds what no schema can say: ids are unique and clips lie on tracks that exist. Reads whatever is there. */
function* addCrossProblems(problems: DocumentProblem[], input: unknown): Slices<void> {
  const timeline = asRecord(asRecord(input)['timeline']);
  yield* addDoubledIds(problems, timeline['tracks'], ['timeline', 'tracks'], 'track');
  yield* addDoubledIds(problems, timeline['clips'], ['timeline', 'clips'], 'clip');
  const tracks = new Set(asList(timeline['tracks']).map((track) => asRecord(track)['id']));
  for (const [index, clip] of asList(timeline['clips']).entries()) {
    if (problems.length >= MAX_PROBLEMS) return;
    if (index % SLICE_STEPS === SLICE_STEPS - 1) yield;
    const { trackId } = asRecord(clip);
    if (typeof trackId !== 'string' || trackId === '' || tracks.has(trackId)) continue;
    problems.push({
      path: pathOf(['timeline', 'clips', index, 'trackId']),
      code: 'TRACK_MISSING',
      message: `There is no track with the id "${trackId}".`,
    });
  }
}

/**
 * Checks a timeline document.
 * @returns the document with every default filled in and a `projectDuration` that covers its clips, or its problems:
 * the first `MAX_PROBLEMS`.
 */
export const validateTimeline = (input: unknown): Checked<TimelineDocument> =>
  drain(validateTimelineInSlices(input));

/** As `validateTimeline`; pauses after every few hundred entries, so that the caller can let others go first. */
export function* validateTimelineInSlices(input: unknown): Slices<Checked<TimelineDocument>> {
  const { document, problems } = yield* checkSchema(TimelineDocument, input);
  yield* addCrossProblems(problems, input);
  if (document === null || problems.length > 0) return { ok: false, problems };
  const { timeline } = document;
  const projectDuration = Math.max(timeline.projectDuration, timelineEnd(timeline.clips));
  return { ok: true, document: { ...document, timeline: { ...timeline, projectDuration } } };
}

export function summarizeTimeline(document: TimelineDocument): TimelineSummary {
  const { clips, tracks } = document.timeline;
  return { clipCount: clips.length, trackCount: tracks.length, durationSeconds: timelineEnd(clips) };
}

/** A timeline with nothing on it, as a project without one has. */
export function emptyTimeline(name: string): TimelineDocument {
  return TimelineDocument.parse({
    serviceType: 'timeline',
    name,
    version: TIMELINE_VERSION,
    timeline: { clips: [], tracks: [] },
  });
}
