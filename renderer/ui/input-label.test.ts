import { expect, test } from 'vitest';
import { inputWithValue, ranAs } from './input-label.ts';

const text = (value: string) => ({ type: 'string', value });

test('an input with its value is named in words; a name that says nothing beside its node is left out', () => {
  expect(inputWithValue('Headline', 'a', text('morning'))).toBe('Headline: morning');
  expect(inputWithValue('Headline', 'value', text('morning'))).toBe('Headline: morning');
  expect(inputWithValue('Light', 'max_width', { type: 'number', value: 300 })).toBe('Light · Max width: 300');
  expect(inputWithValue('', 'a', text('morning'))).toBe('A: morning');
  expect(inputWithValue('Sky', 'invert', { type: 'boolean', value: true })).toBe('Sky · Invert: Yes');
  expect(inputWithValue('Poem', 'text', text('x'.repeat(60)))).toBe(`Poem: ${'x'.repeat(40)}…`);
});

test('a run says what it executed, and what was changed of that', () => {
  const change = (nodeTitle: string, value: string) => ({
    nodeId: 'n',
    nodeTitle,
    name: 'text',
    value: text(value),
  });
  expect(ranAs({ projectVersion: 3 })).toBe('version 3');
  expect(ranAs({ projectVersion: null })).toBe('as on the canvas');
  expect(ranAs({ projectVersion: null, batchName: 'Grid “Blur”' })).toBe('Grid “Blur”');
  expect(ranAs({ projectVersion: null, batchName: '' })).toBe('with the values of a grid or batch');
  expect(ranAs({ projectVersion: null, templateId: 'tpl_1' })).toBe('from a template');
  const once = (...changes: ReturnType<typeof change>[]) =>
    ranAs({ projectVersion: null, occasion: { kind: 'once', changes } });
  expect(once()).toBe('once more as it was');
  expect(once(change('Headline', 'morning'))).toBe('Headline: morning');
  expect(once(change('A', '1'), change('B', '2'), change('C', '3'))).toBe('A: 1, B: 2, 1 more');
  expect(ranAs({ projectVersion: null, occasion: { kind: 'film', filename: 'Sunset.mp4' } })).toBe(
    'exported film',
  );
});
