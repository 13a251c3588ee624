import { expect, it } from 'vitest';
import { fileIdsIn, listOfFiles, listSlot, splitListSlot, withUploadedFile } from './file-lists.ts';

it('files that arrive in any order stand in the order in which they were given, behind those that were there', () => {
  const orders = new Map([
    ['third', 3],
    ['first', 1],
    ['second', 2],
  ]);
  let fileIds: readonly string[] = ['before'];
  for (const arrived of ['third', 'first', 'second']) fileIds = withUploadedFile(fileIds, arrived, orders);
  expect(fileIds).toEqual(['before', 'first', 'second', 'third']);
});

it('an input holds a list of files, one file, or none', () => {
  expect(fileIdsIn(listOfFiles(['a', 'b', 'a']))).toEqual(['a', 'b', 'a']);
  expect(fileIdsIn({ type: 'file', value: 'a' })).toEqual(['a']);
  expect(fileIdsIn(listOfFiles([]))).toEqual([]);
  expect(fileIdsIn({ type: 'json', value: [1, null, { type: 'file', value: 'b' }] })).toEqual(['b']);
});

it('where an upload goes in a list is told apart from inputs that take one file', () => {
  const order = 1_790_000_000_123_001;
  expect(splitListSlot(listSlot('files', order))).toEqual({ input: 'files', order });
  expect(splitListSlot('files')).toBeNull();
  expect(splitListSlot('files[7]')).toBeNull();
});
