import { expect, it } from 'vitest';
import { handsOf } from './hands-of.ts';
import { startView } from './start-view.ts';

const pin = (name: string, role: string) => ({
  name,
  label: name,
  type: `number(-5..5 step 0.001; role ${role} share)`,
  default: null,
});

const GRADIENT = [
  pin('startX', 'gradient.start.x'),
  pin('startY', 'gradient.start.y'),
  pin('endX', 'gradient.end.x'),
  pin('endY', 'gradient.end.y'),
];
const at = (values: Record<string, number>) =>
  startView(handsOf(GRADIENT), values, { picture: { width: 1200, height: 800 }, layer: null });

it('a picture with all handles on it has some room around it', () => {
  expect(at({ startX: 0, startY: 0, endX: 1, endY: 1 })).toEqual({ scale: 0.86, x: 0.5, y: 0.5 });
});

it('handles beside the picture are in view, unless it would be too small', () => {
  // A quarter of its height above it: one and a half times as high as the picture, from its middle.
  expect(at({ startX: 0.5, startY: -0.25, endX: 1, endY: 1 }).scale).toBeCloseTo(0.86 / 1.5, 9);
  expect(at({ startX: 4, startY: 0, endX: 1, endY: 1 }).scale).toBeCloseTo(0.86 / 2.5, 9);
});
