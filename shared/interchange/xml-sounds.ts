import type { Cut, CutClip, CutTrack } from './cut.ts';

/** Editing programs have the sound of a video on a track of its own, linked with its picture. */

/** A clip's place among those of its kind, as links name it. */
interface ItemPosition {
  id: string;
  media: 'video' | 'audio';
  /** From 1. */
  track: number;
  clip: number;
}

export interface LinkedTracks {
  tracks: CutTrack[];
  /** Every clip's place. */
  positionOf: ReadonlyMap<CutClip, ItemPosition>;
  /** The picture of a sound, and the sound of a picture. */
  pairedClip: ReadonlyMap<CutClip, CutClip>;
}

/** The tracks of a cut with one more for each track of pictures whose videos sound. */
export function withSounds({ tracks }: Cut): LinkedTracks {
  const pairedClip = new Map<CutClip, CutClip>();
  const sounds = tracks.flatMap((track): CutTrack[] => {
    if (track.kind !== 'Video') return [];
    const clips = track.clips.flatMap((clip): CutClip[] => {
      if (clip.hasSound !== true) return [];
      const sound: CutClip = { ...clip, hasSound: false, opacity: 1, markers: [], comments: [] };
      pairedClip.set(clip, sound);
      pairedClip.set(sound, clip);
      return [sound];
    });
    if (clips.length === 0) return [];
    const edges = new Set(clips.flatMap(({ recordIn, duration }) => [recordIn, recordIn + duration]));
    const transitions = track.transitions.filter(({ editPoint }) => edges.has(editPoint));
    // It is locked and shown as its pictures are; a track whose sound is off has none here.
    return [{ ...track, kind: 'Audio', name: '', enabled: true, clips, transitions }];
  });
  const all = [...tracks, ...sounds].map((track, index) =>
    track.name === '' && track.kind === 'Audio' ? { ...track, name: `A${index + 1}` } : track,
  );
  return { tracks: all, positionOf: positionsOf(all), pairedClip };
}

function positionsOf(tracks: readonly CutTrack[]): Map<CutClip, ItemPosition> {
  const positions = new Map<CutClip, ItemPosition>();
  const ofKind = (kind: CutTrack['kind']) => tracks.filter((track) => track.kind === kind);
  for (const [media, list] of [
    ['video', ofKind('Video')],
    ['audio', ofKind('Audio')],
  ] as const) {
    for (const [track, { clips }] of list.entries()) {
      for (const [index, clip] of clips.entries()) {
        const id = `clipitem-${positions.size + 1}`;
        positions.set(clip, { id, media, track: track + 1, clip: index + 1 });
      }
    }
  }
  return positions;
}
