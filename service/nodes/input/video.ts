import { defineNode } from '../define-node.ts';
import { file } from '../pins.ts';

export const inputVideo = defineNode({
  type: 'input/video',
  title: 'Video',
  description: 'A video from your computer: an MP4, MOV, WebM or MKV file.',
  icon: 'clapperboard',
  tags: ['film', 'clip', 'footage', 'upload', 'file'],
  inputs: { file: file('File', 'video') },
  outputs: { video: { label: 'Video', type: 'video' } },
  run: ({ file }) => ({ video: file }),
});
