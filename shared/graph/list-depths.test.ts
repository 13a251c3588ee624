import { expect, it } from 'vitest';
import { listDepths, mayHaveLists } from './list-depths.ts';
import { listsPin } from './list-pairing.ts';
import type { Graph, NodeTypePins } from './types.ts';

const types: Record<string, NodeTypePins> = {
  'list/images': {
    inputs: [{ name: 'files', label: 'Files', type: 'list(image)' }],
    outputs: [{ name: 'list', label: 'List', type: 'list(image)' }],
  },
  'image/composite': {
    inputs: [
      { name: 'base', label: 'Base', type: 'image' },
      { name: 'overlay', label: 'Overlay', type: 'image' },
      listsPin,
    ],
    outputs: [{ name: 'image', label: 'Image', type: 'image' }],
  },
  'image/contact-sheet': {
    inputs: [{ name: 'images', label: 'Images', type: 'list(image)' }],
    outputs: [{ name: 'image', label: 'Image', type: 'image' }],
  },
  'output/value': { inputs: [{ name: 'value', label: 'Value', type: 'any' }], outputs: [] },
};
const pinsOf = (type: string) => types[type];
const node = (id: string, type: string, inputs = {}) => ({ id, type, inputs });
const wire = (from: string, to: string): Graph['connections'][number] => {
  const [a, b] = [from.split('.'), to.split('.')];
  return { from: [a[0]!, a[1]!], to: [b[0]!, b[1]!] };
};

it('a list goes on through nodes that run for its items, and ends in one that takes it whole', () => {
  const graph: Graph = {
    nodes: [
      node('photos', 'list/images'),
      node('marks', 'list/images'),
      node('both', 'image/composite'),
      node('again', 'image/composite'),
      node('sheet', 'image/contact-sheet'),
      node('out', 'output/value'),
    ],
    connections: [
      wire('photos.list', 'both.base'),
      wire('marks.list', 'both.overlay'),
      wire('both.image', 'again.base'),
      wire('again.image', 'sheet.images'),
      wire('again.image', 'out.value'),
    ],
  };
  const depths = listDepths(graph, pinsOf);
  expect(depths.ofOutput('photos', 'list')).toBe(1);
  expect(depths.ofOutput('both', 'image')).toBe(1);
  expect(depths.ofOutput('again', 'image')).toBe(1);
  expect(depths.ofOutput('sheet', 'image')).toBe(0);
  expect(depths.spreadInputs('both')).toEqual(['base', 'overlay']);
  expect(depths.spreadInputs('again')).toEqual(['base']);
  expect(depths.spreadInputs('out')).toEqual([]);
});

it('an input that holds a list itself makes its node run for the items', () => {
  const files = { type: 'list', value: [{ type: 'file', value: 'file_1' }] };
  const graph: Graph = { nodes: [node('both', 'image/composite', { base: files })], connections: [] };
  expect(mayHaveLists(graph, pinsOf)).toBe(true);
  expect(listDepths(graph, pinsOf).ofOutput('both', 'image')).toBe(1);
  expect(mayHaveLists({ nodes: [node('both', 'image/composite')], connections: [] }, pinsOf)).toBe(false);
});

it('wires in a circle carry one thing, and the look at them ends', () => {
  const graph: Graph = {
    nodes: [node('photos', 'list/images'), node('a', 'image/composite'), node('b', 'image/composite')],
    connections: [wire('photos.list', 'a.base'), wire('b.image', 'a.overlay'), wire('a.image', 'b.base')],
  };
  expect(listDepths(graph, pinsOf).ofOutput('a', 'image')).toBe(0);
});
