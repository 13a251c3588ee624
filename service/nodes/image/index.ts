import type { NodeDefinition } from '../definition.ts';
import { imageAdjust } from './adjust.ts';
import { imageBlur } from './blur.ts';
import { imageBorder } from './border.ts';
import { imageComposite } from './composite.ts';
import { imageContactSheet } from './contact-sheet.ts';
import { imageConvert } from './convert.ts';
import { imageCrop } from './crop.ts';
import { imageDominantColor } from './dominant-color.ts';
import { imageFlip } from './flip.ts';
import { imageGamma } from './gamma.ts';
import { imageGradient } from './gradient.ts';
import { imageGreyscale } from './greyscale.ts';
import { imageInfo } from './info.ts';
import { imageInvert } from './invert.ts';
import { imageMask } from './mask.ts';
import { imageNoise } from './noise.ts';
import { imagePad } from './pad.ts';
import { imageResize } from './resize.ts';
import { imageRotate } from './rotate.ts';
import { imageRoundedCorners } from './rounded-corners.ts';
import { imageSharpen } from './sharpen.ts';
import { imageSolid } from './solid.ts';
import { imageTextCard } from './text-card.ts';
import { imageThreshold } from './threshold.ts';
import { imageTint } from './tint.ts';

/** The node types on pictures, as they are listed. */
export const nodeDefinitions: readonly NodeDefinition[] = [
  imageSolid,
  imageGradient,
  imageNoise,
  imageTextCard,
  imageResize,
  imageCrop,
  imageRotate,
  imageFlip,
  imageBlur,
  imageSharpen,
  imageAdjust,
  imageGamma,
  imageGreyscale,
  imageTint,
  imageInvert,
  imageThreshold,
  imageComposite,
  imageMask,
  imagePad,
  imageBorder,
  imageRoundedCorners,
  imageContactSheet,
  imageConvert,
  imageInfo,
  imageDominantColor,
];
