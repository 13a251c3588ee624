import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharp } from '#native/testing/sharp.ts';

/**
 * Photographs for the stories, rendered here: a dusk landscape with grain, so that they compress and blur like pictures
 * from a camera. Made once and stored in the system's temporary folder.
 */

const folder = join(tmpdir(), 'patchbay-photographs');

const GRAIN = 512;

/** Deterministic grain, -9 to 9: a square of small hashes of the place. */
const grain = Int8Array.from({ length: GRAIN * GRAIN }, (_v, at) => {
  let h = ((at % GRAIN) * 374_761_393 + Math.floor(at / GRAIN) * 668_265_263) | 0;
  h = Math.imul(h ^ (h >>> 13), 1_274_126_177);
  return (((h ^ (h >>> 16)) & 255) - 128) / 14;
});

/** Three ridges, farther ones paler. Heights in 0..1 from the bottom. */
function ridge(layer: number, x: number): number {
  const scale = [1.7, 3.1, 5.3][layer]!;
  const base = [0.52, 0.4, 0.26][layer]!;
  return (
    base +
    0.06 * Math.sin(x * scale * 2.1 + layer) +
    0.035 * Math.sin(x * scale * 5.7 + layer * 2) +
    0.012 * Math.sin(x * scale * 17.3)
  );
}

const colors = [
  [150, 106, 120],
  [84, 66, 98],
  [32, 30, 52],
] as const;

/** RGB of three bytes a pixel. A photograph has many million of them: what is the same along a row is found once. */
function renderLandscape(width: number, height: number): Buffer {
  const pixels = new Uint8ClampedArray(width * height * 3);
  const ridges = [0, 1, 2].map((layer) =>
    Float64Array.from({ length: width }, (_v, x) => ridge(layer, (x / width) * 4)),
  );
  const [far, middle, near] = ridges as [Float64Array, Float64Array, Float64Array];
  const sun = { x: width * 0.68, y: height * 0.42, radius: height * 0.07 };
  let at = 0;
  for (let y = 0; y < height; y++) {
    const up = 1 - y / height;
    const down = y - sun.y;
    // The square of grain is shifted from one to the next below, so that no eye sees that it is one.
    const row = (y % GRAIN) * GRAIN;
    const shift = Math.floor(y / GRAIN) * 197;
    for (let x = 0; x < width; x++) {
      const noise = grain[row + ((x + shift) % GRAIN)]!;
      const color = up < near[x]! ? colors[2] : up < middle[x]! ? colors[1] : up < far[x]! ? colors[0] : null;
      if (color !== null) {
        const [red, green, blue] = color;
        pixels[at++] = red + noise;
        pixels[at++] = green + noise;
        pixels[at++] = blue + noise;
        continue;
      }
      const across = x - sun.x;
      const distance = Math.sqrt(across * across + down * down);
      const isSun = distance < sun.radius;
      const glow = Math.exp(-distance / (sun.radius * 3));
      pixels[at++] = (isSun ? 255 : 250 - 120 * up + 60 * glow) + noise;
      pixels[at++] = (isSun ? 232 : 170 - 70 * up + 60 * glow) + noise;
      pixels[at++] = (isSun ? 180 : 120 + 60 * up + 20 * glow) + noise;
    }
  }
  return Buffer.from(pixels.buffer);
}

const underWay = new Map<string, Promise<string>>();

/** Makes a file once and stores it in the system's temporary folder. @returns its path. */
export function once(name: string, make: (target: string) => Promise<unknown>): Promise<string> {
  // Two films may want the same photo at the same time.
  const making = underWay.get(name) ?? store(name, make).finally(() => underWay.delete(name));
  underWay.set(name, making);
  return making;
}

async function store(name: string, make: (target: string) => Promise<unknown>): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const unfinished = join(folder, `${process.pid}-${name}`);
  await make(unfinished);
  await rename(unfinished, path);
  return path;
}

const raw = (width: number, height: number) =>
  sharp(renderLandscape(width, height), { raw: { width, height, channels: 3 }, limitInputPixels: false });

const fromCamera = (width: number, height: number, target: string) =>
  raw(width, height)
    .withExif({ IFD0: { Make: 'Patchbay', Model: 'Test camera' } })
    .jpeg({ quality: 92 })
    .toFile(target);

/** A JPEG of 4,608 × 3,072 pixels (14 megapixels). */
export const photograph = () => once('dusk-14mp.jpg', (target) => fromCamera(4608, 3072, target));

/** A JPEG of 1.5 megapixels. */
export const mediumPhotograph = () => once('dusk-2mp.jpg', (target) => fromCamera(1536, 1024, target));

/** A WebP of one megapixel. */
export const smallPhotograph = () =>
  once('dusk-1mp.webp', (target) => raw(1280, 800).webp({ quality: 80 }).toFile(target));

/** An uncompressed PNG of more than 200 MB: the service takes it in parts. */
export const hugePhotograph = () =>
  once('dusk-76mp.png', (target) => raw(9600, 7900).png({ compressionLevel: 0 }).toFile(target));
