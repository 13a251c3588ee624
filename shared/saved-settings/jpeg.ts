import { ascii, bigEndian, DamagedFile, joined, latin, readExactly, SignedFile } from './bytes.ts';
import type { BytesOrRange, RandomBytes } from './bytes.ts';
import { findInPacket, mergedPacket, newPacket, type Properties } from './xmp.ts';

/** JPEG: what is added is in the XMP packet, which is one segment of at most 64 KB before the pixels. */

const XMP_START = ascii('http://ns.adobe.com/xap/1.0/\0');
/** Of a segment, without marker and length. */
const MAX_CONTENT = 65_533;
/** Base64 that fits into a packet of its own. */
export const MAX_JPEG_BASE64 = 64_000;
const MAX_SEGMENTS = 1000;

interface Segment {
  marker: number;
  /** Of its marker. */
  from: number;
  /** Behind its content. */
  to: number;
}

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP11 = 0xeb;
/** Where a box in APP11 says its type, and what it says of a manifest. */
const BOX_TYPE = { from: 12, to: 16 };

/** The segments before the pixels. @throws DamagedFile */
async function* segmentsOf(source: RandomBytes): AsyncGenerator<Segment> {
  const start = await readExactly(source, 0, 2);
  if (start[0] !== 0xff || start[1] !== START_OF_IMAGE) throw new DamagedFile('It has no header.');
  let from = 2;
  for (let count = 0; count < MAX_SEGMENTS; count += 1) {
    const [lead, marker = 0, high = 0, low = 0] = await readExactly(source, from, 4);
    if (lead !== 0xff) throw new DamagedFile('A segment is damaged.');
    // Markers may be led by any number of such bytes.
    if (marker === 0xff) {
      from += 1;
      continue;
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return;
    const length = high * 256 + low;
    const to = from + 2 + length;
    if (length < 2 || to > source.size || marker < 0xc0) throw new DamagedFile('A segment is damaged.');
    yield { marker, from, to };
    from = to;
  }
  throw new DamagedFile('It has too many segments.');
}

const contentOf = (source: RandomBytes, { from, to }: Segment): Promise<Uint8Array> =>
  readExactly(source, from + 4, to - from - 4);

/** The XMP of a segment; null of other segments. */
async function packetOf(source: RandomBytes, segment: Segment): Promise<Uint8Array | null> {
  if (segment.marker !== APP1) return null;
  const content = await contentOf(source, segment);
  return latin(content.subarray(0, XMP_START.length)) === latin(XMP_START)
    ? content.subarray(XMP_START.length)
    : null;
}

/** The base64 of the settings of a JPEG. @returns null without any. @throws DamagedFile */
export async function findInJpeg(source: RandomBytes): Promise<string | null> {
  for await (const packet of packetsOfJpeg(source)) {
    const found = findInPacket(packet);
    if (found !== null) return found;
  }
  return null;
}

/** @throws DamagedFile */
export async function* packetsOfJpeg(source: RandomBytes): AsyncGenerator<Uint8Array> {
  for await (const segment of segmentsOf(source)) {
    const packet = await packetOf(source, segment);
    if (packet !== null) yield packet;
  }
}

/** Whether a segment is a part of a manifest: boxes of JUMBF, as the C2PA has them. */
async function isManifest(source: RandomBytes, segment: Segment): Promise<boolean> {
  if (segment.marker !== APP11) return false;
  const content = await contentOf(source, segment);
  return (
    latin(content.subarray(0, 2)) === 'JP' && latin(content.subarray(BOX_TYPE.from, BOX_TYPE.to)) === 'jumb'
  );
}

/** The segments of the manifest of a JPEG, joined; empty without one. @throws DamagedFile */
export async function manifestOfJpeg(source: RandomBytes): Promise<Uint8Array> {
  const found: Uint8Array[] = [];
  for await (const segment of segmentsOf(source)) {
    if (await isManifest(source, segment)) found.push(await contentOf(source, segment));
  }
  return joined(found);
}

function segmentWith(packet: Uint8Array): Uint8Array {
  const length = XMP_START.length + packet.length + 2;
  return joined([Uint8Array.of(0xff, APP1), bigEndian(length, 2), XMP_START, packet]);
}

const fits = (packet: Uint8Array): boolean => XMP_START.length + packet.length <= MAX_CONTENT;

/** A JPEG with these properties instead of those it had. @throws DamagedFile, SignedFile */
export async function planJpeg(source: RandomBytes, properties: Properties): Promise<BytesOrRange[]> {
  const { settings } = properties;
  if (settings != null && settings.length > MAX_JPEG_BASE64)
    throw new DamagedFile('The settings are too large for it.');
  const chunks: BytesOrRange[] = [];
  let from = 0;
  // Behind what has to come first: the start of the image, and what says it is JFIF or Exif.
  let index = 2;
  let isLeading = true;
  let isInserted = false;
  const replacements: { segment: Segment; by: Uint8Array }[] = [];
  for await (const segment of segmentsOf(source)) {
    if (await isManifest(source, segment)) throw new SignedFile('It is signed as it is.');
    const packet = await packetOf(source, segment);
    if (packet !== null) {
      const merged = isInserted ? null : mergedPacket(packet, properties);
      if (merged !== null && fits(merged)) {
        replacements.push({ segment, by: segmentWith(merged) });
        isInserted = true;
      } else if (settings !== undefined && findInPacket(packet) !== null) {
        const stripped = mergedPacket(packet, { settings: null });
        if (stripped !== null) replacements.push({ segment, by: segmentWith(stripped) });
      }
    }
    isLeading &&= packet === null && (segment.marker === APP0 || segment.marker === APP1);
    if (isLeading) index = segment.to;
  }
  const ours = isInserted ? null : segmentWith(newPacket(properties));
  if (ours !== null) {
    chunks.push({ from, to: index }, ours);
    from = index;
  }
  for (const { segment, by } of replacements) {
    if (segment.from > from) chunks.push({ from, to: segment.from });
    chunks.push(by);
    from = segment.to;
  }
  chunks.push({ from, to: source.size });
  return chunks;
}
