import { defineNode } from '../define-node.ts';
import { file } from '../pins.ts';

export const inputAudio = defineNode({
  type: 'input/audio',
  title: 'Audio',
  description: 'A sound from your computer: a WAV, MP3, FLAC, Ogg or M4A file.',
  icon: 'audio-lines',
  tags: ['sound', 'music', 'voice', 'upload', 'file'],
  inputs: { file: file('File', 'audio') },
  outputs: { audio: { label: 'Audio', type: 'audio' } },
  run: ({ file }) => ({ audio: file }),
});
