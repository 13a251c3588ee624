import type { PixelRect } from '#shared/film/matroska-crop.ts';
import type { MediumClock } from '#shared/film/medium-clock.ts';
import type { StartTimecode, VideoColor } from '#shared/desk/media-schemas.ts';

/** All that a file says about how it is to be shown, read once; everything that shows or makes something of it goes by this. */
export interface MediumDescription {
  /** Of the container, for people: `MP4`. */
  format: string;
  /** Who reads its container: our reader, or ffmpeg alone. */
  readBy: 'container' | 'ffmpeg';
  clock: MediumClock;
  /** Seconds on that clock from which ffmpeg counts when it seeks; 0 where it was not asked. */
  seekStart: number;
  /** How long it is, from the beginning of its clock. */
  seconds: number;
  startTimecode: StartTimecode | null;
  /** The track that is shown; null in a sound. */
  video: VideoDescription | null;
  /** The track that is heard. */
  sound: SoundDescription | null;
  /** All of them, in the order of the file. */
  tracks: readonly MediumTrack[];
}

/** What people are told of a track. */
export type MediumTrack =
  | { kind: 'video'; codec: string | null; width: number; height: number; framesPerSecond: number }
  | { kind: 'audio'; codec: string | null; sampleRate: number; channels: number };

export interface VideoDescription {
  /** As ffmpeg picks it among the tracks of a file, without covers: `V:0`. */
  stream: string;
  /** Pixels as they are shown: upright, square. */
  width: number;
  height: number;
  /** How much wider than high a stored pixel is shown. */
  pixelAspect: number;
  /** Degrees by which stored pictures are turned clockwise, then whether they are mirrored. */
  rotation: 0 | 90 | 180 | 270;
  isFlipped: boolean;
  /** What is to be seen of upright pictures in their stored pixels, and all of those; null where it is all. */
  crop: { rect: PixelRect; full: { width: number; height: number } } | null;
  /** 0 when it is not known. */
  framesPerSecond: number;
  isVariable: boolean;
  /** Its frames may be of two fields, recorded one after the other; each is made whole of the first before it is shown. */
  isInterlaced: boolean;
  color: VideoColor;
  /** Some of it may be see-through. */
  hasAlpha: boolean;
  /** As people name it, `avc`; null where it has no name here. */
  codecName: string | null;
  /** As browsers name it. */
  codec: string | null;
}

export interface SoundDescription {
  /** As ffmpeg picks it: `a:0`. */
  stream: string;
  /** Samples a second. */
  sampleRate: number;
  channels: number;
  codecName: string | null;
  codec: string | null;
}
