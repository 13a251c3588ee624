import { number } from '../pins.ts';
import { imageFilter } from './image-filter.ts';
import { editPixels } from './pixels.ts';

export const imageGamma = imageFilter({
  type: 'image/gamma',
  title: 'Gamma',
  description:
    'Makes the middle tones lighter (above 1) or darker (below 1); black and white stay as they are.',
  icon: 'spline',
  tags: ['midtones', 'curve', 'brightness', 'exposure'],
  preview: {},
  settings: { gamma: number('Gamma', { min: 0.1, max: 10, step: 0.01, default: 1.5 }) },
  apply(picture, { gamma }) {
    if (gamma === 1) return picture.open();
    const curve = Uint8Array.from({ length: 256 }, (_, level) =>
      Math.round(255 * (level / 255) ** (1 / gamma)),
    );
    return editPixels(picture, ({ data }) => {
      for (let i = 0; i < data.length; i += 4) {
        data[i] = curve[data[i] ?? 0] ?? 0;
        data[i + 1] = curve[data[i + 1] ?? 0] ?? 0;
        data[i + 2] = curve[data[i + 2] ?? 0] ?? 0;
      }
    });
  },
});
