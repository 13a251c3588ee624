import { expect, it } from 'vitest';
import { asRunInput, inputsOfItem, type InputList } from './item-inputs.ts';
import type { NodeItem } from './node-items.ts';

const item = (path: number[], text: string): NodeItem => ({
  path,
  trace: [],
  phase: 'succeeded',
  outputs: { out: { type: 'string', value: text } },
  error: null,
});
const list = (name: string, items: NodeItem[]): InputList => ({ name, label: name, pin: 'out', items });
const letters = list('letter', [item([0], 'a'), item([1], 'b')]);
const numbers = list('number', [item([0], '1'), item([1], '2'), item([2], '3')]);
const textsOf = (...given: Parameters<typeof inputsOfItem>) =>
  Object.values(inputsOfItem(...given)).map((output) => (output && 'value' in output ? output.value : null));

it('tells what went into each item as the node lets its lists go together', () => {
  expect(textsOf([letters, numbers], 'every pair', [4])).toEqual(['b', '2']);
  expect(textsOf([letters, numbers], 'repeat last', [2])).toEqual(['b', '3']);
  expect(textsOf([letters, numbers], 'by position', [1])).toEqual(['b', '2']);
});

it('goes through lists of lists level by level, beside a list that has fewer levels', () => {
  const nested = list('nested', [item([0, 0], 'p'), item([0, 1], 'q'), item([1, 0], 'r')]);
  expect(textsOf([nested, letters], 'by position', [0, 1])).toEqual(['q', 'a']);
  expect(textsOf([nested, letters], 'by position', [1, 0])).toEqual(['r', 'b']);
});

it('does not know what is far down a list of which only the beginning is told', () => {
  expect(inputsOfItem([numbers], 'by position', [2])['number']).toEqual({ type: 'string', value: '3' });
  expect(inputsOfItem([list('number', [])], 'by position', [2])['number']).toBeUndefined();
});

it('a result becomes an input of a run; a list does not', () => {
  const file = { type: 'file', fileId: 'file_1', filename: 'a', contentType: 'image/png', sizeBytes: 1 };
  expect(asRunInput(file)).toEqual({ type: 'file', fileId: 'file_1' });
  expect(asRunInput({ type: 'number', value: 3 })).toEqual({ type: 'number', value: 3 });
  expect(asRunInput({ type: 'list', value: [], count: 0, failed: 0 })).toBeNull();
});
