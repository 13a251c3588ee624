import type { FromMaskWorker, MaskEdit, MaskFit, Size, ToMaskWorker, Viewport } from './mask-messages.ts';

type RenderedMessage = Extract<FromMaskWorker, { kind: 'rendered' }>;

/**
 * The way to the worker that holds a mask. Of what is done it sends one message a frame, and the next one only after the answer:
 * a slow computer draws in larger steps, and never falls behind.
 */
export class MaskLink {
  readonly #worker: Worker;
  readonly #onRendered: (message: RenderedMessage) => void;
  readonly #onFailed: (message: string) => void;
  #edits: MaskEdit[] = [];
  #viewport: Viewport | null = null;
  #hasNews = false;
  #isWaiting = false;
  /** The worker has a mask: before that it has nothing to answer a frame with. */
  #isOpen = false;
  #frame = 0;
  #lastExport = 0;
  readonly #exports = new Map<number, { resolve: (blob: Blob) => void; reject: (error: Error) => void }>();
  #resolveOpen: ((sourceSize: Size | null) => void) | null = null;

  constructor({
    onRendered,
    onFailed,
  }: {
    onRendered: (message: RenderedMessage) => void;
    onFailed: (message: string) => void;
  }) {
    this.#onRendered = onRendered;
    this.#onFailed = onFailed;
    this.#worker = new Worker(new URL('./mask-worker.ts', import.meta.url), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromMaskWorker>) => this.#receive(data));
    this.#worker.addEventListener('error', (event) => this.#fail(event.message));
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#worker.terminate();
    for (const { reject } of this.#exports.values()) reject(new DOMException('Closed', 'AbortError'));
    this.#exports.clear();
  }

  /** Begins with a mask. @returns its own size; null for none. */
  open(size: Size, mask: ImageBitmap | null, fit: MaskFit): Promise<Size | null> {
    this.#edits = [];
    this.#isOpen = false;
    return new Promise((resolve) => {
      this.#resolveOpen = resolve;
      this.#worker.postMessage({ kind: 'open', size, mask, fit } satisfies ToMaskWorker, mask ? [mask] : []);
    });
  }

  edit(...edits: readonly MaskEdit[]): void {
    for (const edit of edits) {
      const last = this.#edits.at(-1);
      if (edit.kind === 'points' && last?.kind === 'points')
        this.#edits[this.#edits.length - 1] = { kind: 'points', points: [...last.points, ...edit.points] };
      else this.#edits.push(edit);
    }
    this.#schedule();
  }

  show(viewport: Viewport): void {
    this.#viewport = viewport;
    this.#schedule();
  }

  /** The mask as a PNG, with all that was done until now. */
  export(): Promise<Blob> {
    this.#flush();
    const id = (this.#lastExport += 1);
    return new Promise((resolve, reject) => {
      this.#exports.set(id, { resolve, reject });
      this.#send({ kind: 'export', id });
    });
  }

  #schedule(): void {
    this.#hasNews = true;
    if (this.#frame !== 0 || this.#isWaiting || !this.#isOpen) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#flush();
    });
  }

  #flush(): void {
    if (!this.#hasNews || this.#viewport === null) return;
    const edits = this.#edits;
    this.#edits = [];
    this.#hasNews = false;
    this.#isWaiting = true;
    this.#send({ kind: 'frame', edits, viewport: this.#viewport });
  }

  #send(message: ToMaskWorker): void {
    this.#worker.postMessage(message, []);
  }

  #receive(message: FromMaskWorker): void {
    switch (message.kind) {
      case 'opened':
        this.#isOpen = true;
        if (this.#hasNews) this.#schedule();
        this.#resolveOpen?.(message.sourceSize);
        this.#resolveOpen = null;
        return;
      case 'rendered':
        this.#isWaiting = false;
        this.#onRendered(message);
        if (this.#hasNews) this.#schedule();
        return;
      case 'exported':
        this.#exports.get(message.id)?.resolve(message.blob);
        this.#exports.delete(message.id);
        return;
      case 'failed':
        if (message.id === null) this.#fail(message.message);
        else this.#exports.get(message.id)?.reject(new Error(message.message));
        return;
      default:
        message satisfies never;
    }
  }

  #fail(message: string): void {
    this.#onFailed(message);
    for (const { reject } of this.#exports.values()) reject(new Error(message));
    this.#exports.clear();
  }
}
