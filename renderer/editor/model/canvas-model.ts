import { isGroupKind } from '#shared/canvas/group-items.ts';
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
  /** Why groups cannot be changed here, a sentence. */
  #groupsProblem: string | null;
  readonly #listeners = new Set<() => void>();

  constructor(canvas: ScreenCanvas = { items: emptyCanvas(), problem: null }) {
    this.#items = canvas.items;
    this.#problem = canvas.problem;
    this.#groupsProblem = lockedGroups(canvas);
  }

  /** A new object after each change; items of a kind in which nothing changed stay the same object. */
  get items(): CanvasItems {
    return this.#items;
  }
  /** A sentence, where the stored items cannot be read: then there are none and none can be added. */
  get problem(): string | null {
    return this.#problem;
  }
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The items after operations, and what would undo these, without changing anything; or a sentence why they do not apply. */
  preview(
    operations: readonly CanvasOperation[],
  ): { ok: true; items: CanvasItems; inverse: CanvasOperation[] } | { ok: false; reason: string } {
    if (operations.length === 0) return { ok: true, items: this.#items, inverse: [] };
    if (this.#problem !== null) return { ok: false, reason: this.#problem };
    if (this.#groupsProblem !== null && operations.some(({ kind }) => isGroupKind(kind)))
      return { ok: false, reason: this.#groupsProblem };
    return applyAllCanvas(this.#items, operations);
  }

  /** What the service has, with what cannot be read of it. @internal */
  adopt(canvas: ScreenCanvas): void {
    this.#groupsProblem = lockedGroups(canvas);
    this.replaceItems(canvas.items, canvas.problem);
  }

  /** @internal */
  replaceItems(items: CanvasItems, problem: string | null = this.#problem): void {
    if (items === this.#items && problem === this.#problem) return;
    this.#items = items;
    this.#problem = problem;
    for (const listener of this.#listeners) listener();
  }

  /** Applies the operations that still apply. @returns these. @internal */
  applyLenient(operations: readonly CanvasOperation[]): CanvasOperation[] {
    if (operations.length === 0 || this.#problem !== null) return [];
    const { items, applied } = applyCanvasLenient(this.#items, operations);
    this.replaceItems(items);
    return applied;
  }

  /**
   * The operations of an undo that take back nothing but what was applied: an item or field that somebody changed since is
   * left as it is now.
   */
  stillApplicable(
    applied: readonly CanvasOperation[],
    undo: readonly CanvasOperation[],
  ): readonly CanvasOperation[] {
    // What the applied operations left of each item, or of each field.
    const results = new Map<string, unknown>();
    const keyOf = ({ kind, id }: CanvasOperation, field?: string) => JSON.stringify([kind, id, field]);
    for (const operation of coalesceCanvas(applied)) {
      if (operation.op === 'setCanvasItem') results.set(keyOf(operation), operation.item);
      else results.set(keyOf(operation, operation.field), operation.value);
    }
    return undo.filter((operation) => {
      const item = canvasItem(this.#items, operation.kind, operation.id);
      const itemKey = keyOf(operation);
      if (results.has(itemKey)) return jsonEqual(results.get(itemKey), item);
      if (operation.op === 'setCanvasItem') return true;
      const fieldKey = keyOf(operation, operation.field);
      if (!results.has(fieldKey)) return true;
      return item !== null && jsonEqual(results.get(fieldKey), fieldOf(item, operation.field));
    });
  }
}

const lockedGroups = ({ areGroupsLocked, groupsProblem }: ScreenCanvas): string | null =>
  areGroupsLocked === true ? (groupsProblem ?? null) : null;
