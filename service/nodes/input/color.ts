import { colorToHex } from '#shared/language/color.ts';
import { defineNode } from '../define-node.ts';
import { color } from '../pins.ts';

export const inputColor = defineNode({
  type: 'input/color',
  title: 'Color',
  description: 'A color to use in one or several places. Takes hex values such as #ff8800, and CSS names.',
  icon: 'palette',
  tags: ['color', 'hex', 'paint', 'constant'],
  inputs: { value: color('Value', { default: '#f59e0b' }) },
  outputs: { color: { label: 'Color', type: 'color' } },
  run: ({ value }) => ({ color: colorToHex(value) }),
});
