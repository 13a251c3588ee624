import { defineNode } from '../define-node.ts';
import { file } from '../pins.ts';

export const inputFile = defineNode({
  type: 'input/file',
  title: 'File',
  description: 'A file of any type from your computer.',
  icon: 'file',
  tags: ['upload', 'document', 'attachment'],
  inputs: { file: file('File') },
  outputs: { file: { label: 'File', type: 'file' } },
  run: ({ file }) => ({ file }),
});
