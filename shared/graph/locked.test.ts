import { expect, it } from 'vitest';
import type { PatchOperation } from '../api/schemas/documents.ts';
import { omitLocked } from './locked.ts';

const of =
  (...ids: string[]) =>
  (id: string) =>
    ids.includes(id);

it('keeps locked nodes from being moved, changed, rewired and removed, and lets the rest through', () => {
  const add: PatchOperation = { op: 'addNode', node: { id: 'new', type: 'a/b' } };
  const out: PatchOperation = { op: 'connect', from: ['a', 'out'], to: ['b', 'in'] };
  const operations: PatchOperation[] = [
    add,
    { op: 'moveNode', nodeId: 'a', position: { x: 1, y: 1 } },
    { op: 'removeNode', nodeId: 'a' },
    { op: 'setNodeInput', nodeId: 'a', input: 'x', value: { type: 'number', value: 1 } },
    { op: 'removeNodeInput', nodeId: 'a', input: 'x' },
    { op: 'setNodeTitle', nodeId: 'a', title: 'A' },
    { op: 'connect', from: ['b', 'out'], to: ['a', 'in'] },
    { op: 'disconnect', from: ['c', 'out'], to: ['a', 'in'] },
    // What a locked node makes may go elsewhere.
    out,
  ];
  expect(omitLocked(operations, of('a'))).toEqual({ allowed: [add, out], rejected: ['a'] });
  expect(omitLocked(operations, of())).toEqual({ allowed: operations, rejected: [] });
});
