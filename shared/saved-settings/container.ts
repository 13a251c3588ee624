import { DamagedFile, latin } from './bytes.ts';
import type { Container, BytesOrRange, RandomBytes } from './bytes.ts';
import { packetOfGif, planGif } from './gif.ts';
import { findInJpeg, manifestOfJpeg, MAX_JPEG_BASE64, packetsOfJpeg, planJpeg } from './jpeg.ts';
import { packetOfMp4, planMp4 } from './mp4.ts';
import { chunkOfPng, findInPng, planPng, PNG_SIGNATURE } from './png.ts';
import { packetOfTiff, planTiff } from './tiff.ts';
import { chunkOfWebp, planWebp } from './webp.ts';
import { findInPacket, sourceTypeInPacket, type SourceMark } from './xmp.ts';

/** Most bytes of compressed settings in one file; of a JPEG it is less. */
const MAX_COMPRESSED_BYTES = 4 * 1024 * 1024;
/** Of an XMP packet that is read: other programs write into it as well. */
const MAX_PACKET_BYTES = 8 * 1024 * 1024;

/** Brands of pictures that are packed as films are: their properties lie elsewhere. */
const PICTURE_BRANDS = /^(?:avi[fos]|hei[cfxms]|hev[cmsx]|mif1|msf1|jxl )/;

/** What a file is by its first bytes; null of what nothing can be added to. */
async function containerOf(source: RandomBytes): Promise<Container | null> {
  const head = latin(await source.read(0, 12));
  if (head.startsWith(latin(PNG_SIGNATURE))) return 'png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'webp';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  if (head.startsWith('II*\0') || head.startsWith('MM\0*')) return 'tiff';
  return head.slice(4, 8) === 'ftyp' && !PICTURE_BRANDS.test(head.slice(8)) ? 'mp4' : null;
}

/** What a file's type can carry. @param base64Length of the compressed settings. */
export function canCarry(contentType: string | null, base64Length: number): boolean {
  if (contentType === 'image/jpeg') return base64Length <= MAX_JPEG_BASE64;
  const isDifferent = contentType === 'image/png' || contentType === 'image/webp';
  return isDifferent && base64Length <= (MAX_COMPRESSED_BYTES / 3) * 4;
}

/** Of WebM and Matroska nobody reads tags behind the frames, and what stands before them cannot grow. */
const MARKED_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/tiff',
  'video/mp4',
  'video/quicktime',
  'audio/mp4',
  'audio/x-m4a',
]);

/** Whether files of a type can say where they came from. */
export const canBeMarked = (contentType: string | null): boolean =>
  contentType !== null && MARKED_TYPES.has(contentType.replace(/;.*$/, '').trim().toLowerCase());

/** Settings as they lie in a file: compressed by zlib, in a text as base64. */
type PackedSettings = { bytes: Uint8Array } | { base64: string };

/** Looks for settings in a file, and reads no more than it has to. @returns null without any. @throws DamagedFile */
export async function findSettings(source: RandomBytes): Promise<PackedSettings | null> {
  const container = await containerOf(source);
  if (container === 'png') {
    const bytes = await findInPng(source, MAX_COMPRESSED_BYTES);
    return bytes && { bytes };
  }
  if (container !== 'jpeg' && container !== 'webp') return null;
  const packet = container === 'webp' ? await chunkOfWebp(source, 'XMP ', MAX_PACKET_BYTES) : null;
  const base64 = container === 'jpeg' ? await findInJpeg(source) : packet && findInPacket(packet);
  if (base64 === null) return null;
  if (base64.length > (MAX_COMPRESSED_BYTES / 3) * 4) {
    throw new DamagedFile('The settings in it are too large.');
  }
  return { base64 };
}

/**
 * What a file says of its digital source type: in its properties, else in its manifest of the C2PA, whose signature is not looked at.
 * @returns null of one that says nothing. @throws DamagedFile
 */
