import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageInvert } from './invert.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageInvert, inputs))['image']);

describe('invert', () => {
  test('gives the opposite of every color and keeps transparency', async () => {
    const look = await run({ image: await bench.picture([['#123456', '#ffffff', '#00ff0080']]) });
    expect([look.at(0, 0), look.at(1, 0), look.at(2, 0)]).toEqual(['#edcba9', '#000000', '#ff00ff80']);
  });
});
