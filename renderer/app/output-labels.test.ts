import { expect, it } from 'vitest';
import { outputLabels, type NamesOfProject } from './output-labels.ts';

const project: NamesOfProject = {
  titleOf: (id) => (id === 'one.b' ? 'Dusk' : 'Levels'),
  pinLabel: (_id, pin) => pin.toUpperCase(),
  store: {
    getNode: (id) => (['one.b', 'two'].includes(id) ? { id, type: id, inputs: {} } : undefined),
  },
  catalog: {
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

it('keeps names that were given, and keys of nodes that are gone', () => {
  const labelOf = outputLabels(project);
  expect(labelOf('Poster')).toBe('Poster');
  expect(labelOf('two.nothing')).toBe('two.nothing');
  expect(labelOf('three.image')).toBe('three.image');
});
