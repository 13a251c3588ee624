import { defineNode } from '../define-node.ts';
import { file } from '../pins.ts';
import { readMediaInfo } from './media-info.ts';

export const mediaProbe = defineNode({
  type: 'media/probe',
  title: 'Media info',
  description:
    'Tells what is in a video or sound file: its length in seconds, picture size, and every track with its codec.',
  icon: 'scan-search',
  tags: ['duration', 'length', 'codec', 'tracks', 'resolution', 'frame rate', 'metadata', 'video', 'audio'],
  inputs: { file: file('File') },
  outputs: {
    seconds: { label: 'Seconds', type: 'number' },
    width: { label: 'Width', type: 'number' },
    height: { label: 'Height', type: 'number' },
    info: { label: 'Info', type: 'json' },
  },
  run: ({ file }, execution) => readMediaInfo(execution, file),
});
