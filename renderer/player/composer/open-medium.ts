import {
  ADTS,
  AudioSampleSink,
  EncodedPacketSink,
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
  type InputAudioTrack,
  type VideoSample,
} from 'mediabunny';
import type { PageCanvas } from './page-canvas.ts';
import { openAnimation } from './open-animation.ts';
import { inSdr } from './sdr-frames.ts';
import { Undecodable, type Frame, type OpenMedium } from '#shared/film/film.ts';
import { heardTrack } from '#shared/film/heard-track.ts';
import { clockOf } from '#shared/film/medium-clock.ts';
import { id3Length, MP3_HEAD_BYTES, mp3Delay } from '#shared/film/mp3-delay.ts';
import type { SoundChunk } from '#shared/film/sound-reader.ts';

/** No playlists: they would name further addresses. */
const FORMATS = [MP4, QTFF, WEBM, MATROSKA, MPEG_TS, OGG, MP3, WAVE, FLAC, ADTS];

const CACHE_BYTES = 8 * 1024 ** 2;
const MAX_PICTURE_BYTES = 256 * 1024 ** 2;
const MAX_PIXELS = 8192 * 8192;
const MAX_TRIES = 3;
/** Seconds that decoders need before a sound is as it was recorded. */
const WARM_UP = 0.1;
const JUST_BEFORE = 0.0001;

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
  const moving = await openAnimation(bytes);
  if (moving) return moving;
  const bitmap = await createImageBitmap(bytes).catch(() => null);
  if (!bitmap) throw new Undecodable('is not a picture that can be shown here');
  if (bitmap.width * bitmap.height > MAX_PIXELS) {
    bitmap.close();
    throw new Undecodable('has too many pixels to be shown here');
  }
  const { width, height } = bitmap;
  return {
    still: { width, height, draw: (context, ...args) => context.drawImage(bitmap, ...args) },
    framesFrom: null,
    soundFrom: null,
    close: () => bitmap.close(),
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
    const [video, audio] = await Promise.all([
      input.getPrimaryVideoTrack(),
      input.getAudioTracks().then(heardTrack),
    ]);
    const [videoPlays, audioPlays] = await Promise.all([video?.canDecode(), audio?.canDecode()]);
    if (!videoPlays && !audioPlays) throw new Undecodable('is in a format that cannot be played here');
    if (video && (await video.getCodedWidth()) * (await video.getCodedHeight()) > MAX_PIXELS) {
      throw new Undecodable('has too many pixels to be played here');
    }
    const clock = clockOf(
      video && (await video.getFirstTimestamp()),
      audio && (await firstSound(audio, url)),
    );
    const frames = video && videoPlays ? new VideoSampleSink(video) : null;
    const sounds = audio && audioPlays ? audio : null;
    return {
      still: null,
      framesFrom: frames && ((time) => framesOf(frames, time, clock.pictures)),
      soundFrom: sounds && ((time) => chunksOf(sounds, time, clock.sound)),
      close: () => input.dispose(),
    };
  } catch (error) {
    input.dispose();
    throw error;
  }
}

/** Seconds at which the sound is first heard: an MP3 begins with what its encoder needed. */
async function firstSound(audio: InputAudioTrack, url: string): Promise<number> {
  const first = await audio.getFirstTimestamp();
  if ((await audio.input.getFormat()) !== MP3) return first;
  const read = async (from: number): Promise<Uint8Array> => {
    const range = `bytes=${from}-${from + MP3_HEAD_BYTES - 1}`;
    const response = await fetch(url, { headers: { range } });
    if (!response.ok) throw new Error(`status ${response.status}`);
    // A server that knows no ranges sends all of it.
    const bytes = new Uint8Array(await response.arrayBuffer());
    return response.status === 206 ? bytes : bytes.subarray(from, from + MP3_HEAD_BYTES);
  };
  const head = await read(0);
  const tag = id3Length(head);
  return first + mp3Delay(tag === 0 ? head : await read(tag)) / (await audio.getSampleRate());
}

/** @param begin where the clock of the container stands at the beginning of the medium, in seconds */
async function* framesOf(
  frames: VideoSampleSink,
  time: number,
  begin: number,
): AsyncGenerator<Frame<PageCanvas>, void, unknown> {
  for await (const sample of frames.samples(time + begin)) yield frameOf(await inSdr(sample), begin);
}

const frameOf = (sample: VideoSample, begin: number): Frame<PageCanvas> => ({
  timestamp: sample.timestamp - begin,
  width: sample.displayWidth,
  height: sample.displayHeight,
  draw: (context, ...args) => sample.draw(context, ...args),
  close: () => sample.close(),
});

/**
 * Where decoding has to begin so that a sound is at its time as it was recorded: a little before.
 * @returns seconds, and by how much its samples come too early: decoders count on from their first packet, which
 * fragmented files stretch over a gap
 */
async function warmUp(packets: EncodedPacketSink, time: number): Promise<{ from: number; early: number }> {
  let first = await packets.getPacket(time, { metadataOnly: true });
  while (first && time - first.timestamp < WARM_UP) {
    const before = await packets.getPacket(first.timestamp - JUST_BEFORE, { metadataOnly: true });
    if (!before || before.timestamp >= first.timestamp) break;
    const gap = first.timestamp - before.timestamp - first.duration;
    if (gap > first.duration / 2) return { from: before.timestamp, early: gap };
    first = before;
  }
  return { from: first?.timestamp ?? time, early: 0 };
}

/** @param begin where the clock of the container stands at the beginning of the medium, in seconds */
async function* chunksOf(
  audio: InputAudioTrack,
  time: number,
  begin: number,
): AsyncGenerator<SoundChunk, void, unknown> {
  const { from, early } = await warmUp(new EncodedPacketSink(audio), time + begin);
  for await (const sample of new AudioSampleSink(audio).samples(from)) {
    const chunk = chunkOf(sample, begin - early);
    sample.close();
    yield chunk;
  }
}

function chunkOf(sample: AudioSample, begin: number): SoundChunk {
  const planes = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
    const plane = new Float32Array(sample.numberOfFrames);
    sample.copyTo(plane, { planeIndex, format: 'f32-planar' });
    return plane;
  });
  return { timestamp: sample.timestamp - begin, sampleRate: sample.sampleRate, planes };
}
