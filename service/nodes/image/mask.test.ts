import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageMask } from './mask.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageMask, inputs))['image']);

const photo = () => bench.solid(2, 1, '#336699');
const stencil = () => bench.picture([['#ffffff', '#000000']]);

describe('mask', () => {
  test('keeps what is white and takes away what is black', async () => {
    const look = await run({ image: await photo(), mask: await stencil() });
    expect([look.at(0, 0), look.at(1, 0)]).toEqual(['#336699', '#33669900']);
  });

  test('the other way round, by halves, and on what is see-through already', async () => {
    const inverted = await run({ image: await photo(), mask: await stencil(), invert: true });
    expect([inverted.at(0, 0), inverted.at(1, 0)]).toEqual(['#33669900', '#336699']);
    const half = await run({
      image: await bench.solid(1, 1, '#33669980'),
      mask: await bench.solid(1, 1, '#808080'),
    });
    expect(half.at(0, 0)).toBe('#33669940');
  });

  test('can go by the mask’s own transparency', async () => {
    const mask = await bench.picture([['#000000', '#ffffff00']]);
    const look = await run({ image: await photo(), mask, use: 'transparency' });
    expect([look.at(0, 0), look.at(1, 0)]).toEqual(['#336699', '#33669900']);
  });

  test('stretches the mask to the image', async () => {
    const look = await run({ image: await bench.solid(20, 10, '#336699'), mask: await stencil() });
    expect([look.at(0, 9), look.at(19, 9)]).toEqual(['#336699', '#33669900']);
  });
});
