import type { Container, ExportQuality, Film, Sound } from '#shared/film/film.ts';

/** What pages and the worker of the composer say to each other. All times are seconds. */

export type VideoEncoding = 'avc' | 'vp9' | 'vp8' | 'av1';
type SoundEncoding = 'aac' | 'opus' | 'pcm-s16';

/** A film, or its sound alone, as it is to be written. */
export interface ExportPlan {
  container: Container;
  video: {
    encoding: VideoEncoding;
    /** Pixels, both even. */
    width: number;
    height: number;
    frameRate: number;
  } | null;
  sound: SoundEncoding | null;
  quality: ExportQuality;
  from: number;
  to: number;
}

/** What can be encoded at a size; AAC always can, so that every film in MP4 has its sound. */
export interface Encodings {
  video: readonly VideoEncoding[];
  opus: boolean;
}

/** How loud a part of a film is. */
export interface Loudness {
  /** In LUFS, as EBU R 128 counts it; null where nothing is heard. */
  integrated: number | null;
  /** The loudest sample in decibels below what a file can hold; above 0 it is cut off. */
  peak: number | null;
}

/** What can be asked, and what comes back. */
export interface Jobs {
  frame: { request: { time: number; width: number; height: number }; answer: ImageBitmap };
  still: { request: { time: number }; answer: Blob };
  sound: { request: { from: number; length: number; sampleRate: number }; answer: Sound };
  encodings: { request: { width: number; height: number; frameRate: number }; answer: Encodings };
  loudness: { request: { from: number; to: number }; answer: Loudness };
  /** `isStrict`: a clip that cannot be read ends it; else words stand in its place. */
  export: { request: { plan: ExportPlan; name: string; isStrict: boolean }; answer: File };
}
export type JobKind = keyof Jobs;

type JobRequest = { [Kind in JobKind]: { kind: Kind; id: number } & Jobs[Kind]['request'] }[JobKind];

export type ToWorker = JobRequest | { kind: 'film'; film: Film } | { kind: 'cancel'; id: number };

export type FromWorker =
  | { kind: 'progress'; id: number; completed: number; total: number }
  | { kind: 'answer'; id: number; answer: Jobs[JobKind]['answer'] }
  | { kind: 'failed'; id: number; message: string };
