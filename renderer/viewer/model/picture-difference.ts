import type { Size } from './zoom.ts';

/** Longest side at which pictures are compared pixel by pixel. */
const MAX_SIDE = 1600;
/** Of 255; less is noise of lossy formats. */
const NOTICEABLE = 2;

export interface Difference {
  size: Size;
  /** Share of pixels that differ noticeably, 0 to 1. */
  share: number;
  /** Largest difference of one channel, 0 to 255. */
  largest: number;
}

/**
 * Draws how much two pictures differ, channel by channel, at the size of the first or a smaller one.
 * @returns null when the browser does not give the pixels away.
 */
export function drawDifference(
  canvas: HTMLCanvasElement,
  first: HTMLImageElement,
  second: HTMLImageElement,
): Difference | null {
  const shrink = Math.min(1, MAX_SIDE / Math.max(first.naturalWidth, first.naturalHeight, 1));
  const width = Math.max(1, Math.round(first.naturalWidth * shrink));
  const height = Math.max(1, Math.round(first.naturalHeight * shrink));
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  // Transparent parts count as black in both.
  context.fillStyle = '#000';
  context.fillRect(0, 0, width, height);
  context.drawImage(first, 0, 0, width, height);
  const secondCanvas = new OffscreenCanvas(width, height);
  const secondContext = secondCanvas.getContext('2d');
  if (!secondContext) return null;
  secondContext.fillStyle = '#000';
  secondContext.fillRect(0, 0, width, height);
  secondContext.drawImage(second, 0, 0, width, height);
  context.globalCompositeOperation = 'difference';
  context.drawImage(secondCanvas, 0, 0);
  context.globalCompositeOperation = 'source-over';
  try {
    return { size: { width, height }, ...measure(context.getImageData(0, 0, width, height).data) };
  } catch {
    return null;
  }
}

function measure(pixels: Uint8ClampedArray): { share: number; largest: number } {
  let largest = 0;
  let differing = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const most = Math.max(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    if (most > largest) largest = most;
    if (most > NOTICEABLE) differing += 1;
  }
  return { share: differing / (pixels.length / 4), largest };
}
