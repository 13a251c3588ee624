import { sharp, type Metadata, type Sharp } from '#native/decoders/sharp.ts';
import { openManaged, type ManagedPicture } from '#native/decoders/managed-picture.ts';
import { readUnusedHdr } from '#native/decoders/read-picture-color.ts';
import type { UnusedHdr } from '#shared/film/hdr-notes.ts';
import type { PictureColor } from '#shared/film/picture-sdr.ts';
import { isJpegXl, JPEG_XL_HEAD_BYTES } from '#shared/film/jpeg-xl.ts';
import { NodeFailure, type FileValue, type NodeExecution } from '../definition.ts';
import {
  drawingScale,
  frameCount,
  headOf,
  heicSentence,
  isHeic,
  jpegXlSentence,
  PIXEL_LIMIT,
  printDensity,
  reportNarrowing,
  SIDE_LIMIT,
  SVG_DENSITY,
} from './picture-facts.ts';

/** How long drawing one SVG may take: a few lines can ask for hours. */
const SVG_LIMIT_MS = 10_000;

const READABLE: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff', 'svg']);
const READABLE_WORDS = 'JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG';

export { SIDE_LIMIT };

/** An image input, looked at but not yet decoded. Sizes are as shown, EXIF orientation applied. */
export interface Picture {
  file: FileValue;
  width: number;
  height: number;
  hasAlpha: boolean;
  /** As people name it: `jpeg`, `png`, `avif`, … */
  format: string;
  /** Dots an inch, as the file says for its print; null where it does not. */
  density: number | null;
  /** Pictures of an animation; 1 for a still. */
  frames: number;
  /** Pages of a document of several, as scanners and layered TIFFs have them; 1 for a picture. */
  pages: number;
  /** Bits a channel in the file: 8, or 16 for what holds more. */
  bits: 8 | 16;
  /** What its numbers mean, where it names colors other than those of sRGB; its pixels are brought to sRGB with 8 bits. */
  color: PictureColor | null;
  /** What the file says for screens of HDR that is not used. */
  unused: UnusedHdr | null;
  /** A new pipeline on the image, upright and in 8-bit sRGB. */
  open(): Sharp;
  /**
   * As `open`, for a result of so many pixels: a drawing is drawn at least that large, up to the limits of pictures, and other
   * pictures are as they are.
   */
  openFor(width: number, height: number): Promise<Sharp>;
  /** A new pipeline on the image, upright, in sRGB with the bits that the file has. */
  openDeep(): Sharp;
  /** A new pipeline on all pictures of an animation, one below the other, as animated formats are written. */
  openAnimated(): Sharp;
}

/** Looks at an image file. Throws `NodeFailure` when it is no image, damaged beyond its header, or too large. */
export async function openPicture(execution: NodeExecution, file: FileValue): Promise<Picture> {
  if (file.sizeBytes === 0) throw unreadable(`${file.filename} is empty. Choose another file.`);
  const settings = { limitInputPixels: PIXEL_LIMIT, failOn: 'error', autoOrient: true } as const;
  const path = execution.pathOf(file);
  let metadata: Metadata;
  try {
    metadata = await execution.withTimeout(SVG_LIMIT_MS, () => sharp(path, settings).metadata());
  } catch (error) {
    if (isJpegXl(await headOf(path, JPEG_XL_HEAD_BYTES))) throw unreadable(jpegXlSentence(file.filename));
    throw explainOpening(file, error);
  }
  const { format } = metadata;
  if (!READABLE.has(format)) throw notAnImage(file);
  if (isHeic(metadata)) throw unreadable(heicSentence(file.filename));
  const { width, height } = metadata.autoOrient;
  if (width * height > PIXEL_LIMIT)
    throw sizeLimitExceeded(`${file.filename} is ${width} × ${height} pixels`);
  // Given as bytes, an SVG has no folder of its own from which it could pull in other files.
  const original = format === 'svg' ? await execution.readFile(file) : path;
  const { color, inSrgb, picture } = await decoderOf(path, original, settings);
  const bits = metadata.depth === 'uchar' || metadata.depth === 'char' ? 8 : 16;
  // sharp's offsets and limits mean other things with 16 bits a channel.
  const source =
    format === 'svg'
      ? await execution.withTimeout(SVG_LIMIT_MS, () => decodeToEightBits(file, picture))
      : isInSrgb(metadata, color)
        ? original
        : await decodeToEightBits(file, inSrgb(picture));
  const deepSource = color === null ? original : source;
  const open = (): Sharp => {
    const pipeline = sharp(source, settings).toColourspace('srgb');
    // A gray pipeline makes gray of every color that comes into it.
    return isGray(metadata) ? pipeline.pipelineColourspace('srgb') : pipeline;
  };
  return {
    file,
    width,
    height,
    hasAlpha: metadata.hasAlpha ?? false,
    format: format === 'heif' ? 'avif' : format,
    density: printDensity(metadata),
    frames: await frameCount(execution, file, metadata),
    pages: format === 'tiff' ? (metadata.pages ?? 1) : 1,
    bits,
    color,
    unused: await readUnusedHdr(path),
    open,
    async openFor(targetWidth, targetHeight) {
      const scale = format === 'svg' ? drawingScale({ width, height }, targetWidth, targetHeight) : 1;
      if (scale <= 1) return open();
      const rasterized = sharp(original, { ...settings, density: SVG_DENSITY * scale }).toColourspace('srgb');
      return sharp(
        await execution.withTimeout(SVG_LIMIT_MS, () => decodeToEightBits(file, rasterized)),
        settings,
      );
    },
    openDeep: () =>
      sharp(deepSource, settings).toColourspace(metadata.space?.startsWith('grey') ? 'grey16' : 'rgb16'),
    openAnimated: () => sharp(deepSource, { ...settings, animated: true }).toColourspace('srgb'),
  };
}

