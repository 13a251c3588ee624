import type { Sharp } from '#native/decoders/sharp.ts';
import { settle } from './pixels.ts';

/** Gaussian kernels wider than this are blurred at a smaller size, where nothing sharp is left to lose. */
const FULL_SIZE_SIGMA = 24;
/** Below this a Gaussian touches no neighbor. */
export const MIN_SIGMA = 0.3;

/** The height of a Gaussian, of 1 in its middle, below which the decoder cuts it off; by itself at 0.2, where one sees it end. */
const TAIL_CUT = { minAmplitude: 0.02 };

/**
 * A picture softened by a Gaussian.
 * @param sigma its standard deviation in pixels.
 * @param tail with how much of a Gaussian's tail: what is laid around a shape ends visibly where it is cut off early.
 */
export async function blurPipeline(
  open: () => Sharp,
  size: { width: number; height: number },
  sigma: number,
  keepAlpha: boolean,
  tail: 'short' | 'long' = 'long',
): Promise<Sharp> {
  if (sigma < MIN_SIGMA) return open();
  const options = (sigma: number) => (tail === 'short' ? sigma : { sigma, ...TAIL_CUT });
  const shrink = 2 ** Math.floor(Math.log2(Math.max(1, sigma / (FULL_SIZE_SIGMA / 2))));
  if (shrink === 1) return open().blur(options(sigma));
  const width = Math.max(1, Math.round(size.width / shrink));
  const height = Math.max(1, Math.round(size.height / shrink));
  const downscaled = await settle(open().resize(width, height, { fit: 'fill' }), keepAlpha);
  const blurred = await settle(downscaled.blur(options(sigma / shrink)), keepAlpha);
  return blurred.resize(size.width, size.height, { fit: 'fill', kernel: 'cubic' });
}
