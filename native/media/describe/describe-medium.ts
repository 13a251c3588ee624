import { clockOf } from '#shared/film/medium-clock.ts';
import { openContainer } from '../../decoders/mediabunny.ts';
import { inputArguments } from '../ffmpeg.ts';
import { startFfmpeg } from '../ffmpeg-process.ts';
import { rejectExternalMedia } from '../refuse-external-media.ts';
import { describeContainer } from './describe-container.ts';
import { readFfmpegWords, type FfmpegWords } from './ffmpeg-words.ts';
import type { MediumDescription, VideoDescription } from './medium-description.ts';
import { textTimecode } from './start-timecode.ts';

/** What our reader calls WAV. */
const WAV = 'WAVE';

/** What ffmpeg calls streams of MPEG. */
const STREAMS = new Set(['mpegts', 'mpeg']);

/** Who describes a file: our reader of containers alone, or ffmpeg too, which knows more of them and looks into the stream. */
export interface Describing {
  /** ffmpeg; null where no program may be started, or there is none. */
  program: string | null;
  signal: AbortSignal;
}

/**
 * Says all that a video or sound says about how it is to be shown. Runs in a native child.
 * @throws TaskFailure with `EXTERNAL_MEDIA` where it names other files, Error where neither our reader nor ffmpeg can read it, and
 * the reason of the signal
 */
export async function describeMedium(
  path: string,
  { program, signal }: Describing,
): Promise<MediumDescription> {
  await rejectExternalMedia(path);
  if (program === null) {
    const container = await readContainer(path);
    if (container !== null) return container;
    throw new Error('It is in a format that is not known here.');
  }
  const existing = await readContainer(path).catch(() => null);
  const words = await wordsOf(program, path, signal);
  return existing
    ? { ...existing, seekStart: words.start, video: existing.video && withStreamWords(existing.video, words) }
    : describeByFfmpeg(words);
}

async function readContainer(path: string): Promise<MediumDescription | null> {
  const input = await openContainer(path);
  try {
    const described = (await input.canRead()) ? await describeContainer(input, path) : null;
    // A recorder that was cut off wrote no sizes: ffmpeg reads its samples to the end of the file.
    return described?.format === WAV && described.seconds === 0 ? null : described;
  } finally {
    input.dispose();
  }
}

async function wordsOf(program: string, path: string, signal: AbortSignal): Promise<FfmpegWords> {
  const probe = startFfmpeg(program, await inputArguments(path), signal);
  await probe.finished;
  return readFfmpegWords(probe.lastWords());
}

/** The stream may say what its container does not. ffmpeg tells here of the first track of pictures. */
function withStreamWords(video: VideoDescription, { video: streamVideo }: FfmpegWords): VideoDescription {
  if (streamVideo === null || /^V:[1-9]/.test(video.stream)) return video;
  const { color } = streamVideo;
  return {
    ...video,
    color: {
      primaries: video.color.primaries ?? color.primaries,
      transfer: video.color.transfer ?? color.transfer,
      matrix: video.color.matrix ?? color.matrix,
      fullRange: color.fullRange ?? video.color.fullRange,
    },
    isInterlaced: streamVideo.isInterlaced ?? video.isInterlaced,
    hasAlpha: video.hasAlpha || !streamVideo.isOpaque,
  };
}

function describeByFfmpeg(words: FfmpegWords): MediumDescription {
  const { video, sounds, start, seconds } = words;
  const sound = sounds[0] ?? null;
  if (video === null && sound === null) throw new Error('It has neither pictures nor sound.');
  return {
    format: words.format,
    readBy: 'ffmpeg',
    clock: clockOf(video && start, sound && start, STREAMS.has(words.format) ? -Infinity : 0),
    seekStart: start,
    seconds,
    startTimecode: words.timecode === null ? null : textTimecode(words.timecode, video?.framesPerSecond ?? 0),
    video: video && {
      stream: 'V:0',
      ...displaySize(video),
      pixelAspect: video.pixelAspect,
      rotation: video.rotation,
      isFlipped: false,
      crop: null,
      framesPerSecond: Number(video.framesPerSecond.toFixed(3)),
      isVariable: false,
      isInterlaced: video.isInterlaced ?? false,
      color: video.color,
      hasAlpha: !video.isOpaque,
      codecName: video.codec,
      codec: null,
    },
    sound: sound && {
      stream: 'a:0',
      sampleRate: sound.sampleRate,
      channels: sound.channels,
      codecName: sound.codec,
      codec: null,
    },
    tracks: [
      ...(video
        ? [
            {
              kind: 'video',
              codec: video.codec,
              ...displaySize(video),
              framesPerSecond: Number(video.framesPerSecond.toFixed(3)),
            } as const,
          ]
        : []),
      ...sounds.map((track) => ({ kind: 'audio' as const, ...track })),
    ],
  };
}

function displaySize(video: NonNullable<FfmpegWords['video']>): { width: number; height: number } {
  const width = video.pixelAspect >= 1 ? Math.round(video.width * video.pixelAspect) : video.width;
  const height = video.pixelAspect >= 1 ? video.height : Math.round(video.height / video.pixelAspect);
  return video.rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}
