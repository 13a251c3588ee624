import { expect, it } from 'vitest';
import type { GraphNode } from '#shared/graph/types.ts';
import { fileUses } from './file-uses.ts';

const node = (id: string, inputs: GraphNode['inputs']): GraphNode => ({
  id,
  type: 'input/image',
  position: { x: 0, y: 0 },
  inputs: inputs ?? {},
});

it('finds the nodes that hold a file, in any form, each once', () => {
  const uses = fileUses([
    node('one', { file: { type: 'file', value: 'file_1' }, mask: { type: 'file', value: 'file_1' } }),
    node('two', { file: { type: 'file', value: { fileId: 'file_1' } } }),
    node('three', { words: { type: 'string', value: 'file_1' }, file: { type: 'file', value: 'file_2' } }),
    node('none', undefined),
  ]);
  expect(Object.fromEntries(uses)).toEqual({ file_1: ['one', 'two'], file_2: ['three'] });
});
