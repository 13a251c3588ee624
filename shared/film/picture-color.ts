import { textAt, viewOf, type ReadBytes, type Unpack } from './bytes.ts';
import { av1Points } from './av1-points.ts';
import { iccPoints, type ColorPoints } from './icc-points.ts';
import type { PictureColor } from './picture-sdr.ts';
import { pngColor } from './png-color.ts';

/**
 * How the numbers of a picture are meant, where it says so otherwise than by a profile of a screen: PNG in its chunks cICP, or gAMA
 * and cHRM, AVIF in a box colr of the kind nclx or in the stream alone, both in a profile of HDR. Only headers are looked at,
 * within limits; nothing is decoded.
 * Sources: PNG, third edition, 4.3 and 11.3.2; ISO/IEC 23008-12, 6.5.5; ISO/IEC 14496-12, 12.1.5; code points: ITU-T H.273.
 */

/** Types of content of which a picture may name its colors so. */
export const MAY_NAME_COLORS: ReadonlySet<string> = new Set(['image/png', 'image/avif']);

const HEAD_BYTES = 16;
/** Chunks and boxes that are walked over, and properties and items of a picture; more is no picture of a camera or program. */
const MAX_BOXES = 256;
const MAX_ITEMS = 4096;
/** Bytes of the box that describes the items of a picture. */
const MAX_META_BYTES = 1024 ** 2;
/** Bytes of a box av1C before what it holds of the stream, and bytes in which the header of a stream is. */
const AV1C_BYTES = 4;
const STREAM_BYTES = 64;

/** @returns null where it names none, or has a profile of a screen that counts instead. @throws what reading says */
export async function pictureColor(read: ReadBytes, unpack: Unpack): Promise<PictureColor | null> {
  const head = await read(0, HEAD_BYTES);
  if (textAt(head, 1, 3) === 'PNG') return pngColor(read, unpack);
  return textAt(head, 4, 4) === 'ftyp' ? avifColor(read) : null;
}

/** A box within bytes: where what it holds begins and ends. */
interface Box {
  type: string;
  from: number;
  end: number;
}

/** Boxes one behind the other; what does not fit into its surroundings ends them. */
function* boxesIn(bytes: Uint8Array, start: number, end: number): Generator<Box, void, unknown> {
  const view = viewOf(bytes);
  let at = start;
  for (let count = 0; count < MAX_BOXES && at + 8 <= end; count += 1) {
    const size = view.getUint32(at);
    if (size < 8 || at + size > end) return;
    yield { type: textAt(bytes, at + 4, 4), from: at + 8, end: at + size };
    at += size;
  }
}

async function avifColor(read: ReadBytes): Promise<PictureColor | null> {
  const meta = await readMeta(read);
  if (meta === null) return null;
  const boxes = [...boxesIn(meta, 4, meta.length)];
  const properties = boxes.find(({ type }) => type === 'iprp');
  if (!properties) return null;
  const segments = [...boxesIn(meta, properties.from, properties.end)];
  const container = segments.find(({ type }) => type === 'ipco');
  if (!container) return null;
  const all = [...boxesIn(meta, container.from, container.end)];
  const item = primaryItem(
    meta,
    boxes.find(({ type }) => type === 'pitm'),
  );
  const indices = segments.flatMap((box) => (box.type === 'ipma' ? associated(meta, box, item) : []));
  // A file that assigns nothing to its picture is read as far as it can be.
  const own = indices.length === 0 ? all : indices.flatMap((index) => all[index - 1] ?? []);
  const colors = own.filter(({ type }) => type === 'colr');
  const kindOf = ({ from }: Box): string => textAt(meta, from, 4);
  const profile = colors.find((color) => ['prof', 'rICC'].includes(kindOf(color)));
  // What a decoder gives has the full range whatever the file says.
  if (profile) return inFullRange(iccPoints(meta.subarray(profile.from + 4, profile.end)));
  const encoded = colors.find((color) => kindOf(color) === 'nclx' && color.end - color.from >= 11);
  if (!encoded) {
    const stream = own.find(({ type }) => type === 'av1C');
    return stream ? streamColor(meta.subarray(stream.from, stream.end), { meta, boxes, item }, read) : null;
  }
  const view = viewOf(meta);
  return {
    primaries: view.getUint16(encoded.from + 4),
    transfer: view.getUint16(encoded.from + 6),
    fullRange: true,
  };
}

