import type { TimelineClip, TimelineDocument } from '../document.ts';
import { clipExt, withClipExt } from '../ext.ts';
import { fadesOf, firstStartingFrom, handleAfter, adjacentBefore } from '../transitions.ts';
import { editableClips, endOf, openTracks, replaceClips, type TimelineEdit } from './edit.ts';
import { frameOf, SAME, roundTime } from './frames.ts';
import { byStart } from './pieces.ts';

/** Seconds that a dissolve takes at first, where both clips have as much. */
const DISSOLVE_SECONDS = 1;

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

/** The clips of a track by their start, and the place of each among them. */
interface Row {
  clips: TimelineClip[];
  /** By id. */
  indices: Map<string, number>;
}

/** The tracks of documents, sorted once: what touches what is asked of every clip, and again at every change of a choice. */
const sorted = new WeakMap<readonly TimelineClip[], Map<string, Row>>();

function rowOf({ timeline: { clips } }: TimelineDocument, { trackId }: TimelineClip): Row | undefined {
  let rows = sorted.get(clips);
  if (!rows) {
    const tracks = Map.groupBy(clips, (clip) => clip.trackId);
    rows = new Map(
      [...tracks].map(([id, on]) => {
        const inOrder = on.toSorted(byStart);
        return [id, { clips: inOrder, indices: new Map(inOrder.map((clip, index) => [clip.id, index])) }];
      }),
    );
    sorted.set(clips, rows);
  }
  return rows.get(trackId);
}

/** What a clip can come up over. */
function before(document: TimelineDocument, to: TimelineClip): TimelineClip | null {
  const row = rowOf(document, to);
  const index = row?.indices.get(to.id);
  return row && index !== undefined ? adjacentBefore(row.clips, index, frameOf(document)) : null;
}

function cutBefore(document: TimelineDocument, to: TimelineClip): Cut | null {
  const from = before(document, to);
  return from && { to, longest: longestOver(from, to, document.timeline.frameRate) };
}

function longestOver(from: TimelineClip, to: TimelineClip, frameRate: number): number {
  const longest = Math.min(handleAfter(from), to.duration - fadesOf(to).fadeOut);
  return Math.max(0, roundTime(Math.floor(longest * frameRate + SAME) / frameRate, frameRate));
}

/**
 * How long a clip can come up over the one before it without a held frame: as long as that one's file goes on after its end.
 * @returns seconds, whole frames; null where no clip of its kind ends at its start.
 */
export const longestDissolve = (document: TimelineDocument, clip: TimelineClip): number | null =>
  cutBefore(document, clip)?.longest ?? null;

/** The clip that follows another one without a gap. */
function following(document: TimelineDocument, clip: TimelineClip): TimelineClip | null {
  const clips = rowOf(document, clip)?.clips ?? [];
  const from = Math.max(clip.startTime + SAME, endOf(clip) - frameOf(document));
  const next = clips[firstStartingFrom(clips, from)];
  return next && before(document, next) === clip ? next : null;
}

/** Of one clip the cut at its start, else the one at its end; of several the cuts between them, else each one's own. */
function cutsOf(document: TimelineDocument, ids: Iterable<string>): Cut[] {
  const clips = editableClips(document, ids);
  const selected = new Set(clips);
  const starts = clips.flatMap((clip) => {
    const from = before(document, clip);
    return from ? { from, to: clip } : [];
  });
  const between = starts.filter(({ from }) => selected.has(from));
  const ends = (between.length > 0 ? between : starts).map(({ to }) => to);
  const targets = ends.length > 0 ? ends : clips.flatMap((clip) => following(document, clip) ?? []);
  return [...withPairs(document, targets)].flatMap((to) => cutBefore(document, to) ?? []);
}

/** Clips with what is linked to them and starts with them. */
function withPairs(document: TimelineDocument, clips: readonly TimelineClip[]): Set<TimelineClip> {
  const tolerance = frameOf(document) / 2;
  const linked = clips.filter((clip) => clipExt(clip).linkId !== undefined);
  const byLink = Map.groupBy(linked.toSorted(byStart), (clip) => clipExt(clip).linkId);
  const open = openTracks(document);
  const isPair = (clip: TimelineClip): boolean => {
    const { linkId } = clipExt(clip);
    const targets = (linkId !== undefined && byLink.get(linkId)) || [];
    const nearest = targets[firstStartingFrom(targets, clip.startTime - tolerance + SAME)];
    return nearest !== undefined && nearest.startTime < clip.startTime + tolerance && open.has(clip.trackId);
  };
  if (byLink.size === 0) return new Set(clips);
  return new Set([...clips, ...document.timeline.clips.filter(isPair)]);
}

const isPossible = ({ longest }: Cut): boolean => longest > SAME;

/**
 * What can be done about dissolves of chosen clips: those that are missing are added first, and only where none can be added
 * are those that are there taken away.
 * @returns and how long those can be that are added, all alike: seconds; null where none are.
 */
export function dissolvesOfChoice(
  document: TimelineDocument,
  ids: Iterable<string>,
): { state: DissolveState; longest: number | null } {
  const all = [...ids];
  const none = (state: DissolveState) => ({ state, longest: null });
  if (editableClips(document, all).length === 0) return none('none');
  const cuts = cutsOf(document, all);
  const missing = cuts.filter(({ to }) => !dissolves(to)).filter(isPossible);
  if (missing.length > 0)
    return {
      state: 'can',
      longest: missing.reduce((least, { longest }) => Math.min(least, longest), Infinity),
    };
  if (cuts.some(({ to }) => dissolves(to))) return none('has');
  return none(cuts.length === 0 ? 'no-neighbor' : 'no-room');
}

/** What can be done about dissolves of chosen clips. */
export const dissolveState = (document: TimelineDocument, ids: Iterable<string>): DissolveState =>
  dissolvesOfChoice(document, ids).state;

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
        const fadeIn = Math.min(integerFrames(DISSOLVE_SECONDS, document.timeline.frameRate), longest);
        if (fadeIn <= SAME || dissolves(to)) return [];
        return withClipExt(to, { fadeIn, dissolve: true, fadeInPart: undefined }) ?? [];
      }),
    );

const integerFrames = (seconds: number, frameRate: number): number =>
  roundTime(Math.max(1, Math.round(seconds * frameRate)) / frameRate, frameRate);

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
