import type { TimelineClip, TimelineDocument } from '../document.ts';
import { withClipExt } from '../ext.ts';
import { fadesOf, roomAfter, touchingBefore } from '../transitions.ts';
import { editableClips, endOf, replaceClips, withLinked, type TimelineEdit } from './edit.ts';
import { frameOf, SAME, tidy } from './frames.ts';

/** Seconds that a dissolve takes at first, where both clips have as much. */
const DISSOLVE_SECONDS = 1;

/** Of more chosen clips nothing is offered: what touches what is looked for again at every change of the choice. */
const MAX_CHOSEN = 100;

/** What can be done about dissolves of chosen clips, or why nothing can. */
export type DissolveState = 'none' | 'can' | 'has' | 'no-neighbor' | 'no-room';

/** A cut over which a clip can come up, and how long that may take: seconds, whole frames. */
interface Cut {
  to: TimelineClip;
  longest: number;
}

const dissolves = (clip: TimelineClip): boolean => {
  const { dissolve, fadeIn, lead } = fadesOf(clip);
  return dissolve && fadeIn + lead > SAME;
};

const onTrack = ({ timeline }: TimelineDocument, trackId: string): TimelineClip[] =>
  timeline.clips.filter((clip) => clip.trackId === trackId).toSorted((a, b) => a.startTime - b.startTime);

function cutBefore(document: TimelineDocument, to: TimelineClip): Cut | null {
  const clips = onTrack(document, to.trackId);
  const own = clips.find(({ id }) => id === to.id);
  const from = own ? touchingBefore(clips, own, frameOf(document)) : null;
  return from && { to, longest: longestOver(from, to, document.timeline.frameRate) };
}

function longestOver(from: TimelineClip, to: TimelineClip, frameRate: number): number {
  const longest = Math.min(roomAfter(from), to.duration - fadesOf(to).fadeOut);
  return Math.max(0, tidy(Math.floor(longest * frameRate + SAME) / frameRate, frameRate));
}

/**
 * How long a clip can come up over the one before it without a held frame: as long as that one's file goes on after its end.
 * @returns seconds, whole frames; null where no clip of its kind ends at its start.
 */
export const longestDissolve = (document: TimelineDocument, clip: TimelineClip): number | null =>
  cutBefore(document, clip)?.longest ?? null;

/** The clip that follows another one without a gap. */
function following(document: TimelineDocument, clip: TimelineClip): TimelineClip | null {
  const clips = onTrack(document, clip.trackId);
  const frame = frameOf(document);
  const next = clips.find(
    ({ startTime }) => startTime > clip.startTime + SAME && startTime > endOf(clip) - frame,
  );
  return next && touchingBefore(clips, next, frame) === clip ? next : null;
}

/** Of one clip the cut at its start, else the one at its end; of several the cuts between them, else each one's own. */
function cutsOf(document: TimelineDocument, ids: Iterable<string>): Cut[] {
  const clips = editableClips(document, ids);
  const chosen = new Set(clips);
  const before = clips.flatMap((clip) => {
    const from = touchingBefore(onTrack(document, clip.trackId), clip, frameOf(document));
    return from ? { from, to: clip } : [];
  });
  const between = before.filter(({ from }) => chosen.has(from));
  const own = (between.length > 0 ? between : before).map(({ to }) => to);
  const targets = own.length > 0 ? own : clips.flatMap((clip) => following(document, clip) ?? []);
  return [...new Set(withPartners(document, targets))].flatMap((to) => cutBefore(document, to) ?? []);
}

/** Clips with what is linked to them and starts with them. */
function withPartners(document: TimelineDocument, clips: readonly TimelineClip[]): TimelineClip[] {
  const frame = frameOf(document);
  return clips.flatMap((clip) => {
    const partners = editableClips(document, withLinked(document, [clip.id]));
    return [
      clip,
      ...partners.filter((one) => one.id !== clip.id && Math.abs(one.startTime - clip.startTime) < frame / 2),
    ];
  });
}

/** What can be done about dissolves of chosen clips: one that is there is taken away first. */
export function dissolveState(document: TimelineDocument, ids: Iterable<string>): DissolveState {
  const all = [...ids];
  const clips = editableClips(document, all);
  if (clips.length === 0 || clips.length > MAX_CHOSEN) return 'none';
  const cuts = cutsOf(document, all);
  if (cuts.some(({ to }) => dissolves(to))) return 'has';
  if (cuts.length === 0) return 'no-neighbor';
  return cuts.some(({ longest }) => longest > SAME) ? 'can' : 'no-room';
}

/**
 * Lets chosen clips come up over those that end where they start, a second long or as long as both have pictures or sound
 * for; sounds that are linked and cut there cross over with them.
 */
export const addDissolves =
  (ids: Iterable<string>): TimelineEdit =>
  (document) =>
    replaceClips(
      document,
      cutsOf(document, ids).flatMap(({ to, longest }) => {
        const fadeIn = Math.min(wholeFrames(DISSOLVE_SECONDS, document.timeline.frameRate), longest);
        if (fadeIn <= SAME || dissolves(to)) return [];
        return withClipExt(to, { fadeIn, dissolve: true, fadeInPart: undefined }) ?? [];
      }),
    );

const wholeFrames = (seconds: number, frameRate: number): number =>
  tidy(Math.max(1, Math.round(seconds * frameRate)) / frameRate, frameRate);

/** Makes dissolves of chosen clips hard cuts again, also those that another program made. */
export const removeDissolves =
  (ids: Iterable<string>): TimelineEdit =>
  (document) =>
    replaceClips(
      document,
      cutsOf(document, ids).flatMap(({ to }) => {
        if (!dissolves(to)) return [];
        const none = { fadeIn: undefined, dissolve: undefined, fadeInPart: undefined };
        const silent = withClipExt(to, none);
        // What another program said would count again, so none is said.
        return (silent && dissolves(silent) ? withClipExt(silent, { fadeIn: 0 }) : silent) ?? [];
      }),
    );
