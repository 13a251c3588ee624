import { choice, number } from '../pins.ts';
import { drawSvg } from './generated.ts';
import { imageFilter } from './image-filter.ts';

export const imageRoundedCorners = imageFilter({
  type: 'image/rounded-corners',
  title: 'Rounded corners',
  description:
    'Rounds the corners of an image; what is outside becomes see-through. In percent of the shorter side, 50 makes a square a circle.',
  icon: 'square-round-corner',
  tags: ['radius', 'circle', 'avatar', 'soft', 'round'],
  preview: { pixels: ['radius'], pixelsIf: { pin: 'unit', is: 'pixels' } },
  settings: {
    radius: number('Radius', { min: 0, max: 16_384, default: 10 }),
    unit: choice('Unit', ['percent', 'pixels'], { default: 'percent' }),
  },
  async apply(picture, { radius, unit }) {
    if (radius === 0) return picture.open();
    const { width, height } = picture;
    const shorter = Math.min(width, height);
    const r = Math.min(shorter / 2, unit === 'percent' ? (shorter * radius) / 100 : radius);
    const shape = `<rect width="${width}" height="${height}" rx="${r}" fill="#fff"/>`;
    const input = await drawSvg(width, height, shape).png({ compressionLevel: 1 }).toBuffer();
    return picture
      .open()
      .ensureAlpha()
      .composite([{ input, blend: 'dest-in' }]);
  },
});
