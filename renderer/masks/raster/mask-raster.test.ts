import { describe, expect, test } from 'vitest';
import { MaskRaster } from './mask-raster.ts';
import { paint, windowRect } from './paint.ts';
import { encodeMask } from './png.ts';
import type { Brush } from './stroke.ts';

const HARD: Brush = { mode: 'add', hardness: 1, opacity: 1 };

function rasterWith(
  width: number,
  height: number,
  points: readonly (readonly [number, number, number])[],
  brush: Brush = HARD,
): MaskRaster {
  const raster = new MaskRaster(width, height);
  stroke(raster, points, brush);
  return raster;
}
function stroke(
  raster: MaskRaster,
  points: readonly (readonly [number, number, number])[],
  brush: Brush = HARD,
): void {
  raster.beginStroke(brush);
  for (const [x, y, radius] of points) raster.extendStroke([{ x, y, radius }]);
  raster.endStroke();
}
const sum = (raster: MaskRaster): number =>
  raster.tiles.toPixels().reduce((total, value) => total + value, 0);
/** How far a pixel's middle is from a line between two points. */
function distance(px: number, py: number, [ax, ay]: readonly number[], [bx, by]: readonly number[]): number {
  const [dx, dy] = [bx! - ax!, by! - ay!];
  const t = Math.min(1, Math.max(0, ((px - ax!) * dx + (py - ay!) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(px - ax! - t * dx, py - ay! - t * dy);
}

describe('a stroke', () => {
  test('masks all within its radius of the line, and nothing beyond, over tiles', () => {
    const [from, to] = [
      [200, 240],
      [420, 290],
    ] as const;
    const raster = rasterWith(600, 520, [
      [...from, 30],
      [...to, 30],
    ]);
    const mismatches: string[] = [];
    for (let y = 0; y < 520; y += 1)
      for (let x = 0; x < 600; x += 1) {
        const measured = distance(x + 0.5, y + 0.5, from, to);
        const level = raster.tiles.valueAt(x, y);
        if (
          measured < 29.4
            ? level !== 255
            : measured > 30.6
              ? level !== 0
              : Math.abs(level / 255 - Math.min(1, Math.max(0, 30.5 - measured))) > 0.06
        )
          mismatches.push(`${x},${y}: ${level} at ${measured}`);
      }
    expect(mismatches).toEqual([]);
  });

  test('is the same however many points it is made of', () => {
    const ends = [
      [60, 60, 25],
      [340, 180, 25],
    ] as const;
    const between = Array.from({ length: 57 }, (_, i) => [60 + i * 5, 60 + (i * 5 * 120) / 280, 25] as const);
    const soft: Brush = { mode: 'add', hardness: 0.2, opacity: 0.6 };
    const [few, many] = [rasterWith(400, 260, ends, soft), rasterWith(400, 260, between, soft)];
    const manyPixels = many.tiles.toPixels();
    const worst = few.tiles
      .toPixels()
      .reduce((most, value, at) => Math.max(most, Math.abs(value - manyPixels[at]!)), 0);
    expect(worst).toBeLessThanOrEqual(2);
  });

  test('that goes over itself is no stronger; another one is', () => {
    const half: Brush = { mode: 'add', hardness: 1, opacity: 0.5 };
    const raster = rasterWith(
      100,
      100,
      [
        [30, 50, 20],
        [70, 50, 20],
        [30, 50, 20],
      ],
      half,
    );
    expect(raster.tiles.valueAt(50, 50)).toBe(128);
    stroke(raster, [[50, 50, 20]], half);
    expect(raster.tiles.valueAt(50, 50)).toBe(192);
  });

  test('of a soft brush fades out: half as strong halfway from its hard part to its end', () => {
    const raster = rasterWith(200, 200, [[100, 100, 80]], { mode: 'add', hardness: 0.5, opacity: 1 });
    expect(raster.tiles.valueAt(100, 100)).toBe(255);
    expect(Math.abs(raster.tiles.valueAt(160, 100) - 128)).toBeLessThan(4);
    expect(raster.tiles.valueAt(181, 100)).toBe(0);
  });

  test('of a pen is as wide as it was pressed', () => {
    const raster = rasterWith(300, 100, [
      [40, 50, 5],
      [260, 50, 35],
    ]);
    const widthAt = (x: number) =>
      Array.from({ length: 100 }, (_, y) => raster.tiles.valueAt(x, y)).reduce(
        (total, value) => total + value,
        0,
      ) / 255;
    expect(Math.abs(widthAt(150) - 40)).toBeLessThan(2);
    expect(Math.abs(widthAt(259) - 70)).toBeLessThan(2);
  });

  test('of the eraser takes away, and beyond the edge there is nothing', () => {
    const raster = new MaskRaster(64, 64);
    raster.adjust({ kind: 'fill' });
    stroke(raster, [[-5, 10, 15]], { mode: 'erase', hardness: 1, opacity: 0.5 });
    expect([raster.tiles.valueAt(2, 10), raster.tiles.valueAt(30, 10)]).toEqual([128, 255]);
    stroke(raster, [[500, 500, 15]]);
    expect(raster.steps.undoCount).toBe(2);
  });
});

describe('areas', () => {
  test('a lasso masks as much as its line encloses', () => {
    const raster = new MaskRaster(300, 300);
    const triangle = [
      { x: 20.3, y: 20 },
      { x: 280, y: 60.5 },
      { x: 90, y: 270.2 },
    ];
    raster.fillPolygon(triangle, { mode: 'add', opacity: 1 });
    const [a, b, c] = triangle;
    const area = Math.abs((b!.x - a!.x) * (c!.y - a!.y) - (c!.x - a!.x) * (b!.y - a!.y)) / 2;
    expect(Math.abs(sum(raster) / 255 - area)).toBeLessThan(area * 0.002);
    raster.fillPolygon(triangle, { mode: 'erase', opacity: 1 });
    expect(sum(raster)).toBeLessThan(255 * 600);
  });

  test('a lasso that leaves the picture masks what lies in it', () => {
    const raster = new MaskRaster(10, 10);
    const beyond = [
      { x: -50, y: -50 },
      { x: 60, y: -50 },
      { x: 60, y: 60 },
      { x: -50, y: 60 },
    ];
    raster.fillPolygon(beyond, { mode: 'add', opacity: 1 });
    expect(sum(raster)).toBe(255 * 100);
  });

  test('fill masks what a closed line surrounds, without a seam, and nothing outside', () => {
    const raster = new MaskRaster(700, 700);
    const circle = Array.from({ length: 73 }, (_, step) => {
      const angle = (step * Math.PI) / 36;
      return [350 + 250 * Math.cos(angle), 350 + 250 * Math.sin(angle), 6] as const;
    });
    stroke(raster, circle);
    raster.fillConnected({ x: 350, y: 350 }, { mode: 'add', opacity: 1 });
    expect(Math.abs(sum(raster) / 255 - Math.PI * 256 ** 2)).toBeLessThan(800);
    for (let x = 110; x < 590; x += 1) expect(raster.tiles.valueAt(x, 350)).toBe(255);
    expect(raster.tiles.valueAt(60, 350)).toBe(0);
    raster.fillConnected({ x: 350, y: 350 }, { mode: 'erase', opacity: 1 });
    expect(raster.tiles.valueAt(350, 350)).toBe(0);
  });
});

describe('the whole mask', () => {
  test('is inverted, filled and cleared', () => {
    const raster = rasterWith(300, 300, [[150, 150, 40]]);
    const masked = sum(raster);
    raster.adjust({ kind: 'invert' });
    expect(sum(raster)).toBe(255 * 300 * 300 - masked);
    raster.adjust({ kind: 'clear' });
    expect(sum(raster)).toBe(0);
    raster.adjust({ kind: 'fill' });
    expect(sum(raster)).toBe(255 * 300 * 300);
  });

  test('feathered, an edge is a Gaussian of that width', () => {
    const raster = new MaskRaster(400, 20);
    const right = [
      { x: 200, y: 0 },
      { x: 400, y: 0 },
      { x: 400, y: 20 },
      { x: 200, y: 20 },
    ];
    raster.fillPolygon(right, { mode: 'add', opacity: 1 });
    raster.adjust({ kind: 'feather', radius: 20 });
    // The normal distribution at −2, −1, 0, 1 and 2 standard deviations, half a pixel further each.
    const levels = [160, 180, 200, 220, 240].map((x) => raster.tiles.valueAt(x, 10) / 255);
    for (const [index, expected] of [0.0241, 0.1648, 0.51, 0.8473, 0.9786].entries())
      expect(Math.abs(levels[index]! - expected)).toBeLessThan(0.02);
  });
});

test('every step is taken back and made again, and a new one ends what was taken back', () => {
  const raster = new MaskRaster(300, 300);
  const states = [sum(raster)];
  const steps = [
    () => stroke(raster, [[100, 100, 30]]),
    () => raster.adjust({ kind: 'invert' }),
    () => raster.fillConnected({ x: 100, y: 100 }, { mode: 'add', opacity: 0.5 }),
    () => raster.adjust({ kind: 'feather', radius: 5 }),
  ];
  for (const step of steps) {
    step();
    states.push(sum(raster));
  }
  expect(raster.steps).toEqual({ undoCount: 4, redoCount: 0 });
  for (const state of states.slice(0, -1).toReversed()) {
    raster.undo();
    expect(sum(raster)).toBe(state);
  }
  for (const state of states.slice(1)) {
    raster.redo();
    expect(sum(raster)).toBe(state);
  }
  raster.undo();
  stroke(raster, [[10, 10, 5]]);
  expect(raster.steps).toEqual({ undoCount: 4, redoCount: 0 });
  raster.beginStroke(HARD);
  raster.extendStroke([{ x: 200, y: 200, radius: 50 }]);
  const before = raster.steps;
  raster.cancelStroke();
  expect(raster.steps).toEqual(before);
});

describe('as it is seen', () => {
  const style = { color: [255, 0, 0], opacity: 0.5, blackAndWhite: false } as const;

  test('the masked part lies over the picture in a color, in the view', () => {
    const raster = rasterWith(100, 100, [[50, 50, 20]]);
    const view = { scale: 2, x: -50, y: -50 };
    const rendered = paint(raster.tiles, view, { left: 0, top: 0, width: 100, height: 100 }, style)!;
    const at = (x: number, y: number) => [
      ...rendered.pixels.subarray((y * 100 + x) * 4, (y * 100 + x) * 4 + 4),
    ];
    expect(at(50, 50)).toEqual([255, 0, 0, 128]);
    expect(at(2, 2)[3]).toBe(0);
  });

  test('smaller, a pixel is the mean of those that it stands for; outside the mask is nothing', () => {
    const raster = new MaskRaster(8, 8);
    raster.fillPolygon(
      [
        { x: 0, y: 0 },
        { x: 2, y: 0 },
        { x: 2, y: 8 },
        { x: 0, y: 8 },
      ],
      { mode: 'add', opacity: 1 },
    );
    const view = { scale: 0.25, x: 1, y: 0 };
    const rendered = paint(
      raster.tiles,
      view,
      { left: 0, top: 0, width: 4, height: 1 },
      { ...style, blackAndWhite: true },
    )!;
    expect([...rendered.pixels]).toEqual([0, 0, 0, 0, 128, 128, 128, 255, 0, 0, 0, 255, 0, 0, 0, 0]);
  });

  test('what changed is rendered where it is seen, and no more than the window', () => {
    const size = { width: 200, height: 100 };
    expect(
      windowRect({ left: 10, top: 10, width: 10, height: 10 }, { scale: 0.5, x: 20, y: 0 }, size),
    ).toEqual({
      left: 24,
      top: 4,
      width: 7,
      height: 7,
    });
    expect(windowRect({ left: 0, top: 0, width: 999, height: 999 }, { scale: 1, x: 0, y: 0 }, size)).toEqual({
      left: 0,
      top: 0,
      ...size,
    });
  });
});

test('a file of it is a gray PNG with every level as it is', async () => {
  const raster = rasterWith(300, 270, [[150, 130, 100]], { mode: 'add', hardness: 0, opacity: 1 });
  const bytes = new Uint8Array(await (await encodeMask(raster.tiles)).arrayBuffer());
  const view = new DataView(bytes.buffer);
  expect([view.getUint32(16), view.getUint32(20), bytes[24], bytes[25]]).toEqual([300, 270, 8, 0]);
  const length = view.getUint32(33);
  const rows = new Uint8Array(
    await new Response(
      new Blob([bytes.subarray(41, 41 + length)]).stream().pipeThrough(new DecompressionStream('deflate')),
    ).arrayBuffer(),
  );
  const pixels = raster.tiles.toPixels();
  for (const y of [0, 100, 269])
    expect(rows.subarray(y * 301 + 1, (y + 1) * 301)).toEqual(pixels.subarray(y * 300, (y + 1) * 300));
  expect(new Set(rows.filter((_, at) => at % 301 === 0))).toEqual(new Set([0]));
});