/** What the stream itself says: in the description of its codec, or where it begins. */
async function streamColor(
  codec: Uint8Array,
  { meta, boxes, item }: { meta: Uint8Array; boxes: readonly Box[]; item: number },
  read: ReadBytes,
): Promise<PictureColor | null> {
  const described = av1Points(codec.subarray(AV1C_BYTES));
  if (described) return inFullRange(described);
  const locations = boxes.find(({ type }) => type === 'iloc');
  const start = locations && itemStart(meta.subarray(locations.from, locations.end), item);
  return start === null || start === undefined
    ? null
    : inFullRange(av1Points(await read(start, STREAM_BYTES)));
}

/** Where the bytes of an item begin in the file; null where that is not said, or lies elsewhere. Source: ISO/IEC 14496-12, 8.11.3. */
function itemStart(iloc: Uint8Array, item: number): number | null {
  const version = iloc[0] ?? 0;
  if (version > 1 || iloc.length < 8) return null;
  const view = viewOf(iloc);
  const sizes = { offset: (iloc[4] ?? 0) >> 4, length: (iloc[4] ?? 0) & 15, base: (iloc[5] ?? 0) >> 4 };
  const indexSize = version === 1 ? (iloc[5] ?? 0) & 15 : 0;
  const numberAt = (at: number, size: number): number =>
    size === 8 ? Number(view.getBigUint64(at)) : size === 4 ? view.getUint32(at) : 0;
  let at = 8;
  for (let entry = Math.min(view.getUint16(6), MAX_ITEMS); entry > 0; entry -= 1) {
    const base = at + (version === 1 ? 6 : 4);
    const extents = base + sizes.base + 2;
    if (extents + indexSize + sizes.offset > iloc.length) return null;
    const count = view.getUint16(base + sizes.base);
    if (view.getUint16(at) === item) {
      const isInFile = version === 0 || (view.getUint16(at + 2) & 15) === 0;
      return isInFile && count > 0
        ? numberAt(base, sizes.base) + numberAt(extents + indexSize, sizes.offset)
        : null;
    }
    at = extents + count * (indexSize + sizes.offset + sizes.length);
  }
  return null;
}

const inFullRange = (points: ColorPoints | null): PictureColor | null =>
  points && { ...points, fullRange: true };

/** What the box holds that describes the items of a picture. */
async function readMeta(read: ReadBytes): Promise<Uint8Array | null> {
  let at = 0;
  for (let box = 0; box < MAX_BOXES; box += 1) {
    const head = await read(at, HEAD_BYTES);
    if (head.length < 8) return null;
    const view = viewOf(head);
    const is64Bit = view.getUint32(0) === 1 && head.length === HEAD_BYTES;
    const size = is64Bit ? Number(view.getBigUint64(8)) : view.getUint32(0);
    const header = is64Bit ? HEAD_BYTES : 8;
    if (size < header) return null;
    if (textAt(head, 4, 4) === 'meta') {
      const length = size - header;
      if (length > MAX_META_BYTES) return null;
      const bytes = await read(at + header, length);
      return bytes.length === length ? bytes : null;
    }
    at += size;
  }
  return null;
}

/** The number of the item that is the picture; 0 where none is named. */
function primaryItem(meta: Uint8Array, box: Box | undefined): number {
  if (!box || box.end - box.from < 6) return 0;
  const view = viewOf(meta);
  if (meta[box.from] === 0) return view.getUint16(box.from + 4);
  return box.end - box.from >= 8 ? view.getUint32(box.from + 4) : 0;
}

/** Numbers, from 1, of the properties that an item has. */
function associated(meta: Uint8Array, { from, end }: Box, item: number): number[] {
  const view = viewOf(meta);
  if (end - from < 8) return [];
  const is32BitItem = meta[from] !== 0;
  const is32BitIndex = ((meta[from + 3] ?? 0) & 1) === 1;
  const count = Math.min(view.getUint32(from + 4), MAX_ITEMS);
  let at = from + 8;
  for (let entry = 0; entry < count; entry += 1) {
    const idBytes = is32BitItem ? 4 : 2;
    if (at + idBytes + 1 > end) return [];
    const id = is32BitItem ? view.getUint32(at) : view.getUint16(at);
    const length = meta[at + idBytes] ?? 0;
    const first = at + idBytes + 1;
    const step = is32BitIndex ? 2 : 1;
    at = first + length * step;
    if (at > end) return [];
    if (id === item)
      return Array.from({ length }, (_, index) =>
        is32BitIndex
          ? view.getUint16(first + index * step) & 0x7fff
          : (meta[first + index * step] ?? 0) & 0x7f,
      );
  }
  return [];
}
