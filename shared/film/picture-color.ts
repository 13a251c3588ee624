import { textAt, viewOf, type ReadBytes } from './bytes.ts';
import type { PictureColor } from './picture-sdr.ts';
import { pngColor } from './png-color.ts';

/**
 * How the numbers of a picture are meant, where it says so otherwise than by a profile: PNG in its chunks cICP, or gAMA and cHRM,
 * AVIF in a box colr of the kind nclx. Only headers are looked at, within limits; nothing is decoded.
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

/** @returns null where it names none, or has a profile that counts instead. @throws what reading says */
export async function pictureColor(read: ReadBytes): Promise<PictureColor | null> {
  const head = await read(0, HEAD_BYTES);
  if (textAt(head, 1, 3) === 'PNG') return pngColor(read);
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
  if (colors.some((color) => ['prof', 'rICC'].includes(kindOf(color)))) return null;
  const encoded = colors.find((color) => kindOf(color) === 'nclx' && color.end - color.from >= 11);
  if (!encoded) return null;
  const view = viewOf(meta);
  return {
    primaries: view.getUint16(encoded.from + 4),
    transfer: view.getUint16(encoded.from + 6),
    fullRange: true,
  };
}

/** What the box holds that describes the items of a picture. */
async function readMeta(read: ReadBytes): Promise<Uint8Array | null> {
  let at = 0;
  for (let box = 0; box < MAX_BOXES; box += 1) {
    const head = await read(at, HEAD_BYTES);
    if (head.length < 8) return null;
    const view = viewOf(head);
    const isLong = view.getUint32(0) === 1 && head.length === HEAD_BYTES;
    const size = isLong ? Number(view.getBigUint64(8)) : view.getUint32(0);
    const header = isLong ? HEAD_BYTES : 8;
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
  const isLongItem = meta[from] !== 0;
  const isLongIndex = ((meta[from + 3] ?? 0) & 1) === 1;
  const count = Math.min(view.getUint32(from + 4), MAX_ITEMS);
  let at = from + 8;
  for (let entry = 0; entry < count; entry += 1) {
    const idBytes = isLongItem ? 4 : 2;
    if (at + idBytes + 1 > end) return [];
    const id = isLongItem ? view.getUint32(at) : view.getUint16(at);
    const length = meta[at + idBytes] ?? 0;
    const first = at + idBytes + 1;
    const step = isLongIndex ? 2 : 1;
    at = first + length * step;
    if (at > end) return [];
    if (id === item)
      return Array.from({ length }, (_, index) =>
        isLongIndex
          ? view.getUint16(first + index * step) & 0x7fff
          : (meta[first + index * step] ?? 0) & 0x7f,
      );
  }
  return [];
}
