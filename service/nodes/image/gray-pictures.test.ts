import { describe, expect, test } from 'vitest';
import { sharp } from '#native/testing/sharp.ts';
import type { FileValue, NodeDefinition, NodeValue } from '../definition.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageAdjust } from './adjust.ts';
import { imageBorder } from './border.ts';
import { imageComposite } from './composite.ts';
import { imageConvert } from './convert.ts';
import { imagePad } from './pad.ts';
import { imageResize } from './resize.ts';
import { imageRotate } from './rotate.ts';
import { imageTint } from './tint.ts';

const bench = useNodeBench();

/** A picture of 40 × 40 in one gray channel, as scanners and masks have it; with a see-through left half where it has alpha. */
async function grayPicture(hasAlpha = false, bits: 8 | 16 = 8): Promise<FileValue> {
  const channels = hasAlpha ? 2 : 1;
  const data = Buffer.alloc(40 * 40 * channels, 0xa0);
  if (hasAlpha) for (let at = 0; at < 1600; at += 1) data[at * 2 + 1] = at % 40 < 20 ? 0 : 255;
  const space = bits === 8 ? 'b-w' : 'grey16';
  const bytes = await sharp(data, { raw: { width: 40, height: 40, channels } })
    .toColourspace(space)
    .png()
    .toBuffer();
  expect(await sharp(bytes).metadata()).toMatchObject({ space, channels });
  return bench.store(bytes, 'scan.png', 'image/png');
}

const run = async (definition: NodeDefinition, inputs: Record<string, NodeValue>) =>
  bench.look((await bench.run(definition, inputs))['image']);

describe('a gray picture takes a color', () => {
  test.each<[string, NodeDefinition, Record<string, NodeValue>]>([
    ['around it by Pad', imagePad, { top: 4, right: 4, bottom: 4, left: 4, color: '#ff0000' }],
    ['around it by Border', imageBorder, { width: 4, color: '#ff0000' }],
    ['over its edge by Border', imageBorder, { width: 4, color: '#ff0000', side: 'inside' }],
    ['in the corners by Rotate', imageRotate, { angle: 20, background: '#ff0000' }],
    ['beside it by Resize', imageResize, { width: 80, height: 40, fit: 'contain', background: '#ff0000' }],
  ])('%s', async (_name, definition, settings) => {
    for (const image of [await grayPicture(), await grayPicture(true), await grayPicture(false, 16)]) {
      const look = await run(definition, { image, ...settings });
      expect(look.at(0, 0)).toBe('#ff0000');
      expect(look.at(Math.floor(look.width / 2) + 2, Math.floor(look.height / 2))).toBe('#a0a0a0');
    }
  });

  test('of a picture that is laid over it', async () => {
    const overlay = await bench.solid(10, 10, '#ff0000');
    const look = await run(imageComposite, { base: await grayPicture(), overlay });
    expect([look.at(20, 20), look.at(0, 0)]).toEqual(['#ff0000', '#a0a0a0']);
  });

  test('behind what is see-through, as a JPEG', async () => {
    const look = await run(imageConvert, {
      image: await grayPicture(true),
      format: 'jpeg',
      quality: 100,
      background: '#ff0000',
    });
    expect([look.near(5, 20, '#ff0000'), look.near(35, 20, '#a0a0a0')]).toEqual([true, true]);
  });

  test('by Tint, and keeps its gray by Adjust', async () => {
    const tinted = await run(imageTint, { image: await grayPicture(), color: '#ff0000' });
    const [red, green] = [tinted.at(20, 20).slice(1, 3), tinted.at(20, 20).slice(3, 5)];
    expect(Number.parseInt(red, 16)).toBeGreaterThan(Number.parseInt(green, 16) + 40);
    const adjusted = await run(imageAdjust, { image: await grayPicture(), saturation: 2 });
    expect(adjusted.near(20, 20, '#a0a0a0')).toBe(true);
  });
});
