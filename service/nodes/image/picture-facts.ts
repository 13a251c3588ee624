import { open } from 'node:fs/promises';
import type { Metadata } from '#native/decoders/sharp.ts';
import type { FileValue, NodeExecution } from '../definition.ts';
import { isHdr, type PictureColor } from '#shared/film/picture-sdr.ts';
import type { UnusedHdr } from '#shared/film/hdr-notes.ts';
import { exifDensity } from './exif-density.ts';

/** What image files say of themselves beyond their pixels, and what of it is lost in a node. */

/** Most pixels an image may have, coming in or going out: a 100-megapixel photo is 400 MB once decoded. */
export const PIXEL_LIMIT = 100_000_000;
/** Longest side of an image in pixels, for the limits of size pins. */
export const SIDE_LIMIT = 16_384;
/** What an image can lose on its way through nodes, which is said. */
export type Narrowing = 'animation' | 'depth' | 'pages';

const UNUSED_HDR: Readonly<Record<UnusedHdr, (filename: string) => string>> = {
  'gain-map': (filename) =>
    `${filename} has a gain map, by which HDR screens show it brighter. Its ordinary picture is used, and the result has no gain map.`,
  profile: (filename) =>
    `${filename} is a JPEG with a profile of HDR, whose highlights may look other here than in previews. Save it as AVIF or PNG in HDR, which look alike everywhere, and choose that file.`,
};

/** Says what of a picture a node does not take along. */
export function reportNarrowing(
  execution: NodeExecution,
  {
    file,
    frames,
    pages,
    bits,
    color,
    unused,
  }: {
    file: FileValue;
    frames: number;
    pages: number;
    bits: number;
    color: PictureColor | null;
    unused: UnusedHdr | null;
  },
  dropped: readonly Narrowing[],
): void {
  if (dropped.includes('animation') && frames > 1) {
    execution.log(`${file.filename} is an animation of ${frames} pictures; only the first one is used here.`);
  }
  if (dropped.includes('pages') && pages > 1) {
    execution.log(
      `${file.filename} has ${pages} pages; only the first one is used here. Save the others as files of their own.`,
    );
  }
  if (color !== null && isHdr(color)) {
    execution.log(
      `${file.filename} is an HDR picture; the result is SDR, with its highlights pressed together as previews and films show it.`,
    );
  }
  if (unused !== null) execution.log(UNUSED_HDR[unused](file.filename));
  if ((dropped.includes('depth') || color !== null) && bits > 8) {
    execution.log(`${file.filename} has ${bits} bits a channel; the result has 8.`);
  }
}

/** The dots an inch that a unit of an SVG is drawn at as one pixel. */
export const SVG_DENSITY = 72;

/** How much larger than its own size a drawing has to be drawn, within the limits of pictures. */
export function drawingScale(
  intrinsic: { width: number; height: number },
  width: number,
  height: number,
): number {
  const scale = Math.max(width / intrinsic.width, height / intrinsic.height);
  const most = Math.min(
    SIDE_LIMIT / Math.max(intrinsic.width, intrinsic.height),
    Math.sqrt(PIXEL_LIMIT / (intrinsic.width * intrinsic.height)),
  );
  return Math.min(scale, most);
}

/** Photos of phones: the container of AVIF with a codec that cannot be decoded here. */
export const isHeic = ({ format, compression }: Metadata): boolean =>
  format === 'heif' && compression === 'hevc';

export const heicSentence = (filename: string): string =>
  `${filename} is a HEIC photo, which cannot be read here. Save it as JPEG and choose that file; on an iPhone, Settings > Camera > Formats > Most Compatible makes JPEG photos.`;

export const jpegXlSentence = (filename: string): string =>
  `${filename} is JPEG XL, for which there is no decoder here: JPEG, PNG, WebP, AVIF, GIF, TIFF and SVG can be read. Save it as PNG or JPEG and choose that file.`;

/** Screens' 72 and what vector drawings have are no density that anybody chose. */
export function printDensity({ format, density: named, exif }: Metadata): number | null {
  const density = named ?? (exif && exifDensity(exif)) ?? 0;
  return density <= 0 || density === 72 || format === 'svg' ? null : density;
}

/** How far a PNG is read to see whether it is animated: its control chunk comes before its pixels. */
const PNG_HEAD = 64 * 1024;

export async function frameCount(
  execution: NodeExecution,
  file: FileValue,
  metadata: Metadata,
): Promise<number> {
  if (metadata.format !== 'png') return metadata.format === 'tiff' ? 1 : (metadata.pages ?? 1);
  return apngFrames(await headOf(execution.pathOf(file), PNG_HEAD));
}

/** The first bytes of a file; fewer where it ends. */
export async function headOf(path: string, length: number): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Pictures of a PNG by its animation control chunk (`acTL` of the PNG specification, third edition); 1 without one. */
function apngFrames(head: Buffer): number {
  for (let at = 8; at + 12 <= head.length;) {
    const length = head.readUInt32BE(at);
    const type = head.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') return 1;
    if (type === 'acTL') return Math.max(1, head.readUInt32BE(at + 8));
    at += 12 + length;
  }
  return 1;
}
