import { expect, it } from 'vitest';
import type { NodeCatalog, NodeTypePins } from '#shared/graph/types.ts';
import { commonInputs } from './common-inputs.ts';

const types: Record<string, NodeTypePins> = {
  'image/blur': {
    inputs: [
      { name: 'image', type: 'image' },
      { name: 'amount', type: 'number(0..100)', default: 8 },
      { name: 'edge', type: 'choice(clamp|wrap)', default: 'clamp' },
      { name: 'note', type: 'text' },
    ],
    outputs: [],
  },
  'image/sharpen': {
    inputs: [
      { name: 'image', type: 'image' },
      { name: 'edge', type: 'choice(wrap|mirror)', default: 'wrap' },
      { name: 'amount', type: 'number(5..20)', default: 10 },
      { name: 'note', type: 'number' },
    ],
    outputs: [],
  },
};
const catalog: NodeCatalog = { pinsOf: (type) => types[type] };
const blur = (id: string, amount?: number) => ({
  id,
  type: 'image/blur',
  ...(amount !== undefined && { inputs: { amount: { type: 'number', value: amount } } }),
});

it('fields of one name and type are one, with the narrowest limits; files and other types are not', () => {
  const found = commonInputs([blur('a'), { id: 'b', type: 'image/sharpen' }], catalog, () => false);
  expect(found.map(({ pin, type }) => [pin.name, type])).toEqual([
    ['amount', { base: 'number', min: 5, max: 20 }],
    ['edge', { base: 'choice', choices: ['wrap'] }],
  ]);
});

it('a field is mixed where what the nodes hold, or their defaults, differ', () => {
  const valueOf = (nodes: ReturnType<typeof blur>[]) =>
    commonInputs(nodes, catalog, () => false).find(({ pin }) => pin.name === 'amount');
  expect(valueOf([blur('a', 8), blur('b')])).toMatchObject({ isMixed: false, value: 8 });
  expect(valueOf([blur('a', 8), blur('b', 9)])).toMatchObject({ isMixed: true, value: null });
});

it('a node whose field has a wire does not count; where all have one the field is left out', () => {
  const nodes = [blur('a', 1), blur('b', 2)];
  const amountOf = (wired: string[]) =>
    commonInputs(nodes, catalog, ([id, pin]) => pin === 'amount' && wired.includes(id)).find(
      ({ pin }) => pin.name === 'amount',
    );
  expect(amountOf(['a'])).toMatchObject({ isMixed: false, value: 2, nodeIds: ['b'] });
  expect(amountOf(['a', 'b'])).toBeUndefined();
});

it('nothing is common with a type that is not known', () => {
  expect(commonInputs([blur('a'), { id: 'b', type: 'gone/type' }], catalog, () => false)).toEqual([]);
});
