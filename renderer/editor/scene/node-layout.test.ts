import { expect, it } from 'vitest';
import type { GraphNode } from '#shared/graph/types.ts';
import { inputAnchor, layoutNode, type LayoutInfo } from './node-layout.ts';

const pins = {
  inputs: [
    { name: 'image', type: 'image' },
    { name: 'width', type: 'number', default: 512 },
    { name: 'height', type: 'number', default: 512 },
    { name: 'angle', type: 'number', default: 0 },
  ],
  outputs: [{ name: 'image', type: 'image' }],
};
const node: GraphNode = { id: 'a', type: 'image/resize', inputs: { height: { type: 'number', value: 9 } } };
const layout = (facts: Partial<LayoutInfo>) =>
  layoutNode(node, { pins, connectedInputs: new Set(), wiredOutputs: new Set(), ...facts });
const namesOf = (facts: Partial<LayoutInfo>) => layout(facts).inputs.map(({ pin }) => pin.name);

it('a collapsed node shows what is connected, what holds a value of its own and what has to be set', () => {
  expect(namesOf({})).toEqual(['image', 'width', 'height', 'angle']);
  expect(layout({}).more).toBeNull();
  expect(namesOf({ collapsed: 'changed' })).toEqual(['image', 'height']);
  expect(layout({ collapsed: 'changed' }).more?.count).toBe(2);
  expect(namesOf({ collapsed: 'changed', connectedInputs: new Set(['angle']) })).toEqual([
    'image',
    'height',
    'angle',
  ]);
  expect(namesOf({ collapsed: 'connected', connectedInputs: new Set(['angle']) })).toEqual([
    'image',
    'angle',
  ]);
  expect(layout({ collapsed: 'changed' }).height).toBeLessThan(layout({}).height);
});

it('wires end at the rows of a collapsed node', () => {
  const collapsed = layout({ collapsed: 'connected', connectedInputs: new Set(['angle']) });
  const row = collapsed.inputs.find(({ pin }) => pin.name === 'angle')!;
  expect(inputAnchor(collapsed, 'angle').y).toBe(row.top + 14);
  expect(inputAnchor(collapsed, 'angle').y).not.toBe(inputAnchor(layout({}), 'angle').y);
});
