import { expect, it } from 'vitest';
import { untouchedInputs } from './use-made-from.ts';

const node = (id: string, inputs: Record<string, { type: string; value: number }> = {}) => ({
  id,
  type: 'image/gradient',
  title: null,
  position: null,
  inputs,
});
const types = new Map([
  [
    'image/gradient',
    {
      inputs: [
        { name: 'angle', default: 135 },
        { name: 'width', default: 512 },
        { name: 'image', default: null },
      ],
    },
  ],
]);

it('an input that nobody touched counts with the default of its type, wired and set ones do not', () => {
  const graph = {
    nodes: [node('a', { angle: { type: 'number', value: 10 } }), node('b'), node('elsewhere')],
    connections: [{ from: ['a', 'out'] as [string, string], to: ['b', 'width'] as [string, string] }],
  };
  expect(untouchedInputs(graph, 'b', types).map(({ nodeId, name, value }) => [nodeId, name, value])).toEqual([
    ['a', 'width', { type: 'number', value: 512 }],
    ['b', 'angle', { type: 'number', value: 135 }],
  ]);
});
