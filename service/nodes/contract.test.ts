import { describe, expect, test } from 'vitest';
import { nodeDefinitions } from './index.ts';
import { createNodeRegistry } from './registry.ts';
import { useNodeBench } from './testing/node-bench.ts';

const bench = useNodeBench();
const registry = createNodeRegistry(nodeDefinitions);
const node = (type: string) => {
  const found = registry.get(type);
  if (found === undefined) throw new Error(`There is no ${type}.`);
  return found;
};

/** Node types that scripts rely on, as the service's contract lists them. */
const FLOOR: [type: string, inputs: string[], outputs: string[]][] = [
  ['input/text', ['value'], ['text']],
  ['input/number', ['value'], ['number']],
  ['input/image', ['file'], ['image']],
  ['text/template', ['template', 'a', 'b'], ['text']],
  ['image/resize', ['image', 'width', 'height'], ['image']],
  ['image/blur', ['image', 'sigma'], ['image']],
  ['control/delay', ['value', 'seconds'], ['value']],
  ['control/fail', ['message'], []],
  ['output/value', ['value', 'name'], []],
  ['output/file', ['file', 'name'], []],
];

describe('node types that scripts rely on', () => {
  test.for(FLOOR)('%s has the promised pins', ([type, inputs, outputs]) => {
    const { inputs: actual, outputs: actualOutputs } = node(type);
    expect(actual.map((pin) => pin.name)).toEqual(expect.arrayContaining(inputs));
    expect(actualOutputs.map((pin) => pin.name)).toEqual(expect.arrayContaining(outputs));
    // A script gives the promised inputs only: everything else must do without.
    const demanding = actual.filter((pin) => pin.default === undefined && pin.optional !== true);
    expect(inputs).toEqual(expect.arrayContaining(demanding.map((pin) => pin.name)));
  });

  test('a photo goes through resize and blur with the promised inputs alone', async () => {
    const photo = await bench.solid(40, 20, '#336699', 'photo.jpeg');
    const { image } = await bench.run(node('input/image'), { file: photo });
    const resized = await bench.run(node('image/resize'), { image, width: 30, height: 30 });
    const blurred = await bench.run(node('image/blur'), { image: resized['image'], sigma: 3 });
    const look = await bench.look(blurred['image']);
    expect([look.width, look.height, look.near(15, 15, '#336699')]).toEqual([30, 30, true]);
    expect(look.file.filename).toBe('photo.png');
  });

  test('a template replaces {{a}} and {{b}}', async () => {
    const { text } = await bench.run(node('text/template'), {
      template: '{{a}}-{{b}}-{{a}}',
      a: 'x',
      b: 'y',
    });
    expect(text).toBe('x-y-x');
  });
});
