import { describe, expect, test } from 'vitest';
import {
  stripKey,
  labelOfKey,
  MACHINE_NAME,
  outputLabels,
  uniqueLabels,
  type TypeNames,
} from './output-names.ts';
import type { Graph } from './types.ts';

const types: TypeNames = {
  titleOf: (type) => (type === 'image/levels' ? 'Levels' : null),
  outputsOf: (type) =>
    type === 'image/levels' ? [{ name: 'low', label: 'Dark' }, { name: 'high' }] : [{ name: 'image' }],
};
const graph: Graph = {
  nodes: [
    { id: 'blur-9ea546', type: 'image/blur' },
    { id: 'levels-0a511f', type: 'image/levels' },
    { id: 'tint-aaaaaa', type: 'image/tint', title: 'Evening' },
    { id: 'file-bbbbbb', type: 'output/file' },
    { id: 'file-cccccc', type: 'output/file', inputs: { name: { type: 'text', value: 'Poster' } } },
  ],
  connections: [],
};

describe('outputs', () => {
  const labelOf = outputLabels(graph, types);
  test.each([
    ['blur-9ea546.image', 'Blur'],
    ['levels-0a511f.low', 'Levels · Dark'],
    ['levels-0a511f.high', 'Levels · high'],
    ['tint-aaaaaa.image', 'Evening'],
    ['Poster', 'Poster'],
    // Of nodes that the graph does not have any more.
    ['noise-123456.image', 'Noise'],
    ['text-card-abcdef.image', 'Text card'],
  ])('%s is called %s', (key, label) => {
    expect(labelOf(key)).toBe(label);
  });

  test('one that an output node gives under its id has the title of the node', () => {
    expect(labelOf('file-bbbbbb')).toBe('File output');
  });

  test('no graph leaves a name without its key', () => {
    expect(outputLabels(null)('blur-9ea546.image 2')).toBe('Blur 2');
  });
});

test.each(['Poster', 'My-decade.image', 'a.b', 'final-2026', 'one.b.image'])(
  'the name %s that a person gave stays',
  (name) => {
    expect(labelOfKey(name)).toBe(name);
    expect(stripKey(`${name}.png`)).toBe(`${name}.png`);
  },
);

test.each([
  ['blur-9ea546.image.png', 'Blur.png'],
  ['invert-008cba.image.png', 'Invert.png'],
  ['composite-d8e652.image 2.jpeg', 'Composite 2.jpeg'],
  ['file-bbbbbb.mp4', 'File.mp4'],
])('the file %s is called %s', (filename, shown) => {
  expect(stripKey(filename)).toBe(shown);
});

test('equal names are counted, whatever their case', () => {
  expect(uniqueLabels(['Tint', 'Blur', 'tint', 'Tint', 'Tint 2'])).toEqual([
    'Tint',
    'Blur',
    'tint 2',
    'Tint 3',
    'Tint 2 2',
  ]);
});

test('ten thousand equal names are counted once each', () => {
  const names = uniqueLabels(Array.from({ length: 10_000 }, () => 'Tint'));
  expect(new Set(names).size).toBe(10_000);
  expect(names.at(-1)).toBe('Tint 10000');
});

test.each([
  'blur-9ea546.image',
  'Output: blur-9ea546.image',
  'file_01m8abcdefgh.png',
  'invert-008cba.image.png',
])('“%s” holds what only machines read', (text) => expect(text).toMatch(MACHINE_NAME));
test.each(['Blur', 'Poster 2.png', 'IMG_202.jpg', '2026-11-28', '640 × 480'])('“%s” is for people', (text) =>
  expect(text).not.toMatch(MACHINE_NAME),
);
