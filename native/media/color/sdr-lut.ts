import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toSdr, type SdrSource } from '#shared/film/sdr-color.ts';

/** Steps of each color; ffmpeg finds what lies between. */
const STEPS = 49;

const cache = new Map<SdrSource, string>();

/** The table of colors as ffmpeg reads it, red fastest. Source: Adobe’s Cube LUT specification 1.0. */
function cubeOf(source: SdrSource): string {
  const cached = cache.get(source);
  if (cached !== undefined) return cached;
  const lines = [`LUT_3D_SIZE ${STEPS}`];
  const at = (step: number): number => step / (STEPS - 1);
  for (let blue = 0; blue < STEPS; blue += 1)
    for (let green = 0; green < STEPS; green += 1)
      for (let red = 0; red < STEPS; red += 1)
        lines.push(
          toSdr(source, [at(red), at(green), at(blue)])
            .map((value) => value.toFixed(5))
            .join(' '),
        );
  const cube = `${lines.join('\n')}\n`;
  cache.set(source, cube);
  return cube;
}

/** A path as a filter of ffmpeg takes it: its own signs are escaped for the filter, then for the graph. */
export function filterPath(path: string): string {
  const value = path.replaceAll('\\', '/').replaceAll(/[':]/g, String.raw`\$&`);
  return value.replaceAll(/[\\'[\],;]/g, String.raw`\$&`);
}

/** Writes the table that brings a video to SDR. @returns the filter that applies it to RGB */
export async function sdrFilter(source: SdrSource, folder: string): Promise<string> {
  const path = join(folder, `${source}-to-sdr.cube`);
  await writeFile(path, cubeOf(source));
  return `lut3d=file=${filterPath(path)}:interp=tetrahedral`;
}
