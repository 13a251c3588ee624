/** Which item of a node's list a person looks at, by node: its preview shows that one. Outside the document, and not undone. */
export class ItemsInView {
  readonly #indexes = new Map<string, number>();
  readonly #ofNode = new Map<string, Set<() => void>>();
  readonly #ofAll = new Set<(nodeId: string) => void>();

  /** The place in the list, from 0; null where nobody chose one. */
  of(nodeId: string): number | null {
    return this.#indexes.get(nodeId) ?? null;
  }

  set(nodeId: string, index: number): void {
    if (this.#indexes.get(nodeId) === index) return;
    this.#indexes.set(nodeId, index);
    for (const listener of this.#ofNode.get(nodeId) ?? []) listener();
    for (const listener of this.#ofAll) listener(nodeId);
  }

  subscribe(nodeId: string, listener: () => void): () => void {
    const listeners = this.#ofNode.get(nodeId) ?? new Set();
    this.#ofNode.set(nodeId, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#ofNode.delete(nodeId);
    };
  }

  subscribeAll(listener: (nodeId: string) => void): () => void {
    this.#ofAll.add(listener);
    return () => this.#ofAll.delete(listener);
  }
}
