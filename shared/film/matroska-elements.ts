import type { ReadBytes } from './bytes.ts';

/** Elements of Matroska and WebM. Source: RFC 9559, 5.1; RFC 8794, 4 to 6. */

const SEGMENT = 0x18_53_80_67;
const CLUSTER = 0x1f_43_b6_75;
const TRACKS = 0x16_54_ae_6b;
/** One of the tracks. */
export const TRACK_ENTRY = 0xae;

/** A file that says more is not believed. */
const MAX_ELEMENTS = 1000;
const MAX_TRACKS_BYTES = 4 * 1024 ** 2;
/** Bytes that hold the name of an element and its size. */
const HEAD_BYTES = 12;

/** One element among bytes. */
export interface Element {
  id: number;
  /** Of its content. */
  start: number;
  /** Infinity where nothing is said. */
  end: number;
}

/** The description of all tracks, which lies before the media. @returns null of what is no Matroska. @throws what `read` does */
export async function findTracks(read: ReadBytes): Promise<Uint8Array | null> {
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

/** The elements between two places. */
export function childrenOf(bytes: Uint8Array, from: number, end: number): Element[] {
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
export const numbersOf = (bytes: Uint8Array, elements: readonly Element[]): Map<number, number> =>
  new Map(
    elements
      .filter(({ start, end }) => end - start <= 6)
      .map(({ id, start, end }) => [id, numberIn(bytes, start, end)]),
  );
