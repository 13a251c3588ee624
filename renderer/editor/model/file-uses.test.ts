import { expect, it } from 'vitest';
import type { GraphNode } from '#shared/graph/types.ts';
import { emptyCatalog } from '../testing/three-nodes.ts';
import { EditorStore } from './editor-store.ts';
import { FileUses, fileUses } from './file-uses.ts';

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

it('follows edits: typing wakes nobody, another file and a node that goes wake everybody', () => {
  const words = node('words', { text: { type: 'string', value: 'Some' } });
  const store = new EditorStore(
    { nodes: [words, node('photo', { file: { type: 'file', value: 'file_1' } })], connections: [] },
    emptyCatalog,
  );
  const uses = new FileUses(store);
  let woken = 0;
  const end = uses.subscribe(() => {
    woken += 1;
  });
  const before = uses.get();
  const set = (nodeId: string, input: string, value: { type: string; value: string }) =>
    store.applyEdit('set', [{ op: 'setNodeInput', nodeId, input, value }]);
  set('words', 'text', { type: 'string', value: 'Some more' });
  expect(woken).toBe(0);
  expect(uses.get()).toBe(before);
  set('words', 'file', { type: 'file', value: 'file_1' });
  expect(Object.fromEntries(uses.get())).toEqual({ file_1: ['words', 'photo'] });
  store.applyEdit('delete', [{ op: 'removeNode', nodeId: 'photo' }]);
  expect(Object.fromEntries(uses.get())).toEqual({ file_1: ['words'] });
  expect(woken).toBe(2);
  end();
});
