import { intersects, sharedArea, union, type Rect, type XY } from '../geometry.ts';

export interface View {
  x: number;
  y: number;
  zoom: number;
}

/** How much of a node is shown: everything, lines of text for widgets, a picture on the canvas, a tile. */
export type Detail = 'full' | 'lines' | 'sketch' | 'tile';

export const MIN_ZOOM = 0.05;
export const MAX_ZOOM = 2.5;

/** A document opens no smaller than this: the least at which nodes show their words. */
const OPENING_ZOOM = 0.45;

/** The least zoom at which the pictures of nodes say more than their words. */
const PICTURE_ZOOM = 0.2;

/** Fields are there from the zoom at which their 12 units are 9 pixels on the screen. */
export const detailAt = (zoom: number): Detail =>
  zoom >= 0.75 ? 'full' : zoom >= 0.45 ? 'lines' : zoom >= 0.12 ? 'sketch' : 'tile';

/** Size in canvas units of a node's lines of text, so that they are 9 to 11 pixels on the screen. In few steps: each one lays out all nodes anew. */
export const lineSizeAt = (zoom: number): number =>
  zoom < 0.5 ? 20 : zoom < 0.565 ? 18 : zoom < 0.645 ? 16 : 14;

/** Whether nodes are elements at this detail; below, they are drawn. */
export const isMounted = (detail: Detail): boolean => detail === 'full' || detail === 'lines';

/** Whether a name on a node is cut to a few letters, or not there at all, so that the pointer has to tell it. */
export const isNamedOnHover = (zoom: number): boolean => zoom < 0.26;

/** What is brought in keeps this far from the edge. Pixels. */
const MARGIN = 24;

/** Whether at least half of a box is seen, or it fills half of what is seen. */
function isInSight(box: Rect, visible: Rect): boolean {
  const shared = sharedArea(box, visible);
  return shared > 0 && shared >= Math.min(box.width * box.height, visible.width * visible.height) / 2;
}

/** What really moves the view: React Flow's instance while the canvas is mounted. */
export interface ViewMover {
  setViewport(view: View, options?: { duration?: number }): Promise<boolean>;
}

/** Pan and zoom of one document: pixels = units × zoom + offset. */
export class ViewController {
  #view: View = { x: 0, y: 0, zoom: 1 };
  #size = { width: 1, height: 1 };
  #origin: XY = { x: 0, y: 0 };
  #mover: ViewMover | null = null;
  #listeners = new Set<(view: View) => void>();
  #detailListeners = new Set<() => void>();
  #moving = false;
  #jumping = false;
  /** What the view was fitted to, until somebody moves it: it follows the size of the window. */
  #fitted: (() => Iterable<Rect>) | null = null;
  /** True once a person or a fit chose the view. */
  positioned = false;
  #corner = { width: 0, height: 0 };
  #pointer: XY | null = null;

