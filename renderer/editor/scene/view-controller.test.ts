import { expect, it } from 'vitest';
import { ViewController } from './view-controller.ts';

const open = (width: number, height: number) => {
  const view = new ViewController();
  view.resize({ left: 0, top: 0, width: 800, height: 600 });
  view.open({ x: 100, y: 50, width, height });
  return view;
};

it('opens on the whole document where that can be read', () => {
  const { view } = open(1000, 400);
  expect(view.zoom).toBeGreaterThan(0.45);
  expect(view.x + 600 * view.zoom).toBeCloseTo(400);
});

it('opens on the start of a document that is too large to be read whole', () => {
  const { view } = open(9000, 400);
  expect(view.zoom).toBe(0.45);
  expect(view.x + 100 * view.zoom).toBeCloseTo(40);
  expect(view.y + 250 * view.zoom).toBeCloseTo(300);
});
