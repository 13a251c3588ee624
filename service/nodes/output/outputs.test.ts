import { expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { outputFile } from './file.ts';
import { outputValue } from './value.ts';

const bench = useNodeBench();

test('outputs take what they are given and need no name', async () => {
  const file = await bench.solid(2, 2, '#ff0000');
  for (const value of ['text', 5, false, null, { a: 1 }, file]) {
    expect(await bench.run(outputValue, { value })).toEqual({});
  }
  expect(await bench.run(outputFile, { file, name: 'Poster' })).toEqual({});
});

test('an output with nothing plugged in says so', async () => {
  await expect(bench.run(outputValue, { name: 'x' })).rejects.toThrow('Value is not set');
  await expect(bench.run(outputFile, { file: 'photo.png' })).rejects.toThrow('File must be a file');
});
