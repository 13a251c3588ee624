import { defineNode } from '../define-node.ts';
import { file, acceptingLists, text } from '../pins.ts';

export const outputFile = defineNode({
  type: 'output/file',
  title: 'File output',
  description:
    'Marks a file as a result of the run, under the name you give it: an image, sound, video or any other.',
  icon: 'file-output',
  tags: ['result', 'save', 'export', 'download', 'end'],
  inputs: {
    file: acceptingLists(file('File')),
    name: text('Name', { default: 'File', maxLength: 200 }),
  },
  outputs: {},
  run: () => ({}),
});
