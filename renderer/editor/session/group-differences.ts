import { differingInstances } from '#shared/groups/index.ts';
import type { SessionStore } from './session-store.ts';

/** How long edits wait until linked groups are compared: keys of a word are looked at together. Milliseconds. */
const SETTLE_MS = 200;

const NONE: ReadonlySet<string> = new Set();

/** Which linked groups are not like most of theirs, brought up to edits a moment later. Without linked groups it costs nothing. */
export class GroupDifferences {
  readonly #store: SessionStore;
  readonly #listeners = new Set<() => void>();
  #differing = NONE;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: SessionStore) {
    this.#store = store;
    store.subscribe(({ edited }) => edited.size > 0 && this.#schedule());
    store.canvas.subscribe(() => this.#schedule());
    this.#schedule(0);
  }

  /** Whether an instance differs from those that it is linked with. */
  differs(instance: string): boolean {
    return this.#differing.has(instance);
  }
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  dispose(): void {
    clearTimeout(this.#timer);
  }

  #schedule(wait = SETTLE_MS): void {
    const { instances } = this.#store.canvas.items;
    if (Object.keys(instances).length < 2 && this.#differing.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#update();
    }, wait);
  }

  #update(): void {
    const { items } = this.#store.canvas;
    const next = differingInstances({ graph: this.#store.getGraph(), items });
    if (next.size === this.#differing.size && [...next].every((id) => this.#differing.has(id))) return;
    this.#differing = next;
    for (const listener of this.#listeners) listener();
  }
}
