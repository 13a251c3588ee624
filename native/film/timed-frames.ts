import { STREAM } from '../media/describe/describe-container.ts';
import {
  loadMediabunny,
  type EncodedPacket,
  type EncodedPacketSink,
  type Input,
} from '../decoders/mediabunny.ts';
import { pictureFilter } from '../media/color/picture-filter.ts';
import { pictureDecoder } from '../media/describe/picture-decoder.ts';
import type { MediumDescription, VideoDescription } from '../media/describe/medium-description.ts';
import type { Size } from './pictures.ts';
import { readFrames, type RawFrame } from './read-frames.ts';

/** Seconds before a time at which the frame that is shown then is looked for first. */
const LOOKBACK_SECONDS = 0.5;
/** A transport stream has no index: ffmpeg lands somewhere before the place, and has to come by the key frame from there on. */
const STREAM_RUN_UP = 0.75;

/** Seconds by which ffmpeg is to begin earlier so that it has come by what is needed. */
export const runUpOf = ({ format }: Pick<MediumDescription, 'format'>): number =>
  format === STREAM ? STREAM_RUN_UP : 0;

/** Where decoding has to begin for a frame, in seconds on the clock of the container. */
interface FramePosition {
  /** When the frame begins. */
  from: number;
  /** How much earlier ffmpeg is to begin, where it does not find the way by itself. */
  runUp: number;
}

/** Finds the frame that is shown at a time of the clock of the container; null without pictures. */
export async function frameFinder(
  input: Input,
  { format }: MediumDescription,
): Promise<((time: number) => Promise<FramePosition>) | null> {
  const track = await input.getPrimaryVideoTrack();
  if (!track) return null;
  const { EncodedPacketSink } = await loadMediabunny();
  const packets = new EncodedPacketSink(track);
  return async (time) => {
    // The frame that is shown then may begin long before.
    const visiblePacket = await packets.getPacket(time, { metadataOnly: true });
    const first = visiblePacket ?? (await packets.getFirstPacket({ metadataOnly: true }));
    const from = first?.timestamp ?? 0;
    const key = await packets.getKeyPacket(from, { metadataOnly: true });
    if (format === STREAM) return { from, runUp: from - (key?.timestamp ?? 0) + STREAM_RUN_UP };
    return { from, runUp: first && key && (await isLeading(packets, first, key)) ? from - key.timestamp : 0 };
  };
}

/**
 * Whether a frame is shown before a key frame that is decoded earlier, as in groups that are open: ffmpeg would begin there, and the
 * frame needs those before.
 * @param key the key frame that is shown last before it
 */
async function isLeading(
  packets: EncodedPacketSink,
  frame: EncodedPacket,
  key: EncodedPacket,
): Promise<boolean> {
  const next = await packets.getNextKeyPacket(key, { metadataOnly: true });
  return next !== null && next.sequenceNumber < frame.sequenceNumber;
}

/** How the frames of a video are to be read. */
interface FrameRequest {
  /** ffmpeg. */
  program: string;
  /** Where tables of colors are written. */
  folder: string;
  signal: AbortSignal;
  /** Pixels that frames are read in. */
  read: Size;
}

/**
 * The frames of a video as they are to be seen, by their time in seconds from the beginning of the medium: in order, from one
 * that begins no later than the time asked for.
 * @param input the open container, null for one that ffmpeg alone can read
 */
export async function timedFrames(
  path: string,
  { video, medium, input }: { video: VideoDescription; medium: MediumDescription; input: Input | null },
  { program, folder, signal, read }: FrameRequest,
): Promise<(time: number) => AsyncGenerator<RawFrame, void, unknown>> {
  const frameBefore = input && (await frameFinder(input, medium));
  const picture = await pictureFilter(video, { ...read, fits: true }, folder);
  const decoder = await pictureDecoder(program, video, signal);
  const { stream } = video;
  const source = { program, path, stream, start: medium.seekStart, ...read, picture, decoder };
  const begin = medium.clock.pictures;
  async function* frames(position: FramePosition): AsyncGenerator<RawFrame, void, unknown> {
    for await (const raw of readFrames(source, position, signal))
      yield { ...raw, timestamp: raw.timestamp - begin };
  }
  return frameBefore
    ? async function* (time) {
        yield* frames(await frameBefore(time + begin));
      }
    : (time) => framesFromTime(frames, time, begin);
}

/**
 * Frames of a container whose packets are not known here, from one that begins no later than a time.
 * @param begin where the clock of the container stands at time 0
 */
async function* framesFromTime(
  frames: (position: FramePosition) => AsyncGenerator<RawFrame, void, unknown>,
  time: number,
  begin: number,
): AsyncGenerator<RawFrame, void, unknown> {
  for (let back = LOOKBACK_SECONDS; ; back *= 8) {
    const from = Math.max(0, time - back);
    let isFirst = true;
    let isPastTarget = false;
    for await (const frame of frames({ from: from + begin, runUp: 0 })) {
      if (isFirst && frame.timestamp > time && from > 0) {
        isPastTarget = true;
        frame.release();
        break;
      }
      isFirst = false;
      yield frame;
    }
    // Behind the last frame there is none to be found but farther back.
    if (from === 0 || !(isPastTarget || isFirst)) return;
  }
}
