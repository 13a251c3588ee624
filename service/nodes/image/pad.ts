import { choice, color, number } from '../pins.ts';
import { imageFilter } from './image-filter.ts';
import { assertSize } from './pixels.ts';

const EDGE = { min: 0, max: 8192, step: 1, default: 64 };

export const imagePad = imageFilter({
  type: 'image/pad',
  version: 2,
  title: 'Pad',
  description:
    'Adds room around an image: in a color, or by carrying on, repeating or mirroring what is at its edge.',
  icon: 'expand',
  tags: ['extend', 'margin', 'canvas', 'space', 'outpaint'],
  preview: { pixels: ['top', 'right', 'bottom', 'left'] },
  settings: {
    top: number('Top', EDGE),
    right: number('Right', EDGE),
    bottom: number('Bottom', EDGE),
    left: number('Left', EDGE),
    fill: choice('Fill', ['color', 'edge', 'repeat', 'mirror'], { default: 'color' }),
    color: color('Color', { default: 'transparent' }),
  },
  apply(picture, { top, right, bottom, left, fill, color }) {
    assertSize(picture.width + left + right, picture.height + top + bottom);
    const extendWith = ({ color: 'background', edge: 'copy', repeat: 'repeat', mirror: 'mirror' } as const)[
      fill
    ];
    const pipeline = fill === 'color' && color.alpha < 1 ? picture.open().ensureAlpha() : picture.open();
    return pipeline.extend({ top, right, bottom, left, extendWith, background: color });
  },
});
