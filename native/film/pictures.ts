import { loadCanvas } from '../decoders/canvas.ts';

/** As in the pages: more pixels are words. */
export const MAX_PIXELS = 8192 * 8192;
/** Videos and pictures beyond this are read smaller: nobody sees the difference in a film of 4K. */
const MAX_READ_PIXELS = 4096 * 2304;

/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The size that a picture of films is read in. */
export function sizeToRead({ width, height }: Size): Size {
  const shrink = Math.min(1, Math.sqrt(MAX_READ_PIXELS / (width * height)));
  return {
    width: Math.max(1, Math.round(width * shrink)),
    height: Math.max(1, Math.round(height * shrink)),
  };
}

/** A canvas with pixels on it, RGBA. */
export function canvasOf(pixels: Uint8ClampedArray<ArrayBuffer>, width: number, height: number) {
  const { createCanvas, ImageData } = loadCanvas();
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0);
  return canvas;
}
