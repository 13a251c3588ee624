import type { Kind } from './kind.ts';

/** One step: the document before and after it. */
export interface Step<D> {
  name: string;
  before: D;
  after: D;
  /** Edits of the same gesture join the step while nothing else comes between. */
  gesture: string | null;
}

/** As deep as the undo history of a graph. */
const MAX_STEPS = 500;

/**
 * What was done to a document and can be taken back. A step is the document before and after it, which share all that the
 * step did not touch; taken back on a document that has moved on since, it is merged with that.
 */
export class UndoSteps<D> {
  readonly #merge: Kind<D, never>['merge'];
  #done: Step<D>[] = [];
  #undone: Step<D>[] = [];
  #revision = 0;

  /** @param existing of an earlier session */
  constructor(
    merge: Kind<D, never>['merge'],
    existing: { done: readonly Step<D>[]; undone: readonly Step<D>[] } = { done: [], undone: [] },
  ) {
    this.#merge = merge;
    this.#done = [...existing.done];
    this.#undone = [...existing.undone];
  }

  /** All steps, the newest last; of those that were taken back the one that is made again first is the last. */
  get all(): { done: readonly Step<D>[]; undone: readonly Step<D>[] } {
    return { done: this.#done, undone: this.#undone };
  }

  /**
   * Higher with each step that is made, taken back or made again here; what others change raises it not, so that a window that
   * only looks on has nothing to write.
   */
  get revision(): number {
    return this.#revision;
  }

  /** The document as the steps have left it; null without any. */
  get latest(): D | null {
    return this.#undone.at(-1)?.before ?? this.#done.at(-1)?.after ?? null;
  }

  get undoName(): string | null {
    return this.#done.at(-1)?.name ?? null;
  }
  get redoName(): string | null {
    return this.#undone.at(-1)?.name ?? null;
  }

  /** How many steps there are to take back, and to make again. */
  get counts(): { done: number; undone: number } {
    return { done: this.#done.length, undone: this.#undone.length };
  }

  push(step: Step<D>): void {
    this.#revision += 1;
    this.#undone = [];
    const last = this.#done.at(-1);
    if (step.gesture !== null && last?.gesture === step.gesture) {
      this.#done[this.#done.length - 1] = { ...last, name: step.name, after: step.after };
      return;
    }
    this.#done.push(step);
    if (this.#done.length > MAX_STEPS) this.#done.shift();
  }

  /** @returns the document without the last step; null when there is none. */
  undo(current: D): D | null {
    const step = this.#done.pop();
    if (!step) return null;
    this.#revision += 1;
    const { document } = this.#merge(step.after, step.before, current);
    this.#undone.push({ name: step.name, before: document, after: current, gesture: null });
    this.#endGesture();
    return document;
  }

  /** @returns the document with the step that was taken back last; null when there is none. */
  redo(current: D): D | null {
    const step = this.#undone.pop();
    if (!step) return null;
    this.#revision += 1;
    const { document } = this.#merge(step.before, step.after, current);
    this.#done.push({ name: step.name, before: current, after: document, gesture: null });
    return document;
  }

  /** Somebody else's changes came in: a gesture that goes on does not make them its own. */
  rebase(merged: D): void {
    const last = this.#done.at(-1);
    if (!last || last.gesture === null) return;
    const { document } = this.#merge(last.after, last.before, merged);
    this.#done[this.#done.length - 1] = { ...last, before: document, after: merged };
  }

  #endGesture(): void {
    const last = this.#done.at(-1);
    if (last) this.#done[this.#done.length - 1] = { ...last, gesture: null };
  }
}
