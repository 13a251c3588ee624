import type { Rect, XY } from '../geometry.ts';
import type { ViewController } from '../scene/view-controller.ts';

/** Size of a node's lines of text in canvas units; null where the node shows all its fields. */
export type LineSize = number | null;

/** So long after the last step of a zoom it has come to rest. Milliseconds. */
const IDLE_MS = 200;
/** Nodes that change in one frame: each one renders and lays out all its fields. */
const NODES_A_FRAME = 2;

/**
 * What each node that is an element shows of itself. While a person zooms it stays, so that the frames of a zoom only
 * scale what is there; once the zoom rests the nodes follow, a few in each frame, those in the middle of the view first.
 */
export class NodeDetail {
  readonly #view: ViewController;
  readonly #box: (nodeId: string) => Rect | undefined;
  /** What the nodes that somebody looks at show. */
  readonly #displayed = new Map<string, LineSize>();
  readonly #listeners = new Map<string, Set<() => void>>();
  #zoom: number;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;

  constructor(view: ViewController, box: (nodeId: string) => Rect | undefined) {
    this.#view = view;
    this.#box = box;
    this.#zoom = view.view.zoom;
    view.subscribe(() => this.#follow());
  }

  dispose(): void {
    this.#stop();
  }

  /** What a node shows now. */
  of(nodeId: string): LineSize {
    const displayed = this.#displayed.get(nodeId);
    return displayed === undefined ? this.#target : displayed;
  }

  subscribe(nodeId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(nodeId) ?? new Set();
    this.#listeners.set(nodeId, listeners.add(listener));
    if (!this.#displayed.has(nodeId)) this.#displayed.set(nodeId, this.#target);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#listeners.get(nodeId) !== listeners) return;
      this.#listeners.delete(nodeId);
      this.#displayed.delete(nodeId);
    };
  }

  get #target(): LineSize {
    return this.#view.detail === 'full' ? null : this.#view.lineSize;
  }

  #follow(): void {
    const { zoom } = this.#view.view;
    if (zoom === this.#zoom) return;
    this.#zoom = zoom;
    this.#stop();
    if (this.#view.glides) this.#idleTimer = setTimeout(() => this.#some(), IDLE_MS);
    else this.#show(this.#outdated());
  }

  #stop(): void {
    clearTimeout(this.#idleTimer);
    // A session without a page, as in tests of documents, has no frames.
    if (this.#frame !== 0) cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** Nodes that show something else than the view wants. */
  #outdated(): string[] {
    const target = this.#target;
    return [...this.#displayed].flatMap(([id, displayed]) => (displayed === target ? [] : [id]));
  }

  #some(): void {
    const { center } = this.#view;
    const outdated = this.#outdated().sort((a, b) => this.#distance(a, center) - this.#distance(b, center));
    this.#show(outdated.slice(0, NODES_A_FRAME));
    if (outdated.length > NODES_A_FRAME) this.#frame = requestAnimationFrame(() => this.#some());
  }

  #distance(nodeId: string, { x, y }: XY): number {
    const box = this.#box(nodeId);
    return box ? Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) : Infinity;
  }

  #show(nodeIds: readonly string[]): void {
    for (const id of nodeIds) {
      this.#displayed.set(id, this.#target);
      for (const listener of this.#listeners.get(id) ?? []) listener();
    }
  }
}
