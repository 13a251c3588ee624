import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Color } from '#shared/language/color.ts';
import type { NodeExecution } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { choice, color, number } from '../pins.ts';
import { SEED_LIMIT, seededRandom } from '../seeded-random.ts';
import { SIZE_PINS } from './generated.ts';
import { IMAGE_OUTPUT } from './image-filter.ts';
import { assertSize, fromPixels, savePicture, type Pixels } from './pixels.ts';

/** Rows between two looks at whether the run was canceled. */
const ROWS_PER_SLICE = 64;

export const imageNoise = defineNode({
  type: 'image/noise',
  title: 'Noise',
  description:
    'Makes a random texture between two colors: fine grain, soft spots, or clouds of several sizes. The same seed always gives the same picture.',
  icon: 'cloud-fog',
  tags: ['texture', 'grain', 'clouds', 'perlin', 'random', 'seed', 'generate'],
  preview: { pixels: ['width', 'height', 'scale'] },
  inputs: {
    ...SIZE_PINS,
    kind: choice('Kind', ['clouds', 'spots', 'grain'], { default: 'clouds' }),
    scale: number('Scale', { min: 1, max: 4096, default: 128 }),
    seed: number('Seed', { min: 0, max: SEED_LIMIT, step: 1, default: 1 }),
    dark: color('From', { default: '#1c1917' }),
    light: color('To', { default: '#fafaf9' }),
  },
  outputs: IMAGE_OUTPUT,
  async run({ width, height, kind, scale, seed, dark, light }, execution) {
    assertSize(width, height);
    const level = {
      grain: grain(seed),
      spots: smooth(seed, scale, 1, width),
      clouds: smooth(seed, scale, 5, width),
    }[kind];
    const ramp = makeRamp(dark, light);
    const pixels = await paint(width, height, execution, (y) => {
      const levelAt = level(y);
      return (x) => ramp[Math.round(Math.min(1, Math.max(0, levelAt(x))) * 255)] ?? 0;
    });
    const opaque = dark.alpha === 1 && light.alpha === 1;
    return { image: await savePicture(execution, [], () => fromPixels(pixels, !opaque), 'noise') };
  },
});

/** For a row, what gives 0 to 1 at each of its pixels; both are asked in order. */
type Level = (y: number) => (x: number) => number;

/** 256 RGBA pixels from one color to the other, each as one word in memory order. */
function makeRamp(from: Color, to: Color): Uint32Array {
  const bytes = Uint8Array.from({ length: 256 * 4 }, (_, index) => {
    const share = Math.floor(index / 4) / 255;
    const start = [from.r, from.g, from.b, from.alpha * 255][index % 4] ?? 0;
    const end = [to.r, to.g, to.b, to.alpha * 255][index % 4] ?? 0;
    return Math.round(start * (1 - share) + end * share);
  });
  return new Uint32Array(bytes.buffer);
}

async function paint(
  width: number,
  height: number,
  execution: NodeExecution,
  rowAt: (y: number) => (x: number) => number,
): Promise<Pixels> {
  const words = new Uint32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    if (y % ROWS_PER_SLICE === 0) {
      execution.progress(y / height);
      // A cancel reaches this thread as a message, which is only read between tasks.
      await letOthersRun();
      execution.signal.throwIfAborted();
    }
    const pixelAt = rowAt(y);
    for (let x = 0; x < width; x += 1) words[y * width + x] = pixelAt(x);
  }
  return { data: new Uint8Array(words.buffer), width, height };
}

function grain(seed: number): Level {
  const random = seededRandom(seed);
  return () => random;
}

const GRID = 256;
/** Shifts that keep the grids of the octaves from sharing corners. */
const SHIFT_X = 37.2;
const SHIFT_Y = 17.7;

/** Value noise: random values on a grid, eased in between; each further octave is half as large and half as strong. */
function smooth(seed: number, scale: number, octaveCount: number, width: number): Level {
  const random = seededRandom(seed);
  const values = Float64Array.from({ length: GRID * GRID }, random);
  const octaves = Array.from({ length: octaveCount }, (_, octave) => {
    const cell = Math.max(1, scale) / 2 ** octave;
    // What depends on the column alone is worked out once for all rows.
    const columnOffsets = Float64Array.from({ length: width }, (_unset, x) => x / cell + octave * SHIFT_X);
    return {
      strength: 1 / 2 ** octave,
      rowAt: (y: number) => y / cell + octave * SHIFT_Y,
      columns: Int32Array.from(columnOffsets, Math.floor),
      eased: columnOffsets.map((at) => ease(at - Math.floor(at))),
    };
  });
  const weight = octaves.reduce((sum, { strength }) => sum + strength, 0);
  // Sums of octaves crowd around the middle: spread them over the whole range again.
  const spread = octaveCount > 1 ? 1.6 : 1;

  return (y) => {
    const rows = octaves.map(({ strength, rowAt, columns, eased }) => {
      const row = Math.floor(rowAt(y));
      const down = ease(rowAt(y) - row);
      return {
        strength,
        columns,
        eased,
        down,
        upper: (row & (GRID - 1)) * GRID,
        lower: ((row + 1) & (GRID - 1)) * GRID,
      };
    });
    return (x) => {
      let sum = 0;
      for (const { strength, columns, eased, down, upper, lower } of rows) {
        const column = columns[x] ?? 0;
        const [left, right, across] = [column & (GRID - 1), (column + 1) & (GRID - 1), eased[x] ?? 0];
        const top = mix(values[upper + left] ?? 0, values[upper + right] ?? 0, across);
        const bottom = mix(values[lower + left] ?? 0, values[lower + right] ?? 0, across);
        sum += mix(top, bottom, down) * strength;
      }
      return (sum / weight - 0.5) * spread + 0.5;
    };
  };
}

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}

function ease(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}
