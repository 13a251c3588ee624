import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFfmpeg } from '#native/media/ffmpeg.ts';
import { makeable, oddMediaMaker } from '#native/testing/make-odd-medium.ts';
import { referenceFrames } from '#native/testing/reference-frames.ts';
import { sharp } from '#native/testing/sharp.ts';
import { compared, fieldsOf, near, NAMED_COLORS, type OddMedium } from '#shared/testing/odd-media.ts';
import type { FileValue, NodeDefinition, NodeValue } from '../definition.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageConvert } from './convert.ts';
import { imageFlip } from './flip.ts';
import { imageResize } from './resize.ts';

const bench = useNodeBench();
const program = await findFfmpeg();
// Without an encoder of AV1 those are left out, without ffmpeg all.
const stills = await makeable(program, NAMED_COLORS);

describe.skipIf(program === null)('what nodes make of HDR and of named colors', () => {
  let maker: Awaited<ReturnType<typeof oddMediaMaker>>;
  beforeAll(async () => {
    maker = await oddMediaMaker(program ?? '');
  });
  afterAll(() => maker.close());

  async function run(medium: OddMedium, definition: NodeDefinition, inputs: Record<string, NodeValue>) {
    const path = await maker.make(medium);
    const image = await bench.store(await readFile(path), medium.name, medium.contentType);
    const logged: string[] = [];
    const execution = bench.execution({ image, ...inputs }, { onLog: (message) => logged.push(message) });
    const outputs = await definition.execute(execution);
    const { data, info } = await sharp(bench.pathOf(outputs['image'] as FileValue))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { path, logged, pixels: { data, width: info.width, height: info.height } };
  }

  test.each(stills)('has the colors of films, and the same pixels: $name', async (medium) => {
    const { path, pixels } = await run(medium, imageConvert, { format: 'png' });
    expect(fieldsOf(pixels)).toEqual(near(medium.colors ?? [], fieldsOf(pixels)));
    const [frame] = await referenceFrames(path, medium, { program: program ?? '', folder: maker.folder });
    expect(compared(pixels.data, frame?.film ?? new Uint8Array(), 'original')).toMatchObject({
      isNear: true,
    });
    const resized = await run(medium, imageResize, { width: 96, height: 54 });
    expect(fieldsOf(resized.pixels)).toEqual(near(medium.colors ?? [], fieldsOf(resized.pixels)));
  });

  test.each(stills)('is said to be SDR with eight bits where it was more: $name', async (medium) => {
    const { logged } = await run(medium, imageFlip, {});
    const isHdr = /^(?:pq|hlg)[.-]/.test(medium.name);
    expect(logged.filter((line) => line.includes('HDR'))).toEqual(
      isHdr
        ? [
            `${medium.name} is an HDR picture; the result is SDR, with its highlights pressed together as previews and films show it.`,
          ]
        : [],
    );
    const isDeep = ['pq.avif', 'hlg.avif', 'pq-in-stream.avif', 'pq-profile.png', 'pq.png'].includes(
      medium.name,
    );
    expect(logged.filter((line) => line.includes('bits a channel'))).toHaveLength(isDeep ? 1 : 0);
  });
});
