import { asRecord } from '../../document/problems.ts';
import type { TimelineClip } from '../document.ts';
import { withClipExt } from '../ext.ts';
import type { MediumKind } from '../relink.ts';
import { replaceClips, type TimelineEdit } from './edit.ts';
import { roundTime } from './frames.ts';

/** A medium that was found again. */
export interface FoundMedium {
  /** The clips that show it. */
  clipIds: readonly string[];
  filename: string;
  fileId: string;
  kind: MediumKind;
  /** Seconds; null for a picture, and where it is not known. */
  length: number | null;
  /** It is the one that was asked for, so the times that another program counts in it still hold. */
  isSame: boolean;
}

/**
 * Gives clips their media back, as one edit. Locked tracks are no exception: what a clip shows stays what it was.
 * A name that a person gave stays.
 */
export const relinkMedia =
  (media: readonly FoundMedium[]): TimelineEdit =>
  (document) => {
    const byClip = new Map(media.flatMap((found) => found.clipIds.map((id) => [id, found] as const)));
    const changed = document.timeline.clips.flatMap((clip) => {
      const found = byClip.get(clip.id);
      return found ? [relinked(clip, found, document.timeline.frameRate)] : [];
    });
    return replaceClips(document, changed);
  };

function relinked(clip: TimelineClip, found: FoundMedium, frameRate: number): TimelineClip {
  const { filename, fileId, kind, length } = found;
  const isPicture = clip.type !== 'audio' && kind !== 'audio';
  const otio = asRecord(clip.ext?.['otio']);
  const holds = found.isSame && otio['medium'] !== undefined;
  const next: TimelineClip = {
    ...clip,
    filename,
    name: clip.name === clip.filename ? filename : clip.name,
    storageType: 'library',
    type: isPicture ? kind : clip.type,
    ...(length !== null && {
      trimEnd: roundTime(Math.max(0, length - clip.trimStart - clip.duration), frameRate),
    }),
    ...(holds && {
      ext: { ...clip.ext, otio: { ...otio, medium: { ...asRecord(otio['medium']), filename } } },
    }),
  };
  return withClipExt(next, { fileId }) ?? next;
}
