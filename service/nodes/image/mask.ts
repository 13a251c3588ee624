import { defineNode } from '../define-node.ts';
import { boolean, choice, image } from '../pins.ts';
import { reportStretching } from './coverage.ts';
import { IMAGE_OUTPUT } from './image-filter.ts';
import { luminance } from './luminance.ts';
import { fromPixels, openPicture, readPixels, savePicture } from './pixels.ts';

export const imageMask = defineNode({
  type: 'image/mask',
  title: 'Mask',
  description:
    'Makes parts of an image see-through by a second one: where the mask is white the image stays, where it is black it goes. The mask is stretched to fit.',
  icon: 'venetian-mask',
  tags: ['alpha', 'transparent', 'cut out', 'stencil', 'reveal'],
  preview: {},
  inputs: {
    image: image('Image'),
    mask: image('Mask'),
    use: choice('Use', ['brightness', 'transparency'], { default: 'brightness' }),
    invert: boolean('Invert', { default: false }),
  },
  outputs: IMAGE_OUTPUT,
  async run({ image, mask, use, invert }, execution) {
    const picture = await openPicture(execution, image);
    const stencil = await openPicture(execution, mask);
    reportStretching(execution, stencil, picture);
    const cutOut = async () => {
      const pixels = await readPixels(picture.open());
      const { data: maskData } = await readPixels(
        (await stencil.openFor(picture.width, picture.height)).resize(picture.width, picture.height, {
          fit: 'fill',
        }),
      );
      const { data } = pixels;
      for (let i = 0; i < data.length; i += 4) {
        const maskAlpha = maskData[i + 3] ?? 0;
        // A see-through place of the mask lets nothing stay, whatever color it hides.
        const coverage = use === 'transparency' ? maskAlpha : (luminance(maskData, i) * maskAlpha) / 255;
        data[i + 3] = Math.round(((data[i + 3] ?? 0) * (invert ? 255 - coverage : coverage)) / 255);
      }
      return fromPixels(pixels, true);
    };
    return { image: await savePicture(execution, [picture, stencil], cutOut) };
  },
});
