import { MaskFrames } from './mask-frames.ts';
import type { FromMaskWorker, MaskFit, Size, ToMaskWorker } from './mask-messages.ts';
import { MaskRaster } from '../raster/mask-raster.ts';
import { encodeMask } from '../raster/png.ts';

/** Draws and holds one mask beside the page, so that a long stroke never stops the pointer. */

let frames: MaskFrames | null = null;

const respond = (message: FromMaskWorker, transfer: Transferable[] = []): void =>
  self.postMessage(message, { transfer });

self.addEventListener('message', ({ data }: MessageEvent<ToMaskWorker>) => {
  answer(data).catch((error: unknown) =>
    respond({
      kind: 'failed',
      id: data.kind === 'export' ? data.id : null,
      message: error instanceof Error ? error.message : String(error),
    }),
  );
});

async function answer(message: ToMaskWorker): Promise<void> {
  switch (message.kind) {
    case 'open': {
      const raster = new MaskRaster(message.size.width, message.size.height);
      const sourceSize = message.mask === null ? null : load(raster, message.mask, message.fit);
      frames = new MaskFrames(raster);
      respond({ kind: 'opened', sourceSize });
      return;
    }
    case 'frame': {
      if (!frames) return;
      const rendered = frames.frame(message.edits, message.viewport);
      respond(rendered, rendered.rendered ? [rendered.rendered.pixels.buffer] : []);
      return;
    }
    case 'export':
      if (frames) respond({ kind: 'exported', id: message.id, blob: await encodeMask(frames.raster.tiles) });
      return;
    default:
      message satisfies never;
  }
}

/** Rows that are read at a time: of all of a large picture four channels would be in memory at once. */
const ROWS_PER_CHUNK = 256;

/** Begins with a picture, by how bright and opaque it is. @returns the size of the picture. */
function load(raster: MaskRaster, bitmap: ImageBitmap, fit: MaskFit): Size {
  const { width, height } = raster.tiles;
  const sourceSize = { width: bitmap.width, height: bitmap.height };
  if (fit === 'none') {
    bitmap.close();
    return sourceSize;
  }
  const scale = Math.min(width / sourceSize.width, height / sourceSize.height);
  const target =
    fit === 'stretch'
      ? { width, height }
      : { width: sourceSize.width * scale, height: sourceSize.height * scale };
  const pixels = new Uint8Array(width * height);
  const canvas = new OffscreenCanvas(width, Math.min(ROWS_PER_CHUNK, height));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no canvas to read the mask with.');
  context.imageSmoothingQuality = 'high';
  for (let top = 0; top < height; top += canvas.height) {
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(
      bitmap,
      (width - target.width) / 2,
      (height - target.height) / 2 - top,
      target.width,
      target.height,
    );
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const end = Math.min(pixels.length, (top + canvas.height) * width);
    for (let at = top * width, from = 0; at < end; at += 1, from += 4) {
      const gray = 0.2126 * data[from]! + 0.7152 * data[from + 1]! + 0.0722 * data[from + 2]!;
      pixels[at] = Math.round((gray * data[from + 3]!) / 255);
    }
  }
  bitmap.close();
  raster.load(pixels);
  return sourceSize;
}
