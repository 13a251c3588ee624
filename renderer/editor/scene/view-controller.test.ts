import { expect, it } from 'vitest';
import { contains } from '../geometry.ts';
import { detailAt, lineSizeAt, ViewController } from './view-controller.ts';

const open = (width: number, height: number) => {
  const view = new ViewController();
  view.resize({ left: 0, top: 0, width: 800, height: 600 });
  view.open(() => [{ x: 100, y: 50, width, height }]);
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

it('shows nothing of a large document before the view that it opens with: drawing it whole takes long', () => {
  const view = new ViewController();
  view.resize({ left: 0, top: 0, width: 800, height: 600 });
  const seen: number[] = [];
  view.subscribe(({ zoom }) => seen.push(zoom));
  view.open(() => [{ x: 100, y: 50, width: 9000, height: 400 }]);
  expect(seen).toEqual([0.45]);
});

it('keeps nodes out from under the corner, and only where they would be', () => {
  const view = new ViewController();
  view.resize({ left: 0, top: 0, width: 800, height: 600 });
  view.corner = { width: 200, height: 140 };
  const last = { x: 900, y: 700, width: 100, height: 100 };
  view.fitAll(() => [{ x: 0, y: 0, width: 100, height: 100 }, last]);
  const edge = { x: view.toClient({ x: 1000, y: 0 }).x, y: view.toClient({ x: 0, y: 800 }).y };
  expect(edge.x <= 600 || edge.y <= 460).toBe(true);

  const clear = [{ x: 0, y: 0, width: 1000, height: 400 }];
  view.fitAll(() => clear);
  expect(view.toClient({ x: 500, y: 200 })).toEqual({ x: 400, y: 300 });
});

it('a fitted view follows the size of the canvas until a person moves it', () => {
  const view = open(1000, 400);
  view.resize({ left: 0, top: 0, width: 1200, height: 500 });
  expect(view.toClient({ x: 600, y: 250 })).toEqual({ x: 600, y: 250 });
  view.release();
  const before = view.view;
  view.resize({ left: 0, top: 0, width: 700, height: 500 });
  expect(view.view).toEqual(before);
});

it('a canvas that becomes too small to read leaves the view as it is, and fits again when there is room', () => {
  const view = open(1000, 800);
  const before = view.view;
  view.resize({ left: 0, top: 0, width: 800, height: 200 });
  expect(view.view).toEqual(before);
  view.resize({ left: 0, top: 0, width: 1600, height: 1200 });
  expect(view.view.zoom).toBe(1);
});

it('a canvas that becomes too small for half of the nodes shows more of them, by their names where most can be read, until a person has moved it', () => {
  const row = Array.from({ length: 8 }, (_, index) => ({ x: index * 200, y: 0, width: 150, height: 300 }));
  const openRow = (): ViewController => {
    const view = new ViewController();
    view.resize({ left: 0, top: 0, width: 1200, height: 700 });
    view.open(() => row);
    return view;
  };
  const small = { left: 0, top: 0, width: 512, height: 396 };
  const seen = (view: ViewController) =>
    row.filter(({ x, y }) => {
      const at = view.toClient({ x: x + 75, y: y + 150 });
      return at.x >= 0 && at.x < 512 && at.y >= 0 && at.y < 396;
    });
  const fitted = openRow();
  fitted.resize(small);
  expect(fitted.view.zoom).toBe(0.45);
  expect(seen(fitted)).toEqual(row.slice(0, 5));
  // Where only a few could be read, pictures of all say more.
  const smaller = openRow();
  smaller.resize({ ...small, width: 400 });
  expect(smaller.view.zoom).toBeLessThan(0.45);
  for (const { x } of row) {
    const at = smaller.toClient({ x, y: 0 });
    expect(at.x >= 0 && at.x < 400).toBe(true);
  }
  const moved = openRow();
  moved.panBy(10, 0);
  const { view } = moved;
  moved.resize(small);
  expect(moved.view).toEqual(view);
});

it('the view of an empty document follows the window from its first node on', () => {
  const boxes = [{ x: 0, y: 0, width: 200, height: 200 }].slice(1);
  const view = new ViewController();
  view.resize({ left: 0, top: 0, width: 1400, height: 800 });
  view.open(() => boxes);
  boxes.push({ x: 600, y: 300, width: 200, height: 200 });
  view.resize({ left: 0, top: 0, width: 700, height: 500 });
  expect(view.toClient({ x: 700, y: 400 })).toEqual({ x: 350, y: 250 });
});

it('keeps the words where most nodes are still in view', () => {
  const view = open(1500, 800);
  const before = view.view;
  expect(before.zoom).toBeGreaterThan(0.44);
  view.resize({ left: 0, top: 0, width: 600, height: 600 });
  expect(view.view).toEqual(before);
});

it('brings a rectangle in by the least move, at the zoom that there is', () => {
  const view = open(1000, 400);
  view.set({ x: 0, y: 0, zoom: 0.5 });
  view.bringIn({ x: 100, y: 100, width: 200, height: 200 });
  expect(view.view).toEqual({ x: 0, y: 0, zoom: 0.5 });
  view.bringIn({ x: 1600, y: 100, width: 200, height: 200 });
  expect(view.view).toEqual({ x: -124, y: 0, zoom: 0.5 });
  view.fitAll(() => [{ x: 0, y: 0, width: 100, height: 100 }]);
  view.bringIn({ x: 3000, y: 0, width: 100, height: 100 });
  expect(view.isFitted).toBe(true);
});

it('shows boxes that are out of sight by the least move at the same zoom, and goes farther away only for what does not fit', () => {
  const view = open(1000, 400);
  view.set({ x: 0, y: 0, zoom: 0.5 });
  const at = (x: number, y = 100) => ({ x, y, width: 200, height: 200 });
  view.show([at(100), at(1450)]);
  expect(view.view).toEqual({ x: 0, y: 0, zoom: 0.5 });
  view.show([at(500), at(1550)]);
  expect(view.view).toEqual({ x: -99, y: 0, zoom: 0.5 });
  view.show([at(-500, -2000)]);
  expect(view.view).toEqual({ x: 274, y: 1024, zoom: 0.5 });
  // Somebody within a large frame sees it.
  view.set({ x: 0, y: 0, zoom: 0.5 });
  view.show([{ x: -3000, y: -3000, width: 6000, height: 6000 }]);
  expect(view.view).toEqual({ x: 0, y: 0, zoom: 0.5 });
  const far = [at(100), at(5000)];
  view.show(far);
  expect(view.view.zoom).toBeLessThan(0.5);
  for (const box of far) expect(contains(view.visible(), box)).toBe(true);
});

it('says what lies under the corner until a person moves the view', () => {
  const view = new ViewController();
  view.resize({ left: 0, top: 0, width: 800, height: 600 });
  view.corner = { width: 200, height: 140 };
  view.fitAll(() => [{ x: 0, y: 0, width: 800, height: 500 }]);
  const { x, y, zoom } = view.view;
  expect(view.coveredByCorner).toEqual({
    x: (600 - x) / zoom,
    y: (460 - y) / zoom,
    width: 200 / zoom,
    height: 140 / zoom,
  });
  view.release();
  expect(view.coveredByCorner).toBeNull();
});

it('says nothing of the corner where even the smallest view does not show all nodes', () => {
  const view = new ViewController();
  view.resize({ left: 0, top: 0, width: 800, height: 600 });
  view.corner = { width: 200, height: 140 };
  view.fitAll(() => [{ x: 0, y: 0, width: 40_000, height: 40_000 }]);
  expect(view.coveredByCorner).toBeNull();
});

it('fits again when it becomes known what covers the corner', () => {
  const view = new ViewController();
  view.resize({ left: 0, top: 0, width: 800, height: 600 });
  view.open(() => [{ x: 0, y: 0, width: 800, height: 600 }]);
  const before = view.view.zoom;
  view.corner = { width: 200, height: 140 };
  expect(view.view.zoom).toBeLessThan(before);
  const covered = view.coveredByCorner!;
  expect(covered.x >= 800 || covered.y >= 600).toBe(true);
});

it('gives lines of text 9 to 11 pixels on the screen at every zoom that shows them, and no field below 9', () => {
  for (let zoom = 0.45; zoom < 0.75; zoom += 0.01) {
    expect(detailAt(zoom)).toBe('lines');
    const pixels = lineSizeAt(zoom) * zoom;
    expect(pixels).toBeGreaterThanOrEqual(9);
    expect(pixels).toBeLessThanOrEqual(11);
  }
  // Fields have letters of 12 units.
  const withFields = [0.3, 0.44, 0.74, 0.75, 1, 2].filter((zoom) => detailAt(zoom) === 'full');
  expect(Math.min(...withFields) * 12).toBeGreaterThanOrEqual(9);
});
