import { expect, it } from 'vitest';
import type { EndpointPin } from '#shared/api/index.ts';
import { fieldKindOf } from '#renderer/fields/index.ts';
import { fieldsOfForm, initialValues, shiftTexts, toInputs, valuesOfRun } from './form-values.ts';

const pins: EndpointPin[] = [
  { fieldName: 'title', name: 'Title', kind: 'primitive', dataType: 'string' },
  { fieldName: 'fit', name: 'Fit', kind: 'primitive', dataType: 'choice(cover|contain)' },
  { fieldName: 'size', name: 'Size', kind: 'primitive', dataType: 'number' },
  { fieldName: 'width', name: 'Width', kind: 'primitive', dataType: 'number(1..8192 step 1)' },
  { fieldName: 'height', name: 'Height', kind: 'primitive', dataType: 'number(1..8192 step 1)' },
  { fieldName: 'dark', name: 'Dark', kind: 'primitive', dataType: 'boolean' },
  { fieldName: 'bright', name: 'Bright', kind: 'primitive', dataType: 'boolean' },
  { fieldName: 'more', name: 'More', kind: 'primitive', dataType: 'json' },
  { fieldName: 'photo', name: 'Photo', kind: 'file', dataType: 'image' },
  { fieldName: 'other', name: 'Other', kind: 'file', dataType: null },
  { fieldName: 'sky', name: 'Sky', kind: 'primitive', dataType: 'string' },
];

const docs = {
  endpointId: 'end_1',
  templateId: 'tpl_1',
  name: 'Make a card',
  inputs: pins,
  outputs: [],
  externalRun: { submit: '/run', status: '/run', info: '/run' },
  requestExample: {
    inputs: {
      title: { type: 'string', value: 'Two lines\nof a headline' },
      height: { type: 'number', value: 12 },
      sky: { type: 'string', value: '#336699' },
    },
  },
};

it('the kind of a field comes from its declaration, and where the API says too little from the template’s own value', () => {
  const kinds = fieldsOfForm(docs, null).map(({ name, type }) => [name, fieldKindOf(type), type.multiline]);
  expect(kinds).toEqual([
    ['title', 'text', true],
    ['fit', 'choice', undefined],
    ['size', 'number', undefined],
    ['width', 'number', undefined],
    ['height', 'number', undefined],
    ['dark', 'boolean', undefined],
    ['bright', 'boolean', undefined],
    ['more', 'json', undefined],
    ['photo', 'file', undefined],
    ['other', 'file', undefined],
    ['sky', 'color', undefined],
  ]);
});

it('what the nodes declare comes before what the API says, with limits, choices and what is needed', () => {
  const declared = (fieldName: string, pinType: string, isRequired = false) => ({
    fieldName,
    pinType,
    isRequired,
    nodeTitle: 'Card',
    icon: null,
  });
  const form = {
    inputs: [
      declared('title', 'choice(day|night)', true),
      declared('size', 'number(1..8 step 1)'),
      declared('sky', 'text'),
    ],
  };
  const fields = fieldsOfForm(docs, form);
  const typeOf = (wanted: string) => fields.find(({ name }) => name === wanted);
  expect(typeOf('title')).toMatchObject({
    isRequired: true,
    type: { base: 'choice', choices: ['day', 'night'] },
  });
  expect(typeOf('size')?.type).toEqual({ base: 'number', min: 1, max: 8, step: 1 });
  // A text that happens to hold a color is a text.
  expect(typeOf('sky')?.type).toEqual({ base: 'text' });
});

it('a form begins with the values of the template, its files left out', () => {
  const values = initialValues(docs, fieldsOfForm(docs, null));
  expect(toInputs(values)).toEqual(docs.requestExample.inputs);
  expect(values).toMatchObject({ size: null, photo: null });
});

it('a form that shows a run sends what the run had, files included', () => {
  const inputs = {
    title: { type: 'string' as const, value: 'Hello' },
    width: { type: 'number' as const, value: 640 },
    dark: { type: 'boolean' as const, value: false },
    more: { type: 'json' as const, value: { a: 1 } },
    photo: { type: 'file' as const, fileId: 'f1.png' },
  };
  expect(toInputs(valuesOfRun(fieldsOfForm(docs, null), inputs))).toEqual(inputs);
});

it.each([
  ['moves along as it was changed', 'Typed', '', 'b', { a: null, b: 'Typed' }],
  ['moves along as it was given', 'Given', '', 'b', { a: null, b: 'Given' }],
  ['stays where the other field has words of its own', 'Typed', 'Own', 'b', { a: 'Typed', b: 'Own' }],
  ['stays where it goes nowhere, if it was changed', 'Typed', '', null, { a: 'Typed', b: null }],
  ['goes where it goes nowhere, if it was not', 'Given', '', null, { a: null, b: null }],
])('the words that a form was given: %s', (_what, a, b, to, expected) => {
  const field = (value: string) => (value === '' ? null : { type: 'string' as const, value });
  const other = { type: 'number' as const, value: 7 };
  const moved = shiftTexts(
    { a: field(a), b: field(b), other },
    { a: null, b: null, other: null },
    { a: 'Given' },
    to === null ? {} : { [to]: 'Given' },
  );
  expect(moved).toEqual({ a: field(expected.a ?? ''), b: field(expected.b ?? ''), other });
});
