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

/** Deterministic grain: a small hash of the place, 0 to 255. */
function grain(x: number, y: number): number {
  let h = (x * 374_761_393 + y * 668_265_263) | 0;
  h = Math.imul(h ^ (h >>> 13), 1_274_126_177);
  return (h ^ (h >>> 16)) & 255;
}

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

function renderLandscape(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  const ridges = [0, 1, 2].map((layer) =>
    Float64Array.from({ length: width }, (_v, x) => ridge(layer, (x / width) * 4)),
  );
  const colors = [
    [150, 106, 120],
    [84, 66, 98],
    [32, 30, 52],
  ] as const;
  const sun = { x: width * 0.68, y: height * 0.42, radius: height * 0.07 };
  let at = 0;
  for (let y = 0; y < height; y++) {
    const up = 1 - y / height;
    for (let x = 0; x < width; x++) {
      let red = 250 - 120 * up;
      let green = 170 - 70 * up;
      let blue = 120 + 60 * up;
      const distance = Math.hypot(x - sun.x, y - sun.y);
      const glow = Math.exp(-distance / (sun.radius * 3));
      red += 60 * glow;
      green += 60 * glow;
      blue += 20 * glow;
      if (distance < sun.radius) [red, green, blue] = [255, 232, 180];
      for (let layer = 0; layer < 3; layer++) {
        if (up < ridges[layer]![x]!) [red, green, blue] = colors[layer]!;
      }
      const noise = (grain(x, y) - 128) / 14;
      pixels[at++] = Math.max(0, Math.min(255, red + noise));
      pixels[at++] = Math.max(0, Math.min(255, green + noise));
      pixels[at++] = Math.max(0, Math.min(255, blue + noise));
    }
  }
  return pixels;
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

/** A JPEG of 4,608 × 3,072 pixels (14 megapixels). */
export const photograph = () =>
  once('dusk-14mp.jpg', (target) =>
    raw(4608, 3072)
      .withExif({ IFD0: { Make: 'Patchbay', Model: 'Test camera' } })
      .jpeg({ quality: 92 })
      .toFile(target),
  );

/** A WebP of one megapixel. */
export const smallPhotograph = () =>
  once('dusk-1mp.webp', (target) => raw(1280, 800).webp({ quality: 80 }).toFile(target));

/** An uncompressed PNG of more than 200 MB: the service takes it in parts. */
export const hugePhotograph = () =>
  once('dusk-76mp.png', (target) => raw(9600, 7900).png({ compressionLevel: 0 }).toFile(target));
