import { open } from 'node:fs/promises';
import { sharp, type Sharp } from './sharp.ts';

/** Drawings in SVG: how much of one is read at all, and how large it is drawn. */

/** Bytes, elements and references of a drawing; more is no picture that somebody looks at. */
const MAX_BYTES = 16 * 1024 ** 2;
const MAX_ELEMENTS = 200_000;
const MAX_USES = 10_000;
/** The dots an inch that a unit is drawn at as one pixel, and the most that there may be. */
const DENSITY = 72;
const MAX_DENSITY = 100_000;

/** How far a file is read to see whether it is a drawing. */
const HEAD_BYTES = 4096;

/** Whether a file begins as an SVG does; none of it is parsed. */
export async function isDrawing(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.toString('latin1', 0, bytesRead);
    return /^(?:\u00ef\u00bb\u00bf)?\s*</.test(head) && /<(?:\w+:)?svg[\s>]/.test(head);
  } finally {
    await file.close();
  }
}

/** The bytes of a drawing within its limits. @throws Error that says which of them it exceeds */
export async function readDrawing(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > MAX_BYTES) throw new Error('The drawing has too many bytes.');
    const bytes = await file.readFile();
    assertCounts(bytes.toString('latin1'));
    return bytes;
  } finally {
    await file.close();
  }
}

/** @throws Error */
function assertCounts(text: string): void {
  let elements = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) elements += 1;
  if (elements > MAX_ELEMENTS) throw new Error('The drawing has too many parts.');
  if ((text.match(/<(?:\w+:)?use[\s/>]/g) ?? []).length > MAX_USES)
    throw new Error('The drawing uses its parts too often.');
  if (/<!ENTITY/i.test(text)) throw new Error('The drawing defines entities.');
}

/**
 * A drawing as large as it fits into a box, drawn at that size and not enlarged afterwards; at least as large as it says.
 * Given as bytes, it has no folder from which it could pull in other files.
 * @param box pixels. @param limits of the picture that comes out
 * @throws Error where it exceeds a limit or is no drawing
 */
export async function openDrawing(
  path: string,
  box: { width: number; height: number },
  { maxPixels }: { maxPixels: number },
): Promise<{ picture: Sharp; width: number; height: number }> {
  const bytes = await readDrawing(path);
  const settings = { limitInputPixels: maxPixels, failOn: 'error' } as const;
  const { width, height } = await sharp(bytes, settings).metadata();
  const scale = Math.min(box.width / width, box.height / height, MAX_DENSITY / DENSITY);
  const density = scale > 1 ? DENSITY * scale : DENSITY;
  return { picture: sharp(bytes, { ...settings, density }), width, height };
}
