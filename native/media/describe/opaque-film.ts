/** Formats of pixels, as ffmpeg names them, that have no transparency. */
const OPAQUE = [
  /^yuvj?4\d\dp(\d+(le|be))?$/,
  /^(nv\d\d|p[024]1[026]|y210)(le|be)?$/,
  /^(yuyv422|uyvy422|yvyu422|uyyvyy411)$/,
  /^gray(\d+(le|be))?$/,
  /^gbrp(\d+(le|be))?$/,
  /^(rgb|bgr)(0|24|48le|48be|555le|565le)$/,
  /^0(rgb|bgr)$/,
  /^x2(rgb|bgr)10(le|be)$/,
];

/**
 * Whether the pictures of a film have no transparency for certain: a format that is not known here may have some.
 * @param words what ffmpeg says of a file.
 */
export function isOpaqueFilm(words: string): boolean {
  const streams = words.match(/^ *Stream #.*: Video: .*$/gm) ?? [];
  return streams.length > 0 && streams.every((stream) => isOpaqueFormat(formatOf(stream)));
}

/** After the codec, with its colors in brackets: `Video: h264 (High) (avc1 / 0x31637661), yuv420p(tv, bt709), 64x36`. */
const formatOf = (stream: string): string => /: Video: [^,]*, (\w+)/.exec(stream)?.[1] ?? '';

const isOpaqueFormat = (format: string): boolean => OPAQUE.some((pattern) => pattern.test(format));
