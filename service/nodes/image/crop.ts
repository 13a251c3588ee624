import { invalid, number } from '../pins.ts';
import { imageFilter } from './image-filter.ts';
import { SIDE_LIMIT } from './pixels.ts';

const SIDE = { min: 0, max: SIDE_LIMIT * 2, step: 1, default: 0 };

export const imageCrop = imageFilter({
  type: 'image/crop',
  title: 'Crop',
  description: 'Cuts a rectangle out of an image. A width or height of 0 goes on to the edge.',
  icon: 'crop',
  tags: ['cut', 'trim', 'region', 'rectangle'],
  preview: { pixels: ['left', 'top', 'width', 'height'] },
  settings: {
    left: number('Left', SIDE),
    top: number('Top', SIDE),
    width: number('Width', SIDE),
    height: number('Height', SIDE),
  },
  apply(picture, { left, top, width, height }) {
    if (left >= picture.width || top >= picture.height) {
      throw invalid(
        `The image is ${picture.width} × ${picture.height} pixels; there is nothing at ${left}, ${top}. Use a smaller Left or Top.`,
      );
    }
    return picture.open().extract({
      left,
      top,
      width: Math.min(width === 0 ? picture.width : width, picture.width - left),
      height: Math.min(height === 0 ? picture.height : height, picture.height - top),
    });
  },
});
