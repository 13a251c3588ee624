import { expect, it } from 'vitest';
import { splitItemKey } from './item-key.ts';
import { outputLabels } from './output-names.ts';
import { nodesOfOutputs } from './ran-graph.ts';
import type { Graph } from './types.ts';

const graph: Graph = {
  nodes: [
    { id: 'blur-9ea546', type: 'image/blur', title: 'Soft' },
    { id: 'out', type: 'output/value', inputs: { name: { type: 'string', value: 'Cards' } } },
  ],
  connections: [],
};

it.each([
  ['Cards[7]', { output: 'Cards', item: '7' }, 'out', 'Cards 7'],
  ['Cards[7.2]', { output: 'Cards', item: '7.2' }, 'out', 'Cards 7.2'],
  ['blur-9ea546.image[3]', { output: 'blur-9ea546.image', item: '3' }, 'blur-9ea546', 'Soft 3'],
  ['Cards', null, 'out', 'Cards'],
  ['Other[x]', null, undefined, 'Other[x]'],
])('%s is an item of an output, comes from its node and is called after it', (key, split, nodeId, label) => {
  expect(splitItemKey(key)).toEqual(split);
  expect(nodesOfOutputs(graph)(key)?.id).toBe(nodeId);
  expect(outputLabels(graph)(key)).toBe(label);
});
