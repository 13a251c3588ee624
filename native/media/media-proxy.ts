import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { TaskFailure, type ChildTask } from '../child/program.ts';
import type { Json } from '../protocol.ts';
import { findFfmpeg, inputArguments, readFfmpegOutput } from './ffmpeg.ts';
import { FFMPEG_MISSING, type ProxyRequest } from './media-task.ts';

/** Longest side of the picture, in pixels, and frames from one key frame to the next: scrubbing decodes few on its way. */
const SIDE = 960;
const KEY_FRAMES = 15;
/** A decoder takes memory for each; an 8K film with many has no room. */
const THREADS = '2';

const PICTURE = `scale='min(${SIDE},iw)':'min(${SIDE},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`;

/** Options as one writes them on a line; none of them has a space in it. */
const line = (options: string): string[] => options.split(' ');

const MP4 = line(
  '-c:v libx264 -preset ultrafast -tune fastdecode -crf 23 -c:a aac -b:a 128k -movflags +faststart -f mp4',
);
const WEBM = line('-c:v libvpx -deadline realtime -cpu-used 8 -b:v 2M -c:a libopus -b:a 128k -f webm');
const SOUND = line('-vn -map 0:a:0');
const FILM = line(`-map 0:v:0 -map 0:a:0? -vf ${PICTURE} -g ${KEY_FRAMES} -pix_fmt yuv420p`);
const ALL = line(`-ac 2 -ar 48000 -sn -dn -map_metadata -1 -threads ${THREADS} -progress pipe:1`);

/**
 * What ffmpeg is built with, and how it is told to leave times alone, differs: the first of these that it can write is taken.
 * WebM has times of its own by itself.
 */
const KINDS = [
  { contentType: 'video/mp4', options: ['-fps_mode', 'vfr', ...MP4] },
  { contentType: 'video/mp4', options: ['-vsync', 'vfr', ...MP4] },
  { contentType: 'video/webm', options: WEBM },
] as const;

/** Writes a small film that browsers play of any that ffmpeg reads, each frame at its own time. Runs in a native child. */
export async function mediaProxy({ input, inFolder, outFolder, signal, progress }: ChildTask): Promise<Json> {
  const { seconds, isSound } = input as unknown as ProxyRequest;
  const program = await findFfmpeg();
  if (program === null) throw new TaskFailure(FFMPEG_MISSING, 'There is no ffmpeg.');
  const target = join(outFolder, 'proxy');
  const source = [
    ...inputArguments(join(inFolder, 'original'), ['-threads', THREADS]),
    ...(isSound ? SOUND : FILM),
    ...ALL,
  ];
  const said = new ProgressReader(seconds, progress);
  let failure: unknown = null;
  for (const { contentType, options } of KINDS) {
    try {
      await readFfmpegOutput(program, [...source, ...options, '-y', `file:${target}`], {
        signal,
        onData: (bytes) => said.add(bytes),
      });
      return { sizeBytes: (await stat(target)).size, contentType };
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
  }
  throw new TaskFailure('NOT_MEDIA', failure instanceof Error ? failure.message : 'It cannot be read.');
}

/** Reads how far ffmpeg is from what it writes about it. */
class ProgressReader {
  readonly #seconds: number;
  readonly #progress: (fraction: number) => void;
  #text = '';

  constructor(seconds: number, progress: (fraction: number) => void) {
    this.#seconds = seconds;
    this.#progress = progress;
  }

  add(bytes: Uint8Array): void {
    this.#text = (this.#text + Buffer.from(bytes).toString('latin1')).slice(-4096);
    const microseconds = Number([...this.#text.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1]);
    if (this.#seconds > 0 && Number.isFinite(microseconds))
      this.#progress(Math.min(1, microseconds / 1e6 / this.#seconds));
  }
}
