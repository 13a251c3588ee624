import { expect, it } from 'vitest';
import type { Graph } from '#shared/graph/types.ts';
import type { InputList } from './item-inputs.ts';
import { itemsOfNode } from './node-items.ts';
import { itemRequestOf, withPickedItems } from './picked-items.ts';

/** A list of 120 of which a run told the first two, as events of long lists do. */
const long: InputList = {
  name: 'image',
  label: 'Image',
  pin: 'out',
  items: itemsOfNode({
    items: { total: 120, completed: 120, failed: 0 },
    ends: [0, 1].map((at) => ({
      item: [at],
      trace: [`row ${at + 1}`],
      state: 'succeeded',
      outputs: { out: { type: 'string', value: `text ${at}` } },
    })),
  }),
};
const words: InputList = {
  name: 'text',
  label: 'Text',
  pin: 'out',
  items: ['x', 'y', 'z'].map((value, at) => ({
    path: [at],
    trace: [],
    phase: 'succeeded',
    outputs: { out: { type: 'string', value } },
    error: null,
  })),
};

it('an item that is known goes in as a value, one far down a long list is picked from it', () => {
  expect(itemRequestOf([long], 'by position', [1], true)).toEqual({
    values: { image: { type: 'string', value: 'text 1' } },
    picked: {},
  });
  expect(itemRequestOf([long], 'by position', [99], true)).toEqual({ values: {}, picked: { image: [99] } });
  expect(itemRequestOf([long, words], 'every pair', [3 * 80 + 2], true)).toEqual({
    values: { text: { type: 'string', value: 'z' } },
    picked: { image: [80] },
  });
});

it('nothing is asked for where nobody knows which item goes in, or the service cannot pick', () => {
  expect(itemRequestOf([long], 'by position', [99], false)).toBeNull();
  expect(itemRequestOf([{ ...long, items: [] }], 'by position', [3], true)).toBeNull();
  expect(itemRequestOf([], 'by position', [0], true)).toBeNull();
});

it('the wire of the list leads to a node that picks, under an id that nobody has, and all other wires stay', () => {
  const graph: Graph = {
    nodes: [
      { id: 'rows', type: 'list/values' },
      { id: 'pick-mix-a', type: 'image/blur' },
      { id: 'mix', type: 'image/blur' },
    ],
    connections: [
      { from: ['rows', 'list'], to: ['mix', 'a'] },
      { from: ['rows', 'list'], to: ['mix', 'b'] },
      { from: ['rows', 'list'], to: ['pick-mix-a', 'a'] },
    ],
  };
  const picked = withPickedItems(graph, 'mix', { a: [6, 2] });
  expect(picked.nodes.slice(3)).toEqual([
    { id: 'pick-mix-a-2', type: 'list/pick', inputs: { number: { type: 'number', value: 7 } } },
    { id: 'pick-mix-a-3', type: 'list/pick', inputs: { number: { type: 'number', value: 3 } } },
  ]);
  expect(picked.connections).toEqual([
    { from: ['rows', 'list'], to: ['pick-mix-a-2', 'list'] },
    { from: ['pick-mix-a-2', 'item'], to: ['pick-mix-a-3', 'list'] },
    { from: ['pick-mix-a-3', 'item'], to: ['mix', 'a'] },
    { from: ['rows', 'list'], to: ['mix', 'b'] },
    { from: ['rows', 'list'], to: ['pick-mix-a', 'a'] },
  ]);
});
