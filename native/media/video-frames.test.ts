// @module-tag long
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldsOf, near, ODD_MEDIA } from '#shared/testing/odd-media.ts';
import { permitNativeCode } from '../decoders/guard.ts';
import { sharp } from '../decoders/sharp.ts';
import { makeable, oddMediaMaker } from '../testing/make-odd-medium.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { videoFrames } from './video-frames.ts';

const program = await findFfmpeg();
const { signal } = new AbortController();
const names = ['upright-later.ts', 'narrow-pixels-later.ts', 'grows.ts'];
const media = (await makeable(program, ODD_MEDIA)).filter(({ name }) => names.includes(name));

const COLUMNS = 4;

describe.skipIf(program === null)('a filmstrip of a video whose frames change', () => {
  let maker: Awaited<ReturnType<typeof oddMediaMaker>>;
  beforeAll(async () => {
    permitNativeCode();
    maker = await oddMediaMaker(program ?? '');
  });
  afterAll(() => maker.close());

  /** The colors of each frame of a strip. @param seconds as long as the video is said to be; a long one is taken frame by frame */
  async function stripOf(medium: (typeof media)[number], seconds: number): Promise<number[][][]> {
    const [inFolder, outFolder] = ['in', 'out'].map((name) =>
      join(maker.folder, `${medium.name}-${seconds}-${name}`),
    ) as [string, string];
    await mkdir(inFolder);
    await mkdir(outFolder);
    await copyFile(await maker.make(medium), join(inFolder, 'original'));
    await videoFrames({
      id: 1,
      input: { seconds, side: 192, columns: COLUMNS, rows: 1, quality: 100 },
      inFolder,
      outFolder,
      signal,
      progress: () => undefined,
      log: () => undefined,
      withTimeout: (_milliseconds, work) => work(),
    });
    const strip = sharp(join(outFolder, 'picture'));
    const { width, height } = await strip.metadata();
    expect([width, height]).toEqual([192 * COLUMNS, 108]);
    const frames: number[][][] = [];
    for (let column = 0; column < COLUMNS; column += 1) {
      const data = await strip
        .clone()
        .extract({ left: column * 192, top: 0, width: 192, height: 108 })
        .ensureAlpha()
        .raw()
        .toBuffer();
      frames.push(fieldsOf({ width: 192, height: 108, data }));
    }
    return frames;
  }

  test.each(media)('has all of $name, each frame in its own shape', async (medium) => {
    const { colors: later = [] } = medium;
    const [first = [], second = [], third = [], fourth = []] = await stripOf(medium, 2);
    const grows = medium.name === 'grows.ts';
    const before = [
      [51, 51, 51],
      [133, 89, 41],
      [116, 150, 189],
      [191, 191, 191],
    ];
    expect([first, second]).toEqual([near(before, first), near(before, second)]);
    const after = grows ? before : later;
    expect([third, fourth]).toEqual([near(after, third), near(after, fourth)]);
  });
});
