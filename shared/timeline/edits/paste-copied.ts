import type { CopiedClips } from '../copied-clips.ts';
import type { TimelineDocument } from '../document.ts';
import { trackKind } from '../ext.ts';
import { openTracks, type NewId, type TimelineEdit } from './edit.ts';
import { pasteClips, type Placing } from './place.ts';
import { addTrack } from './tracks.ts';

/**
 * Puts copied clips in so that the first begins at a time: on their own tracks where the timeline has them, else on its tracks
 * of the same kind, in their order; tracks that are not there are added.
 * @param at seconds.
 */
export const pasteCopied =
  (
    { copied, at, placing }: { copied: CopiedClips; at: number; placing: Placing },
    newId: NewId,
  ): TimelineEdit =>
  (document) => {
    const known = new Set(document.timeline.tracks.map(({ id }) => id));
    const places = new Map(copied.tracks.filter(({ id }) => known.has(id)).map(({ id }) => [id, id]));
    const taken = new Set(places.values());
    let now: TimelineDocument = document;
    for (const track of copied.tracks.filter(({ id }) => !known.has(id))) {
      const free = freeTracks(now, track.isSound).find((id) => !taken.has(id));
      const id = free ?? `track-${newId()}`;
      if (!free) {
        const added = addTrack({ id, name: track.name, kind: track.isSound ? 'sound' : 'picture' })(now);
        if (!added) return null;
        now = added;
      }
      places.set(track.id, id);
      taken.add(id);
    }
    const clips = copied.clips.map((clip) => ({
      ...clip,
      trackId: places.get(clip.trackId) ?? clip.trackId,
    }));
    const open = openTracks(now);
    return clips.some(({ trackId }) => open.has(trackId))
      ? pasteClips({ clips, at, placing }, newId)(now)
      : null;
  };

/** Tracks of a kind that may be changed, from the bottom layer up; an empty one takes pictures. */
function freeTracks(document: TimelineDocument, isSound: boolean): string[] {
  const open = openTracks(document);
  const { tracks, clips } = document.timeline;
  return tracks
    .filter((track) => {
      const kind = trackKind(
        track,
        clips.filter(({ trackId }) => trackId === track.id),
      );
      return open.has(track.id) && kind !== 'captions' && (kind === 'sound') === isSound;
    })
    .map(({ id }) => id);
}
