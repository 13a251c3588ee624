import type { TimelineClip, TimelineDocument, TimelineTrack } from './document.ts';
import { trackKind, type TrackKind } from './ext.ts';

/** A track with its clips as they are in the document, and what it is for. */
export interface OrderedTrack {
  track: TimelineTrack;
  clips: readonly TimelineClip[];
  kind: TrackKind | 'empty';
}

/**
 * Tracks as editing programs show them: picture tracks with the top layer first, sound tracks below in their order.
 * `tracks[0]` of the document is the bottom layer.
 */
export function tracksFromTop({ timeline }: Pick<TimelineDocument, 'timeline'>): OrderedTrack[] {
  const clipsOf = Map.groupBy(timeline.clips, ({ trackId }) => trackId);
  const all = timeline.tracks.map((track): OrderedTrack => {
    const clips = clipsOf.get(track.id) ?? [];
    return { track, clips, kind: trackKind(track, clips) ?? 'empty' };
  });
  const isSound = ({ kind }: OrderedTrack): boolean => kind === 'sound';
  return [...all.filter((item) => !isSound(item)).toReversed(), ...all.filter(isSound)];
}
