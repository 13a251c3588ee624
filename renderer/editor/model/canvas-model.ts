import { emptyCanvas, type CanvasItems } from '#shared/canvas/items.ts';
import {
  applyAllCanvas,
  applyCanvasLenient,
  canvasItem,
  coalesceCanvas,
  fieldOf,
  type CanvasOperation,
} from '#shared/canvas/operations.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import type { ScreenCanvas } from '#shared/graph-saving/index.ts';

/**
 * The canvas items of the open document: frames, notes and looks of nodes. Changed by the editor store only, which puts
 * every change beside those of the graph.
 */
export class CanvasModel {
  #items: CanvasItems;
  #problem: string | null;
  readonly #listeners = new Set<() => void>();

  constructor({ items, problem }: ScreenCanvas = { items: emptyCanvas(), problem: null }) {
    this.#items = items;
    this.#problem = problem;
  }

  /** Another value after every change, and the same group where nothing of its kind changed. */
  get items(): CanvasItems {
    return this.#items;
  }
  /** Why there are none to show and none can be made, a sentence. */
  get problem(): string | null {
    return this.#problem;
  }
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What operations would come to; nothing is changed. The refusal is a sentence. */
  tried(
    operations: readonly CanvasOperation[],
  ): { ok: true; items: CanvasItems; inverse: CanvasOperation[] } | { ok: false; reason: string } {
    if (operations.length === 0) return { ok: true, items: this.#items, inverse: [] };
    if (this.#problem !== null) return { ok: false, reason: this.#problem };
    return applyAllCanvas(this.#items, operations);
  }

  /** @internal */
  replaceItems(items: CanvasItems, problem: string | null = this.#problem): void {
    if (items === this.#items && problem === this.#problem) return;
    this.#items = items;
    this.#problem = problem;
    for (const listener of this.#listeners) listener();
  }

  /** Applies what still fits. @returns what that was. @internal */
  applyLenient(operations: readonly CanvasOperation[]): CanvasOperation[] {
    if (operations.length === 0 || this.#problem !== null) return [];
    const { items, applied } = applyCanvasLenient(this.#items, operations);
    this.replaceItems(items);
    return applied;
  }

  /** The part of `undo` that takes back no more than what `done` did: what somebody changed since stays. */
  stillApplicable(
    applied: readonly CanvasOperation[],
    undo: readonly CanvasOperation[],
  ): readonly CanvasOperation[] {
    const left = new Map<string, unknown>();
    const keyOf = ({ kind, id }: CanvasOperation, field?: string) => JSON.stringify([kind, id, field]);
    for (const operation of coalesceCanvas(applied)) {
      if (operation.op === 'setCanvasItem') left.set(keyOf(operation), operation.item);
      else left.set(keyOf(operation, operation.field), operation.value);
    }
    return undo.filter((operation) => {
      const item = canvasItem(this.#items, operation.kind, operation.id);
      const operationKey = keyOf(operation);
      if (left.has(operationKey)) return jsonEqual(left.get(operationKey), item);
      if (operation.op === 'setCanvasItem') return true;
      const key = keyOf(operation, operation.field);
      return !left.has(key) || (item !== null && jsonEqual(left.get(key), fieldOf(item, operation.field)));
    });
  }
}