export async function findSourceType(source: RandomBytes): Promise<string | null> {
  const container = await containerOf(source);
  for await (const packet of packetsOf(source, container)) {
    const found = sourceTypeInPacket(packet);
    if (found !== null) return found;
  }
  return sourceTypeInManifest(await manifestOf(source, container));
}

async function* packetsOf(source: RandomBytes, container: Container | null): AsyncGenerator<Uint8Array> {
  if (container === 'jpeg') {
    yield* packetsOfJpeg(source);
    return;
  }
  const packet = await packetIn(source, container);
  if (packet !== null) yield packet;
}

async function packetIn(source: RandomBytes, container: Container | null): Promise<Uint8Array | null> {
  switch (container) {
    case 'png':
      return chunkOfPng(source, 'XMP', MAX_PACKET_BYTES);
    case 'webp':
      return chunkOfWebp(source, 'XMP ', MAX_PACKET_BYTES);
    case 'gif':
      return packetOfGif(source, MAX_PACKET_BYTES);
    case 'tiff':
      return packetOfTiff(source, MAX_PACKET_BYTES);
    case 'mp4':
      return packetOfMp4(source, MAX_PACKET_BYTES);
    default:
      return null;
  }
}

async function manifestOf(source: RandomBytes, container: Container | null): Promise<Uint8Array> {
  if (container === 'jpeg') return manifestOfJpeg(source);
  const found =
    container === 'png'
      ? await chunkOfPng(source, 'C2PA', MAX_PACKET_BYTES)
      : container === 'webp'
        ? await chunkOfWebp(source, 'C2PA', MAX_PACKET_BYTES)
        : null;
  return found ?? new Uint8Array();
}

/** Bytes that become text in one go. */
const SLICE = 8192;

/** A manifest is CBOR in boxes, in which such an address stands as it is. That of a model counts before all others. */
function sourceTypeInManifest(manifest: Uint8Array): string | null {
  let text = '';
  for (let at = 0; at < manifest.length; at += SLICE) text += latin(manifest.subarray(at, at + SLICE));
  const found = [...text.matchAll(/digitalsourcetype\/([A-Za-z]{4,60})/g)].map(([, name = '']) => name);
  const ofModel = ['trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia'];
  return ofModel.find((name) => found.some((each) => each.startsWith(name))) ?? found[0] ?? null;
}

/** What is added to a file that is saved. */
export interface Additions {
  settings?: { bytes: Uint8Array; base64: string };
  mark?: SourceMark;
}

/**
 * How a file is written with additions to it; its pixels and frames stay as they are.
 * @returns null of a file that cannot carry them. @throws DamagedFile; SignedFile of one that any change would break
 */
export async function planSavedFile(
  source: RandomBytes,
  { settings, mark }: Additions,
): Promise<BytesOrRange[] | null> {
  const properties = {
    ...(settings !== undefined && { settings: settings.base64 }),
    ...(mark !== undefined && { mark }),
  };
  const container = await containerOf(source);
  switch (container) {
    case 'png': {
      const additions = { ...(settings && { settings: settings.bytes }), ...(mark && { mark }) };
      return planPng(source, additions, MAX_PACKET_BYTES);
    }
    case 'jpeg':
      return planJpeg(source, properties);
    case 'webp':
      return planWebp(source, properties, MAX_PACKET_BYTES);
    default:
      return settings !== undefined || mark === undefined ? null : planMarked(source, container, mark);
  }
}

/** Of files that carry no settings. */
async function planMarked(
  source: RandomBytes,
  container: Container | null,
  mark: SourceMark,
): Promise<BytesOrRange[] | null> {
  switch (container) {
    case 'gif':
      return planGif(source, { mark }, MAX_PACKET_BYTES);
    case 'tiff':
      return planTiff(source, { mark }, MAX_PACKET_BYTES);
    case 'mp4':
      return planMp4(source, { mark }, MAX_PACKET_BYTES);
    default:
      return null;
  }
}
