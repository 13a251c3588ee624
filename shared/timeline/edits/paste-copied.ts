import type { CopiedClips } from '../copied-clips.ts';
import type { TimelineDocument } from '../document.ts';
import { trackKind, type TrackKind } from '../ext.ts';
import { openTracks, type NewId, type TimelineEdit } from './edit.ts';
import { pasteClips, type Paste } from './place.ts';
import { addTrack } from './tracks.ts';

/**
 * Puts copied clips in so that the first begins at a time: on their own tracks where the timeline has them for the same kind of
 * clips, as another project may have others of the same ids; else on its tracks of the same kind, in their order; tracks that are not there are added.
 * @param at seconds.
 */
export const pasteCopied =
  (
    { copied, at, placement, keepsStep }: { copied: CopiedClips } & Omit<Paste, 'clips'>,
    newId: NewId,
  ): TimelineEdit =>
  (document) => {
    const existing = tracksOfTheirKind(document, copied);
    const positions = new Map(copied.tracks.filter(({ id }) => existing.has(id)).map(({ id }) => [id, id]));
    const used = new Set(positions.values());
    let current: TimelineDocument = document;
    for (const track of copied.tracks.filter(({ id }) => !existing.has(id))) {
      const free = freeTracks(current, kindOf(track)).find((id) => !used.has(id));
      const id = free ?? `track-${newId()}`;
      if (!free) {
        const added = addTrack({ id, name: track.name, kind: kindOf(track) })(current);
        if (!added) return null;
        current = added;
      }
      positions.set(track.id, id);
      used.add(id);
    }
    const clips = copied.clips.map((clip) => ({
      ...clip,
      trackId: positions.get(clip.trackId) ?? clip.trackId,
    }));
    const open = openTracks(current);
    return clips.some(({ trackId }) => open.has(trackId))
      ? pasteClips({ clips, at, placement, keepsStep }, newId)(current)
      : null;
  };

/** The kind of track that copied clips go to where theirs is not. */
function kindOf({ isSound, kind }: CopiedClips['tracks'][number]): TrackKind {
  if (kind === 'captions') return kind;
  return isSound ? 'sound' : 'picture';
}

const kindsOf = ({ timeline: { tracks, clips } }: TimelineDocument): Map<string, TrackKind | null> =>
  new Map(
    tracks.map((track) => [
      track.id,
      trackKind(
        track,
        clips.filter(({ trackId }) => trackId === track.id),
      ),
    ]),
  );

/** The ids of copied tracks that are there for the same kind of clips; one that is empty and says nothing takes any. */
function tracksOfTheirKind(document: TimelineDocument, { tracks }: CopiedClips): Set<string> {
  const kinds = kindsOf(document);
  const isTheirs = (track: CopiedClips['tracks'][number]): boolean => {
    const kind = kinds.get(track.id);
    return kind === null || kind === (track.kind ?? kindOf(track));
  };
  return new Set(tracks.filter(isTheirs).map(({ id }) => id));
}

/** Tracks of a kind that may be changed, from the bottom layer up; an empty one takes pictures. */
function freeTracks(document: TimelineDocument, kind: TrackKind): string[] {
  const open = openTracks(document);
  return [...kindsOf(document)].flatMap(([id, trackKind]) =>
    open.has(id) && (trackKind ?? 'picture') === kind ? [id] : [],
  );
}
