import { z } from 'zod';
import { TEXT_ENCODINGS } from '../reading/index.ts';

/** What this computer finds out about media: their facts, the shape of a sound, the text of a file. */

export const MediaFileRequest = z.object({ connectionId: z.string(), fileId: z.string() });
export type MediaFileRequest = z.infer<typeof MediaFileRequest>;

/** Pixels of the longest side that anything is said to have. */
const Pixels = z.int().min(0).max(10_000_000);
const Seconds = z.number().min(0).max(10_000_000);

/** Where the timecode of a medium begins: what a camera counted when it began to record. */
export const StartTimecode = z.object({
  /** As cameras write it: `01:00:00:00`, with a semicolon before the frames where numbers are dropped. */
  timecode: z.string().max(40),
  /** Frames since midnight. */
  frames: z.int().min(0).max(100_000_000),
  /** Frames a second by which it counts, exactly. */
  framesPerSecond: z.number().min(0).max(100_000),
  /** The same as seconds: what is taken off the times of lists that count by timecode. */
  seconds: Seconds,
});
export type StartTimecode = z.infer<typeof StartTimecode>;

const ColorName = z.string().max(40).nullable();
/** How numbers of pixels are meant, in the names of WebCodecs; null where the file does not say. */
export const VideoColor = z.object({
  primaries: ColorName,
  transfer: ColorName,
  matrix: ColorName,
  fullRange: z.boolean().nullable(),
});
export type VideoColor = z.infer<typeof VideoColor>;

/** What a media file is, read from its headers. Pixels are those that are shown: upright, in display aspect. */
export const MediaFacts = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('image'),
    width: Pixels,
    height: Pixels,
    /** More than one when it moves. */
    frames: z.int().min(1).max(10_000_000),
    /** `png`, `jpeg`; as the decoder names it. */
    format: z.string().max(40),
  }),
  z.object({
    kind: z.literal('video'),
    width: Pixels,
    height: Pixels,
    seconds: Seconds,
    /** 0 when it is not known. */
    framesPerSecond: z.number().min(0).max(100_000),
    hasSound: z.boolean(),
    /** As browsers name it; null where it has no such name. */
    codec: z.string().max(200).nullable().optional(),
    /** Its frames are not all of one length. */
    isVariable: z.boolean().optional(),
    /** Its frames may be of two fields, recorded one after the other. */
    isInterlaced: z.boolean().optional(),
    color: VideoColor.optional(),
    /** Degrees by which stored pictures are turned clockwise, then whether they are mirrored. */
    rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).optional(),
    isFlipped: z.boolean().optional(),
    /** How much wider than high a stored pixel is shown. */
    pixelAspect: z.number().positive().max(1000).optional(),
    /** Some of it may be see-through. */
    hasAlpha: z.boolean().optional(),
    /** As browsers name it; null where it has no such name, absent without sound. */
    soundCodec: z.string().max(200).nullable().optional(),
    /** Null where the file has no timecode. */
    startTimecode: StartTimecode.nullable().optional(),
  }),
  z.object({
    kind: z.literal('audio'),
    seconds: Seconds,
    /** Samples a second. */
    sampleRate: z.number().min(0).max(100_000_000),
    channels: z.int().min(0).max(1000),
    /** As browsers name it; null where it has no such name. */
    codec: z.string().max(200).nullable().optional(),
    startTimecode: StartTimecode.nullable().optional(),
  }),
]);
export type MediaFacts = z.infer<typeof MediaFacts>;

/** Longest side of a part of a picture that is given at its own pixels. */
export const MAX_REGION_SIDE = 4096;

/** A part of a picture as it is shown, in its own pixels. */
export interface PictureRegion {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** As it stands in the address of a medium: `?region=LEFT,TOP,WIDTH,HEIGHT`. */
export const regionQuery = ({ left, top, width, height }: PictureRegion): string =>
  `region=${left},${top},${width},${height}`;

/** @returns null of what is no region, or too large a one. */
export function parseRegion(text: string): PictureRegion | null {
  const numbers = /^(\d{1,8}),(\d{1,8}),(\d{1,5}),(\d{1,5})$/.exec(text);
  if (!numbers) return null;
  const [left = 0, top = 0, width = 0, height = 0] = numbers.slice(1).map(Number);
  const fits = (side: number): boolean => side >= 1 && side <= MAX_REGION_SIDE;
  return fits(width) && fits(height) ? { left, top, width, height } : null;
}

/** Values of a waveform. */
export const WAVEFORM_PEAKS = 800;

/** The loudest of each piece of a sound, all pieces of the same length. */
export const MediaWaveform = z.object({
  seconds: Seconds,
  /** 0 to 1. */
  peaks: z.array(z.number().min(0).max(1)).max(WAVEFORM_PEAKS),
});
export type MediaWaveform = z.infer<typeof MediaWaveform>;

/** Pictures of a video that a pointer moves through: rows of as many columns, from left to right and down. */
export const FRAME_STRIP = { columns: 4, rows: 4 } as const;

export const MediaProxyRequest = MediaFileRequest.extend({
  /** Tries again what failed before. */
  again: z.boolean().optional(),
});
export type MediaProxyRequest = z.infer<typeof MediaProxyRequest>;

/** How far the small copy of a medium is. */
export const MediaProxy = z.discriminatedUnion('state', [
  z.object({ state: z.literal('making'), part: z.number().min(0).max(1) }),
  z.object({ state: z.literal('ready') }),
  z.object({ state: z.literal('failed'), message: z.string().max(1000) }),
]);
export type MediaProxy = z.infer<typeof MediaProxy>;

export const MediaTextRequest = MediaFileRequest.extend({
  /** Bytes from the beginning of the file. */
  maxBytes: z.int().min(1).max(4_000_000),
});
export type MediaTextRequest = z.infer<typeof MediaTextRequest>;

/** The beginning of a text file, read as UTF-8. */
export const MediaText = z.object({
  text: z.string(),
  /** Whether this is all of the file. */
  isWhole: z.boolean(),
  /** Of the whole file. */
  sizeBytes: z.number().int(),
  /** How it was read, where it is not plain UTF-8. */
  report: z
    .object({
      encoding: z.enum(TEXT_ENCODINGS),
      isGuess: z.boolean(),
      controls: z.int().min(0),
      replaced: z.int().min(0),
    })
    .optional(),
});
export type MediaText = z.infer<typeof MediaText>;

/** Where a picture from the web is asked for. */
export const webPicturePath = '/desk/web-pictures';
export const WebPictureQuery = z.object({ url: z.string().min(1).max(8000) });
/** Bytes of one picture from the web. */
export const MAX_WEB_PICTURE_BYTES = 64 * 1024 * 1024;
