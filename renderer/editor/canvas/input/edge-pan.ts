import type { XY } from '../../geometry.ts';
import type { ViewController } from '../../scene/view-controller.ts';

/** The strip along the edge where the view moves by itself. Pixels. */
const EDGE = 44;
/** Pixels a frame at the most. */
const FASTEST = 14;

/** While something is held at the edge the view moves towards it, faster the nearer it is. */
export class EdgePan {
  readonly #view: ViewController;
  readonly #getDrag: () => { pointer: XY; onPan: () => void } | null;
  #frame = 0;

  /** @param getDrag where the pointer is and what to do after each step; null when nothing is held that pans. */
  constructor(view: ViewController, getDrag: () => { pointer: XY; onPan: () => void } | null) {
    this.#view = view;
    this.#getDrag = getDrag;
  }

  start(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#step());
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #step(): void {
    this.#frame = 0;
    const drag = this.#getDrag();
    if (!drag) return;
    const view = this.#view;
    const origin = view.toClient({ x: -view.view.x / view.view.zoom, y: -view.view.y / view.view.zoom });
    const dx = push(drag.pointer.x - origin.x, view.size.width);
    const dy = push(drag.pointer.y - origin.y, view.size.height);
    if (dx === 0 && dy === 0) return;
    view.panBy(dx, dy);
    drag.onPan();
    this.start();
  }
}

/** @param at from the edge where `size` begins. @returns how far to pan. */
function push(at: number, size: number): number {
  const speed = at < EDGE ? (EDGE - at) / 4 : at > size - EDGE ? -(at - size + EDGE) / 4 : 0;
  return Math.max(-FASTEST, Math.min(FASTEST, speed));
}
