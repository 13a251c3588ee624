import type { TimelineClip } from '../document.ts';
import { clipExt, withClipExt } from '../ext.ts';
import { endOf, openTracks, withClips, type NewId, type TimelineEdit } from './edit.ts';
import { SAME, snapToFrame } from './frames.ts';
import { clipBefore, clipFrom } from './pieces.ts';

/** Whether a clip has begun before a time and lasts beyond it; seconds. */
export const lastsOver = (clip: TimelineClip, time: number): boolean =>
  clip.startTime < time - SAME && endOf(clip) > time + SAME;

/**
 * Clips with those that last over a time cut in two there. Linked clips that are cut together stay linked on both sides.
 * @param at seconds. @param isCut whether a clip that lasts over the time is cut.
 */
export function cutAt(
  clips: readonly TimelineClip[],
  at: number,
  isCut: (clip: TimelineClip) => boolean,
  frameRate: number,
  newId: NewId,
): TimelineClip[] {
  const links = new Map<string, string>();
  return clips.flatMap((clip) => {
    if (!lastsOver(clip, at) || !isCut(clip)) return [clip];
    const right = { ...clipFrom(clip, at, frameRate), id: newId('part') };
    const { linkId } = clipExt(clip);
    if (linkId === undefined) return [clipBefore(clip, at, frameRate), right];
    const link = links.get(linkId) ?? newId();
    links.set(linkId, link);
    return [clipBefore(clip, at, frameRate), withClipExt(right, { linkId: link }) ?? right];
  });
}

/**
 * Cuts clips in two at a time. Linked clips that are cut together stay linked on both sides.
 * @param ids the clips to cut; null: those of all tracks that are not locked.
 */
export const splitClips =
  (time: number, ids: ReadonlySet<string> | null, newId: NewId): TimelineEdit =>
  (document) => {
    const { clips, frameRate } = document.timeline;
    const at = snapToFrame(time, frameRate);
    const open = openTracks(document);
    const isCut = ({ id, trackId }: TimelineClip): boolean =>
      open.has(trackId) && (ids === null || ids.has(id));
    const cut = cutAt(clips, at, isCut, frameRate, newId);
    return cut.length === clips.length ? null : withClips(document, cut);
  };
