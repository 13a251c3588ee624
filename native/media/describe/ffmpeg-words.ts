import type { VideoColor } from '#shared/desk/media-schemas.ts';
import { exactRate } from './exact-rate.ts';
import { isOpaqueFilm } from './opaque-film.ts';

/** What ffmpeg says of a file that it opens, and the few things of it that are needed here. */
export interface FfmpegWords {
  format: string;
  /** Seconds on the clock of the container; ffmpeg seeks from there. */
  start: number;
  seconds: number;
  timecode: string | null;
  video: {
    codec: string;
    /** Stored pixels. */
    width: number;
    height: number;
    pixelAspect: number;
    rotation: 0 | 90 | 180 | 270;
    framesPerSecond: number;
    color: VideoColor;
    /** Null where neither the container nor the stream says it. */
    isInterlaced: boolean | null;
    isOpaque: boolean;
  } | null;
  /** All of them, in the order of the file. */
  sounds: FfmpegSound[];
}

/** A track of sound. */
interface FfmpegSound {
  codec: string;
  sampleRate: number;
  channels: number;
}

/** ffmpeg's names in those of WebCodecs. */
const MATRIX: Readonly<Record<string, string>> = {
  bt709: 'bt709',
  smpte170m: 'smpte170m',
  bt470bg: 'bt470bg',
  bt2020nc: 'bt2020-ncl',
  gbr: 'rgb',
};
const PRIMARIES: Readonly<Record<string, string>> = {
  bt709: 'bt709',
  smpte170m: 'smpte170m',
  bt470bg: 'bt470bg',
  bt2020: 'bt2020',
  smpte432: 'smpte432',
};
const TRANSFER: Readonly<Record<string, string>> = {
  bt709: 'bt709',
  smpte170m: 'smpte170m',
  'iec61966-2-1': 'iec61966-2-1',
  linear: 'linear',
  smpte2084: 'pq',
  'arib-std-b67': 'hlg',
};

const CHANNELS: Readonly<Record<string, number>> = { mono: 1, stereo: 2, quad: 4, hexagonal: 6 };

/** @param words what `ffmpeg -i` writes */
export function readFfmpegWords(words: string): FfmpegWords {
  const [, format = ''] = /^Input #0, ([^,]+(?:,[^,\s]+)*),/m.exec(words) ?? [];
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/.exec(words) ?? [];
  const [, start] = /Duration:[^\n]*start: (-?[\d.]+)/.exec(words) ?? [];
  const [, timecode] = /^\s*timecode\s*: (\S+)/m.exec(words) ?? [];
  const isCover = (line: string): boolean => line.includes('(attached pic)');
  const videos = (words.match(/^ *Stream #.*: Video: .*$/gm) ?? []).filter((line) => !isCover(line));
  return {
    format: format.split(',')[0] ?? '',
    start: Number(start ?? 0),
    seconds: hours === undefined ? 0 : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
    timecode: timecode ?? null,
    video: videos[0] === undefined ? null : videoOf(videos[0], words),
    sounds: (words.match(/^ *Stream #.*: Audio: .*$/gm) ?? []).map(soundOf),
  };
}

function videoOf(line: string, words: string): FfmpegWords['video'] {
  const [, width, height] = /, (\d{1,6})x(\d{1,6})/.exec(line) ?? [];
  if (width === undefined) return null;
  const [, across, down] = /\bSAR (\d+):(\d+)/.exec(line) ?? [];
  const [, rate] = /, ([\d.]+k?) fps/.exec(line) ?? /, ([\d.]+k?) tbr/.exec(line) ?? [];
  const [, degrees] = /displaymatrix: rotation of (-?[\d.]+) degrees/.exec(words) ?? [];
  const quarter = ((Math.round(-Number(degrees ?? 0) / 90) % 4) + 4) % 4;
  return {
    codec: /: Video: (\w+)/.exec(line)?.[1] ?? '',
    width: Number(width),
    height: Number(height),
    pixelAspect: Number(across) > 0 && Number(down) > 0 ? Number(across) / Number(down) : 1,
    rotation: ([0, 90, 180, 270] as const)[quarter] ?? 0,
    // ffmpeg rounds rates to two digits.
    framesPerSecond: exactRate(Number((rate ?? '0').replace('k', '000'))),
    color: colorOf(line),
    isInterlaced: isInterlaced(line),
    isOpaque: isOpaqueFilm(words),
  };
}

/** In brackets behind the format of pixels: `yuv420p10le(tv, bt2020nc/bt2020/smpte2084, progressive)`, or one name for all. */
function colorOf(line: string): VideoColor {
  const [, format = '', inBrackets = ''] = /: Video: [^,]*, (\w+)(?:\(([^)]*)\))?/.exec(line) ?? [];
  const tags = inBrackets.split(/,\s*/);
  const named = tags.find((tag) => tag.includes('/')) ?? tags.find((tag) => tag in MATRIX) ?? '';
  const [matrix = '', primaries = matrix, transfer = matrix] = named.split('/');
  const isFull = tags.includes('pc') || format.startsWith('yuvj');
  return {
    matrix: MATRIX[matrix] ?? null,
    primaries: PRIMARIES[primaries] ?? null,
    transfer: TRANSFER[transfer] ?? null,
    fullRange: isFull ? true : tags.includes('tv') ? false : null,
  };
}

/** Behind the format of pixels too: `yuv420p(tv, top first)`. Of DV ffmpeg says it frame by frame alone. */
function isInterlaced(line: string): boolean | null {
  if (/[(,] ?(?:top|bottom) (?:coded )?first\b/.test(line) || line.includes(': Video: dvvideo')) return true;
  return /[(,] ?progressive\)/.test(line) ? false : null;
}

function soundOf(line: string): FfmpegSound {
  const [, rate] = /, (\d+) Hz/.exec(line) ?? [];
  const [, layout = ''] = /Hz, ([^,]+)/.exec(line) ?? [];
  const [, front, low = '0'] = /^(\d+)\.(\d)/.exec(layout) ?? [];
  const [, channelCount] = /^(\d+) channels/.exec(layout) ?? [];
  const channels =
    CHANNELS[layout.trim()] ??
    (front === undefined ? Number(channelCount ?? 2) : Number(front) + Number(low));
  return { codec: /: Audio: (\w+)/.exec(line)?.[1] ?? '', sampleRate: Number(rate ?? 48_000), channels };
}
