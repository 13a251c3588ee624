import type { NodeDefinition } from '../definition.ts';
import { imageAdjust } from './adjust.ts';
import { imageBlur } from './blur.ts';
import { imageBorder } from './border.ts';
import { imageColorAt } from './color-at.ts';
import { imageComposite } from './composite.ts';
import { imageContactSheet } from './contact-sheet.ts';
import { imageConvert } from './convert.ts';
import { imageCrop } from './crop.ts';
import { imageCurves } from './curves.ts';
import { imageDominantColor } from './dominant-color.ts';
import { imageDropShadow } from './drop-shadow.ts';
import { imageFlip } from './flip.ts';
import { imageGamma } from './gamma.ts';
import { imageGlow } from './glow.ts';
import { imageGradient } from './gradient.ts';
import { imageGreyscale } from './greyscale.ts';
import { imageHalftone } from './halftone.ts';
import { imageInfo } from './info.ts';
import { imageInvert } from './invert.ts';
import { imageColorTable } from './color-table.ts';
import { imageMaskFromTransparency } from './mask-from-transparency.ts';
import { imageMaskFromColor } from './mask-from-color.ts';
import { imageCombineMasks } from './combine-masks.ts';
import { imageMaskEdge } from './mask-edge.ts';
import { imageMask } from './mask.ts';
import { imageNoise } from './noise.ts';
import { imagePad } from './pad.ts';
import { imagePerspective } from './perspective.ts';
import { imageResize } from './resize.ts';
import { imageRotate } from './rotate.ts';
import { imageRoundedCorners } from './rounded-corners.ts';
import { imageSharpen } from './sharpen.ts';
import { imageSolid } from './solid.ts';
import { imageTextCard } from './text-card.ts';
import { imageThreshold } from './threshold.ts';
import { imageTint } from './tint.ts';
import { imageVignette } from './vignette.ts';

/** The node types on pictures, as they are listed. */
export const nodeDefinitions: readonly NodeDefinition[] = [
  imageSolid,
  imageGradient,
  imageNoise,
  imageTextCard,
  imageResize,
  imageCrop,
  imageRotate,
  imagePerspective,
  imageFlip,
  imageBlur,
  imageSharpen,
  imageAdjust,
  imageGamma,
  imageCurves,
  imageColorTable,
  imageGreyscale,
  imageTint,
  imageInvert,
  imageThreshold,
  imageComposite,
  imageMask,
  imageMaskFromTransparency,
  imageMaskFromColor,
  imageMaskEdge,
  imageCombineMasks,
  imagePad,
  imageBorder,
  imageRoundedCorners,
  imageDropShadow,
  imageGlow,
  imageVignette,
  imageHalftone,
  imageContactSheet,
  imageConvert,
  imageInfo,
  imageDominantColor,
  imageColorAt,
];
