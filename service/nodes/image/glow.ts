import { number } from '../pins.ts';
import { blurPipeline } from './blur-pipeline.ts';
import { imageFilter } from './image-filter.ts';
import { luminance } from './luminance.ts';
import { fromPixels, readPixels } from './pixels.ts';

export const imageGlow = imageFilter({
  type: 'image/glow',
  title: 'Glow',
  description:
    'Lets the bright parts of an image shine into what is around them. Threshold says from which brightness on; Radius is the standard deviation of the blur in pixels.',
  icon: 'sun',
  tags: ['bloom', 'shine', 'light', 'dreamy', 'highlights', 'orton', 'effect'],
  preview: { pixels: ['radius'] },
  settings: {
    threshold: number('Threshold', { min: 0, max: 254, step: 1, default: 150 }),
    radius: number('Radius', { min: 0.5, max: 500, step: 0.5, default: 24 }),
    strength: number('Strength', { min: 0, max: 4, step: 0.05, default: 1 }),
  },
  async apply(picture, { threshold, radius, strength }) {
    const pixels = await readPixels(picture.open());
    const light = { ...pixels, data: Uint8Array.from(pixels.data) };
    for (let i = 0; i < light.data.length; i += 4) {
      // What is see-through shines by how much of it is there.
      const share =
        (Math.max(0, luminance(light.data, i) - threshold) / (255 - threshold)) * (light.data[i + 3]! / 255);
      for (let channel = i; channel < i + 3; channel += 1)
        light.data[channel] = Math.round(light.data[channel]! * share);
      light.data[i + 3] = 255;
    }
    const { data: shine } = await readPixels(
      await blurPipeline(() => fromPixels(light, false), pixels, radius, false),
    );
    const { data } = pixels;
    for (let i = 0; i < data.length; i += 1) {
      if (i % 4 === 3) continue;
      const added = Math.min(255, shine[i]! * strength);
      data[i] = Math.round(255 - ((255 - data[i]!) * (255 - added)) / 255);
    }
    return fromPixels(pixels, picture.hasAlpha);
  },
});
