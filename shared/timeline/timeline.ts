import type { TimelineSummary } from '../api/schemas/timelines.ts';
import {
  asList,
  asRecord,
  checkSchema,
  doubledIds,
  pathOf,
  MAX_PROBLEMS,
  type Checked,
  type DocumentProblem,
} from '../document/problems.ts';
import { TIMELINE_VERSION, TimelineDocument } from './document.ts';

/** Where the last clip ends, in seconds. */
export const timelineEnd = (clips: readonly { startTime: number; duration: number }[]): number =>
  clips.reduce((end, clip) => Math.max(end, clip.startTime + clip.duration), 0);

/** What no schema can say: ids are unique and clips lie on tracks that exist. Reads whatever is there. */
function crossProblems(input: unknown): DocumentProblem[] {
  const timeline = asRecord(asRecord(input)['timeline']);
  const tracks = new Set(asList(timeline['tracks']).map((track) => asRecord(track)['id']));
  return [
    ...doubledIds(timeline['tracks'], ['timeline', 'tracks'], 'track'),
    ...doubledIds(timeline['clips'], ['timeline', 'clips'], 'clip'),
    ...asList(timeline['clips']).flatMap((clip, index) => {
      const { trackId } = asRecord(clip);
      if (typeof trackId !== 'string' || trackId === '' || tracks.has(trackId)) return [];
      return [
        {
          path: pathOf(['timeline', 'clips', index, 'trackId']),
          code: 'TRACK_MISSING',
          message: `There is no track with the id "${trackId}".`,
        },
      ];
    }),
  ];
}

/**
 * Checks a timeline document.
 * @returns the document with every default filled in and a `projectDuration` that covers its clips, or all problems.
 */
export function validateTimeline(input: unknown): Checked<TimelineDocument> {
  const parsed = checkSchema(TimelineDocument, input);
  const problems =
    parsed.problems.length < MAX_PROBLEMS ? [...parsed.problems, ...crossProblems(input)] : parsed.problems;
  if (parsed.document === null || problems.length > 0) return { ok: false, problems };
  const { timeline } = parsed.document;
  const projectDuration = Math.max(timeline.projectDuration, timelineEnd(timeline.clips));
  return { ok: true, document: { ...parsed.document, timeline: { ...timeline, projectDuration } } };
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
