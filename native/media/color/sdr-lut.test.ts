import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findFfmpeg, readFfmpegOutput } from '../ffmpeg.ts';
import { toSdr } from '#shared/film/sdr-color.ts';
import { filterPath, sdrFilter } from './sdr-lut.ts';

const program = await findFfmpeg();
const { signal } = new AbortController();

it('paths of Windows are written as filters take them', () => {
  expect(filterPath(String.raw`C:\a b\t.cube`)).toBe(String.raw`C\\:/a b/t.cube`);
});

it.skipIf(program === null)(
  'ffmpeg applies the table from a folder of any name, as the formula says',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-lut-'));
    try {
      const odd = join(folder, "it's [a], b;c: d");
      await mkdir(odd);
      const signals = [0.21, 0.47, 0.63] as const;
      const [red, green, blue] = signals.map((value) => Math.round(value * 65_535));
      const source = `color=black:s=16x16:d=0.04:r=25,format=gbrp16le,geq=r=${red}:g=${green}:b=${blue}`;
      const bytes: Buffer[] = [];
      await readFfmpegOutput(
        program ?? '',
        [
          '-f',
          'lavfi',
          '-i',
          source,
          '-vf',
          `${await sdrFilter('hlg', odd)},format=rgb24`,
          '-f',
          'rawvideo',
          'pipe:1',
        ],
        { signal, onData: (chunk) => bytes.push(chunk) },
      );
      const wanted = toSdr('hlg', signals).map((value) => value * 255);
      for (const [channel, value] of wanted.entries())
        expect(Math.abs((Buffer.concat(bytes)[channel] ?? -9) - value)).toBeLessThan(1.6);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
