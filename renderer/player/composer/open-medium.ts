import { avcParameters } from '#shared/film/avc-parameters.ts';
import { SAME_SHAPE } from '#shared/film/tolerance.ts';
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
  type InputVideoTrack,
  type VideoSample,
} from 'mediabunny';
import type { PageCanvas } from './page-canvas.ts';
import { openAnimation } from './open-animation.ts';
import { inSdr } from './sdr-frames.ts';
import { Undecodable, type Frame, type OpenMedium } from '#shared/film/film.ts';
import { namesExternalMedia } from '#shared/film/external-media.ts';
import { HEIC_HEAD_BYTES, isHeicHead } from '#shared/film/heic.ts';
import { isJpegXl } from '#shared/film/jpeg-xl.ts';
import { heardTrack } from '#shared/film/heard-track.ts';
import { matroskaCrop, displaySize, uprightRect } from '#shared/film/matroska-crop.ts';
import { clockOf } from '#shared/film/medium-clock.ts';
import { id3Length, MP3_HEAD_BYTES, mp3Delay } from '#shared/film/mp3-delay.ts';
import type { SoundChunk } from '#shared/film/sound-reader.ts';
import { words } from '#renderer/words/index.ts';

const t = words.player.openMedium;

/** No playlists: they would name further addresses. */
const FORMATS = [MP4, QTFF, WEBM, MATROSKA, MPEG_TS, OGG, MP3, WAVE, FLAC, ADTS];

const CACHE_BYTES = 8 * 1024 ** 2;
const MAX_PICTURE_BYTES = 256 * 1024 ** 2;
const MAX_PIXELS = 8192 * 8192;
const MAX_TRIES = 3;
/** Bytes of a file that are read at once for what its reader does not say. */
const HEAD_BYTES = 64 * 1024;
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
    throw response.ok ? new Undecodable(t.large) : new Error(`status ${response.status}`);
  }
  const bytes = await response.blob();
  const moving = await openAnimation(bytes);
  if (moving) return moving;
  const bitmap = await createImageBitmap(bytes).catch(() => null);
  if (!bitmap) throw new Undecodable(await undecodableReason(bytes));
  if (bitmap.width * bitmap.height > MAX_PIXELS) {
    bitmap.close();
    throw new Undecodable(t.manyPixels);
  }
  const { width, height } = bitmap;
  return {
    image: { width, height, draw: (context, ...args) => context.drawImage(bitmap, ...args) },
    framesFrom: null,
    soundFrom: null,
    close: () => bitmap.close(),
  };
}

/** Why a browser shows nothing of a picture. */
async function undecodableReason(bytes: Blob): Promise<string> {
  const head = new Uint8Array(await bytes.slice(0, HEIC_HEAD_BYTES).arrayBuffer());
  if (isHeicHead(head)) return t.isHeic;
  return isJpegXl(head) ? t.isJpegXl : t.notPictureCan;
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
    await rejectUnsupported(input, url);
    const [video, audio] = await Promise.all([
      input.getPrimaryVideoTrack(),
      input.getAudioTracks().then(heardTrack),
    ]);
    await rejectTruncated(audio);
    const [videoPlays, audioPlays] = await Promise.all([video?.canDecode(), audio?.canDecode()]);
    if (!videoPlays && !audioPlays) throw new Undecodable(t.formatCannot);
    if (video && (await video.getCodedWidth()) * (await video.getCodedHeight()) > MAX_PIXELS) {
      throw new Undecodable(t.manyPixels2);
    }
    const clock = clockOf(
      video && (await video.getFirstTimestamp()),
      audio && (await firstSound(audio, url)),
      (await input.getFormat()) === MPEG_TS ? -Infinity : 0,
    );
    const frames = video && videoPlays ? new VideoSampleSink(video) : null;
    const presentation = video && videoPlays ? await presentationOf(video, url) : null;
    const sounds = audio && audioPlays ? audio : null;
    return {
      image: null,
      framesFrom: frames && presentation && ((time) => framesOf(frames, time, clock.pictures, presentation)),
      soundFrom: sounds && ((time) => chunksOf(sounds, time, clock.sound)),
      close: () => input.dispose(),
    };
  } catch (error) {
    input.dispose();
    throw error;
  }
}

/** @throws Undecodable of a container that is not known here, or names other files */
async function rejectUnsupported(input: Input, url: string): Promise<void> {
  if (!(await input.canRead())) throw new Undecodable(t.notFilmSoundCan);
  const format = await input.getFormat();
  if ((format === MP4 || format === QTFF) && (await namesExternalMedia(windowOf(url))))
    throw new Undecodable(t.namesFilesMediaExport);
}

/** A recorder that was cut off wrote no sizes into its WAV; a small copy of it has them. @throws Undecodable */
async function rejectTruncated(audio: InputAudioTrack | null): Promise<void> {
  if (audio && (await audio.input.getFormat()) === WAVE && (await audio.computeDuration()) === 0)
    throw new Undecodable(t.notFinishedWhenRecorded);
}

