import { frameLengths, framesOfRounds, type FrameLengths } from '#shared/film/animation.ts';
import type { Frame, OpenMedium } from '#shared/film/film.ts';
import { pictureColor } from '#shared/film/picture-color.ts';
import { needsSdr, picturePixels, type PictureColor } from '#shared/film/picture-sdr.ts';
import { unpack } from '#renderer/model/unpack.ts';
import type { PageCanvas } from './page-canvas.ts';

/** Of files: bytes by which the browser is told what it decodes. */
const TYPES: readonly (readonly [string, string])[] = [
  ['GIF8', 'image/gif'],
  ['RIFF', 'image/webp'],
  ['\u0089PNG', 'image/png'],
];

/** Opens a picture that moves. @returns null of one that does not, or that this browser decodes as one picture */
export async function openAnimation(file: Blob): Promise<OpenMedium<PageCanvas> | null> {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer()));
  const [, type] = TYPES.find(([head]) => head === start) ?? [];
  if (type === undefined || typeof ImageDecoder === 'undefined') return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const lengths = frameLengths(bytes);
  if (!lengths) return null;
  const color = await pictureColor(async (at, length) => bytes.subarray(at, at + length), unpack);
  const named = color !== null && needsSdr(color) ? color : null;
  return {
    image: null,
    framesFrom: (time) => animatedFrames({ type, data: bytes }, { lengths, color: named }, time),
    soundFrom: null,
    close: () => undefined,
  };
}

/** @param color what the numbers mean, where they are not those of sRGB: browsers map HDR in a way of their own */
async function* animatedFrames(
  source: { type: string; data: Uint8Array<ArrayBuffer> },
  { lengths, color }: { lengths: FrameLengths; color: PictureColor | null },
  time: number,
): AsyncGenerator<Frame<PageCanvas>, void, unknown> {
  const decoder = new ImageDecoder(color ? { ...source, colorSpaceConversion: 'none' } : source);
  try {
    for (const { index, timestamp } of framesOfRounds(lengths, time)) {
      const { image } = await decoder.decode({ frameIndex: index });
      const picture = color ? await inSrgb(image, color) : image;
      yield {
        timestamp,
        width: image.displayWidth,
        height: image.displayHeight,
        draw: (context, ...args) => context.drawImage(picture, ...args),
        close: () => image.close(),
      };
    }
  } finally {
    decoder.close();
  }
}

/** A frame as films and nodes have it. */
async function inSrgb(image: VideoFrame, color: PictureColor): Promise<OffscreenCanvas> {
  const { width, height } = image.visibleRect ?? { width: image.codedWidth, height: image.codedHeight };
  const data = new Uint8Array(image.allocationSize());
  await image.copyTo(data, { layout: [{ offset: 0, stride: width * 4 }] });
  if (image.format?.startsWith('BGR')) swapRedAndBlue(data);
  const canvas = new OffscreenCanvas(width, height);
  const pixels = picturePixels(color, { data, channels: 4, top: 255 });
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0);
  return canvas;
}

function swapRedAndBlue(pixels: Uint8Array): void {
  for (let at = 0; at + 2 < pixels.length; at += 4)
    [pixels[at], pixels[at + 2]] = [pixels[at + 2] ?? 0, pixels[at] ?? 0];
}
