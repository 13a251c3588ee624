import type { FromMaskWorker, MaskEdit, Viewport } from './mask-messages.ts';
import { EMPTY, union, type Rect } from '../raster/geometry.ts';
import type { MaskRaster } from '../raster/mask-raster.ts';
import { paint, windowRect } from '../raster/paint.ts';

/** What answers frames: it does what was done to the mask, and paints what of it is seen and has changed. */
export class MaskFrames {
  readonly raster: MaskRaster;
  #last: Viewport | null = null;
  #revision = 0;

  constructor(raster: MaskRaster) {
    this.raster = raster;
  }

  frame(edits: readonly MaskEdit[], viewport: Viewport): Extract<FromMaskWorker, { kind: 'rendered' }> {
    let dirty: Rect = EMPTY;
    for (const edit of edits) dirty = union(dirty, this.#apply(edit));
    const { view, size, style } = viewport;
    const isFull = this.#last === null || !isSameViewport(this.#last, viewport);
    this.#last = viewport;
    const rect = isFull ? { left: 0, top: 0, ...size } : windowRect(dirty, view, size);
    return {
      kind: 'rendered',
      view,
      isFull,
      rendered: dirty === EMPTY && !isFull ? null : paint(this.raster.tiles, view, rect, style),
      steps: this.raster.steps,
      revision: this.#revision,
    };
  }

  #apply(edit: MaskEdit): Rect {
    const { raster } = this;
    if (edit.kind !== 'begin' && edit.kind !== 'points' && edit.kind !== 'cancel') this.#revision += 1;
    switch (edit.kind) {
      case 'begin':
        raster.beginStroke(edit.brush);
        return EMPTY;
      case 'points':
        return raster.extendStroke(edit.points);
      case 'end':
        raster.endStroke();
        return EMPTY;
      case 'cancel':
        return raster.cancelStroke();
      case 'polygon':
        return raster.fillPolygon(edit.points, edit.brush);
      case 'connected':
        return raster.fillConnected(edit.at, edit.brush);
      case 'whole':
        return raster.adjust(edit.edit);
      case 'undo':
        return raster.undo();
      case 'redo':
        return raster.redo();
      default:
        return edit satisfies never;
    }
  }
}

const isSameViewport = (a: Viewport, b: Viewport): boolean =>
  a.view.scale === b.view.scale &&
  a.view.x === b.view.x &&
  a.view.y === b.view.y &&
  a.size.width === b.size.width &&
  a.size.height === b.size.height &&
  a.style.blackAndWhite === b.style.blackAndWhite &&
  a.style.opacity === b.style.opacity &&
  a.style.color.join() === b.style.color.join();
