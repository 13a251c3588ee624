import { expect, it } from 'vitest';
import type { BatchField } from './batch-schemas.ts';
import { coordinatesText } from './grid-place.ts';
import { inputName, shortInputName } from './input-name.ts';

const field = (label: string): BatchField => ({
  of: 'node',
  nodeId: label,
  input: 'value',
  label,
  type: 'number',
});
const grid = (...labels: string[]) => ({
  fields: labels.map(field),
  layout: {
    axes: labels.map((_, axis) => ({ field: axis, labels: ['10', '20'] })),
    columns: 0,
    rows: null,
    pages: null,
  },
});

it('names an input by its node and itself', () => {
  expect(inputName('Sun', 'Radius')).toBe('Sun · Radius');
  expect(inputName('', 'Radius')).toBe('Radius');
  expect(shortInputName('Sun · Radius')).toBe('Radius');
  expect(shortInputName('Radius')).toBe('Radius');
});

it('names a cell by its values, with the node only where two inputs have one name', () => {
  expect(coordinatesText(grid('Sun · Radius', 'Headline · Text size'), { place: [1, 0] })).toBe(
    'Radius 20, Text size 10',
  );
  expect(coordinatesText(grid('Sun · Radius', 'Moon · Radius'), { place: [0, 1] })).toBe(
    'Sun · Radius 10, Moon · Radius 20',
  );
});
