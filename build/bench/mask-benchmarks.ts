import { MaskFrames } from '#renderer/masks/worker/mask-frames.ts';
import type { MaskEdit, Viewport } from '#renderer/masks/worker/mask-messages.ts';
import { MaskRaster } from '#renderer/masks/raster/mask-raster.ts';
import { median, percentile, type Figure } from './measure.ts';

/** Drawing a mask at 4,000 × 3,000 pixels in a window of 1,400 × 800: processor time of each frame of a stroke. */

const MASK = { width: 4000, height: 3000 };
const WINDOW = { width: 1400, height: 800 };
const LIMIT_MS = 16;
const FRAMES = 240;
const STROKES = 5;
/** Places of the hand that a frame brings from a mouse or pen of 240 a second. */
const POINTS = 4;
/** Pixels of the window that a quick hand covers in a frame: across it in half a second. */
const REACH = 45;

const fitted: Viewport = {
  view: { scale: 800 / 3000, x: (1400 - (4000 * 800) / 3000) / 2, y: 0 },
  size: WINDOW,
  style: { color: [232, 60, 60], opacity: 0.55, blackAndWhite: false },
};

/** A line that winds through the picture. */
function pointsAt(frame: number): { x: number; y: number }[] {
  return Array.from({ length: POINTS }, (_, step) => {
    const distance = ((frame + step / POINTS) * REACH) / fitted.view.scale;
    const across = distance % (2 * MASK.width);
    return {
      x: across < MASK.width ? across : 2 * MASK.width - across,
      y: MASK.height * (0.5 + 0.4 * Math.sin(distance / 1900)),
    };
  });
}

/** @returns milliseconds of processor time of each frame. */
function strokeFrames(diameter: number, hardness: number): number[] {
  const frames = new MaskFrames(new MaskRaster(MASK.width, MASK.height));
  frames.frame([], fitted);
  const times: number[] = [];
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const edits: MaskEdit[] = [
      { kind: 'points', points: pointsAt(frame).map((at) => ({ ...at, radius: diameter / 2 })) },
    ];
    if (frame % (FRAMES / STROKES) === 0)
      edits.unshift({ kind: 'begin', brush: { mode: 'add', hardness, opacity: 0.8 } });
    const before = process.cpuUsage();
    frames.frame(edits, fitted);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return times;
}

export function maskFigures(): Figure[] {
  return [
    { diameter: 160, hardness: 0.8 },
    { diameter: 500, hardness: 0 },
  ].map(({ diameter, hardness }) => {
    strokeFrames(diameter, hardness);
    const times = strokeFrames(diameter, hardness);
    return {
      name: `mask: a frame of a stroke of ${diameter} px at 4,000 × 3,000`,
      measured: { label: 'processor time, 95 of 100 frames', value: percentile(times, 0.95), unit: 'ms' },
      reference: { label: `a frame; median ${median(times).toFixed(1)} ms`, value: LIMIT_MS, unit: 'ms' },
      ratio: percentile(times, 0.95) / LIMIT_MS,
      target: '≤ 1',
    };
  });
}
