/** Matroska may say that rows and columns at the edges of its pictures are not to be seen. */

/** A part of a picture, in pixels of the picture. */
export interface PixelRect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What a track of Matroska says of its pictures as they are stored. */
export interface MatroskaCrop {
  /** Stored pixels of the whole picture. */
  full: { width: number; height: number };
  /** What of it is to be seen. */
  rect: PixelRect;
  /** How much wider than high a pixel is shown. */
  pixelAspect: number;
}

/** Reads bytes of a file; fewer where it ends. */
type ReadBytes = (at: number, length: number) => Promise<Uint8Array>;

/** Source: RFC 9559, 5.1. */
const SEGMENT = 0x18_53_80_67;
const CLUSTER = 0x1f_43_b6_75;
const TRACKS = 0x16_54_ae_6b;
const TRACK_ENTRY = 0xae;
const TRACK_NUMBER = 0xd7;
const VIDEO = 0xe0;
const PIXEL_WIDTH = 0xb0;
const PIXEL_HEIGHT = 0xba;
const CROP = { bottom: 0x54_aa, top: 0x54_bb, left: 0x54_cc, right: 0x54_dd };
const DISPLAY_WIDTH = 0x54_b0;
const DISPLAY_HEIGHT = 0x54_ba;

/** A file that says more is not believed. */
const MAX_ELEMENTS = 1000;
const MAX_TRACKS_BYTES = 4 * 1024 ** 2;
const MAX_SIDE = 100_000;
/** Bytes that hold the name of an element and its size. */
const HEAD_BYTES = 12;

interface Element {
  id: number;
  /** Of its content. */
  start: number;
  /** Infinity where nothing is said. */
  end: number;
}

/**
 * The part of a track's pictures that is to be seen.
 * @param read of the file. @param trackNumber as the file numbers it
 * @returns null where all is to be seen, where what is said leaves nothing, and for what is no Matroska. @throws what `read` does
 */
export async function matroskaCrop(read: ReadBytes, trackNumber: number): Promise<MatroskaCrop | null> {
  const tracks = await findTracks(read);
  if (tracks === null) return null;
  const entry = childrenOf(tracks, 0, tracks.length).find(
    (child) =>
      child.id === TRACK_ENTRY &&
      numbersOf(tracks, childrenOf(tracks, child.start, child.end)).get(TRACK_NUMBER) === trackNumber,
  );
  const video = entry && childrenOf(tracks, entry.start, entry.end).find(({ id }) => id === VIDEO);
  return video ? cropOf(numbersOf(tracks, childrenOf(tracks, video.start, video.end))) : null;
}

/** The description of all tracks, which lies before the media. */
async function findTracks(read: ReadBytes): Promise<Uint8Array | null> {
  let at = 0;
  for (let count = 0; count < MAX_ELEMENTS; count += 1) {
    const head = elementAt(await read(at, HEAD_BYTES), 0);
    if (head === null || head.id === CLUSTER) return null;
    const [start, end] = [at + head.start, at + head.end];
    if (head.id === TRACKS) return end - start > MAX_TRACKS_BYTES ? null : read(start, end - start);
    // What lies in a segment is looked at one by one.
    if (head.id !== SEGMENT && end === Infinity) return null;
    at = head.id === SEGMENT ? start : end;
  }
  return null;
}

/** @returns the element that begins at a place; null where there is none */
function elementAt(bytes: Uint8Array, at: number): Element | null {
  const idLength = lengthOf(bytes[at], 4);
  const sizeLength = lengthOf(bytes[at + idLength], 8);
  const start = at + idLength + sizeLength;
  if (idLength === 0 || sizeLength === 0 || start > bytes.length) return null;
  const id = numberIn(bytes, at, at + idLength);
  const first = (bytes[at + idLength] ?? 0) & (0xff >> sizeLength);
  const size = first * 256 ** (sizeLength - 1) + numberIn(bytes, at + idLength + 1, start);
  const isUnknown = size === 2 ** (7 * sizeLength) - 1;
  return { id, start, end: isUnknown ? Infinity : start + size };
}

/** Bytes of a number whose first byte says how many there are. @returns 0 where there are too many */
function lengthOf(first: number | undefined, most: number): number {
  const length = Math.clz32(first ?? 0) - 23;
  return length > most ? 0 : length;
}

function numberIn(bytes: Uint8Array, from: number, end: number): number {
  let value = 0;
  for (let at = from; at < end; at += 1) value = value * 256 + (bytes[at] ?? 0);
  return value;
}

function childrenOf(bytes: Uint8Array, from: number, end: number): Element[] {
  const children: Element[] = [];
  for (let at = from; at < end && children.length < MAX_ELEMENTS;) {
    const child = elementAt(bytes, at);
    if (child === null || child.end > end) break;
    children.push(child);
    at = child.end;
  }
  return children;
}

/** The whole numbers among elements. */
const numbersOf = (bytes: Uint8Array, elements: readonly Element[]): Map<number, number> =>
  new Map(
    elements
      .filter(({ start, end }) => end - start <= 6)
      .map(({ id, start, end }) => [id, numberIn(bytes, start, end)]),
  );

function cropOf(values: ReadonlyMap<number, number>): MatroskaCrop | null {
  const valueOf = (id: number): number => values.get(id) ?? 0;
  const full = { width: valueOf(PIXEL_WIDTH), height: valueOf(PIXEL_HEIGHT) };
  const [left, top] = [valueOf(CROP.left), valueOf(CROP.top)];
  const width = full.width - left - valueOf(CROP.right);
  const height = full.height - top - valueOf(CROP.bottom);
  const isUncropped = width === full.width && height === full.height;
  if (isUncropped || width <= 0 || height <= 0 || Math.max(full.width, full.height) > MAX_SIDE) return null;
  // What is said of the size as shown is said of the part.
  const [across, down] = [valueOf(DISPLAY_WIDTH), valueOf(DISPLAY_HEIGHT)];
  const pixelAspect = across > 0 && down > 0 ? (across * height) / (down * width) : 1;
  return { full, rect: { left, top, width, height }, pixelAspect };
}

/**
 * The part as it lies in the picture when that is turned upright.
 * @param rotation degrees clockwise. @param isFlipped whether it is mirrored then
 */
export function uprightRect(
  { full, rect }: Pick<MatroskaCrop, 'full' | 'rect'>,
  rotation: 0 | 90 | 180 | 270,
  isFlipped: boolean,
): Pick<MatroskaCrop, 'full' | 'rect'> {
  let turned = { full, rect };
  for (let degrees = 0; degrees < rotation; degrees += 90) {
    const { full: bounds, rect: observed } = turned;
    turned = {
      full: { width: bounds.height, height: bounds.width },
      rect: {
        left: bounds.height - observed.top - observed.height,
        top: observed.left,
        width: observed.height,
        height: observed.width,
      },
    };
  }
  if (!isFlipped) return turned;
  const { full: bounds, rect: visited } = turned;
  return { full: bounds, rect: { ...visited, left: bounds.width - visited.left - visited.width } };
}

/** Pixels of the part as it is shown: upright, square. */
export function displaySize(
  { rect, pixelAspect }: Pick<MatroskaCrop, 'rect' | 'pixelAspect'>,
  rotation: 0 | 90 | 180 | 270,
): { width: number; height: number } {
  const width = Math.max(1, Math.round(rect.width * Math.max(1, pixelAspect)));
  const height = Math.max(1, Math.round(rect.height / Math.min(1, pixelAspect)));
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}
