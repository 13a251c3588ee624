/** Small files that hold no media and say that these lie elsewhere; tests give them to no decoder. */

const text = (value: string): number[] => Array.from(value, (letter) => letter.charCodeAt(0));
const number = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);

/** A box of QuickTime and MP4. */
export const box = (type: string, ...content: readonly (readonly number[])[]): number[] => {
  const bytes = content.flat();
  return [...number(bytes.length + 8), ...text(type), ...bytes];
};

/** An entry of a `dref`. @param flags 1: the media lie in the file itself */
export const reference = (type: string, flags: number, target: string): number[] =>
  box(type, [0, 0, 0, flags], text(target));

/** A movie with one track, whose media lie where the entries say. */
export const movieOf = (...entries: readonly (readonly number[])[]): number[] => [
  ...box('ftyp', text('qt  '), number(0)),
  ...box('mdat', [1, 2, 3, 4]),
  ...box(
    'moov',
    box(
      'trak',
      box('mdia', box('minf', box('dinf', box('dref', number(0), number(entries.length), ...entries)))),
    ),
  ),
];

const KEY = [0x06, 0x0e, 0x2b, 0x34];
const packet = (key: readonly number[], content: readonly number[]): number[] => [
  ...KEY,
  ...key,
  0x83,
  ...number(content.length).slice(1),
  ...content,
];
const PARTITION = [0x02, 0x05, 0x01, 0x01, 0x0d, 0x01, 0x02, 0x01, 0x01, 0x02, 0x04, 0x00];
const PATTERN = [...KEY, 0x04, 0x01, 0x01, 0x01, 0x0d, 0x01, 0x02, 0x01];

/** @param kind of the set, by the last but one byte of its key */
export const metadataSet = (kind: number): number[] =>
  packet([0x02, 0x53, 0x01, 0x01, 0x0d, 0x01, 0x01, 0x01, 0x01, 0x01, kind, 0x00], text('file:///a.mxf'));

/** An MXF. @param qualifiers of its pattern of operation. @param sets what describes it */
export const mxfOf = (qualifiers: number, ...sets: readonly (readonly number[])[]): number[] => [
  ...packet(PARTITION, [...Array.from({ length: 64 }, () => 0), ...PATTERN, 0x01, 0x01, qualifiers, 0x00]),
  ...sets.flat(),
];

/** Kinds of sets. */
export const NETWORK_LOCATOR = 0x32;
export const ESSENCE_CONTAINER = 0x23;

/** By what they are. */
export const EXTERNAL_FILES: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'a movie whose media lie at an address': Uint8Array.from(movieOf(reference('url ', 0, 'file:///a.mp4'))),
  'a movie whose second list of media is elsewhere': Uint8Array.from(
    movieOf(reference('url ', 1, ''), reference('alis', 0, 'a.mov')),
  ),
  'a movie that lists other movies': Uint8Array.from(
    box('moov', box('rmra', box('rmda', box('rdrf', number(0), text('url '), number(4), text('a.mov'))))),
  ),
  'an MXF of external essence': Uint8Array.from(mxfOf(0x0b)),
  'an MXF without media that says where they lie': Uint8Array.from(mxfOf(0x09, metadataSet(NETWORK_LOCATOR))),
};