/** Seconds at which the sound is first heard: an MP3 begins with what its encoder needed. */
async function firstSound(audio: InputAudioTrack, url: string): Promise<number> {
  const first = await audio.getFirstTimestamp();
  if ((await audio.input.getFormat()) !== MP3) return first;
  const head = await readRange(url, 0, MP3_HEAD_BYTES);
  const tag = id3Length(head);
  const frame = tag === 0 ? head : await readRange(url, tag, MP3_HEAD_BYTES);
  return first + mp3Delay(frame) / (await audio.getSampleRate());
}

/** @returns fewer bytes where it ends. @throws what a network says */
async function readRange(url: string, from: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { headers: { range: `bytes=${from}-${from + length - 1}` } });
  if (response.status === 416) return new Uint8Array();
  if (!response.ok) throw new Error(`status ${response.status}`);
  // A server that knows no ranges sends all of it.
  const bytes = new Uint8Array(await response.arrayBuffer());
  return response.status === 206 ? bytes : bytes.subarray(from, from + length);
}

/** Reads small parts of a file that lie close to each other with few requests. */
function windowOf(url: string): (at: number, length: number) => Promise<Uint8Array> {
  let window = { from: 0, bytes: new Uint8Array() };
  return async (at, length) => {
    const isIn = at >= window.from && at + length <= window.from + window.bytes.length;
    if (!isIn) window = { from: at, bytes: await readRange(url, at, Math.max(length, HEAD_BYTES)) };
    return window.bytes.subarray(at - window.from, at - window.from + length);
  };
}

/** What of a picture as it is shown whole is to be seen, as shares of its sides, and the pixels that this is shown in. */
interface CropRect {
  left: number;
  top: number;
  across: number;
  down: number;
  size: { width: number; height: number };
}

/** What Matroska says is to be seen of its pictures; neither our reader nor the browser reads it. */
async function cropOf(video: InputVideoTrack, url: string): Promise<CropRect | null> {
  const format = await video.input.getFormat();
  if (format !== MATROSKA && format !== WEBM) return null;
  const crop = await matroskaCrop(windowOf(url), video.id);
  if (crop === null) return null;
  const rotation = await video.getRotation();
  const { full, rect } = uprightRect(crop, rotation, await video.getFlip());
  return {
    left: rect.left / full.width,
    top: rect.top / full.height,
    across: rect.width / full.width,
    down: rect.height / full.height,
    size: displaySize(crop, rotation),
  };
}

/** What is shown of the frames of a video, and the pixels that it is shown in. */
interface Presentation {
  crop: CropRect | null;
  size: { width: number; height: number };
}

/** Our reader takes frames of two fields in a stream for half as high as they are. */
async function displayHeightOf(video: InputVideoTrack): Promise<number> {
  const height = await video.getDisplayHeight();
  if ((await video.input.getFormat()) !== MPEG_TS || (await video.getCodec()) !== 'avc') return height;
  const first = await new EncodedPacketSink(video).getFirstPacket();
  const parameters = first && avcParameters(null, first.data);
  return parameters ? Math.round((height * parameters.height) / (await video.getCodedHeight())) : height;
}

async function presentationOf(video: InputVideoTrack, url: string): Promise<Presentation> {
  const size = { width: await video.getDisplayWidth(), height: await displayHeightOf(video) };
  return { crop: await cropOf(video, url), size };
}

/** @param begin where the clock of the container stands at the beginning of the medium, in seconds */
async function* framesOf(
  frames: VideoSampleSink,
  time: number,
  begin: number,
  presentation: Presentation,
): AsyncGenerator<Frame<PageCanvas>, void, unknown> {
  for await (const sample of frames.samples(time + begin))
    yield frameOf(await inSdr(sample), begin, presentation);
}

function frameOf(sample: VideoSample, begin: number, { crop, size }: Presentation): Frame<PageCanvas> {
  const { displayWidth, displayHeight } = sample;
  const shape = (displayWidth * size.height) / (displayHeight * size.width);
  const hasShape = Math.abs(shape - 1) < SAME_SHAPE;
  return {
    timestamp: sample.timestamp - begin,
    ...(crop ? crop.size : size),
    draw: (context, ...args) => {
      if (crop === null)
        return hasShape ? sample.draw(context, ...args) : drawBetweenBars(sample, shape, context, args);
      const { left, top, across, down } = crop;
      const source = [
        left * displayWidth,
        top * displayHeight,
        across * displayWidth,
        down * displayHeight,
      ] as const;
      return sample.draw(context, ...source, ...args);
    },
    close: () => sample.close(),
  };
}

/**
 * Draws a frame of another shape than its video, as streams may have them from some time on: whole, in the middle.
 * @param shape how much wider it is than the video
 */
function drawBetweenBars(
  sample: VideoSample,
  shape: number,
  context: PageCanvas,
  [x, y, width, height]: [x: number, y: number, width: number, height: number],
): void {
  const inner = { width: width * Math.min(1, shape), height: height / Math.max(1, shape) };
  const [left, top] = [(width - inner.width) / 2, (height - inner.height) / 2];
  context.save();
  context.fillStyle = '#000';
  for (const side of [0, 1]) {
    if (left > 0) context.fillRect(x + side * (width - left), y, left, height);
    else context.fillRect(x, y + side * (height - top), width, top);
  }
  context.restore();
  sample.draw(context, x + left, y + top, inner.width, inner.height);
}

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
