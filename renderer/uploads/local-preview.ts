import { pictureColor } from '#shared/film/picture-color.ts';
import { unpack } from '#renderer/model/unpack.ts';
import { needsSdr } from '#shared/film/picture-sdr.ts';

/** The longest side of a local preview, pixels: what a node shows on a dense screen. */
const SIDE = 512;

/**
 * A small picture of a file on this computer, made before any byte is uploaded. A 200 MB photograph is decoded at the
 * size shown where the browser can, and only the small bitmap is kept.
 * @returns an object URL, or null when the browser cannot show the file as nodes and films do (the node then shows its name).
 */
export async function localPreview(file: File): Promise<string | null> {
  try {
    const color = await pictureColor(
      async (at, length) => new Uint8Array(await file.slice(at, at + length).arrayBuffer()),
      unpack,
    );
    // A browser draws HDR and named wide colors in its own way; the picture in sRGB comes once it is uploaded.
    if (color !== null && needsSdr(color)) return null;
    const bitmap = await createImageBitmap(file, {
      resizeWidth: SIDE,
      resizeQuality: 'medium',
      imageOrientation: 'from-image',
    });
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.85));
    return blob ? URL.createObjectURL(blob) : null;
  } catch {
    return null;
  }
}
