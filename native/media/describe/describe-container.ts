import { open } from 'node:fs/promises';
import type { StartTimecode, VideoColor } from '#shared/desk/media-schemas.ts';
import { avcParameters, type AvcParameters } from '#shared/film/avc-parameters.ts';
import { heardTrack } from '#shared/film/heard-track.ts';
import { matroskaCrop, displaySize, uprightRect, type MatroskaCrop } from '#shared/film/matroska-crop.ts';
import { clockOf } from '#shared/film/medium-clock.ts';
import { id3Length, MP3_HEAD_BYTES, mp3Delay } from '#shared/film/mp3-delay.ts';
import {
  loadMediabunny,
  type Input,
  type InputAudioTrack,
  type InputVideoTrack,
} from '../../decoders/mediabunny.ts';
import { standardRate } from './exact-rate.ts';
import type {
  MediumDescription,
  MediumTrack,
  SoundDescription,
  VideoDescription,
} from './medium-description.ts';
import { readStartTimecode, textTimecode } from './start-timecode.ts';

/** What our reader calls transport streams. */
export const STREAM = 'MPEG Transport Stream';
/** Packets that are looked at to tell how many frames a second there are. */
const SAMPLED_PACKETS = 100;
/** Frames that may be shown before others which were decoded earlier. */
const TOLERANCE = 16;
/** Rounding to milliseconds makes frames of one length differ by no more, in seconds. */
const ROUNDING = 0.0025;

/** Describes a file whose container our own reader knows, by its headers and first packets. @throws what the reader says */
export async function describeContainer(input: Input, path: string): Promise<MediumDescription> {
  const [video, sound] = [await input.getPrimaryVideoTrack(), await heardTrack(await input.getAudioTracks())];
  const format = (await input.getFormat()).name;
  const clock = clockOf(
    video && (await video.getFirstTimestamp()),
    sound && (await firstSound(sound, path)),
    format === STREAM ? -Infinity : 0,
  );
  const ends = [
    video ? (await video.computeDuration()) - clock.pictures : 0,
    sound ? (await soundEnd(sound)) - clock.sound : 0,
  ];
  const crop = video && (await cropOf(video, path));
  const described = video && (await videoOf(video, crop));
  return {
    format,
    readBy: 'container',
    clock,
    seekStart: 0,
    seconds: Math.max(0, ...ends.filter((end) => Number.isFinite(end))),
    startTimecode: await timecodeOf(input, path, described?.framesPerSecond ?? 0),
    video: described,
    sound: sound && (await soundOf(sound)),
    tracks: await tracksOf(input, described && video ? { id: video.id, ...described } : null),
  };
}

/** @param displayed the track that is shown, whose pictures may be cropped */
async function tracksOf(
  input: Input,
  displayed: { id: number; width: number; height: number } | null,
): Promise<MediumTrack[]> {
  const tracks: MediumTrack[] = [];
  for (const track of await input.getVideoTracks()) {
    tracks.push({
      kind: 'video',
      codec: await track.getCodec(),
      width: displayed?.id === track.id ? displayed.width : await track.getDisplayWidth(),
      height: displayed?.id === track.id ? displayed.height : await track.getDisplayHeight(),
      framesPerSecond: await rateOf(track),
    });
  }
  for (const track of await input.getAudioTracks()) {
    tracks.push({
      kind: 'audio',
      codec: await track.getCodec(),
      sampleRate: await track.getSampleRate(),
      channels: await track.getNumberOfChannels(),
    });
  }
  return tracks;
}

async function rateOf(video: InputVideoTrack): Promise<number> {
  const { averagePacketRate, packetCount } = await video.computePacketStats(SAMPLED_PACKETS);
  return Number.isFinite(averagePacketRate)
    ? Number(standardRate(averagePacketRate, packetCount).toFixed(3))
    : 0;
}

/** Samples of the longest block of FLAC. */
const MAX_FLAC_BLOCK = 65_535;

/**
 * Seconds at which a sound ends. Our reader passes over the last block of FLAC where that is packed into a few bytes, as silence
 * is; the header counts its samples too. Where the header counts more than a block more, the file was cut off.
 */
async function soundEnd(sound: InputAudioTrack): Promise<number> {
  const end = await sound.computeDuration();
  if ((await sound.input.getFormat()).name !== 'FLAC') return end;
  const declaredEnd = (await sound.getDurationFromMetadata()) ?? 0;
  const isLastBlockMissing =
    declaredEnd > end && declaredEnd - end <= MAX_FLAC_BLOCK / (await sound.getSampleRate());
  return isLastBlockMissing ? declaredEnd : end;
}

/** Seconds at which the sound is first heard: an MP3 begins with what its encoder needed. */
async function firstSound(sound: InputAudioTrack, path: string): Promise<number> {
  const first = await sound.getFirstTimestamp();
  if ((await sound.getCodec()) !== 'mp3') return first;
  const delay = (await sound.input.getFormat()).name === 'MP3' ? await mp3DelayOf(path) : 0;
  return first + delay / (await sound.getSampleRate());
}

