import type { Readable } from 'node:stream';
import type { SoundChunk } from '#shared/film/sound-reader.ts';
import { inputArguments } from '../media/ffmpeg.ts';
import { flags, startFfmpeg } from '../media/ffmpeg-process.ts';
import { seekTo } from './read-frames.ts';

/** A sound as it is to be read. */
export interface SoundSource {
  program: string;
  path: string;
  /** Which of its tracks, as ffmpeg picks it. */
  stream: string;
  /** Where the container begins, in seconds: ffmpeg counts from there. */
  start: number;
  /** Seconds on that clock at which the sound begins; times are counted from here. */
  begin: number;
  /** Seconds by which ffmpeg is to begin earlier, where it does not find the way by itself. */
  runUp: number;
  sampleRate: number;
  channels: number;
}

/** Seconds that decoders need before a sound is as it was recorded. */
const WARM_UP = 0.1;

/** Samples a chunk. */
const CHUNK = 8192;

/** The sound of a medium from a time on, without gaps. @throws what ffmpeg says */
export async function* readSound(
  { program, path, stream, start, begin, runUp, sampleRate, channels }: SoundSource,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<SoundChunk, void, unknown> {
  const stop = new AbortController();
  let position = Math.round(from * sampleRate);
  const first = position + Math.round(begin * sampleRate);
  const { child, finished, lastWords } = startFfmpeg(
    program,
    [
      ...flags('-loglevel error'),
      ...(await inputArguments(path, ['-copyts', ...seekTo(from + begin - start - WARM_UP - runUp)])),
      ...flags(`-map 0:${stream} -af aresample=async=1:first_pts=${first}`),
      ...flags(`-ac ${channels} -ar ${sampleRate} -f f32le pipe:1`),
    ],
    AbortSignal.any([signal, stop.signal]),
  );
  const size = CHUNK * channels * 4;
  let remaining: Buffer = Buffer.alloc(0);
  const createChunk = (bytes: Buffer): SoundChunk => {
    const chunk = { timestamp: position / sampleRate, sampleRate, planes: planesOf(bytes, channels) };
    position += chunk.planes[0]?.length ?? 0;
    return chunk;
  };
  try {
    for await (const bytes of child.stdout as Readable as AsyncIterable<Buffer>) {
      remaining = Buffer.concat([remaining, bytes]);
      while (remaining.length >= size) {
        yield createChunk(remaining.subarray(0, size));
        remaining = remaining.subarray(size);
      }
    }
    if (remaining.length >= channels * 4) yield createChunk(remaining);
    if ((await finished) !== 0) throw new Error(lastWords().trim().split('\n').at(-1) ?? '');
  } finally {
    stop.abort();
  }
}

function planesOf(bytes: Buffer, channels: number): Float32Array[] {
  const length = Math.floor(bytes.length / 4 / channels);
  return Array.from({ length: channels }, (_, channel) => {
    const plane = new Float32Array(length);
    for (let at = 0; at < length; at += 1) plane[at] = bytes.readFloatLE((at * channels + channel) * 4);
    return plane;
  });
}
