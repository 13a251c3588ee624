import { expect, it, onTestFinished } from 'vitest';
import { outputLabels, type NamesOfProject } from './output-labels.ts';

const there = new Set(['one.b', 'two']);
const project: NamesOfProject = {
  titleOf: (id) => (id === 'one.b' ? 'Dusk' : 'Levels'),
  pinLabel: (_id, pin) => pin.toUpperCase(),
  store: {
    getNode: (id) => (there.has(id) ? { id, type: id, inputs: {} } : undefined),
  },
  catalog: {
    all: () => [
      {
        summary: { type: 'image/blur', title: 'Soften', category: 'Image' },
        pins: { inputs: [], outputs: [{ name: 'image', type: 'image' }] },
      },
    ],
    pinsOf: (type) => ({
      inputs: [],
      outputs: (type === 'two' ? ['low', 'high'] : ['image']).map((name) => ({ name, type: 'image' })),
    }),
  },
};

it('names an output after its node, and after its pin where there are several', () => {
  const labelOf = outputLabels(project);
  expect(labelOf('one.b.image')).toBe('Dusk');
  expect(labelOf('two.high')).toBe('Levels · HIGH');
});

it('names what an output node gives under its id by the title of the node', () => {
  expect(outputLabels(project)('two')).toBe('Levels');
});

it('names an item of a list after the node and its place', () => {
  const labelOf = outputLabels(project);
  expect(labelOf('one.b.image[7]')).toBe('Dusk 7');
  expect(labelOf('two.high[7.2]')).toBe('Levels · HIGH 7.2');
  expect(labelOf('Poster[3]')).toBe('Poster 3');
});

it('keeps names that were given, and keys of nodes that nobody knew', () => {
  const labelOf = outputLabels(project);
  expect(labelOf('Poster')).toBe('Poster');
  expect(labelOf('two.nothing')).toBe('two.nothing');
  expect(labelOf('three.image')).toBe('three.image');
});

it('calls what a node made as before when the node is deleted, and after a reload by the type of the node', () => {
  expect(outputLabels(project)('one.b.image')).toBe('Dusk');
  there.delete('one.b');
  onTestFinished(() => void there.add('one.b'));
  expect(outputLabels(project)('one.b.image')).toBe('Dusk');
  expect(outputLabels({ ...project })('one.b.image')).toBe('one.b.image');
  expect(outputLabels({ ...project })('blur-06606b.image')).toBe('Soften');
  expect(outputLabels({ ...project })('blur-06606b.other')).toBe('Blur');
});
