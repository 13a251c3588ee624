/** So long after the last drawing the bitmap has come to rest. Milliseconds. */
const REST_MS = 250;

/**
 * The browser copies a canvas that can be drawn on for each frame of the page, whole, also when nothing was drawn on it. So
 * once nothing has been drawn for a while a copy that cannot be drawn on is shown in its place: that is handed over once.
 */
export class RestingBitmap {
  readonly #canvas: HTMLCanvasElement;
  #still: HTMLCanvasElement | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  /** The element that is seen. */
  get shown(): HTMLCanvasElement {
    return this.#canvas.hidden && this.#still ? this.#still : this.#canvas;
  }

  /** Something was drawn on the canvas: it is seen again, until it comes to rest. */
  drawn(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#rest(), REST_MS);
    if (!this.#canvas.hidden || !this.#still) return;
    this.#canvas.style.transform = this.#still.style.transform;
    this.#canvas.hidden = false;
    this.#still.hidden = true;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#still?.remove();
    this.#still = null;
    this.#canvas.hidden = false;
  }

  #rest(): void {
    const { width, height, parentNode } = this.#canvas;
    if (!parentNode || width === 0 || height === 0) return;
    const copy = new OffscreenCanvas(width, height);
    copy.getContext('2d')?.drawImage(this.#canvas, 0, 0);
    const still = (this.#still ??= this.#createStill());
    const context = still.getContext('bitmaprenderer');
    if (!context) return;
    still.width = width;
    still.height = height;
    context.transferFromImageBitmap(copy.transferToImageBitmap());
    still.style.cssText = this.#canvas.style.cssText;
    still.hidden = false;
    this.#canvas.hidden = true;
  }

  #createStill(): HTMLCanvasElement {
    const still = document.createElement('canvas');
    still.className = this.#canvas.className;
    still.ariaHidden = 'true';
    this.#canvas.after(still);
    return still;
  }
}
