/** So long after the last drawing the bitmap has come to rest. Milliseconds. */
const IDLE_MS = 250;

/**
 * The browser copies a canvas that can be drawn on for each frame of the page, whole, also when nothing was drawn on it. So
 * once nothing has been drawn for a while a copy that cannot be drawn on is shown in its place: that is handed over once.
 * Where nothing lies beneath it the copy holds the ground too, so that the browser neither paints that nor mixes the two.
 */
export class BitmapSnapshot {
  readonly #canvas: HTMLCanvasElement;
  readonly #background: () => string | null;
  #snapshot: HTMLCanvasElement | null = null;
  #isOpaque = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param background the color beneath all of the canvas; null where something else lies beneath it. */
  constructor(canvas: HTMLCanvasElement, background: () => string | null) {
    this.#canvas = canvas;
    this.#background = background;
  }

  /** The element that is seen. */
  get displayed(): HTMLCanvasElement {
    return this.#canvas.hidden && this.#snapshot ? this.#snapshot : this.#canvas;
  }

  /**
   * Something was drawn on the canvas: it is seen again, until it comes to rest.
   * @param isLast nothing else will be drawn for a while: it rests once this is shown.
   */
  rendered(isLast = false): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#capture(), isLast ? 0 : IDLE_MS);
    if (!this.#canvas.hidden || !this.#snapshot) return;
    this.#canvas.style.transform = this.#snapshot.style.transform;
    this.#canvas.hidden = false;
    this.#snapshot.hidden = true;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#snapshot?.remove();
    this.#snapshot = null;
    this.#canvas.hidden = false;
  }

  #capture(): void {
    const { width, height, parentNode } = this.#canvas;
    if (!parentNode || width === 0 || height === 0) return;
    const background = this.#background();
    const alpha = background === null;
    const copy = new OffscreenCanvas(width, height);
    const target = copy.getContext('2d', { alpha });
    if (background !== null && target) {
      target.fillStyle = background;
      target.fillRect(0, 0, width, height);
    }
    target?.drawImage(this.#canvas, 0, 0);
    const snapshot = this.#snapshotFor(alpha);
    const context = snapshot.getContext('bitmaprenderer', { alpha });
    if (!context) return;
    snapshot.width = width;
    snapshot.height = height;
    context.transferFromImageBitmap(copy.transferToImageBitmap());
    snapshot.style.cssText = this.#canvas.style.cssText;
    snapshot.hidden = false;
    this.#canvas.hidden = true;
  }

  /** The element for copies with or without what lies beneath: a canvas is one or the other for good. */
  #snapshotFor(alpha: boolean): HTMLCanvasElement {
    if (this.#snapshot && this.#isOpaque === alpha) {
      this.#snapshot.remove();
      this.#snapshot = null;
    }
    this.#isOpaque = !alpha;
    return (this.#snapshot ??= this.#createSnapshot());
  }

  #createSnapshot(): HTMLCanvasElement {
    const snapshot = document.createElement('canvas');
    snapshot.className = this.#canvas.className;
    snapshot.ariaHidden = 'true';
    this.#canvas.after(snapshot);
    return snapshot;
  }
}
