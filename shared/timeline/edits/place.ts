import { TimelineClip, type TimelineDocument } from '../document.ts';
import { clipExt, withClipExt } from '../ext.ts';
import {
  editableClips,
  endOf,
  openTracks,
  withClips,
  withLinked,
  type NewId,
  type TimelineEdit,
} from './edit.ts';
import { rippleInStep } from './in-step.ts';
import { shiftMarks } from './marks.ts';
import { positionsOf, type Move } from './move.ts';
import { snapToFrame, roundTime } from './frames.ts';
import { clearSpans, shiftClips, spansOf, type Shift } from './pieces.ts';
import { cutAt, lastsOver } from './split.ts';

/** Insert: what comes later moves on. Overwrite: what lies there goes. */
export type Placement = 'insert' | 'overwrite';

/** A file as it can become a clip. */
export interface Medium {
  /** Which of the files with its name. */
  fileId: string;
  filename: string;
  type: TimelineClip['type'];
  /** Seconds of the medium; null for pictures and what is not known. */
  length: number | null;
  /** What the clip is called, if not as the file. */
  name?: string;
  /** Seconds that are shown of it, from its beginning on; by default all. */
  visibleSeconds?: number;
}

/** Seconds that a picture is shown at first. */
const PICTURE_SECONDS = 5;

/** Seconds of the clip that a medium becomes. */
export const visibleOf = ({ type, length, visibleSeconds }: Medium): number => {
  const all = length ?? PICTURE_SECONDS;
  if (visibleSeconds === undefined || visibleSeconds <= 0) return all;
  return type === 'image' || length === null ? visibleSeconds : Math.min(visibleSeconds, length);
};

/** A clip that shows a medium from its beginning on. @param at seconds. */
export const clipOfMedium = (
  medium: Medium,
  { id, trackId, at }: { id: string; trackId: string; at: number },
): TimelineClip => {
  const clip = TimelineClip.parse({
    id,
    trackId,
    name: medium.name || medium.filename,
    filename: medium.filename,
    type: medium.type,
    startTime: at,
    duration: visibleOf(medium),
    trimEnd: Math.max(0, (medium.length ?? 0) - visibleOf(medium)),
  });
  return withClipExt(clip, { fileId: medium.fileId }) ?? clip;
};

/**
 * Adds clips where they say, by insert or overwrite. Their ids must be new.
 * @param keepsStep an insert moves what is later on other tracks too.
 */
export const overwriteClips =
  (
    positioned: readonly TimelineClip[],
    placement: Placement,
    newId: NewId,
    keepsStep: boolean = false,
  ): TimelineEdit =>
  (document) => {
    const open = openTracks(document);
    if (positioned.length === 0 || positioned.some(({ trackId }) => !open.has(trackId))) return null;
    if (placement === 'insert') return inserted(document, positioned, newId, keepsStep);
    const { clips, frameRate } = document.timeline;
    const left = clearSpans(clips, spansOf(positioned), new Set(), frameRate, newId);
    return withClips(document, [...left, ...positioned]);
  };

/**
 * The document with clips and room for them on their tracks: cut at the first start, and what is later moves by the whole length.
 * @param keepsStep what is linked with a clip that is cut is cut too, and what is later moves on all tracks.
 */
function inserted(
  document: TimelineDocument,
  positioned: readonly TimelineClip[],
  newId: NewId,
  keepsStep: boolean,
): TimelineDocument | null {
  const { clips, frameRate } = document.timeline;
  const from = Math.min(...positioned.map(({ startTime }) => startTime));
  const by = Math.max(...positioned.map(endOf)) - from;
  const tracks = new Set(positioned.map(({ trackId }) => trackId));
  const spanning = clips
    .filter((clip) => tracks.has(clip.trackId) && lastsOver(clip, from))
    .map(({ id }) => id);
  const cutting = keepsStep ? withLinked(document, spanning) : new Set(spanning);
  const open = openTracks(document);
  const isCut = ({ id, trackId }: TimelineClip): boolean => cutting.has(id) && open.has(trackId);
  const cut = cutAt(clips, from, isCut, frameRate, newId);
  const shifts = [...tracks].map((trackId): Shift => ({ trackId, from, by }));
  const parted = { ...document, timeline: { ...document.timeline, clips: cut } };
  const synced = keepsStep ? rippleInStep(parted, tracks, [{ from, by }]).shifts : [];
  const after = withClips(document, [...shiftClips(cut, [...shifts, ...synced], document), ...positioned]);
  return after && keepsStep ? shiftMarks(after, [{ from, by }]) : after;
}

/** Clips with ids of their own, linked among each other as they were. */
function copies(clips: readonly TimelineClip[], newId: NewId): TimelineClip[] {
  const links = new Map<string, string>();
  return clips.map((clip) => {
    const copy = { ...clip, id: newId() };
    const { linkId } = clipExt(clip);
    if (linkId === undefined) return copy;
    const link = links.get(linkId) ?? newId();
    links.set(linkId, link);
    return withClipExt(copy, { linkId: link }) ?? copy;
  });
}

/** Clips that were copied, to be put in again so that the first begins at a time. */
export interface Paste {
  clips: readonly TimelineClip[];
  at: number;
  placement: Placement;
  /** An insert moves what is later on other tracks too. */
  keepsStep?: boolean;
}

/** Puts copied clips on their tracks again. Tracks that are gone or locked take none. */
export const pasteClips =
  ({ clips, at, placement, keepsStep }: Paste, newId: NewId): TimelineEdit =>
  (document) => {
    const open = openTracks(document);
    const { frameRate } = document.timeline;
    const unlocked = clips.filter(({ trackId }) => open.has(trackId));
    const by = snapToFrame(at, frameRate) - Math.min(...unlocked.map(({ startTime }) => startTime));
    const positioned = copies(unlocked, newId).map((clip) => ({
      ...clip,
      startTime: Math.max(0, roundTime(clip.startTime + by, frameRate)),
    }));
    return overwriteClips(positioned, placement, newId, keepsStep)(document);
  };

/**
 * Puts copies of clips behind them; what comes later moves on.
 * @param keepsStep also what is later on other tracks.
 */
export const duplicateClips =
  (ids: Iterable<string>, newId: NewId, keepsStep = false): TimelineEdit =>
  (document) => {
    const clips = editableClips(document, ids);
    if (clips.length === 0) return null;
    const at = Math.max(...clips.map(endOf));
    return pasteClips({ clips, at, placement: 'insert', keepsStep }, newId)(document);
  };

/** Leaves clips where they are and puts copies where a move would bring them, over what lies there. */
export const copyClipsTo =
  (move: Move, newId: NewId): TimelineEdit =>
  (document) => {
    const positioned = positionsOf(document, move);
    return positioned && overwriteClips(copies(positioned, newId), 'overwrite', newId)(document);
  };
