import { CARD_HEIGHT, CARD_WIDTH, type Card, type DiffScene } from './diff-scene.ts';

/** Where the canvas of a comparison looks: its pixels are the scene's units times `zoom`, moved by `x` and `y`. */
export interface DiffView {
  x: number;
  y: number;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

const MIN_ZOOM = 0.02;
const MAX_ZOOM = 2;
const MARGIN = 32;

const centeredOn = (x: number, y: number, zoom: number, size: Size): DiffView => ({
  zoom,
  x: size.width / 2 - x * zoom,
  y: size.height / 2 - y * zoom,
});

/** A view of all of the bounds. */
export function fitted(bounds: DiffScene['bounds'], size: Size): DiffView {
  const zoom = Math.max(
    MIN_ZOOM,
    // A change is seen with what is around it, and its words can still be read.
    Math.min(0.75, (size.width - 2 * MARGIN) / bounds.width, (size.height - 2 * MARGIN) / bounds.height),
  );
  return centeredOn(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2, zoom, size);
}

/** A view with a card in it; null when it is to be seen well enough already. */
export function viewOn(card: Card, view: DiffView, size: Size): DiffView | null {
  const zoom = Math.max(view.zoom, 0.45);
  const [x, y] = [card.x * zoom + view.x, card.y * zoom + view.y];
  const right = x + CARD_WIDTH * zoom;
  const bottom = y + CARD_HEIGHT * zoom;
  if (zoom === view.zoom && x >= 0 && y >= 0 && right <= size.width && bottom <= size.height) return null;
  return centeredOn(card.x + CARD_WIDTH / 2, card.y + CARD_HEIGHT / 2, zoom, size);
}

/** Nearer or farther by a factor, within limits; what is at the point of the canvas stays there. */
export function zoomedAt(view: DiffView, factor: number, point: Point): DiffView {
  const zoom = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, view.zoom * factor));
  const rate = zoom / view.zoom;
  return { zoom, x: point.x - (point.x - view.x) * rate, y: point.y - (point.y - view.y) * rate };
}

export const panView = (view: DiffView, x: number, y: number): DiffView => ({
  ...view,
  x: view.x + x,
  y: view.y + y,
});
