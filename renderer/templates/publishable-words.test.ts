import { expect, it } from 'vitest';
import { english } from '#renderer/words/english/index.ts';
import { german } from '#renderer/words/german/index.ts';
import type { Publishable } from '#shared/administration/index.ts';
import { publishableIn } from './publishable-words.ts';

const input = (nodeTitle: string, nodeType: string, pinLabel: string, label: string) => ({
  nodeId: nodeTitle,
  nodeType,
  nodeTitle,
  pin: 'pin',
  pinLabel,
  label,
  dataType: 'number',
  pinType: 'number',
  value: null,
  isSuggested: false,
  reachesOutput: true,
});
const output = (nodeType: string, label: string) => ({
  nodeId: label,
  nodeType,
  pin: 'pin',
  label,
  dataType: 'image',
  isSuggested: true,
});
const offer: Publishable = {
  projectId: 'prj_1',
  name: 'Card',
  version: 1,
  inputs: [
    input('Light', 'image/gradient', 'Angle', 'Light: Angle'),
    input('Gradient', 'image/gradient', 'Angle', 'Gradient: Angle (2)'),
    input('Headline', 'input/text', 'Value', 'Headline'),
    input('Text', 'input/text', 'Value', 'Text'),
  ],
  outputs: [output('image/gradient', 'Gradient'), output('output/file', 'Poster')],
  pictures: [],
  templates: [],
};

it('inputs and outputs are called as on a German canvas; titles of their own stay', () => {
  const { inputs, outputs } = publishableIn(german.nodeTypes, offer);
  expect(inputs.map(({ nodeTitle, label }) => [nodeTitle, label])).toEqual([
    ['Light', 'Light: Winkel'],
    ['Verlauf', 'Verlauf: Winkel (2)'],
    ['Headline', 'Headline'],
    ['Text', 'Text'],
  ]);
  expect(outputs.map(({ label }) => label)).toEqual(['Verlauf', 'Poster']);
});

it('in English they are as the service has them', () => {
  expect(publishableIn(english.nodeTypes, offer)).toEqual(offer);
});
