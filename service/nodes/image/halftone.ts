import { choice, color, number } from '../pins.ts';
import { blurPipeline } from './blur-pipeline.ts';
import { imageFilter } from './image-filter.ts';
import { luminance } from './luminance.ts';
import { fromPixels, readPixels, type Pixels } from './pixels.ts';

const SHAPES = ['dots', 'lines', 'squares'] as const;
type Shape = (typeof SHAPES)[number];

/** The angles at which printers lay their four inks, so that their dots do not beat against each other. */
const CMYK_ANGLES = [15, 75, 0, 45] as const;

export const imageHalftone = imageFilter({
  type: 'image/halftone',
  title: 'Halftone',
  description:
    'Prints an image as dots, lines or squares whose size is its darkness: in one ink on paper, or in the four inks of print (CMYK), each at an angle of its own.',
  icon: 'grip',
  tags: ['print', 'dots', 'raster', 'screen', 'comic', 'newspaper', 'cmyk', 'retro', 'effect'],
  preview: { pixels: ['size'] },
  settings: {
    size: number('Size', { min: 2, max: 400, step: 0.5, default: 10 }),
    angle: number('Angle', { min: -180, max: 180, step: 1, default: 45 }),
    shape: choice('Shape', SHAPES, { default: 'dots' }),
    inks: choice('Inks', ['one', 'cmyk'], { default: 'one' }),
    ink: color('Ink', { default: '#1c1917' }),
    paper: color('Paper', { default: '#fafaf9' }),
  },
  async apply(picture, { size, angle, shape, inks, ink, paper }) {
    const original = await readPixels(picture.open());
    const blurred = await blurPipeline(
      () => fromPixels(original, picture.hasAlpha),
      picture,
      size / 4,
      picture.hasAlpha,
    );
    const pixels = await readPixels(blurred);
    // Ink lies where the picture is, and edges stay sharp.
    for (let at = 3; at < original.data.length; at += 4) pixels.data[at] = original.data[at]!;
    if (inks === 'one') printInk(pixels, screen(shape, size, angle), ink, paper);
    else
      printCmyk(
        pixels,
        CMYK_ANGLES.map((inkAngle) => screen(shape, size, angle - 45 + inkAngle)),
        paper,
      );
    return fromPixels(pixels, picture.hasAlpha);
  },
});

interface Rgb {
  r: number;
  g: number;
  b: number;
}

/** How much ink lies on a pixel, 0 to 1, for a darkness of 0 to 1. */
type Screen = (x: number, y: number, darkness: number) => number;

function printInk({ data, width }: Pixels, inkAt: Screen, ink: Rgb, paper: Rgb): void {
  for (let at = 0, i = 0; at < data.length; at += 4, i += 1) {
    const share = inkAt(i % width, Math.floor(i / width), 1 - luminance(data, at) / 255);
    data[at] = Math.round(paper.r + (ink.r - paper.r) * share);
    data[at + 1] = Math.round(paper.g + (ink.g - paper.g) * share);
    data[at + 2] = Math.round(paper.b + (ink.b - paper.b) * share);
  }
}

/** Each ink takes its own light away from the paper. Black stands for what the three others share. */
function printCmyk({ data, width }: Pixels, screens: readonly Screen[], paper: Rgb): void {
  const paperLight = [paper.r, paper.g, paper.b];
  const [cyan, magenta, yellow, black] = screens;
  if (!cyan || !magenta || !yellow || !black) return;
  for (let at = 0, i = 0; at < data.length; at += 4, i += 1) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const light = Math.max(data[at]!, data[at + 1]!, data[at + 2]!) / 255;
    const left = 1 - black(x, y, 1 - light);
    for (const [channel, inkAt] of [cyan, magenta, yellow].entries()) {
      const darkness = light === 0 ? 0 : 1 - data[at + channel]! / 255 / light;
      data[at + channel] = Math.round(paperLight[channel]! * left * (1 - inkAt(x, y, darkness)));
    }
  }
}

/** Steps of the table that says how large a dot is for a darkness. */
const STEPS = 256;
/** Places of a cell at which its shape is measured, spread evenly by the R2 sequence (Martin Roberts, 2018). */
const SAMPLES = 10_000;
const [STEP_U, STEP_V] = [0.7548776662466927, 0.5698402909980532] as const;

/** A screen of cells as wide as `size` pixels, turned clockwise by `angle` degrees. */
function screen(shape: Shape, size: number, angle: number): Screen {
  const thresholds = thresholdsOf(shape);
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians) / size, Math.sin(radians) / size];
  // Edges go over about one pixel.
  const sharpness = size / 2;
  return (x, y, darkness) => {
    const u = (x + 0.5) * cos + (y + 0.5) * sin;
    const v = (y + 0.5) * cos - (x + 0.5) * sin;
    const reach = thresholds[Math.round(Math.min(1, Math.max(0, darkness)) * STEPS)]!;
    return Math.min(1, Math.max(0, (reach - distanceOf(shape, u, v)) * sharpness + 0.5));
  };
}

/** How far a place is from the middle of its cell: 0 there, 1 where cells meet (√2 at the corners of round ones). */
function distanceOf(shape: Shape, u: number, v: number): number {
  const [x, y] = [Math.abs(u - Math.floor(u) - 0.5) * 2, Math.abs(v - Math.floor(v) - 0.5) * 2];
  if (shape === 'lines') return y;
  return shape === 'squares' ? Math.max(x, y) : Math.hypot(x, y);
}

/** For each darkness the distance within which so much of a cell lies: the ink is as dark as the picture. */
function thresholdsOf(shape: Shape): Float64Array {
  const distances = Float64Array.from({ length: SAMPLES }, (_, i) =>
    distanceOf(shape, i * STEP_U, i * STEP_V),
  ).sort();
  return Float64Array.from({ length: STEPS + 1 }, (_, step) => {
    if (step === 0) return -1;
    if (step === STEPS) return 3;
    return distances[Math.round((step / STEPS) * (distances.length - 1))]!;
  });
}
