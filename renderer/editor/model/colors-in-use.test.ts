import { expect, it } from 'vitest';
import type { GraphNode, NodeCatalog } from '#shared/graph/types.ts';
import { colorsInUse } from './colors-in-use.ts';

const catalog: NodeCatalog = {
  pinsOf: (type) =>
    type === 'card'
      ? {
          inputs: [
            { name: 'ink', type: 'color' },
            { name: 'words', type: 'text' },
          ],
          outputs: [],
        }
      : undefined,
};
const card = (id: string, ink: string, words = ''): GraphNode => ({
  id,
  type: 'card',
  position: { x: 0, y: 0 },
  inputs: { ink: { type: 'color', value: ink }, words: { type: 'string', value: words } },
});

it('lists the colors of a graph, those used most first, each once however it is written', () => {
  const nodes = [
    card('1', 'teal', '#123456'),
    card('2', '#FFF'),
    card('3', '#ffffff'),
    card('4', 'purplish'),
    { ...card('5', '#00ff00'), type: 'unknown' },
  ];
  expect(colorsInUse(nodes, catalog)).toEqual(['#ffffff', '#008080']);
});
