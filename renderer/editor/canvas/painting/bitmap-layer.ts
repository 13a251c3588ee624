import { contains, grow, intersects, type Rect } from '../../geometry.ts';
import {
  detailAt,
  isMounted,
  type Detail,
  type View,
  type ViewController,
} from '../../scene/view-controller.ts';
import type { WireKey } from '../../model/editor-store.ts';
import type { Scene } from '../../scene/scene.ts';
import {
  joined,
  alignToPixels,
  regionOf,
  paintClipped,
  type RenderedArea,
  type Region,
} from './bitmap-parts.ts';
import type { CanvasColors } from './canvas-colors.ts';
import { areSquares, paintFrames } from './paint-node.ts';
import { paintScene } from './paint-scene.ts';
import type { DrawingInfo, Highlight, Painting } from './painting.ts';
import { BitmapSnapshot } from './resting-bitmap.ts';

/** How far the bitmap reaches beyond the view on each side, as a share of the view. */
const MARGIN = 0.35;
/** The most pixels the bitmap may have; on dense screens the margin gives way first. */
const MAX_PIXELS = 9_000_000;
/** After the last step of a zoom the bitmap is drawn sharp again. Milliseconds. */
const SETTLE = 90;
/** How far lines and signs of a node or wire reach beyond its rectangle. Pixels, and canvas units. */
const REACH = { pixels: 12, units: 4 };
/** The share of the bitmap from which on drawing it whole costs no more than drawing the parts. */
const MAX_PATCHED_SHARE = 0.5;
/** The most parts that are drawn one by one. */
const MAX_PATCHES = 48;

/**
 * Everything that is not an element, on one canvas beneath: drawn once, larger than the view, then only moved and
 * scaled while the view stays inside it. Where nodes are small the picture without the frames of selected ones is cached
 * aside while there are any, so that another selection is laid over it and nothing else is drawn.
 */
export class BitmapLayer {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #view: ViewController;
  readonly #scene: Scene;
  readonly #info: DrawingInfo;
  readonly #snapshot: BitmapSnapshot;
  #colors: CanvasColors;
  #highlight: Highlight | null = null;
  #omitted: ReadonlySet<WireKey> = new Set();
  /** A drag has begun, and the picture without what it holds was not drawn yet. */
  #lifted = false;
  #renderedArea: RenderedArea | null = null;
  /** The picture without frames; null when there are none, and the canvas itself is that picture. */
  #unframed: OffscreenCanvasRenderingContext2D | null = null;
  /** What it was drawn on last, to be drawn on again. */
  #buffer: OffscreenCanvasRenderingContext2D | null = null;
  #frame = 0;
  /** What is to be drawn in the next frame: everything, else these parts. */
  #isFull = false;
  #stale: Rect[] = [];
  /** Where frames came or went: everywhere, or in these parts. */
  #framedAnew: 'all' | Rect[] = [];
  #settle: ReturnType<typeof setTimeout> | undefined;
  /** How many times the whole bitmap was drawn, parts of it, and frames alone: what tests look at. */
  draws = 0;
  patches = 0;
  framings = 0;

