import { choice, color, invalid, number } from '../pins.ts';
import { drawSvg, svgColor } from './generated.ts';
import { imageFilter } from './image-filter.ts';
import { assertSize } from './pixels.ts';

export const imageBorder = imageFilter({
  type: 'image/border',
  version: 2,
  title: 'Border',
  description: 'Draws a frame around an image: outside, where it makes it larger, or inside, over its edge.',
  icon: 'frame',
  tags: ['frame', 'outline', 'edge', 'stroke'],
  preview: { pixels: ['width'] },
  settings: {
    width: number('Width', { min: 0, max: 4096, step: 1, default: 16 }),
    color: color('Color', { default: '#ffffff' }),
    side: choice('Side', ['outside', 'inside'], { default: 'outside' }),
  },
  async apply(picture, { width, color, side }) {
    if (width === 0) return picture.open();
    if (side === 'outside') {
      assertSize(picture.width + width * 2, picture.height + width * 2);
      const pipeline = color.alpha < 1 ? picture.open().ensureAlpha() : picture.open();
      return pipeline.extend({ top: width, right: width, bottom: width, left: width, background: color });
    }
    const inner = { width: picture.width - width * 2, height: picture.height - width * 2 };
    if (inner.width < 1 || inner.height < 1) {
      throw invalid(`A border of ${width} pixels inside would cover the whole image. Use a smaller width.`);
    }
    const frame = `<path fill-rule="evenodd" ${svgColor('fill', color)} d="M0 0H${picture.width}V${picture.height}H0ZM${width} ${width}V${picture.height - width}H${picture.width - width}V${width}Z"/>`;
    const input = await drawSvg(picture.width, picture.height, frame).png({ compressionLevel: 1 }).toBuffer();
    const framed = picture.open().composite([{ input }]);
    return picture.hasAlpha ? framed : framed.removeAlpha();
  },
});
