/** So long after the last drawing the bitmap has come to rest. Milliseconds. */
const REST_MS = 250;

/**
 * The browser copies a canvas that can be drawn on for each frame of the page, whole, also when nothing was drawn on it. So
 * once nothing has been drawn for a while a copy that cannot be drawn on is shown in its place: that is handed over once.
 * Where nothing lies beneath it the copy holds the ground too, so that the browser neither paints that nor mixes the two.
 */
export class RestingBitmap {
  readonly #canvas: HTMLCanvasElement;
  readonly #ground: () => string | null;
  #still: HTMLCanvasElement | null = null;
  #isOpaque = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param ground the color beneath all of the canvas; null where something else lies beneath it. */
  constructor(canvas: HTMLCanvasElement, ground: () => string | null) {
    this.#canvas = canvas;
    this.#ground = ground;
  }

  /** The element that is seen. */
  get shown(): HTMLCanvasElement {
    return this.#canvas.hidden && this.#still ? this.#still : this.#canvas;
  }

  /**
   * Something was drawn on the canvas: it is seen again, until it comes to rest.
   * @param isLast nothing else will be drawn for a while: it rests once this is shown.
   */
  drawn(isLast = false): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#rest(), isLast ? 0 : REST_MS);
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
    const ground = this.#ground();
    const alpha = ground === null;
    const copy = new OffscreenCanvas(width, height);
    const into = copy.getContext('2d', { alpha });
    if (ground !== null && into) {
      into.fillStyle = ground;
      into.fillRect(0, 0, width, height);
    }
    into?.drawImage(this.#canvas, 0, 0);
    const still = this.#stillOf(alpha);
    const context = still.getContext('bitmaprenderer', { alpha });
    if (!context) return;
    still.width = width;
    still.height = height;
    context.transferFromImageBitmap(copy.transferToImageBitmap());
    still.style.cssText = this.#canvas.style.cssText;
    still.hidden = false;
    this.#canvas.hidden = true;
  }

  /** The element for copies with or without what lies beneath: a canvas is one or the other for good. */
  #stillOf(alpha: boolean): HTMLCanvasElement {
    if (this.#still && this.#isOpaque === alpha) {
      this.#still.remove();
      this.#still = null;
    }
    this.#isOpaque = !alpha;
    return (this.#still ??= this.#createStill());
  }

  #createStill(): HTMLCanvasElement {
    const still = document.createElement('canvas');
    still.className = this.#canvas.className;
    still.ariaHidden = 'true';
    this.#canvas.after(still);
    return still;
  }
}
