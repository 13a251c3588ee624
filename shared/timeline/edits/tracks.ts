import { MAX_TRACKS, TimelineTrack, type TimelineDocument } from '../document.ts';
import { numberedName } from '../../language/numbered-name.ts';
import { withTrackExt, type TrackKind } from '../ext.ts';
import { withClips, type TimelineEdit } from './edit.ts';

const withTracks = (document: TimelineDocument, tracks: TimelineTrack[]): TimelineDocument => ({
  ...document,
  timeline: { ...document.timeline, tracks },
});

/** Adds an empty track; where another has its name already, with a number. @param index its place from the bottom layer up; by default above all. */
export const addTrack =
  ({ id, name, kind }: { id: string; name: string; kind: TrackKind }, index = Infinity): TimelineEdit =>
  (document) => {
    const { tracks } = document.timeline;
    if (tracks.length >= MAX_TRACKS) return null;
    const names = tracks.map((item) => item.name);
    const track = TimelineTrack.parse({ id, name: name && numberedName(name, names) });
    return withTracks(document, tracks.toSpliced(index, 0, withTrackExt(track, { kind }) ?? track));
  };

/** Takes a track away with all that lies on it; a locked one stays. */
export const removeTrack =
  (trackId: string): TimelineEdit =>
  (document) => {
    const { tracks, clips } = document.timeline;
    if (!tracks.some(({ id, locked }) => id === trackId && !locked)) return null;
    return withClips(
      withTracks(
        document,
        tracks.filter(({ id }) => id !== trackId),
      ),
      clips.filter((clip) => clip.trackId !== trackId),
    );
  };

/** Moves a track to another place. @param index its place from the bottom layer up, counted without it. */
export const moveTrack =
  (trackId: string, index: number): TimelineEdit =>
  (document) => {
    const { tracks } = document.timeline;
    const from = tracks.findIndex(({ id }) => id === trackId);
    const track = tracks[from];
    const to = Math.max(0, Math.min(index, tracks.length - 1));
    if (!track || to === from) return null;
    return withTracks(document, tracks.toSpliced(from, 1).toSpliced(to, 0, track));
  };

/** What a person sets of a track. Hidden is `mutedVideo`. */
export type TrackChange = Partial<
  Pick<TimelineTrack, 'name' | 'height' | 'volume' | 'locked' | 'mutedAudio' | 'mutedVideo'>
>;

/** Changes one track. @returns null when it is not there, or there is nothing to change. */
export function updateTrack(
  document: TimelineDocument,
  trackId: string,
  change: (track: TimelineTrack) => TimelineTrack | null,
): TimelineDocument | null {
  const { tracks } = document.timeline;
  const track = tracks.find(({ id }) => id === trackId);
  const changed = track && change(track);
  return changed
    ? withTracks(
        document,
        tracks.map((item) => (item === track ? changed : item)),
      )
    : null;
}

/** Changes what a person sets of a track. */
export const changeTrack =
  (trackId: string, change: TrackChange): TimelineEdit =>
  (document) =>
    updateTrack(document, trackId, (track) => ({ ...track, ...change }));

/** Plays only this track and others that are solo, or all again. */
export const soloTrack =
  (trackId: string, solo: boolean): TimelineEdit =>
  (document) =>
    updateTrack(document, trackId, (track) => withTrackExt(track, { solo: solo || undefined }));
