import { expect, test } from 'vitest';
import type { Graph } from '#shared/graph/index.ts';
import { filesToVary, inputsToVary } from './vary-inputs.ts';

const pins = {
  blur: [
    { name: 'image', type: 'image' },
    { name: 'radius', label: 'Radius', type: 'number(0..100)', default: 4 },
  ],
  text: [{ name: 'value', label: 'Text', type: 'text' }],
};

const graph: Graph = {
  nodes: [
    { id: 'a', type: 'text', inputs: { value: { type: 'string', value: 'a  red\nfox' } } },
    { id: 'b', type: 'blur', inputs: { image: { type: 'file', value: 'file_1' } } },
    { id: 'c', type: 'text' },
    { id: 'd', type: 'blur' },
  ],
  connections: [{ from: ['b', 'image'], to: ['d', 'image'] }],
};

const inputs = inputsToVary(graph, {
  first: 'd',
  selected: new Set(['c']),
  inputsOf: (type) => (type === 'blur' ? pins.blur : pins.text),
  titleOf: (id) => id.toUpperCase(),
  fileNameOf: (fileId) => (fileId === 'file_1' ? 'sky.png' : null),
});

test('the node that is asked about comes first, then those selected, then the others', () => {
  expect(inputs.map(({ nodeTitle, label }) => `${nodeTitle} ${label}`)).toEqual([
    'D Radius',
    'C Text',
    'A Text',
    'B image',
    'B Radius',
  ]);
  expect(inputs.filter(({ isSelected }) => isSelected).map(({ nodeId }) => nodeId)).toEqual(['c']);
});

test('each says what it holds now in one line, also what it holds by default', () => {
  expect(inputs.map(({ valueText }) => valueText)).toEqual(['4', '', 'a red fox', 'sky.png', '4']);
});

test('the files of the graph come first, also those that are not listed, and equal names are told apart', () => {
  const png = { filename: 'Photo.png', contentType: 'image/png' };
  const files = filesToVary(
    inputs,
    [
      { fileId: 'x', ...png },
      { fileId: 'y', ...png },
    ],
    (id) => (id === 'file_1' ? 'Photo.png' : null),
  );
  expect(files.map(({ fileId, filename }) => [fileId, filename])).toEqual([
    ['file_1', 'Photo.png'],
    ['x', 'Photo.png (2)'],
    ['y', 'Photo.png (3)'],
  ]);
});