async function mp3DelayOf(path: string): Promise<number> {
  const file = await open(path, 'r');
  try {
    const read = async (at: number): Promise<Uint8Array> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MP3_HEAD_BYTES), 0, MP3_HEAD_BYTES, at);
      return buffer.subarray(0, bytesRead);
    };
    const head = await read(0);
    const tag = id3Length(head);
    return mp3Delay(tag === 0 ? head : await read(tag));
  } finally {
    await file.close();
  }
}

async function timecodeOf(
  input: Input,
  path: string,
  framesPerSecond: number,
): Promise<StartTimecode | null> {
  const { name } = await input.getFormat();
  if (name === 'MP4' || name === 'QuickTime File Format') return readStartTimecode(path);
  const { raw } = await input.getMetadataTags();
  const text = raw?.['TIMECODE'];
  return typeof text === 'string' ? textTimecode(text, framesPerSecond) : null;
}

/** How ffmpeg picks a track: by its place, and in a stream, of which our reader may not know all tracks, by its number there. */
async function streamOf(track: InputVideoTrack | InputAudioTrack, kind: 'V' | 'a'): Promise<string> {
  const { name } = await track.input.getFormat();
  return name === STREAM ? `i:${track.id}` : `${kind}:${track.number - 1}`;
}

/** What Matroska says is to be seen of its pictures; our reader does not read it. */
async function cropOf(video: InputVideoTrack, path: string): Promise<MatroskaCrop | null> {
  const { name } = await video.input.getFormat();
  if (name !== 'Matroska' && name !== 'WebM') return null;
  const file = await open(path, 'r');
  try {
    return await matroskaCrop(async (at, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    }, video.id);
  } finally {
    await file.close();
  }
}

async function videoOf(video: InputVideoTrack, crop: MatroskaCrop | null): Promise<VideoDescription> {
  const { num, den } = await video.getPixelAspectRatio();
  const [rotation, isFlipped] = [await video.getRotation(), await video.getFlip()];
  const parameters = await avcParametersOf(video);
  const size = crop
    ? displaySize(crop, rotation)
    : { width: await video.getDisplayWidth(), height: await displayHeightOf(video, parameters) };
  const codec = await video.getCodecParameterString();
  return {
    stream: await streamOf(video, 'V'),
    ...size,
    pixelAspect: crop?.pixelAspect ?? (num > 0 && den > 0 ? num / den : 1),
    rotation,
    isFlipped,
    crop: crop && uprightRect(crop, rotation, isFlipped),
    framesPerSecond: await rateOf(video),
    isVariable: await isVariable(video),
    isInterlaced: parameters?.hasFields ?? false,
    color: colorOf(await video.getColorSpace()),
    hasAlpha: await video.canBeTransparent(),
    codecName: await video.getCodec(),
    codec: codec === null ? null : codec.slice(0, 200),
  };
}

const colorOf = (space: VideoColorSpaceInit): VideoColor => ({
  primaries: space.primaries ?? null,
  transfer: space.transfer ?? null,
  matrix: space.matrix ?? null,
  fullRange: space.fullRange ?? null,
});

async function soundOf(sound: InputAudioTrack): Promise<SoundDescription> {
  const codec = await sound.getCodecParameterString();
  return {
    stream: await streamOf(sound, 'a'),
    sampleRate: await sound.getSampleRate(),
    channels: await sound.getNumberOfChannels(),
    codecName: await sound.getCodec(),
    codec: codec === null ? null : codec.slice(0, 200),
  };
}

/** What H.264 says of its frames; of the codecs that browsers play it alone has fields, of others ffmpeg says it. */
async function avcParametersOf(video: InputVideoTrack): Promise<AvcParameters | null> {
  if ((await video.getCodec()) !== 'avc') return null;
  const { EncodedPacketSink } = await loadMediabunny();
  const description = (await video.getDecoderConfig())?.description;
  const first = description === undefined ? await new EncodedPacketSink(video).getFirstPacket() : null;
  return avcParameters(
    description === undefined ? null : bytesOf(description),
    first?.data ?? new Uint8Array(),
  );
}

/** Our reader takes frames of two fields in a stream for half as high as they are. */
async function displayHeightOf(video: InputVideoTrack, parameters: AvcParameters | null): Promise<number> {
  const height = await video.getDisplayHeight();
  const isStream = (await video.input.getFormat()).name === STREAM;
  return isStream && parameters
    ? Math.round((height * parameters.height) / (await video.getCodedHeight()))
    : height;
}

const bytesOf = (source: ArrayBufferView | ArrayBufferLike): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);

/** Whether frames are shown for different times; their packets are looked at, none is decoded. */
async function isVariable(video: InputVideoTrack): Promise<boolean> {
  const { EncodedPacketSink } = await loadMediabunny();
  const times: number[] = [];
  for await (const { timestamp } of new EncodedPacketSink(video).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    times.push(timestamp);
    if (times.length > SAMPLED_PACKETS) break;
  }
  // Packets come in the order of decoding; what was cut off at the end leaves holes there.
  const sorted = times.toSorted((a, b) => a - b).slice(0, -TOLERANCE);
  const lengths = sorted.slice(1).map((time, index) => time - (sorted[index] ?? 0));
  return lengths.length > 1 && Math.max(...lengths) - Math.min(...lengths) > ROUNDING;
}
