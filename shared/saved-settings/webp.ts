import {
  ascii,
  DamagedFile,
  joined,
  latin,
  littleEndian,
  readExactly,
  SignedFile,
  uint32Little,
} from './bytes.ts';
import type { BytesOrRange, RandomBytes } from './bytes.ts';
import { mergedPacket, newPacket, type Properties } from './xmp.ts';

/** WebP: what is added is in the XMP chunk behind the pixels; a plain file becomes an extended one, which may have it. */

const RIFF_HEADER = 12;
const XMP_FLAG = 0x04;
const ALPHA_FLAG = 0x10;
/** Chunks of the longest animation that is gone through. */
const MAX_CHUNKS = 200_000;
const MAX_RIFF_BYTES = 0xffff_fffe;

interface Chunk {
  type: string;
  from: number;
  length: number;
  /** Behind the byte that makes it even. */
  to: number;
}

async function riffEnd(source: RandomBytes): Promise<number> {
  const head = await readExactly(source, 0, RIFF_HEADER);
  const end = uint32Little(head, 4) + 8;
  if (latin(head.subarray(0, 4)) !== 'RIFF' || latin(head.subarray(8)) !== 'WEBP' || end > source.size) {
    throw new DamagedFile('It has no header, or ends too early.');
  }
  return end;
}

/** @throws DamagedFile */
async function* chunksOf(source: RandomBytes): AsyncGenerator<Chunk> {
  const end = await riffEnd(source);
  let from = RIFF_HEADER;
  for (let count = 0; from + 8 <= end; count += 1) {
    if (count >= MAX_CHUNKS) throw new DamagedFile('It has too many chunks.');
    const head = await readExactly(source, from, 8);
    const length = uint32Little(head, 4);
    const to = Math.min(end, from + 8 + length + (length % 2));
    if (from + 8 + length > end) throw new DamagedFile('A chunk is damaged.');
    yield { type: latin(head.subarray(0, 4)), from, length, to };
    from = to;
  }
}

/** The XMP packet of a WebP, or its manifest of the C2PA. @param maxBytes of it. @returns null without any. @throws DamagedFile */
export async function chunkOfWebp(
  source: RandomBytes,
  chunkType: 'XMP ' | 'C2PA',
  maxBytes: number,
): Promise<Uint8Array | null> {
  for await (const { type, from, length } of chunksOf(source)) {
    if (type === chunkType && length <= maxBytes) return readExactly(source, from + 8, length);
  }
  return null;
}

/** The chunk that says what else there is, for a file that has none: its size is in the header of its pixels. */
async function extendedHeader(source: RandomBytes, { type, from }: Chunk): Promise<Uint8Array> {
  let [width, height, flags] = [0, 0, XMP_FLAG];
  if (type === 'VP8L') {
    const head = await readExactly(source, from + 8, 5);
    const bits = uint32Little(head, 1);
    if (head[0] !== 0x2f) throw new DamagedFile('Its pixels are damaged.');
    [width, height] = [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    if ((bits >>> 28) & 1) flags |= ALPHA_FLAG;
  } else if (type === 'VP8 ') {
    const head = await readExactly(source, from + 8, 10);
    if (head[3] !== 0x9d || head[4] !== 0x01 || head[5] !== 0x2a) {
      throw new DamagedFile('Its pixels are damaged.');
    }
    const size = uint32Little(head, 6);
    [width, height] = [size & 0x3fff, (size >>> 16) & 0x3fff];
  } else throw new DamagedFile('It begins with no pixels.');
  if (width === 0 || height === 0) throw new DamagedFile('It has no pixels.');
  return joined([
    ascii('VP8X'),
    littleEndian(10),
    littleEndian(flags),
    littleEndian(width - 1).subarray(0, 3),
    littleEndian(height - 1).subarray(0, 3),
  ]);
}

function xmpChunk(packet: Uint8Array): Uint8Array {
  const padding = new Uint8Array(packet.length % 2);
  return joined([ascii('XMP '), littleEndian(packet.length), packet, padding]);
}

/** A WebP with these properties instead of those it had. @throws DamagedFile, SignedFile */
export async function planWebp(
  source: RandomBytes,
  properties: Properties,
  maxBytes: number,
): Promise<BytesOrRange[]> {
  const end = await riffEnd(source);
  const chunks: BytesOrRange[] = [];
  let packet: Uint8Array | null = null;
  let size = 4;
  let isFirst = true;
  const add = (fragment: BytesOrRange): void => {
    chunks.push(fragment);
    size += 'from' in fragment ? fragment.to - fragment.from : fragment.length;
  };
  for await (const chunk of chunksOf(source)) {
    const { type, from, to, length } = chunk;
    if (type === 'C2PA') throw new SignedFile('It is signed as it is.');
    if (isFirst && type === 'VP8X') {
      const header = Uint8Array.from(await readExactly(source, from, to - from));
      if (length < 10) throw new DamagedFile('Its header is damaged.');
      header[8]! |= XMP_FLAG;
      add(header);
    } else {
      if (isFirst) add(await extendedHeader(source, chunk));
      if (type === 'XMP ') {
        if (length > maxBytes) throw new DamagedFile('Its properties are too large.');
        packet ??= await readExactly(source, from + 8, length);
      } else {
        add({ from, to });
        if ((to - from) % 2 === 1) add(new Uint8Array(1));
      }
    }
    isFirst = false;
  }
  if (isFirst) throw new DamagedFile('It has no pixels.');
  const raw = packet === null ? newPacket(properties) : mergedPacket(packet, properties);
  if (raw === null) throw new DamagedFile('Its properties cannot be read.');
  add(xmpChunk(raw));
  if (size > MAX_RIFF_BYTES) throw new DamagedFile('It would be too large.');
  const head = joined([ascii('RIFF'), littleEndian(size), ascii('WEBP')]);
  return [head, ...chunks, ...(source.size > end ? [{ from: end, to: source.size }] : [])];
}
