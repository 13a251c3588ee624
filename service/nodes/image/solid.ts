import { defineNode } from '../define-node.ts';
import { color } from '../pins.ts';
import { SIZE_PINS, solidImage } from './generated.ts';
import { IMAGE_OUTPUT } from './image-filter.ts';
import { savePicture } from './pixels.ts';

export const imageSolid = defineNode({
  type: 'image/solid',
  title: 'Solid color',
  description: 'Makes an image of one color, see-through if the color is.',
  icon: 'square',
  tags: ['color', 'background', 'blank', 'generate', 'fill'],
  preview: { pixels: ['width', 'height'] },
  inputs: { ...SIZE_PINS, color: color('Color', { default: '#f59e0b' }) },
  outputs: IMAGE_OUTPUT,
  run: async ({ width, height, color }, execution) => ({
    image: await savePicture(execution, [], () => solidImage(width, height, color), 'solid'),
  }),
});
