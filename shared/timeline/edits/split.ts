import { clipExt, withClipExt } from '../ext.ts';
import { endOf, openTracks, withClips, type NewId, type TimelineEdit } from './edit.ts';
import { SAME, snapToFrame } from './frames.ts';
import { partBefore, partFrom } from './pieces.ts';

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
    const links = new Map<string, string>();
    const cut = clips.flatMap((clip) => {
      const inside = clip.startTime < at - SAME && endOf(clip) > at + SAME;
      if (!inside || !open.has(clip.trackId) || (ids && !ids.has(clip.id))) return [clip];
      const right = { ...partFrom(clip, at, frameRate), id: newId() };
      const { linkId } = clipExt(clip);
      if (linkId === undefined) return [partBefore(clip, at, frameRate), right];
      const link = links.get(linkId) ?? newId();
      links.set(linkId, link);
      return [partBefore(clip, at, frameRate), withClipExt(right, { linkId: link }) ?? right];
    });
    return cut.length === clips.length ? null : withClips(document, cut);
  };
