import { ascii, bigEndian, DamagedFile, joined, latin, readExactly, SignedFile, uint32 } from './bytes.ts';
import type { BytesOrRange, RandomBytes } from './bytes.ts';
import { mergedPacket, newPacket, type SourceMark } from './xmp.ts';

/**
 * PNG: the settings are an international text chunk right behind the header, compressed, so that a reader need not go
 * through the pixels. XMP has a chunk of its own, which is not compressed.
 */

export const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const KEYWORD = 'patchbay';
/** Keyword and its end, compressed by zlib, no language, no translated keyword. */
const TEXT_START = joined([ascii(KEYWORD), Uint8Array.of(0, 1, 0, 0, 0)]);
/** Of XMP, as the third edition of PNG says: neither compressed nor in any language. */
const XMP_START = ascii('XML:com.adobe.xmp\0\0\0\0\0');
const HEADER_LENGTH = 13;
/** Chunks of the longest file that is gone through; encoders write eight kilobytes each and more. */
const MAX_CHUNKS = 200_000;
const MAX_CHUNK_BYTES = 0x7fff_ffff;

interface Chunk {
  type: string;
  /** Of its length field. */
  from: number;
  /** Behind its checksum. */
  to: number;
}

/** @param until `pixels` ends before the first of them. @throws DamagedFile */
async function* chunksOf(source: RandomBytes, until: 'pixels' | 'end'): AsyncGenerator<Chunk> {
  let from = PNG_SIGNATURE.length;
  for (let count = 0; from < source.size; count += 1) {
    if (count >= MAX_CHUNKS) throw new DamagedFile('It has too many chunks.');
    const head = await readExactly(source, from, 8);
    const length = uint32(head, 0);
    const type = latin(head.subarray(4));
    const to = from + 12 + length;
    if (length > MAX_CHUNK_BYTES || to > source.size || !/^[A-Za-z]{4}$/.test(type)) {
      throw new DamagedFile('A chunk is damaged.');
    }
    if (count === 0 && (type !== 'IHDR' || length !== HEADER_LENGTH)) {
      throw new DamagedFile('It has no header.');
    }
    if (type === 'IDAT' && until === 'pixels') return;
    yield { type, from, to };
    if (type === 'IEND') return;
    from = to;
  }
  throw new DamagedFile('It ends too early.');
}

/** Whether a chunk is a text under our keyword, however it is written. */
async function isOurs(source: RandomBytes, { type, from, to }: Chunk): Promise<boolean> {
  if (!['iTXt', 'zTXt', 'tEXt'].includes(type) || to - from - 12 <= KEYWORD.length) return false;
  return latin(await readExactly(source, from + 8, KEYWORD.length + 1)) === `${KEYWORD}\0`;
}

/**
 * The compressed settings of a PNG.
 * @param maxBytes of them. @returns null without any. @throws DamagedFile
 */
export async function findInPng(source: RandomBytes, maxBytes: number): Promise<Uint8Array | null> {
  for await (const chunk of chunksOf(source, 'pixels')) {
    if (chunk.type !== 'iTXt' || !(await isOurs(source, chunk))) continue;
    const length = chunk.to - chunk.from - 12;
    if (length > maxBytes + TEXT_START.length) throw new DamagedFile('The settings in it are too large.');
    const content = await readExactly(source, chunk.from + 8, length);
    const start = content.subarray(0, TEXT_START.length);
    if (latin(start) !== latin(TEXT_START)) throw new DamagedFile('The settings in it are damaged.');
    const checksum = await readExactly(source, chunk.to - 4, 4);
    if (uint32(checksum, 0) !== crc32(joined([ascii('iTXt'), content]))) {
      throw new DamagedFile('The settings in it are damaged.');
    }
    return content.subarray(TEXT_START.length);
  }
  return null;
}

/** Whether a chunk is XMP as it should be. @param maxBytes of what is read. */
async function isXmp(source: RandomBytes, { type, from, to }: Chunk, maxBytes: number): Promise<boolean> {
  const length = to - from - 12;
  if (type !== 'iTXt' || length < XMP_START.length || length > maxBytes) return false;
  return latin(await readExactly(source, from + 8, XMP_START.length)) === latin(XMP_START);
}

/** The XMP packet of a PNG, or its manifest of the C2PA. @returns null without any. @throws DamagedFile */
export async function chunkOfPng(
  source: RandomBytes,
  contentKind: 'XMP' | 'C2PA',
  maxBytes: number,
): Promise<Uint8Array | null> {
  for await (const chunk of chunksOf(source, 'end')) {
    const { type, from, to } = chunk;
    if (contentKind === 'C2PA' && type === 'caBX' && to - from - 12 <= maxBytes) {
      return readExactly(source, from + 8, to - from - 12);
    }
    if (contentKind === 'XMP' && (await isXmp(source, chunk, maxBytes))) {
      const start = from + 8 + XMP_START.length;
      return readExactly(source, start, to - 4 - start);
    }
  }
  return null;
}

function textChunk(start: Uint8Array, content: Uint8Array): Uint8Array {
  const body = joined([ascii('iTXt'), start, content]);
  return joined([bigEndian(body.length - 4, 4), body, bigEndian(crc32(body), 4)]);
}

/** A PNG with these additions instead of those it had. @throws DamagedFile, SignedFile */
export async function planPng(
  source: RandomBytes,
  { settings, mark }: { settings?: Uint8Array; mark?: SourceMark },
  maxPacketBytes: number,
): Promise<BytesOrRange[]> {
  const headerEnd = PNG_SIGNATURE.length + HEADER_LENGTH + 12;
  const ours = settings === undefined ? [] : [textChunk(TEXT_START, settings)];
  const remaining: BytesOrRange[] = [];
  let packet: Uint8Array | null = null;
  let from = headerEnd;
  for await (const chunk of chunksOf(source, 'end')) {
    if (chunk.type === 'caBX') throw new SignedFile('It is signed as it is.');
    const isReplaced = settings !== undefined && (await isOurs(source, chunk));
    const isPacket = mark !== undefined && packet === null && (await isXmp(source, chunk, maxPacketBytes));
    if (!isReplaced && !isPacket) continue;
    if (isPacket) {
      const start = chunk.from + 8 + XMP_START.length;
      packet = await readExactly(source, start, chunk.to - 4 - start);
    }
    if (chunk.from > from) remaining.push({ from, to: chunk.from });
    from = chunk.to;
  }
  if (source.size > from) remaining.push({ from, to: source.size });
  if (mark !== undefined) {
    const merged = packet === null ? newPacket({ mark }) : mergedPacket(packet, { mark });
    if (merged === null) throw new DamagedFile('Its properties cannot be read.');
    ours.push(textChunk(XMP_START, merged));
  }
  return [{ from: 0, to: headerEnd }, ...ours, ...remaining];
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb8_8320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** As PNG asks for it, over type and content of a chunk. */
function crc32(bytes: Uint8Array): number {
  let value = 0xffff_ffff;
  for (const byte of bytes) value = CRC_TABLE[(value ^ byte) & 0xff]! ^ (value >>> 8);
  return ~value >>> 0;
}
