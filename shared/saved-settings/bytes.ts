/** Bytes that are read where they are needed: a file on the disk, a file that was dropped, or a buffer. */
export interface RandomBytes {
  /** In bytes. */
  readonly size: number;
  /** @returns fewer bytes than were asked for only where the file ends. */
  read(from: number, length: number): Promise<Uint8Array>;
}

/** A part of a file that is written anew: new bytes, or a range of the original. */
export type BytesOrRange = Uint8Array | { from: number; to: number };

/** How a file is packed: the container names the place for what is added. */
export type Container = 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' | 'mp4';

/** A file is damaged where it is read. */
export class DamagedFile extends Error {
  override name = 'DamagedFile';
}

/** A file carries a manifest of the C2PA, which any other byte in it would break. */
export class SignedFile extends Error {
  override name = 'SignedFile';
}

/** @throws DamagedFile when the file ends before. */
export async function readExactly(source: RandomBytes, from: number, length: number): Promise<Uint8Array> {
  if (length < 0 || from < 0 || from + length > source.size) throw new DamagedFile('It ends too early.');
  const bytes = await source.read(from, length);
  if (bytes.length !== length) throw new DamagedFile('It ends too early.');
  return bytes;
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const uint16 = (bytes: Uint8Array, at: number, isLittle = false): number =>
  viewOf(bytes).getUint16(at, isLittle);
export const uint32 = (bytes: Uint8Array, at: number): number => viewOf(bytes).getUint32(at);
export const uint32Little = (bytes: Uint8Array, at: number): number => viewOf(bytes).getUint32(at, true);

/** Each unit of the text as one byte; for texts of ASCII alone. */
export const ascii = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff);

/** The bytes as text, one unit each. For short ones. */
export const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

export function utf8(text: string): Uint8Array {
  const space = new Uint8Array(text.length * 3);
  return space.subarray(0, new TextEncoder().encodeInto(text, space).written);
}

export function joined(segments: readonly Uint8Array[]): Uint8Array {
  const full = new Uint8Array(segments.reduce((sum, segment) => sum + segment.length, 0));
  let at = 0;
  for (const segment of segments) {
    full.set(segment, at);
    at += segment.length;
  }
  return full;
}

export function bigEndian(value: number, bytes: 2 | 4): Uint8Array {
  const created = new Uint8Array(4);
  viewOf(created).setUint32(0, value);
  return created.subarray(4 - bytes);
}

export function littleEndian(value: number): Uint8Array {
  const created = new Uint8Array(4);
  viewOf(created).setUint32(0, value, true);
  return created;
}

/** A whole number of up to 53 bits. @throws DamagedFile beyond. */
export function uint64(bytes: Uint8Array, at: number): number {
  const value = viewOf(bytes).getBigUint64(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new DamagedFile('It says that it is too large.');
  return Number(value);
}

/** Bytes of a file that pieces make. */
export const lengthOf = (chunks: readonly BytesOrRange[]): number =>
  chunks.reduce((sum, chunk) => sum + ('from' in chunk ? chunk.to - chunk.from : chunk.length), 0);
