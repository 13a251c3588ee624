/** The smallest pictures, videos and sounds of which headers are read, with something of every kind that those look for. */

export const letters = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const u16 = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff];
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)];
const zeros = (count: number): number[] => Array<number>(count).fill(0);

/** A box of MP4, QuickTime and AVIF. */
const box = (type: string, ...contents: readonly (readonly number[])[]): number[] => {
  const content = contents.flat();
  return [...u32(8 + content.length), ...letters(type), ...content];
};

const VERSION = zeros(4);
const reference = [...u32(14), ...letters('url '), 0, 0, 0, 1, 0, 0];
/** A movie that holds its media. */
export const MOVIE = [
  ...box('ftyp', letters('isom')),
  ...box('moov', box('trak', box('mdia', box('minf', box('dinf', box('dref', VERSION, u32(1), reference)))))),
];

const mxfKey = (...end: readonly number[]): number[] => [0x06, 0x0e, 0x2b, 0x34, ...end];
const packet = (key: readonly number[], content: readonly number[]): number[] => [
  ...key,
  0x83,
  ...u32(content.length).slice(1),
  ...content,
];
const metadataSet = (kind: number): number[] =>
  packet(mxfKey(0x02, 0x53, 0x01, 0x01, 0x0d, 0x01, 0x01, 0x01, 0x01, 0x01, kind, 0), [0, 0]);
/** An MXF that holds its media and says where they came from. */
export const MXF = [
  ...packet(mxfKey(0x02, 0x05, 0x01, 0x01, 0x0d, 0x01, 0x02, 0x01, 0x01, 0x02, 4, 0), zeros(80)),
  ...metadataSet(0x32),
  ...metadataSet(0x23),
  ...packet(mxfKey(0x01, 0x02, 0x01, 0x01, 0x0d, 0x01, 0x03, 0x01, 0x15, 0x01, 0x05, 0x01), [0]),
];

/** An element of Matroska. @param id in hexadecimal */
const element = (id: string, ...content: readonly number[]): number[] => [
  ...Buffer.from(id, 'hex'),
  0x80 | content.length,
  ...content,
];
const CROPPED = [
  ...element('b0', 200),
  ...element('ba', 100),
  ...element('54aa', 1),
  ...element('54dd', 4),
  ...element('54b0', 16),
  ...element('54ba', 9),
];
const TRACK = element('ae', ...element('d7', 1), ...element('e0', ...CROPPED));
/** A video of Matroska of which a part is to be seen. */
export const MATROSKA = [
  ...element('1a45dfa3', 0),
  ...element('18538067', ...element('ec', 0), ...element('1654ae6b', ...TRACK)),
];

const chunk = (type: string, content: readonly number[]): number[] => [
  ...u32(content.length),
  ...letters(type),
  ...content,
  ...u32(0),
];
const HEADER = [0x89, ...letters('PNG\r\n\u001a\n'), ...chunk('IHDR', [...u32(1), ...u32(1), 8, 2, 0, 0, 0])];
/** A PNG whose colors are named by numbers. */
export const PNG_IN_NUMBERS = [
  ...HEADER,
  ...chunk('gAMA', u32(100_000)),
  ...chunk(
    'cHRM',
    [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06].flatMap((at) => u32(at * 100_000)),
  ),
  ...chunk('IDAT', [0]),
  ...chunk('IEND', []),
];
/** An animated PNG in PQ. */
export const MOVING_PNG = [
  ...HEADER,
  ...chunk('cICP', [9, 16, 0, 1]),
  ...chunk('acTL', [...u32(2), ...u32(0)]),
  ...[0, 1].flatMap((at) =>
    chunk('fcTL', [...u32(at), ...u32(1), ...u32(1), ...u32(0), ...u32(0), ...u16(1), ...u16(25), 0, 0]),
  ),
  ...chunk('IDAT', [0]),
  ...chunk('IEND', []),
];

const association = [...VERSION, ...u32(1), ...u16(1), 1, 1];
/** An AVIF in PQ with a gain map. */
export const AVIF = [
  ...box('ftyp', letters('avif'), u32(0), letters('mif1tmap')),
  ...box(
    'meta',
    VERSION,
    box('pitm', VERSION, u16(1)),
    box(
      'iprp',
      box('ipco', box('colr', letters('nclx'), u16(9), u16(16), u16(9), [0x80])),
      box('ipma', association),
    ),
  ),
];

const segment = (marker: number, content: readonly number[]): number[] => [
  0xff,
  marker,
  ...u16(content.length + 2),
  ...content,
];
/** A JPEG with a gain map of a phone. */
export const JPEG = [
  0xff,
  0xd8,
  ...segment(0xe0, letters('JFIF\0')),
  ...segment(0xe1, letters('http://ns.adobe.com/xap/1.0/\0<x hdrgm:Version="1.0"/>')),
  ...segment(0xda, [0, 0]),
];

const SCREEN = [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
const FRAME = [0x21, 0xf9, 4, 0, 4, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
export const GIF = [...letters('GIF89a'), ...SCREEN, ...FRAME, ...FRAME, 0x3b];

const little = (value: number): number[] => u32(value).toReversed();
const riffChunk = (type: string, content: readonly number[]): number[] => [
  ...letters(type),
  ...little(content.length),
  ...content,
];
const WEBP_FRAME = riffChunk('ANMF', [...zeros(12), 40, 0, 0, 0]);
const WEBP_CONTENT = [
  ...letters('WEBP'),
  ...riffChunk('VP8X', [2, ...zeros(9)]),
  ...riffChunk('ANIM', zeros(6)),
  ...WEBP_FRAME,
  ...WEBP_FRAME,
];
export const WEBP = riffChunk('RIFF', WEBP_CONTENT);

/** Behind a tag, an MP3 that says what its encoder put before the sound. */
export const MP3 = [
  ...letters('ID3'),
  3,
  0,
  0,
  0,
  0,
  0,
  2,
  0,
  0,
  0xff,
  0xfb,
  0x90,
  0xc0,
  ...zeros(17),
  ...letters('Info'),
  ...u32(0),
  ...letters('LAME3.100'),
  ...zeros(12),
  0x24,
  0x01,
  0x20,
];

/** A set of parameters of H.264 in two fields, as a container has it. */
export const AVC = [
  1,
  0x64,
  0,
  0x1e,
  0xff,
  0xe1,
  0,
  25,
  ...Buffer.from('6764001eace402d0936022000003000200000300643e285490', 'hex'),
];

/** An entry of a directory of TIFF, of one value. */
const entryOf = (tag: number, type: number, value: readonly number[]): number[] => [
  ...u16(tag),
  ...u16(type),
  ...u32(1),
  ...value,
];
/** Density of a photo, as cameras say it. */
export const EXIF = [
  ...letters('Exif\0\0MM\0*'),
  ...u32(8),
  ...u16(2),
  ...entryOf(0x011a, 5, u32(38)),
  ...entryOf(0x0128, 3, [...u16(2), ...u16(0)]),
  ...u32(0),
  ...u32(300),
  ...u32(1),
];
