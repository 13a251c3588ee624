import type { PatchOperation } from '#shared/api/index.ts';
import { coalesce } from '#shared/graph/coalesce.ts';

/** One step that undo takes back: the operations of one gesture and those that undo them. */
export interface HistoryStep {
  label: string;
  forward: PatchOperation[];
  backward: PatchOperation[];
  /** Edits that carry the same key merge into one step until `seal` is called. */
  mergeKey: string | null;
}

export const HISTORY_DEPTH = 500;

/**
 * Undo and redo as transactions of operations. Run progress and other people's changes are never recorded here;
 * what a step can no longer reach is skipped when it is applied.
 */
export class History {
  #done: HistoryStep[] = [];
  #undone: HistoryStep[] = [];
  #sealed = true;
  /** Steps of open marks; the innermost collects. */
  #marks: { label: string; forward: PatchOperation[]; backward: PatchOperation[] }[] = [];

  get canUndo(): boolean {
    return this.#done.length > 0;
  }
  get canRedo(): boolean {
    return this.#undone.length > 0;
  }
  get undoLabel(): string | null {
    return this.#done.at(-1)?.label ?? null;
  }
  get redoLabel(): string | null {
    return this.#undone.at(-1)?.label ?? null;
  }
  get depth(): number {
    return this.#done.length;
  }
  get marked(): boolean {
    return this.#marks.length > 0;
  }

  record(
    label: string,
    forward: PatchOperation[],
    backward: PatchOperation[],
    mergeKey: string | null,
  ): void {
    if (forward.length === 0) return;
    const mark = this.#marks.at(-1);
    if (mark) {
      mark.forward = coalesce([...mark.forward, ...forward]);
      mark.backward = coalesce([...backward, ...mark.backward]);
      return;
    }
    this.#undone = [];
    const last = this.#done.at(-1);
    if (last && mergeKey !== null && !this.#sealed && last.mergeKey === mergeKey) {
      last.forward = coalesce([...last.forward, ...forward]);
      last.backward = coalesce([...backward, ...last.backward]);
      return;
    }
    this.#push({ label, forward, backward, mergeKey });
    this.#sealed = false;
  }

  /** Ends merging: the next edit begins a step of its own even on the same field. */
  seal(): void {
    this.#sealed = true;
  }

  /** Starts a gesture: what follows is one step until `release`, or nothing after `bail`. */
  mark(label: string): void {
    this.seal();
    this.#marks.push({ label, forward: [], backward: [] });
  }

  /** Ends the gesture as one step. */
  release(): void {
    const mark = this.#marks.pop();
    if (!mark) return;
    this.record(mark.label, mark.forward, mark.backward, null);
    this.seal();
  }

  /** Ends the gesture and returns the operations that go back to its mark. */
  bail(): PatchOperation[] {
    return this.#marks.pop()?.backward ?? [];
  }

  takeUndo(): HistoryStep | null {
    const step = this.#done.pop() ?? null;
    if (step) this.#undone.push(step);
    this.seal();
    return step;
  }

  takeRedo(): HistoryStep | null {
    const step = this.#undone.pop() ?? null;
    if (step) this.#done.push(step);
    this.seal();
    return step;
  }

  #push(step: HistoryStep): void {
    this.#done.push(step);
    if (this.#done.length > HISTORY_DEPTH) this.#done.shift();
  }
}
