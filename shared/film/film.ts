import type { TimelineBody } from '../timeline/document.ts';
import type { Context2d, Picture } from './canvas.ts';
import type { SoundChunk } from './sound-reader.ts';
import type { DecodedFrame } from './video-reader.ts';

/** Films as they are played and exported: the same in a page and in the local service. All times are seconds. */

/** Where the bytes of a medium are, an address or a path, or why there are none, as words for the person. */
export type Medium = { url: string } | { missing: string };

/** A timeline with what it needs to be played: media by the names that its clips give them. */
export interface Film {
  timeline: TimelineBody;
  media: ReadonlyMap<string, Medium>;
}

export type Container = 'mp4' | 'webm' | 'wav';
export type ExportQuality = 'medium' | 'high' | 'very-high';

/** Sound of two channels, from -1 to 1. */
export interface Sound {
  left: Float32Array<ArrayBuffer>;
  right: Float32Array<ArrayBuffer>;
}

/** A decoded frame of a video. */
export type Frame<Canvas extends Context2d> = Picture<Canvas> & DecodedFrame;

/** A medium whose container was read: what can be decoded of it. */
export interface OpenMedium<Canvas extends Context2d> {
  image: Picture<Canvas> | null;
  framesFrom: ((time: number) => AsyncGenerator<Frame<Canvas>, void, unknown>) | null;
  soundFrom: ((time: number) => AsyncGenerator<SoundChunk, void, unknown>) | null;
  close: () => void;
}

/** What stands where a medium is missing. */
export interface MissingWords {
  nothingToShow: string;
  nothingToShowNamed: (name: string) => string;
  notInProject: (name: string) => string;
}

/** It was read, and nothing here can decode it. The message is words for the person. */
export class Undecodable extends Error {}

/** A clip cannot be shown or heard, where no words are to stand in its place. The message is a sentence for the person. */
export class UnreadableClip extends Error {
  override name = 'UnreadableClip';
}