  constructor(
    canvas: HTMLCanvasElement,
    scene: Scene,
    view: ViewController,
    info: DrawingInfo,
    colors: CanvasColors,
  ) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d');
    this.#scene = scene;
    this.#view = view;
    this.#info = info;
    this.#snapshot = new BitmapSnapshot(canvas, () => (info.hasBackground() ? null : this.#colors.canvas));
    this.#colors = colors;
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#settle);
    this.#snapshot.dispose();
  }
  recolor(colors: CanvasColors): void {
    this.#colors = colors;
    this.invalidate();
  }
  emphasize(highlight: Highlight | null): void {
    if (sameHighlight(highlight, this.#highlight)) return;
    this.#highlight = highlight;
    this.invalidate();
  }

  /** Frames or notes beneath came or went: what hides them is no longer shown, and what need not be see-through is not. */
  backgroundChanged(): void {
    this.#snapshot.rendered();
  }

  get highlight(): Highlight | null {
    return this.#highlight;
  }

  /** Leaves out these wires, and draws those that were left out before. */
  omit(wires: ReadonlySet<WireKey>): void {
    const before = this.#omitted;
    this.#omitted = wires;
    this.#lifted = wires.size > 0 && (this.#lifted || before.size === 0);
    for (const key of new Set([...before, ...wires])) {
      if (before.has(key) && wires.has(key)) continue;
      const shape = this.#scene.shape(key);
      if (shape) this.touch(shape.bounds);
    }
  }

  /** Draws everything anew in the next frame. */
  invalidate(): void {
    this.#isFull = true;
    this.#schedule();
  }

  /** The view was measured: draws everything anew in the next frame, unless that is what was drawn last. */
  measured(): void {
    const renderedArea = this.#renderedArea;
    const { view } = this.#view;
    const { screen, area } = this.#toDraw();
    const isSame =
      renderedArea !== null &&
      renderedArea.screen === screen &&
      isSameView(renderedArea.view, view) &&
      isSameRect(renderedArea.area, area);
    if (!isSame) this.invalidate();
  }

  /** What lies in a rectangle of the document looks different: draws that anew in the next frame. */
  touch(area: Rect): void {
    if (!this.#isFull) this.#stale.push(this.#reached(area));
    if (this.#stale.length > MAX_PATCHES) this.#isFull = true;
    this.#schedule();
  }

  /** These nodes are selected now or no longer: shows it in the next frame. */
  mark(nodeIds: ReadonlySet<string>): void {
    const { zoom } = this.#view.view;
    if (this.#isFull || isMounted(detailAt(zoom))) return;
    const squares = areSquares(zoom);
    if (nodeIds.size > MAX_PATCHES) {
      if (!squares) return this.invalidate();
      this.#framedAnew = 'all';
      return this.#schedule();
    }
    for (const id of nodeIds) {
      const box = this.#scene.box(id);
      if (!box) continue;
      if (!squares) this.touch(box);
      else if (this.#framedAnew !== 'all') this.#framedAnew.push(this.#reached(box));
    }
    if (this.#framedAnew.length > MAX_PATCHES) this.#framedAnew = 'all';
    this.#schedule();
  }

  /** A rectangle with all that is drawn around it. */
  #reached(area: Rect): Rect {
    return grow(area, REACH.pixels / this.#view.view.zoom + REACH.units);
  }

  #schedule(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  #paint(): void {
    const renderedArea = this.#renderedArea;
    const isCurrent =
      renderedArea !== null &&
      !this.#isFull &&
      renderedArea.view.zoom === this.#view.view.zoom &&
      renderedArea.screen === (window.devicePixelRatio || 1);
    if (!isCurrent) return this.draw();
    const regions = this.#stale.filter((rect) => intersects(rect, renderedArea.area));
    const share = regions.reduce((sum, rect) => sum + rect.width * rect.height, 0);
    if (share > renderedArea.area.width * renderedArea.area.height * MAX_PATCHED_SHARE) return this.draw();
    this.#stale = [];
    for (const rect of joined(regions)) this.#patch(regionOf(renderedArea, rect), renderedArea);
    if (regions.length > 0) this.#lifted = false;
    this.#frameAnew(renderedArea);
  }

  /** Draws a part of the bitmap anew, on whole pixels, so that its edge cannot be told from the rest. */
  #patch(region: Region, renderedArea: RenderedArea): void {
    const context = this.#context;
    if (!context) return;
    this.patches += 1;
    // What a drag leaves out is shown above; what changes meanwhile (runs, other windows) comes again and again.
    this.#snapshot.rendered(this.#lifted);
    paintClipped(this.#unframed ?? context, region, renderedArea, (target) => {
      paintScene(target, this.#painting(this.#reached(region.area)));
    });
    if (this.#unframed) this.#paintFrames(region, renderedArea);
  }

  /** Shows frames that came or went since the last frame. */
  #frameAnew(renderedArea: RenderedArea): void {
    const context = this.#context;
    const anew = this.#framedAnew;
    this.#framedAnew = [];
    if (!context || anew.length === 0) return;
    this.framings += 1;
    this.#snapshot.rendered();
    const framed = this.#isFramed();
    if (framed && !this.#unframed) {
      this.#unframed = this.#getBuffer();
      this.#unframed?.drawImage(this.#canvas, 0, 0);
    }
    if (anew === 'all') this.#paintFrames(regionOf(renderedArea, renderedArea.area), renderedArea);
    else for (const rect of joined(anew)) this.#paintFrames(regionOf(renderedArea, rect), renderedArea);
    if (!framed) this.#unframed = null;
  }

  /** Whether there are nodes whose selection is a frame above the picture. */
  #isFramed(): boolean {
    return areSquares(this.#view.view.zoom) && this.#info.selection().size > 0;
  }

  /** Puts a part of the picture without frames on the canvas, and the frames over it. */
  #paintFrames(region: Region, renderedArea: RenderedArea): void {
    const { left, top, width, height } = region;
    const unframed = this.#unframed;
    const context = this.#context;
    if (!unframed || !context) return;
    paintClipped(context, region, renderedArea, (target) => {
      target.save();
      target.setTransform(1, 0, 0, 1, 0, 0);
      target.drawImage(unframed.canvas, left, top, width, height, left, top, width, height);
      target.restore();
      paintFrames(target, this.#painting(this.#reached(region.area)));
    });
  }

  /** An empty bitmap of the size of the canvas. */
  #getBuffer(): OffscreenCanvasRenderingContext2D | null {
    const { width, height } = this.#canvas;
    this.#buffer ??= new OffscreenCanvas(width, height).getContext('2d');
    const buffer = this.#buffer;
    if (buffer && (buffer.canvas.width !== width || buffer.canvas.height !== height)) {
      buffer.canvas.width = width;
      buffer.canvas.height = height;
    }
    buffer?.setTransform(1, 0, 0, 1, 0, 0);
    buffer?.clearRect(0, 0, width, height);
    return buffer;
  }

  /** Follows the view: moves the bitmap, or draws it anew when the view left it. */
  follow(view: View): void {
    const renderedArea = this.#renderedArea;
    if (
      !renderedArea ||
      !contains(renderedArea.area, this.#view.visible()) ||
      !isSameDetail(detailAt(view.zoom), detailAt(renderedArea.view.zoom))
    ) {
      this.draw();
      return;
    }
    this.#updateTransform(view);
    if (view.zoom === renderedArea.view.zoom) return;
    if (view.zoom / renderedArea.view.zoom > 2.5) {
      this.draw();
      return;
    }
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.invalidate(), SETTLE);
  }

  #updateTransform(view: View): void {
    const renderedArea = this.#renderedArea;
    if (!renderedArea) return;
    const scale = view.zoom / renderedArea.view.zoom;
    let left = renderedArea.area.x * view.zoom + view.x;
    let top = renderedArea.area.y * view.zoom + view.y;
    if (scale === 1) {
      // Between pixels the browser would mix each pixel from four, in each frame.
      left = Math.round(left * renderedArea.screen) / renderedArea.screen;
      top = Math.round(top * renderedArea.screen) / renderedArea.screen;
    }
    this.#snapshot.displayed.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
  }

  #painting(area: Rect): Painting {
    const { zoom } = this.#view.view;
    return {
      scene: this.#scene,
      colors: this.#colors,
      area,
      zoom,
      detail: detailAt(zoom),
      highlight: this.#highlight,
      omitted: this.#omitted,
      info: this.#info,
    };
  }

  /** The part of the document that the bitmap shows when it is drawn now, and the pixels of the screen for one of the page. */
  #toDraw(): { screen: number; area: Rect } {
    const { size, view } = this.#view;
    const screen = window.devicePixelRatio || 1;
    const pixels = size.width * size.height * screen * screen;
    const margin = Math.min(MARGIN, Math.max(0.05, (Math.sqrt(MAX_PIXELS / pixels) - 1) / 2));
    return { screen, area: alignToPixels(this.#view.visible(margin), view, screen) };
  }

  draw(): void {
    const context = this.#context;
    if (!context) return;
    clearTimeout(this.#settle);
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#isFull = false;
    this.#lifted = false;
    this.#stale = [];
    this.#framedAnew = [];
    this.draws += 1;
    this.#snapshot.rendered();
    const { view } = this.#view;
    const { screen, area } = this.#toDraw();
    const width = Math.round(area.width * view.zoom * screen);
    const height = Math.round(area.height * view.zoom * screen);
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
      this.#canvas.style.width = `${width / screen}px`;
      this.#canvas.style.height = `${height / screen}px`;
    }
    const renderedArea = { view, area, screen };
    if (isMounted(detailAt(view.zoom))) this.#buffer = null;
    this.#unframed = this.#isFramed() ? this.#getBuffer() : null;
    paintClipped(
      this.#unframed ?? context,
      { left: 0, top: 0, width, height, area },
      renderedArea,
      (target) => {
        paintScene(target, this.#painting(area));
      },
    );
    if (this.#unframed) this.#paintFrames({ left: 0, top: 0, width, height, area }, renderedArea);
    this.#renderedArea = renderedArea;
    this.#updateTransform(view);
  }

  /** A node's run state or picture changed: paints where it stands, if nodes are drawn at all. */
  repaint(nodeId: string): void {
    const box = this.#scene.box(nodeId);
    if (box && !isMounted(detailAt(this.#view.view.zoom))) this.touch(box);
  }
}

/** Whether the same is drawn at two details: beneath elements it is, whatever these show. */
const isSameDetail = (a: Detail, b: Detail): boolean => a === b || (isMounted(a) && isMounted(b));

const isSameView = (a: View, b: View): boolean => a.x === b.x && a.y === b.y && a.zoom === b.zoom;

const isSameRect = (a: Rect, b: Rect): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

function sameHighlight(a: Highlight | null, b: Highlight | null): boolean {
  if (a === b) return true;
  if (a === null || b === null || a.extraCount !== b.extraCount || a.wires.size !== b.wires.size)
    return false;
  for (const wire of a.wires) if (!b.wires.has(wire)) return false;
  return true;
}