const isGray = ({ space }: Metadata): boolean => space === 'b-w' || space === 'grey16';

/** Whether the pixels of a file are taken as they stand: sRGB with eight bits. */
const isInSrgb = (metadata: Metadata, color: PictureColor | null): boolean =>
  metadata.depth === 'uchar' && color === null && !(isGray(metadata) && metadata.hasProfile);

/** How the pixels of a file are brought to sRGB; of a drawing they are that. */
async function decoderOf(
  path: string,
  original: string | Uint8Array,
  settings: Parameters<typeof openManaged>[1],
): Promise<ManagedPicture> {
  const managed = typeof original === 'string' ? await openManaged(path, settings) : null;
  if (managed && managed.color !== null) return managed;
  const picture = sharp(original, settings).toColourspace('srgb');
  return { picture, color: null, inSrgb: async (pipeline) => pipeline };
}

/**
 * Runs a pipeline and stores what it makes as PNG, so that no step between nodes loses anything.
 * `pictures` are the inputs it reads: when decoding one fails, the failure names that file.
 */
export async function savePicture(
  execution: NodeExecution,
  pictures: readonly Picture[],
  makePipeline: () => Sharp | Promise<Sharp>,
  name = pictures[0]?.file.filename ?? 'image',
): Promise<FileValue> {
  // Level 2 takes two thirds of the default's time for files a tenth larger, and most are read again at once.
  if (execution.isPreview === true) return saveForPreview(execution, pictures, makePipeline, name);
  for (const picture of pictures) reportNarrowing(execution, picture, ['animation', 'pages', 'depth']);
  const bytes = await withReadablePictures(execution, pictures, async () =>
    withDensityOf(await makePipeline(), pictures[0])
      .png({ compressionLevel: 2, adaptiveFiltering: true })
      .toBuffer(),
  );
  return execution.writeFile(bytes, withExtension(name, 'png'), 'image/png');
}

/** The result prints as large as the picture that it comes from, pixel by pixel. */
export const withDensityOf = (pipeline: Sharp, picture: Picture | undefined): Sharp =>
  picture?.density ? pipeline.withDensity(picture.density) : pipeline;

/** Tables made for each picture take two thirds of the time for a sixteenth of the bytes. */
const PREVIEW_JPEG = { quality: 92, chromaSubsampling: '4:4:4', optimiseCoding: false };

/** As JPEG where nothing shows through: a tenth of the bytes, in a quarter of the time. */
async function saveForPreview(
  execution: NodeExecution,
  pictures: readonly Picture[],
  makePipeline: () => Sharp | Promise<Sharp>,
  name: string,
): Promise<FileValue> {
  const { bytes, extension } = await withReadablePictures(execution, pictures, async () => {
    const { pipeline, opaque } = await rendered(makePipeline);
    return opaque
      ? { bytes: await pipeline.jpeg(PREVIEW_JPEG).toBuffer(), extension: 'jpg' }
      : { bytes: await pipeline.png({ compressionLevel: 1 }).toBuffer(), extension: 'png' };
  });
  const contentType = extension === 'jpg' ? 'image/jpeg' : 'image/png';
  return execution.writeFile(bytes, withExtension(name, extension), contentType);
}

