import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import {
  mediaProblem,
  readHeaders,
  runMediaTask,
  VIDEO_FRAMES,
  WAVEFORM,
  type FramesRequest,
  type MediaTaskName,
} from '#native/media/media-task.ts';
import { MAX_PICTURE_BYTES } from '#native/pictures/picture-task.ts';
import type { NativePool } from '#native/pool/native-pool.ts';
import type { TaskFolder } from '#native/pool/task-folder.ts';
import type { Json } from '#native/protocol.ts';
import { FRAME_STRIP, MediaFacts, MediaWaveform, WAVEFORM_PEAKS } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import { derivePicture, notAPicture, type PictureVariant } from './derive-picture.ts';
import type { CachedMedia } from './media-cache.ts';

/** What is made of originals in native children, by what they are. */

export type DerivedVariant = PictureVariant | 'strip';

/** Longest side of one frame in pixels, and the quality of WebP. */
const FRAMES = {
  thumbnail: { side: 512, quality: 80 },
  preview: { side: 2048, quality: 88 },
  large: { side: 2048, quality: 88 },
  strip: { side: 240, quality: 75 },
} as const;

const isVideo = ({ contentType }: CachedMedia): boolean => contentType.startsWith('video/');

/**
 * Writes a WebP of a picture, or of frames of a video.
 * @returns its size in bytes. @throws DeskError with status 415 when it cannot be made.
 */
export async function deriveVariant(
  pool: NativePool,
  original: CachedMedia,
  to: string,
  variant: DerivedVariant,
): Promise<number> {
  if (!isVideo(original)) {
    if (variant === 'strip') throw notAPicture();
    return derivePicture(pool, original.path, to, variant);
  }
  const mediaInfo = await readMediaInfo(pool, original);
  const sheet = variant === 'strip' ? FRAME_STRIP : { columns: 1, rows: 1 };
  const request: FramesRequest = {
    ...FRAMES[variant],
    ...sheet,
    seconds: mediaInfo.kind === 'video' ? mediaInfo.seconds : 0,
  };
  return run(pool, original, VIDEO_FRAMES, request as unknown as Json, variant, (_value, folder, signal) =>
    folder.readOutput('picture', MAX_PICTURE_BYTES, async (bytes, sizeBytes) => {
      await pipeline(bytes, createWriteStream(to, { flags: 'wx', mode: 0o600 }), { signal });
      return sizeBytes;
    }),
  );
}

/** What a picture, video or sound is. @throws DeskError with status 415 when it is none of them. */
export async function readMediaInfo(pool: NativePool, original: CachedMedia): Promise<MediaFacts> {
  const isPicture = original.contentType.startsWith('image/');
  const read = await readHeaders(pool, original.path, isPicture);
  if (read.kind !== 'succeeded') throw notMedia(read, mediaProblem(read));
  const parsedInfo = MediaFacts.safeParse(read.value);
  if (!parsedInfo.success) throw notMedia(parsedInfo.error);
  return parsedInfo.data;
}

/** The outline of a sound, or of the sound of a video. @throws DeskError with status 415 when there is none. */
export async function readWaveform(pool: NativePool, original: CachedMedia): Promise<MediaWaveform> {
  const mediaInfo = await readMediaInfo(pool, original);
  if (mediaInfo.kind === 'image') throw notMedia(mediaInfo.kind);
  const { seconds } = mediaInfo;
  const value = await run(
    pool,
    original,
    WAVEFORM,
    { seconds, peaks: WAVEFORM_PEAKS },
    'waveform',
    (json) => json,
  );
  const waveform = MediaWaveform.safeParse({ seconds, ...(value as { peaks?: unknown }) });
  if (!waveform.success) throw notMedia(waveform.error);
  return waveform.data;
}

async function run<T>(
  pool: NativePool,
  original: CachedMedia,
  name: MediaTaskName,
  input: Json,
  purpose: string,
  collect: (value: Json, folder: TaskFolder, signal: AbortSignal) => Promise<T> | T,
): Promise<T> {
  const { result } = runMediaTask(
    pool,
    original.path,
    { name, input },
    { fingerprint: `${purpose} of ${original.path}`, collect },
  );
  const output = await result;
  if (output.kind === 'succeeded') return output.value;
  throw notMedia(output, mediaProblem(output));
}

const notMedia = (
  cause: unknown,
  message = 'This file could not be read as a picture, video or sound. Save it to look at it with another program.',
): DeskError => new DeskError('INVALID_REQUEST', message, { status: 415, cause });
