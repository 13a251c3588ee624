import { number } from '../pins.ts';
import { imageFilter } from './image-filter.ts';

const FACTOR = { min: 0, max: 4, step: 0.01, default: 1 };
const MIDDLE_GRAY = 128;

export const imageAdjust = imageFilter({
  type: 'image/adjust',
  title: 'Adjust',
  description:
    'Changes brightness, contrast and saturation (1 leaves them as they are) and turns all hues around the color wheel.',
  icon: 'sliders-horizontal',
  tags: ['brightness', 'contrast', 'saturation', 'hue', 'color', 'exposure', 'vivid'],
  preview: {},
  settings: {
    brightness: number('Brightness', FACTOR),
    contrast: number('Contrast', FACTOR),
    saturation: number('Saturation', FACTOR),
    hue: number('Hue', { min: -360, max: 360, step: 1, default: 0 }),
  },
  apply(picture, { brightness, contrast, saturation, hue }) {
    const pipeline = picture.open();
    if (brightness !== 1 || saturation !== 1 || hue % 360 !== 0) {
      pipeline.modulate({ brightness, saturation, hue: ((hue % 360) + 360) % 360 });
    }
    return contrast === 1 ? pipeline : pipeline.linear(contrast, MIDDLE_GRAY * (1 - contrast));
  },
});