/** What a pipeline makes, and whether nothing shows through; worked out once. */
async function rendered(
  makePipeline: () => Sharp | Promise<Sharp>,
): Promise<{ pipeline: Sharp; opaque: boolean }> {
  const { data, info } = await (
    await makePipeline()
  )
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels === 3) return { pipeline: sharp(data, { raw: { width, height, channels } }), opaque: true };
  let pixels: Pixels = { data, width, height };
  if (channels !== 4) {
    // A gray pipeline loses its alpha when it ends in raw pixels; as a file without compression it does not.
    const file = await (await makePipeline()).png({ compressionLevel: 0 }).toBuffer();
    pixels = await readPixels(sharp(file));
  }
  const opaque = isOpaque(pixels.data);
  return { pipeline: fromPixels(pixels, !opaque), opaque };
}

/** @param data eight-bit RGBA. */
function isOpaque(data: Uint8Array): boolean {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return false;
  return true;
}

/** Runs `work`; when it fails because one of the pictures cannot be decoded, throws the failure that says so. */
export async function withReadablePictures<T>(
  execution: NodeExecution,
  pictures: readonly Picture[],
  work: () => Promise<T>,
): Promise<T> {
  execution.signal.throwIfAborted();
  try {
    const result = await work();
    execution.signal.throwIfAborted();
    return result;
  } catch (error) {
    if (error instanceof NodeFailure || execution.signal.aborted) throw error;
    for (const picture of pictures) await assertDecodes(picture);
    throw error;
  }
}

/** Eight-bit RGBA, four bytes a pixel, row after row. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Decodes to eight-bit RGBA, whatever the picture's own channels are. */
export async function readPixels(pipeline: Sharp): Promise<Pixels> {
  const { data, info } = await pipeline
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A pipeline that starts from pixels; alpha is dropped when the caller knows that all of it is opaque. */
export function fromPixels(pixels: Pixels, keepAlpha: boolean): Sharp {
  const { data, width, height } = pixels;
  const pipeline = sharp(data, { raw: { width, height, channels: 4 } });
  return keepAlpha ? pipeline : pipeline.removeAlpha();
}

/** Decodes a picture, lets `edit` change its pixels in place, and goes on from there. */
export async function editPixels(picture: Picture, edit: (pixels: Pixels) => void): Promise<Sharp> {
  const pixels = await readPixels(picture.open());
  edit(pixels);
  return fromPixels(pixels, picture.hasAlpha);
}

/** Finishes the steps so far, so that the next ones come after them: a pipeline has an order of its own. */
export async function settle(pipeline: Sharp, keepAlpha = true): Promise<Sharp> {
  return fromPixels(await readPixels(pipeline), keepAlpha);
}

/** Refuses sizes no image should have, before any memory is asked for. */
export function assertSize(width: number, height: number): void {
  if (width > SIDE_LIMIT * 2 || height > SIDE_LIMIT * 2 || width * height > PIXEL_LIMIT) {
    throw sizeLimitExceeded(`The result would be ${Math.round(width)} × ${Math.round(height)} pixels`);
  }
}

/** `photo.jpeg` → `photo.png`. */
export function withExtension(filename: string, extension: string): string {
  const base = filename.replace(/\.[^./\\]*$/, '');
  return `${base === '' ? 'image' : base}.${extension}`;
}

async function decodeToEightBits(file: FileValue, decoder: Sharp | Promise<Sharp>): Promise<Buffer> {
  try {
    return await (await decoder).png({ compressionLevel: 1 }).toBuffer();
  } catch (error) {
    throw damaged(file, error);
  }
}

async function assertDecodes(picture: Picture): Promise<void> {
  try {
    await picture.open().stats();
  } catch (error) {
    throw damaged(picture.file, error);
  }
}

function damaged(file: FileValue, cause: unknown): NodeFailure {
  return unreadable(
    `${file.filename} is damaged: its pixels cannot be read. Save it again from where it came from, or choose another file.`,
    cause,
  );
}

function explainOpening(file: FileValue, error: unknown): NodeFailure {
  const message = error instanceof Error ? error.message : '';
  return message.includes('pixel limit')
    ? sizeLimitExceeded(`${file.filename} has too many pixels`)
    : notAnImage(file, error);
}

function notAnImage(file: FileValue, cause?: unknown): NodeFailure {
  return unreadable(
    `${file.filename} cannot be read as an image. Choose a ${READABLE_WORDS} file, or save it again in one of these formats.`,
    cause,
  );
}

function unreadable(sentence: string, cause?: unknown): NodeFailure {
  const failure = new NodeFailure('IMAGE_UNREADABLE', sentence);
  failure.cause = cause;
  return failure;
}

function sizeLimitExceeded(label: string): NodeFailure {
  return new NodeFailure(
    'IMAGE_TOO_LARGE',
    `${label}; at most ${PIXEL_LIMIT / 1_000_000} megapixels fit. Use a smaller size.`,
  );
}
