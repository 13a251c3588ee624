import { sharp, type Sharp } from '#native/decoders/sharp.ts';
import type { NodeExecution } from '../definition.ts';
import { blurPipeline, MIN_SIGMA } from './blur-pipeline.ts';
import { luminance } from './luminance.ts';
import { readPixels, type Picture, type Pixels } from './pixels.ts';

/** What a mask lets stay of each pixel: a byte a pixel, row after row. 0 is nothing, 255 all of it. */
export interface Coverage {
  data: Uint8Array;
  width: number;
  height: number;
}

/**
 * A mask as the Mask node takes it: white stays, black goes, and what is see-through lets nothing stay.
 * @param size what the mask is stretched to; its own size without it.
 */
export async function readCoverage(
  picture: Picture,
  { width, height }: { width: number; height: number } = picture,
): Promise<Coverage> {
  const source =
    width === picture.width && height === picture.height
      ? picture.open()
      : (await picture.openFor(width, height)).resize(width, height, { fit: 'fill' });
  const { data } = await readPixels(source);
  const coverage = new Uint8Array(width * height);
  for (let i = 0; i < coverage.length; i += 1) {
    coverage[i] = Math.round((luminance(data, i * 4) * (data[i * 4 + 3] ?? 0)) / 255);
  }
  return { data: coverage, width, height };
}

/** The opacity of each pixel. */
export function alphaOf({ data, width, height }: Pixels): Coverage {
  const coverage = new Uint8Array(width * height);
  for (let i = 0; i < coverage.length; i += 1) coverage[i] = data[i * 4 + 3] ?? 0;
  return { data: coverage, width, height };
}

/** A mask as a gray picture. */
export const fromCoverage = ({ data, width, height }: Coverage): Sharp =>
  sharp(data, { raw: { width, height, channels: 1 } }).toColourspace('b-w');

/** Softens a mask as a Gaussian of this standard deviation in pixels does; the edge of the picture goes on outside it. */
export async function blurCoverage(coverage: Coverage, sigma: number): Promise<Coverage> {
  if (sigma < MIN_SIGMA) return coverage;
  return readGray(await blurPipeline(() => fromCoverage(coverage), coverage, sigma, false));
}

async function readGray(pipeline: Sharp): Promise<Coverage> {
  const { data, info } = await pipeline
    .extractChannel(0)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** By how much of its shape two sizes may differ before people are told that a mask was stretched. */
const SHAPE_TOLERANCE = 0.01;

/** Says that a mask has another shape than the picture it is stretched to. */
export function reportStretching(execution: NodeExecution, mask: Picture, to: Picture): void {
  const difference = Math.abs((mask.width * to.height) / (mask.height * to.width) - 1);
  if (difference <= SHAPE_TOLERANCE) return;
  execution.log(
    `${mask.file.filename} is ${mask.width} × ${mask.height} pixels and was stretched to ${to.width} × ${to.height}, which is another shape. Crop or pad it first if it should not be.`,
  );
}
