import { asRecord } from '../../document/problems.ts';
import { TimelineClip, type TimelineDocument } from '../document.ts';
import { clipExt, keyframesOf, trackKind, withClipExt } from '../ext.ts';
import { editableClips, endOf, replaceClips, withClips, type NewId, type TimelineEdit } from './edit.ts';
import { SAME } from './frames.ts';
import { addTrack } from './tracks.ts';

/** Whether a clip shows a video and sounds like it as well. */
export const hasOwnSound = (clip: TimelineClip): boolean =>
  clip.type === 'video' && (clip.volume > 0 || keyframesOf(clip, 'volume').length > 0);

/**
 * Takes the sound of videos apart: each gets a clip of its sound on a sound track, linked with it, and is silent itself.
 * Unlinked, the two are trimmed apart, so that the sound begins before its picture or ends after it.
 */
export const detachSound =
  (ids: Iterable<string>, newId: NewId): TimelineEdit =>
  (document) => {
    let now: TimelineDocument | null = null;
    for (const clip of editableClips(document, ids).filter(hasOwnSound)) {
      const next = detached(now ?? document, clip, newId);
      // A timeline may be full of clips or tracks.
      if (!next) return null;
      now = next;
    }
    return now;
  };

function detached(document: TimelineDocument, clip: TimelineClip, newId: NewId): TimelineDocument | null {
  const free = freeSoundTrack(document, clip);
  const trackId = free ?? `track-${newId()}`;
  const name = `Audio ${soundTracks(document).length + 1}`;
  const withTrack = free ? document : addTrack({ id: trackId, name, kind: 'sound' })(document);
  const linkId = clipExt(clip).linkId ?? newId();
  const { volume, ...others } = clipExt(clip).keyframes ?? {};
  const silent = withClipExt({ ...clip, volume: 0 }, { linkId, keyframes: filled(others) });
  const { markers: _markers, ...otio } = asRecord(clip.ext?.['otio']);
  const copy = TimelineClip.parse({
    ...clip,
    id: newId(),
    trackId,
    type: 'audio',
    opacity: 1,
    transform: undefined,
    ...(clip.ext?.['otio'] !== undefined && { ext: { ...clip.ext, otio } }),
  });
  const sound = withClipExt(copy, {
    linkId,
    dissolve: undefined,
    keyframes: volume ? { volume } : undefined,
  });
  // What a later version stores of a clip stays as it is.
  if (!withTrack || !silent || !sound) return null;
  const changed = replaceClips(withTrack, [silent]);
  return changed && withClips(changed, [...changed.timeline.clips, sound]);
}

const filled = <T extends object>(fields: T): T | undefined =>
  Object.keys(fields).length > 0 ? fields : undefined;

const soundTracks = ({ timeline: { tracks, clips } }: TimelineDocument) =>
  tracks.filter(
    (track) =>
      trackKind(
        track,
        clips.filter(({ trackId }) => trackId === track.id),
      ) === 'sound',
  );

/** A sound track that may be changed and has nothing where a clip is. */
function freeSoundTrack(document: TimelineDocument, clip: TimelineClip): string | null {
  const isTaken = (trackId: string): boolean =>
    document.timeline.clips.some(
      (other) =>
        other.trackId === trackId &&
        other.startTime < endOf(clip) - SAME &&
        endOf(other) > clip.startTime + SAME,
    );
  return soundTracks(document).find(({ id, locked }) => !locked && !isTaken(id))?.id ?? null;
}
