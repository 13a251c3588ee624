import { expect, it } from 'vitest';
import type { EndpointPin } from '#shared/api/index.ts';
import { hintOf, initialValues, toInputs, valuesOfRun } from './form-values.ts';

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
];

it('hints say in words what a field does not show itself, and nothing else', () => {
  const values = initialValues({
    endpointId: 'end_1',
    templateId: 'tpl_1',
    name: 'Make a card',
    inputs: pins,
    outputs: [],
    externalRun: { submit: '/run', status: '/run', info: '/run' },
    requestExample: {
      inputs: { height: { type: 'number', value: 12 }, bright: { type: 'boolean', value: true } },
    },
  });
  expect(Object.fromEntries(pins.map((pin) => [pin.fieldName, hintOf(pin, values[pin.fieldName]!)]))).toEqual(
    {
      title: null,
      fit: 'One of cover, contain.',
      size: 'As in the template when empty.',
      width: '1 to 8192, in whole steps. As in the template when empty.',
      height: '1 to 8192, in whole steps.',
      dark: 'As in the template until you switch it.',
      bright: null,
      more: 'JSON: an object { } or a list [ ].',
      photo: 'A picture.',
      other: null,
    },
  );
});

it('a form that shows a run sends what the run had, files included', () => {
  const inputs = {
    title: { type: 'string' as const, value: 'Hello' },
    width: { type: 'number' as const, value: 640 },
    dark: { type: 'boolean' as const, value: false },
    more: { type: 'json' as const, value: { a: 1 } },
    photo: { type: 'file' as const, fileId: 'f1.png' },
  };
  const docs = {
    endpointId: 'end_1',
    templateId: 'tpl_1',
    name: 'Make a card',
    inputs: pins,
    outputs: [],
    externalRun: { submit: '/run', status: '/run', info: '/run' },
    requestExample: { inputs: { height: { type: 'number', value: 12 } } },
  };
  expect(toInputs(valuesOfRun(docs, inputs))).toEqual(inputs);
});
