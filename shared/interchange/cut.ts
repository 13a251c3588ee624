import type { OtioWarning } from '../api/schemas/timelines.ts';
import { TimelineFileError } from '../otio/refused.ts';

/**
 * A cut as EDL and FCP 7 XML know one: tracks of clips in whole frames, with dissolves, speeds and markers. Both formats
 * are read into it and written from it, and OpenTimelineIO stands on its other side.
 */

export interface CutMarker {
  name: string;
  comment: string;
  /** As OpenTimelineIO names colors; empty for none. */
  color: string;
  /** Frames: in the medium of a clip, or on the timeline. */
  at: number;
  length: number;
}

export interface CutMedium {
  /** The name of the file; empty where only a reel is known. */
  file: string;
  /** The timecode of its first frame, in frames of the cut. */
  start: number;
  /** Frames of the cut; null where nobody says it. */
  length: number | null;
  /** Whether its timecode drops numbers; else as that of the cut does. */
  dropsNumbers?: boolean;
  width?: number;
  height?: number;
}

/** What an M2 line says. Its lengths may say a speed more exactly, or be a frame off, so both are kept. */
interface DeclaredSpeed {
  framesPerSecond: number;
  speed: number;
}

export interface CutClip {
  name: string;
  /** Frames on the timeline. */
  recordIn: number;
  duration: number;
  /** The earliest frame that is shown, in the timecode of the medium; backwards it is seen last. */
  sourceIn: number;
  medium: CutMedium;
  /** 1 is as recorded, 0 stands still, below 0 runs backwards. */
  speed: number;
  /** Frames a second that a list said of it, and the speed for which; said again while that is its speed. */
  declaredSpeed?: DeclaredSpeed;
  reel: string;
  enabled: boolean;
  /** Factors; 1 leaves the clip as it is. */
  opacity: number;
  volume: number;
  markers: CutMarker[];
  /** Lines of an EDL that say more: color decisions, remarks. */
  comments: string[];
  /** In the document or file that it came from, for notes. */
  path: string;
  /** The id of the clip of a document that it stands for. */
  id?: string;
  /** A picture that sounds as well, on no track of its own. */
  hasSound?: boolean;
  /** The words that it shows instead of a medium: a caption or title. */
  text?: string;
  /** What it shows instead of a medium: tracks of one kind, counted in their own rate. */
  nest?: Cut;
}

export interface CutTransition {
  /** The frame between the two clips. */
  editPoint: number;
  /** Frames before and after it. */
  inOffset: number;
  outOffset: number;
  /** `SMPTE_Dissolve`, else what a program calls it. */
  type: string;
}

export interface CutTrack {
  kind: 'Video' | 'Audio';
  name: string;
  enabled: boolean;
  locked: boolean;
  clips: CutClip[];
  transitions: CutTransition[];
}

export interface Cut {
  name: string;
  /** Frames a second. */
  rate: number;
  /** The timecode of the first frame. */
  start: number;
  width: number;
  height: number;
  tracks: CutTrack[];
  markers: CutMarker[];
}

/** Takes what does not come or go as it was. */
export type Note = (code: string, message: string, path: string | null) => void;

/** A cut that was read, and what of the file is not in it. */
export interface ReadCut {
  cut: Cut;
  warnings: OtioWarning[];
}

/** Most clips of one cut, and most markers and remarks of one clip. */
export const CUT_LIMITS = { clips: 50_000, perClip: 1000, characters: 32 * 1024 * 1024 };

/** Tracks that a timeline may have: a cut with more clips at one time is refused. */
const MAX_LANES = 1000;

/**
 * Places clips that overlap on tracks of their own, so that no frame has two.
 * @throws TimelineFileRefused where more clips lie at one time than a timeline has tracks.
 */
export function omitOverlap(track: CutTrack, note: Note): CutTrack[] {
  const lanes: { clips: CutClip[]; end: number }[] = [];
  for (const clip of track.clips.toSorted((a, b) => a.recordIn - b.recordIn)) {
    const end = clip.recordIn + clip.duration;
    const free = lanes.find((lane) => lane.end <= clip.recordIn);
    if (free) {
      free.clips.push(clip);
      free.end = end;
      continue;
    }
    if (lanes.length >= MAX_LANES) {
      throw new TimelineFileError(
        `More than ${MAX_LANES} clips of the track ${track.name} lie at one time. Export the tracks by themselves and import those.`,
      );
    }
    if (lanes.length > 0) note('OVERLAP_SPLIT', 'Clips that overlap went to tracks of their own.', clip.path);
    lanes.push({ clips: [clip], end });
  }
  return (lanes.length === 0 ? [{ clips: [] }] : lanes).map(({ clips }, index) => ({
    ...track,
    name: index === 0 ? track.name : `${track.name} (overlap ${index + 1})`,
    clips,
    transitions: index === 0 ? track.transitions : [],
  }));
}
