import { color, number } from '../pins.ts';
import { imageFilter } from './image-filter.ts';
import { assertSize, settle } from './pixels.ts';

export const imageRotate = imageFilter({
  type: 'image/rotate',
  title: 'Rotate',
  description: 'Turns an image clockwise. It grows to hold its corners; the background fills what is new.',
  icon: 'rotate-cw',
  tags: ['turn', 'angle', 'straighten', 'orientation'],
  preview: {},
  settings: {
    angle: number('Angle', { min: -360, max: 360, default: 90 }),
    background: color('Background', { default: 'transparent' }),
  },
  async apply(picture, { angle, background }) {
    const normalizedAngle = ((angle % 360) + 360) % 360;
    if (normalizedAngle === 0) return picture.open();
    const radians = (normalizedAngle * Math.PI) / 180;
    const [sin, cos] = [Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))];
    assertSize(picture.width * cos + picture.height * sin, picture.width * sin + picture.height * cos);
    if (normalizedAngle % 90 === 0) return picture.open().rotate(normalizedAngle);
    // The corners need alpha to be see-through, which a photo does not have.
    const source = background.alpha < 1 ? await settle(picture.open()) : picture.open();
    return source.rotate(normalizedAngle, { background });
  },
});
