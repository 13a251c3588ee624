import { defineNode } from '../define-node.ts';
import { openPicture } from '../image/pixels.ts';
import { file } from '../pins.ts';

export const inputImage = defineNode({
  type: 'input/image',
  title: 'Image',
  description: 'A picture from your computer. Drop a JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG file on it.',
  icon: 'image',
  tags: ['photo', 'picture', 'upload', 'file'],
  preview: { shrinks: true },
  inputs: { file: file('File', 'image') },
  outputs: { image: { label: 'Image', type: 'image' } },
  async run({ file }, execution) {
    await openPicture(execution, file);
    return { image: file };
  },
});
