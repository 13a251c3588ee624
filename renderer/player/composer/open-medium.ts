import {
  ADTS,
  AudioSampleSink,
  FLAC,
  Input,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  UrlSource,
  VideoSampleSink,
  WAVE,
  WEBM,
  type AudioSample,
  type VideoSample,
} from 'mediabunny';
import { Undecodable, type Frame, type OpenMedium } from '#shared/film/film.ts';
import type { SoundChunk } from '#shared/film/sound-reader.ts';

/** What films are drawn on here. */
export type PageCanvas = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;

/** No playlists: they would name further addresses. */
const FORMATS = [MP4, QTFF, WEBM, MATROSKA, MPEG_TS, OGG, MP3, WAVE, FLAC, ADTS];

const CACHE_BYTES = 8 * 1024 ** 2;
const MAX_PICTURE_BYTES = 256 * 1024 ** 2;
const MAX_PIXELS = 8192 * 8192;
const MAX_TRIES = 3;

/**
 * Opens what lies at an address of this app. Containers are read here; pictures, frames and sound are decoded by the browser.
 * @param type of the clip that shows it
 * @throws Undecodable, or what a network says
 */
export async function openMedium(url: string, type: 'picture' | 'timed'): Promise<OpenMedium<PageCanvas>> {
  return type === 'picture' ? openPicture(url) : openTimed(url);
}

async function openPicture(url: string): Promise<OpenMedium<PageCanvas>> {
  const response = await fetch(url);
  const size = Number(response.headers.get('content-length') ?? Infinity);
  if (!response.ok || size > MAX_PICTURE_BYTES) {
    await response.body?.cancel();
    throw response.ok
      ? new Undecodable('is too large to be shown here')
      : new Error(`status ${response.status}`);
  }
  const bytes = await response.blob();
  const still = await createImageBitmap(bytes).catch(() => null);
  if (!still) throw new Undecodable('is not a picture that can be shown here');
  if (still.width * still.height > MAX_PIXELS) {
    still.close();
    throw new Undecodable('has too many pixels to be shown here');
  }
  const { width, height } = still;
  return {
    still: { width, height, draw: (context, ...place) => context.drawImage(still, ...place) },
    framesFrom: null,
    soundFrom: null,
    close: () => still.close(),
  };
}

async function openTimed(url: string): Promise<OpenMedium<PageCanvas>> {
  const input = new Input({
    formats: FORMATS,
    source: new UrlSource(url, {
      maxCacheSize: CACHE_BYTES,
      getRetryDelay: (tries) => (tries < MAX_TRIES ? 0.2 * 2 ** tries : null),
      // The read that waits for it fails with the same error.
      handleUnhandledError: () => undefined,
    }),
  });
  try {
    if (!(await input.canRead())) throw new Undecodable('is not a film or sound that can be read here');
    const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()]);
    const [videoPlays, audioPlays] = await Promise.all([video?.canDecode(), audio?.canDecode()]);
    if (!videoPlays && !audioPlays) throw new Undecodable('is in a format that cannot be played here');
    if (video && (await video.getCodedWidth()) * (await video.getCodedHeight()) > MAX_PIXELS) {
      throw new Undecodable('has too many pixels to be played here');
    }
    const frames = video && videoPlays ? new VideoSampleSink(video) : null;
    const sounds = audio && audioPlays ? new AudioSampleSink(audio) : null;
    return {
      still: null,
      framesFrom: frames && ((time) => framesOf(frames, time)),
      soundFrom: sounds && ((time) => chunksOf(sounds, time)),
      close: () => input.dispose(),
    };
  } catch (error) {
    input.dispose();
    throw error;
  }
}

async function* framesOf(
  frames: VideoSampleSink,
  time: number,
): AsyncGenerator<Frame<PageCanvas>, void, unknown> {
  for await (const sample of frames.samples(time)) yield frameOf(sample);
}

const frameOf = (sample: VideoSample): Frame<PageCanvas> => ({
  timestamp: sample.timestamp,
  width: sample.displayWidth,
  height: sample.displayHeight,
  draw: (context, ...place) => sample.draw(context, ...place),
  close: () => sample.close(),
});

async function* chunksOf(sounds: AudioSampleSink, time: number): AsyncGenerator<SoundChunk, void, unknown> {
  for await (const sample of sounds.samples(time)) {
    const chunk = chunkOf(sample);
    sample.close();
    yield chunk;
  }
}

function chunkOf(sample: AudioSample): SoundChunk {
  const planes = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
    const plane = new Float32Array(sample.numberOfFrames);
    sample.copyTo(plane, { planeIndex, format: 'f32-planar' });
    return plane;
  });
  return { timestamp: sample.timestamp, sampleRate: sample.sampleRate, planes };
}
