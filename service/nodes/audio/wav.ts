import { NodeFailure } from '../definition.ts';

/** Sound as samples: one array a channel, all of one length, nominally -1 to 1. */
export interface Sound {
  /** Samples a second. */
  sampleRate: number;
  channels: readonly Float32Array[];
  /** Which speakers they are for, as a WAV says it (a bit each); left out where the file does not say. */
  channelMask?: number;
  /** How its file has samples, and a result of it too; 16-bit PCM where it is left out. */
  sampleFormat?: SampleFormat;
}

/** What is written: PCM of 16 or 24 bits, or floating point, which has no full scale to be cut off at. */
export type SampleFormat = keyof typeof SAMPLE_BYTES;

const SAMPLE_BYTES = { int16: 2, int24: 3, float32: 4 } as const;

/** The format that loses nothing of any of them. */
export const widestFormat = (sounds: readonly Sound[]): SampleFormat =>
  (['float32', 'int24'] as const).find((format) => sounds.some((sound) => sound.sampleFormat === format)) ??
  'int16';

/** Most samples of all channels together: a quarter of an hour of stereo at 48 kHz, 400 MB while it is worked on. */
export const SAMPLE_LIMIT = 100_000_000;

/** WAV, and its forms for more than 4 GB, whose sizes are in a chunk `ds64` (EBU Tech 3306, ITU-R BS.2088). */
const FORMS = new Set(['RIFF', 'RF64', 'BW64']);
/** Stands in the place of a size that is in `ds64`. */
const IN_DS64 = 0xffff_ffff;

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

/** What follows the encoding in the GUID of an extensible format. */
const GUID_END = [0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113];

/** Speakers of so many channels where nobody says it: 3.0, quadro, 5.0, 5.1, 6.1, 7.1 (WAVEFORMATEXTENSIBLE). */
const DEFAULT_CHANNEL_MASKS: Readonly<Record<number, number>> = {
  3: 0x7,
  4: 0x33,
  5: 0x37,
  6: 0x3f,
  7: 0x13f,
  8: 0x63f,
};

interface WavFormat {
  encoding: number;
  channels: number;
  sampleRate: number;
  bits: number;
  channelMask: number | null;
}

/** Reads a WAV file: PCM of 8 to 32 bits, or floating point. `name` is for the sentence when that fails. */
export function parseWav(bytes: Uint8Array, name: string): Sound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (offset: number) => String.fromCharCode(...bytes.subarray(offset, offset + 4));
  if (bytes.length < 12 || !FORMS.has(tag(0)) || tag(8) !== 'WAVE') {
    throw unreadable(`${name} is not a WAV file. Choose another one.`);
  }
  let format: WavFormat | null = null;
  let ds64Size: number | null = null;
  for (let offset = 12; offset + 8 <= bytes.length;) {
    const size = view.getUint32(offset + 4, true);
    const start = offset + 8;
    if (tag(offset) === 'fmt ' && size >= 16 && start + 16 <= bytes.length)
      format = readFormat(view, start, size);
    if (tag(offset) === 'ds64' && size >= 16 && start + 16 <= bytes.length)
      ds64Size = Number(view.getBigUint64(start + 8, true));
    if (tag(offset) === 'data') {
      if (format === null) break;
      const declaredSize = size === IN_DS64 && ds64Size !== null ? ds64Size : size;
      return readSamples(view, start, dataSize(view, start, declaredSize), format, name);
    }
    // Chunks start at even places.
    offset = start + size + (size % 2);
  }
  throw unreadable(`${name} is damaged: it holds no sound. Save it again, or choose another file.`);
}

/**
 * How many bytes of samples there are. Recorders that were cut off, and streams, leave a size that is too large, or none
 * at all while the size of the whole file is not its own either.
 */
function dataSize(view: DataView, start: number, declaredSize: number): number {
  const left = view.byteLength - start;
  const isIncomplete = declaredSize === 0 && view.getUint32(4, true) + 8 !== view.byteLength;
  return isIncomplete ? left : Math.min(declaredSize, left);
}

