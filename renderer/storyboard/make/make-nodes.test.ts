import { expect, it } from 'vitest';
import { generatorNodes, type PinnedGraph } from './make-nodes.ts';

const node = (
  id: string,
  inputs: Record<string, string>,
  outputs: Record<string, string>,
): PinnedGraph['nodes'][number] => {
  const pins = (types: Record<string, string>) =>
    Object.entries(types).map(([name, type]) => ({ name, type }));
  return { id, title: id.toUpperCase(), inputs: pins(inputs), outputs: pins(outputs) };
};

it('finds the nodes that make pictures, and the text that words most likely go into', () => {
  const found = generatorNodes({
    nodes: [
      node('photo', { file: 'image' }, { image: 'image' }),
      node('words', { value: 'text' }, { value: 'text' }),
      node(
        'maker',
        {
          negative_prompt: 'text',
          prompt: 'string',
          style: 'text',
          variation: 'number',
          model: 'choice(a|b)',
        },
        { image: 'image', cost: 'number' },
      ),
      node('blur', { image: 'image', strength: 'number' }, { image: 'image' }),
      node('count', { text: 'text' }, { length: 'number' }),
    ],
    connections: [
      { from: ['words', 'value'], to: ['maker', 'style'] },
      { from: ['maker', 'image'], to: ['blur', 'image'] },
    ],
  });
  expect(found.map(({ nodeId }) => nodeId)).toEqual(['maker', 'blur']);
  const [maker, blur] = found;
  expect(maker?.outputs).toEqual([{ name: 'image', label: 'image', type: 'image' }]);
  expect(maker?.texts.map(({ nodeId, input }) => `${nodeId}.${input}`)).toEqual([
    'maker.prompt',
    'words.value',
    'maker.negative_prompt',
  ]);
  expect(blur?.texts[0]).toMatchObject({ nodeId: 'maker', input: 'prompt', label: 'MAKER · prompt' });
  expect(blur?.variations).toMatchObject([{ nodeId: 'maker', input: 'variation' }]);
});

it('goes around a circle of wires once', () => {
  const found = generatorNodes({
    nodes: [
      node('a', { image: 'image', text: 'text' }, { image: 'image' }),
      node('b', { image: 'image' }, { image: 'image' }),
    ],
    connections: [
      { from: ['a', 'image'], to: ['b', 'image'] },
      { from: ['b', 'image'], to: ['a', 'image'] },
    ],
  });
  expect(found.map(({ nodeId, texts }) => [nodeId, texts.length])).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
});