  get view(): View {
    return this.#view;
  }
  get size(): { width: number; height: number } {
    return this.#size;
  }
  get detail(): Detail {
    return detailAt(this.#view.zoom);
  }
  /** Whether it shows the whole and follows the size of the window: nobody has moved it since. */
  get isFitted(): boolean {
    return this.#fitted !== null;
  }
  get moving(): boolean {
    return this.#moving;
  }
  /** Whether it is on its way, step by step, rather than put somewhere at once. */
  get glides(): boolean {
    return this.#moving && !this.#jumping;
  }
  /** Size in pixels of what covers the lower right corner; a fit keeps nodes out from under it. */
  get corner(): { width: number; height: number } {
    return this.#corner;
  }
  set corner(size: { width: number; height: number }) {
    if (size.width === this.#corner.width && size.height === this.#corner.height) return;
    this.#corner = size;
    this.#refit();
  }
  /** Where the pointer is while it is over the canvas. Client pixels. */
  get pointer(): XY | null {
    return this.#pointer;
  }
  setPointer(client: XY | null): void {
    this.#pointer = client;
  }
  attach(mover: ViewMover): () => void {
    this.#mover = mover;
    return () => {
      if (this.#mover === mover) this.#mover = null;
    };
  }
  resize(rect: { left: number; top: number; width: number; height: number }): void {
    this.#origin = { x: rect.left, y: rect.top };
    const size = { width: Math.max(1, rect.width), height: Math.max(1, rect.height) };
    const changed = size.width !== this.#size.width || size.height !== this.#size.height;
    this.#size = size;
    if (changed) this.#refit();
    for (const listener of this.#listeners) listener(this.#view);
  }
  subscribe(listener: (view: View) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  get lineSize(): number {
    return lineSizeAt(this.#view.zoom);
  }
  /** Called only when the detail or the size of the lines changes: what nodes subscribe to. */
  subscribeDetail = (listener: () => void): (() => void) => {
    this.#detailListeners.add(listener);
    return () => this.#detailListeners.delete(listener);
  };
  /** The view has moved (called by the canvas). */
  report(view: View): void {
    const { detail, lineSize } = this;
    this.#view = view;
    for (const listener of this.#listeners) listener(view);
    if (this.detail === detail && this.lineSize === lineSize) return;
    for (const listener of this.#detailListeners) listener();
  }
  setMoving(moving: boolean): void {
    this.#moving = moving;
  }
  /** A person took the view in hand: it stays where they put it. */
  release(): void {
    this.#fitted = null;
  }

  toGraph(client: XY): XY {
    const { x, y, zoom } = this.#view;
    return { x: (client.x - this.#origin.x - x) / zoom, y: (client.y - this.#origin.y - y) / zoom };
  }
  toClient(point: XY): XY {
    const { x, y, zoom } = this.#view;
    return { x: point.x * zoom + x + this.#origin.x, y: point.y * zoom + y + this.#origin.y };
  }
  /** The part of the document in view, grown on each side by a share of its size. */
  visible(pad = 0): Rect {
    const { x, y, zoom } = this.#view;
    const width = this.#size.width / zoom;
    const height = this.#size.height / zoom;
    return {
      x: -x / zoom - width * pad,
      y: -y / zoom - height * pad,
      width: width * (1 + 2 * pad),
      height: height * (1 + 2 * pad),
    };
  }
  get center(): XY {
    const area = this.visible();
    return { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  }

  set(view: View, duration = 0): void {
    this.#fitted = null;
    this.#move(view, duration);
  }
  #move(view: View, duration: number): void {
    this.positioned = true;
    const zoom = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, view.zoom));
    const next = { ...view, zoom };
    const calm = typeof matchMedia !== 'undefined' && matchMedia('(prefers-reduced-motion: reduce)').matches;
    const isJump = calm || duration === 0;
    this.#jumping = isJump;
    if (this.#mover) void this.#mover.setViewport(next, isJump ? {} : { duration });
    else this.report(next);
    this.#jumping = false;
  }
  panBy(dx: number, dy: number): void {
    this.set({ ...this.#view, x: this.#view.x + dx, y: this.#view.y + dy });
  }
  zoomBy(factor: number, at?: XY): void {
    const { x, y, zoom } = this.#view;
    const next = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom * factor));
    const px = at ? at.x - this.#origin.x : this.#size.width / 2;
    const py = at ? at.y - this.#origin.y : this.#size.height / 2;
    this.set({ zoom: next, x: px - ((px - x) / zoom) * next, y: py - ((py - y) / zoom) * next }, 120);
  }
  /** Shows a rectangle whole, at most at 100 %. */
  fit(rect: Rect | null, duration = 160): void {
    if (!rect) this.set({ x: this.#size.width / 3, y: this.#size.height / 3, zoom: 1 }, duration);
    else this.set(this.#fitRect(rect, { right: 0, bottom: 0 }), duration);
  }
  /**
   * Shows all boxes whole and clear of the corner, and again when the canvas changes its size, until somebody moves the
   * view.
   */
  fitAll(boxes: () => Iterable<Rect>, duration = 160): void {
    const view = this.#clear(boxes());
    if (view) this.#move(view, duration);
    else this.fit(null, duration);
    this.#fitted = boxes;
  }
  /**
   * The first view of a document: the whole of it where that reads well, else its start (upper left) at a size where
   * titles and values can be read.
   */
  open(boxes: () => Iterable<Rect>): void {
    const all = [...boxes()];
    const rect = union(all);
    const fullView = this.#clear(all);
    if (!rect || !fullView || fullView.zoom >= OPENING_ZOOM) {
      this.fitAll(boxes, 0);
      return;
    }
    this.set(this.#start(rect));
  }
  /** The start of a rectangle, its upper left, at the least size at which words can be read; its middle where it fits. */
  #start(rect: Rect): View {
    // Above it stands what is said to newcomers.
    const [sideMargin, above] = [40, 64];
    const positionAxis = (size: number, start: number, length: number, margin: number): number =>
      length * OPENING_ZOOM + 2 * margin <= size
        ? size / 2 - (start + length / 2) * OPENING_ZOOM
        : margin - start * OPENING_ZOOM;
    return {
      zoom: OPENING_ZOOM,
      x: positionAxis(this.#size.width, rect.x, rect.width, sideMargin),
      y: positionAxis(this.#size.height, rect.y, rect.height, above),
    };
  }
  /** A view of the whole that can be read, else of the start, where that shows more than half of the boxes, else the whole all the same. */
  #readable(boxes: readonly Rect[], fullView: View): View {
    const rect = union(boxes);
    if (!rect || fullView.zoom >= OPENING_ZOOM) return fullView;
    const start = this.#start(rect);
    return this.#visibleShare(boxes, start) > 0.5 ? start : fullView;
  }
  /**
   * Not where the nodes would lose their words: then the view stays as it is, for better times. But for a canvas that
   * shows less than half of them: there as many as can be read are shown, or their pictures, which say more than the words
   * of a few.
   */
  #refit(): void {
    const boxes = this.#fitted && [...this.#fitted()];
    const view = boxes && this.#clear(boxes);
    if (!view) return;
    const keepsReadable = view.zoom >= OPENING_ZOOM || this.#view.zoom < OPENING_ZOOM;
    if (keepsReadable) this.#move(view, 0);
    else if (view.zoom >= PICTURE_ZOOM && this.#visibleShare(boxes, this.#view) < 0.5)
      this.#move(this.#readable(boxes, view), 0);
  }
  /** Which part of the boxes has its middle in a view: 0 to 1. */
  #visibleShare(boxes: readonly Rect[], { x: left, y: top, zoom }: View): number {
    const visible: Rect = {
      x: -left / zoom,
      y: -top / zoom,
      width: this.#size.width / zoom,
      height: this.#size.height / zoom,
    };
    const isVisible = ({ x, y, width, height }: Rect): boolean =>
      intersects({ x: x + width / 2, y: y + height / 2, width: 0, height: 0 }, visible);
    return boxes.filter(isVisible).length / Math.max(1, boxes.length);
  }
  /** The view of a rectangle in the canvas less a strip at its right or lower edge (pixels). */
  #fitRect(rect: Rect, strip: { right: number; bottom: number }): View {
    const padding = 56;
    // A narrow canvas has no room to give away; at its foot stand the controls.
    const sidePadding = Math.min(padding, this.#size.width / 10);
    const width = Math.max(1, this.#size.width - strip.right);
    const height = Math.max(1, this.#size.height - strip.bottom);
    const zoom = Math.max(
      MIN_ZOOM,
      Math.min(
        1,
        (width - 2 * sidePadding) / Math.max(1, rect.width),
        (height - 2 * padding) / Math.max(1, rect.height),
      ),
    );
    return {
      zoom,
      x: width / 2 - (rect.x + rect.width / 2) * zoom,
      y: height / 2 - (rect.y + rect.height / 2) * zoom,
    };
  }
  /** What lies under the corner in a view. Canvas units. */
  #covered(view: View): Rect {
    const { width, height } = this.corner;
    return {
      x: (this.#size.width - width - view.x) / view.zoom,
      y: (this.#size.height - height - view.y) / view.zoom,
      width: width / view.zoom,
      height: height / view.zoom,
    };
  }
  /** What lies under the corner now. Canvas units. */
  get underCorner(): Rect {
    return this.#covered(this.#view);
  }
  /**
   * What lies under the corner of a view that was fitted and not moved since; null once somebody moved it, and for a
   * document that is too large to be seen whole: nobody finds their way in it without the overview.
   */
  get coveredByCorner(): Rect | null {
    return this.#fitted && this.#view.zoom > MIN_ZOOM ? this.#covered(this.#view) : null;
  }
  /** The largest view of all boxes in which none lies under the corner. */
  #clear(boxes: Iterable<Rect>): View | null {
    const all = [...boxes];
    const rect = union(all);
    if (!rect) return null;
    const view = this.#fitRect(rect, { right: 0, bottom: 0 });
    const { width, height } = this.corner;
    const covered = this.#covered(view);
    if (width === 0 || height === 0 || !all.some((box) => intersects(box, covered))) return view;
    const above = this.#fitRect(rect, { right: 0, bottom: height });
    const withRightStrip = this.#fitRect(rect, { right: width, bottom: 0 });
    return above.zoom > withRightStrip.zoom ? above : withRightStrip;
  }
  /** Brings the middle of a rectangle to the middle of the canvas, as near as the view is. */
  centerOn(rect: Rect): void {
    const { zoom } = this.#view;
    const x = this.#size.width / 2 - (rect.x + rect.width / 2) * zoom;
    const y = this.#size.height / 2 - (rect.y + rect.height / 2) * zoom;
    this.set({ zoom, x, y }, 160);
  }
  /**
   * Moves the view just so far that a rectangle is seen whole, or its upper left where it is too large. The zoom stays,
   * and a view that nobody has moved goes on following the size of the window.
   */
  bringIn(rect: Rect, duration = 160): void {
    const { x, y, zoom } = this.#view;
    const shift = (start: number, length: number, size: number): number =>
      start < MARGIN || length + 2 * MARGIN > size
        ? MARGIN - start
        : Math.min(0, size - MARGIN - (start + length));
    const dx = shift(rect.x * zoom + x, rect.width * zoom, this.#size.width);
    const dy = shift(rect.y * zoom + y, rect.height * zoom, this.#size.height);
    if (dx !== 0 || dy !== 0) this.#move({ x: x + dx, y: y + dy, zoom }, duration);
  }
  /**
   * Shows all boxes, unless they are in sight already: by the shortest way at the same zoom, and from farther away only
   * where they do not fit.
   */
  show(boxes: readonly Rect[]): void {
    const all = union(boxes);
    const visible = this.visible();
    if (!all || boxes.every((box) => isInSight(box, visible))) return;
    const { zoom } = this.#view;
    const fullView = this.#fitRect(all, { right: 0, bottom: 0 });
    const fits =
      all.width * zoom + 2 * MARGIN <= this.#size.width &&
      all.height * zoom + 2 * MARGIN <= this.#size.height;
    const duration = intersects(all, this.visible(1)) ? 160 : 0;
    if (fits || fullView.zoom >= zoom) this.bringIn(all, duration);
    else this.#move(this.#readable(boxes, fullView), duration);
  }
  /** Brings a rectangle into view, moving no more than needed to see it well. @param isImmediate without gliding there. */
  reveal(rect: Rect, isImmediate = false): void {
    const inner = this.visible(-0.06);
    const inside =
      rect.x >= inner.x &&
      rect.y >= inner.y &&
      rect.x + rect.width <= inner.x + inner.width &&
      rect.y + rect.height <= inner.y + inner.height;
    if (inside && this.#view.zoom >= 0.45) return;
    const zoom = Math.min(1, Math.max(this.#view.zoom, 0.8));
    const isClose = intersects(rect, this.visible(1));
    this.set(
      {
        zoom,
        x: this.#size.width / 2 - (rect.x + rect.width / 2) * zoom,
        y: this.#size.height / 2 - (rect.y + rect.height / 2) * zoom,
      },
      isClose && !isImmediate ? 160 : 0,
    );
  }
}