/** Writes a sound in its sample format. PCM has no samples beyond full scale: they are cut off there. */
export function encodeWav({
  sampleRate,
  channels,
  channelMask,
  sampleFormat = 'int16',
}: Sound): Uint8Array<ArrayBuffer> {
  const frames = channels[0]?.length ?? 0;
  const width = SAMPLE_BYTES[sampleFormat];
  const encoding = sampleFormat === 'float32' ? FLOAT : PCM;
  const blockSize = channels.length * width;
  const samples = frames * blockSize;
  // More than two channels need to say which speakers they are for.
  const mask = channels.length > 2 ? (channelMask ?? DEFAULT_CHANNEL_MASKS[channels.length]) : undefined;
  const formatSize = mask === undefined ? 16 : 40;
  const head = 28 + formatSize;
  // Chunks end at even places.
  const bytes = new Uint8Array(head + samples + (samples % 2));
  const view = new DataView(bytes.buffer);
  const tag = (offset: number, text: string) => bytes.set(new TextEncoder().encode(text), offset);
  tag(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  tag(8, 'WAVEfmt ');
  view.setUint32(16, formatSize, true);
  view.setUint16(20, mask === undefined ? encoding : EXTENSIBLE, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * blockSize, true);
  view.setUint16(32, blockSize, true);
  view.setUint16(34, width * 8, true);
  if (mask !== undefined) {
    view.setUint16(36, 22, true);
    view.setUint16(38, width * 8, true);
    view.setUint32(40, mask, true);
    view.setUint16(44, encoding, true);
    bytes.set(GUID_END, 46);
  }
  tag(head - 8, 'data');
  view.setUint32(head - 4, samples, true);
  const write = sampleWriter(view, sampleFormat);
  for (const [index, channel] of channels.entries()) {
    let offset = head + index * width;
    for (const sample of channel) {
      write(offset, sample);
      offset += blockSize;
    }
  }
  return bytes;
}

function sampleWriter(view: DataView, format: SampleFormat): (offset: number, sample: number) => void {
  const clipped = (sample: number) => Math.min(1, Math.max(-1, sample));
  switch (format) {
    case 'float32':
      return (offset, sample) => view.setFloat32(offset, sample, true);
    case 'int24':
      return (offset, sample) => {
        const value = Math.round(clipped(sample) * 8_388_607);
        view.setUint16(offset, value & 0xffff, true);
        view.setInt8(offset + 2, value >> 16);
      };
    default:
      return (offset, sample) => view.setInt16(offset, Math.round(clipped(sample) * 32_767), true);
  }
}

/** 32 bits of PCM do not fit into samples here; as floating point they keep 24 of them. */
const formatOf = ({ encoding, bits }: WavFormat): SampleFormat =>
  encoding === FLOAT || bits > 24 ? 'float32' : bits > 16 ? 'int24' : 'int16';

function readFormat(view: DataView, start: number, size: number): WavFormat {
  const encoding = view.getUint16(start, true);
  return {
    // The extensible form keeps the real encoding at the front of a GUID.
    encoding: encoding === EXTENSIBLE && size >= 26 ? view.getUint16(start + 24, true) : encoding,
    channels: view.getUint16(start + 2, true),
    sampleRate: view.getUint32(start + 4, true),
    bits: view.getUint16(start + 14, true),
    channelMask: encoding === EXTENSIBLE && size >= 24 ? view.getUint32(start + 20, true) : null,
  };
}

function readSamples(view: DataView, start: number, size: number, format: WavFormat, name: string): Sound {
  const { channels: count, sampleRate, bits, encoding } = format;
  const read = sampleReader(view, encoding, bits);
  if (read === null || count < 1 || count > 32 || sampleRate < 100 || sampleRate > 768_000) {
    throw unreadable(
      `${name} is a kind of WAV file that cannot be read. Save it as 16-bit PCM, and choose that file.`,
    );
  }
  const width = bits / 8;
  const frames = Math.floor(size / (width * count));
  if (frames * count > SAMPLE_LIMIT) throw durationLimitExceeded(name);
  const channels = Array.from({ length: count }, () => new Float32Array(frames));
  for (const [index, samples] of channels.entries()) {
    let offset = start + index * width;
    for (let frame = 0; frame < frames; frame += 1) {
      samples[frame] = read(offset);
      offset += count * width;
    }
  }
  const { channelMask } = format;
  return { sampleRate, channels, sampleFormat: formatOf(format), ...(channelMask && { channelMask }) };
}

function sampleReader(view: DataView, encoding: number, bits: number): ((offset: number) => number) | null {
  switch (`${encoding}/${bits}`) {
    case `${PCM}/8`:
      return (offset) => (view.getUint8(offset) - 128) / 128;
    case `${PCM}/16`:
      return (offset) => view.getInt16(offset, true) / 32_768;
    case `${PCM}/24`:
      return (offset) => (view.getUint16(offset, true) + view.getInt8(offset + 2) * 65_536) / 8_388_608;
    case `${PCM}/32`:
      return (offset) => view.getInt32(offset, true) / 2_147_483_648;
    case `${FLOAT}/32`:
      return (offset) => finite(view.getFloat32(offset, true));
    case `${FLOAT}/64`:
      return (offset) => finite(view.getFloat64(offset, true));
    default:
      return null;
  }
}

const finite = (sample: number) => (Number.isFinite(sample) ? sample : 0);

/** The failure of a sound that would not fit into memory. */
export function durationLimitExceeded(label: string): NodeFailure {
  return new NodeFailure(
    'AUDIO_TOO_LONG',
    `${label} is too long: a quarter of an hour of stereo fits. Trim it first.`,
  );
}

function unreadable(sentence: string): NodeFailure {
  return new NodeFailure('AUDIO_UNREADABLE', sentence);
}
