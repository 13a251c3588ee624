import { ASPECTS, cutToRatio, namedRect, ratioOf } from '#shared/geometry/crop.ts';
import { added, choice, invalid, number, withRole } from '../pins.ts';
import { imageFilter } from './image-filter.ts';
import { SIDE_LIMIT } from './pixels.ts';

const SIDE = { min: 0, max: SIDE_LIMIT * 2, step: 1, default: 0 };
const SHARE = { min: 0, max: 1, step: 0.001, default: 0.5, exposed: false };

export const imageCrop = imageFilter({
  type: 'image/crop',
  title: 'Crop',
  description:
    'Cuts a rectangle out of an image. A width or height of 0 goes on to the edge. With an aspect, the rectangle is cut further, as near to the focal point as it goes.',
  icon: 'crop',
  tags: ['cut', 'trim', 'region', 'rectangle', 'aspect', 'focal point'],
  preview: { pixels: ['left', 'top', 'width', 'height'] },
  settings: {
    left: withRole('crop.left', number('Left', SIDE)),
    top: withRole('crop.top', number('Top', SIDE)),
    width: withRole('crop.width', number('Width', SIDE)),
    height: withRole('crop.height', number('Height', SIDE)),
    aspect: added(withRole('crop.aspect', choice('Aspect', ASPECTS, { default: 'free', exposed: false }))),
    focusX: added(withRole('focus.x', number('Focal point x', SHARE), 'share')),
    focusY: added(withRole('focus.y', number('Focal point y', SHARE), 'share')),
  },
  apply(picture, { left, top, width, height, aspect, focusX, focusY }) {
    const rect = namedRect({ left, top, width, height }, picture);
    if (rect === null) {
      throw invalid(
        `The image is ${picture.width} × ${picture.height} pixels; there is nothing at ${left}, ${top}. Use a smaller Left or Top.`,
      );
    }
    const ratio = ratioOf(aspect);
    const focus = { x: focusX * picture.width, y: focusY * picture.height };
    return picture.open().extract(ratio === null ? rect : cutToRatio(rect, ratio, focus));
  },
});
