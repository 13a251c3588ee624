import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { TaskFailure, type ChildTask } from '../child/program.ts';
import type { Json } from '../protocol.ts';
import { BT709_TAGS, padTo, pictureFilter, TO_BT709, TO_BT709_ALPHA } from './color/picture-filter.ts';
import { pictureDecoder } from './describe/picture-decoder.ts';
import { describeMedium } from './describe/describe-medium.ts';
import type { MediumDescription, VideoDescription } from './describe/medium-description.ts';
import { findFfmpeg, inputArguments, readFfmpegOutput } from './ffmpeg.ts';
import { FFMPEG_MISSING, NOT_MEDIA, type ProxyRequest } from './media-task.ts';

/** Longest side of the picture, in pixels, and frames from one key frame to the next: scrubbing decodes few on its way. */
const SIDE = 960;
const KEY_FRAMES = 15;
/** A decoder takes memory for each; an 8K film with many has no room. */
const THREADS = '2';

/** Options as one writes them on a line; none of them has a space in it. */
const line = (options: string): string[] => options.split(' ');

const MP4 = line(
  '-c:v libx264 -preset ultrafast -tune fastdecode -crf 23 -c:a aac -b:a 128k -movflags +faststart -f mp4',
);
const WEBM = line(
  '-c:v libvpx -deadline realtime -cpu-used 8 -b:v 2M -c:a libopus -b:a 128k -avoid_negative_ts disabled -f webm',
);
const KEYS = ['-g', String(KEY_FRAMES)];
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
/** WebM alone has transparency that browsers decode. */
const SEE_THROUGH = { contentType: 'video/webm', options: ['-auto-alt-ref', '0', ...WEBM] } as const;

/** Writes a small film that browsers play of any that ffmpeg reads, each frame at its own time. Runs in a native child. */
export async function mediaProxy({ input, inFolder, outFolder, signal, progress }: ChildTask): Promise<Json> {
  const { seconds, isSound } = input as unknown as ProxyRequest;
  const program = await findFfmpeg();
  if (program === null) throw new TaskFailure(FFMPEG_MISSING, 'There is no ffmpeg.');
  const target = join(outFolder, 'proxy');
  const path = join(inFolder, 'original');
  const tracks = await tracksOf(path, program, signal);
  const video = isSound ? null : tracks.video;
  if (video === null && !isSound) throw new TaskFailure(NOT_MEDIA, 'It has no pictures that can be read.');
  const sound = ['-map', `0:${tracks.sound?.stream ?? 'a:0?'}`];
  const decoder = video ? await pictureDecoder(program, video, signal) : [];
  const source = [
    ...(await inputArguments(path, ['-threads', THREADS, ...decoder])),
    ...(video
      ? [
          '-map',
          `0:${video.stream}`,
          ...sound,
          ...KEYS,
          '-vf',
          await displayFilter(video, outFolder),
          ...BT709_TAGS,
        ]
      : ['-vn', ...sound]),
    ...ALL,
  ];
  const progressReader = new ProgressReader(seconds, progress);
  let failure: unknown = null;
  for (const { contentType, options } of video?.hasAlpha ? [SEE_THROUGH, ...KINDS] : KINDS) {
    try {
      await readFfmpegOutput(program, [...source, ...options, '-y', `file:${target}`], {
        signal,
        onData: (bytes) => progressReader.add(bytes),
      });
      return { sizeBytes: (await stat(target)).size, contentType };
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
  }
  throw new TaskFailure('NOT_MEDIA', failure instanceof Error ? failure.message : 'It cannot be read.');
}

/** The tracks that are shown and heard; none where nothing is known of them. */
async function tracksOf(
  path: string,
  program: string,
  signal: AbortSignal,
): Promise<Pick<MediumDescription, 'video' | 'sound'>> {
  const tracks = await describeMedium(path, { program, signal }).catch((error: unknown) => {
    if (error instanceof TaskFailure) throw error;
    return { video: null, sound: null };
  });
  signal.throwIfAborted();
  return tracks;
}

/** The picture as it is shown, made smaller, with sides of even numbers. */
async function displayFilter(video: VideoDescription, folder: string): Promise<string> {
  const shrink = Math.min(1, SIDE / Math.max(video.width, video.height));
  const even = (side: number): number => Math.max(2, Math.round((side * shrink) / 2) * 2);
  const size = { width: even(video.width), height: even(video.height) };
  const picture = await pictureFilter(video, { ...size, fits: true }, folder);
  return `${picture},${padTo(size)},${video.hasAlpha ? TO_BT709_ALPHA : TO_BT709}`;
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
