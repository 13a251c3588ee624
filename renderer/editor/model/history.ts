import type { PatchOperation } from '#shared/api/index.ts';
import type { UndoChange, UndoStacks, UndoStep } from '#shared/desk/index.ts';
import { coalesce } from '#shared/graph/coalesce.ts';
import { advanceUndo, HISTORY_DEPTH, noUndo } from '#shared/sync/index.ts';

export { HISTORY_DEPTH };
export type HistoryStep = UndoStep;

/** What a gesture came to so far. */
interface Mark {
  label: string;
  forward: PatchOperation[];
  backward: PatchOperation[];
}
const emptyMark = (label: string): Mark => ({ label, forward: [], backward: [] });

/**
 * Undo and redo as transactions of operations. Run progress and other people's changes are never recorded here;
 * what a step can no longer reach is skipped when it is applied. Every change is announced, so that the journal can
 * keep the history over a restart.
 */
export class History {
  #stacks: UndoStacks = noUndo;
  #sealed = true;
  /** Steps of open marks; the innermost collects. */
  #marks: Mark[] = [];
  #listener: ((change: UndoChange) => void) | null = null;
  readonly #subscribers = new Set<() => void>();

  get canUndo(): boolean {
    return this.#stacks.done.length > 0;
  }
  get canRedo(): boolean {
    return this.#stacks.undone.length > 0;
  }
  get undoLabel(): string | null {
    return this.#stacks.done.at(-1)?.label ?? null;
  }
  get redoLabel(): string | null {
    return this.#stacks.undone.at(-1)?.label ?? null;
  }
  get depth(): number {
    return this.#stacks.done.length;
  }
  get marked(): boolean {
    return this.#marks.length > 0;
  }
  get stacks(): UndoStacks {
    return this.#stacks;
  }
  /** Whether another window is in the middle of a gesture: what it came to so far is no step yet. */
  get hasGestureElsewhere(): boolean {
    return this.#stacks.held !== undefined && !this.marked;
  }

  /** Called with every change made here; one listener at a time. */
  onChange(listener: (change: UndoChange) => void): void {
    this.#listener = listener;
  }
  /** Calls back when what can be undone or redone may have changed, whoever changed it. */
  subscribe(listener: () => void): () => void {
    this.#subscribers.add(listener);
    return () => this.#subscribers.delete(listener);
  }
  /** Takes the history of the journal. */
  restore(stacks: UndoStacks): void {
    this.#replace(stacks);
    this.#settleMarks();
    this.seal();
  }
  /** A change that another window made: it is in the journal already. */
  apply(change: UndoChange): void {
    this.#replace(advanceUndo(this.#stacks, change));
    this.#settleMarks();
    this.seal();
  }
  /** What a gesture here did before another window took over is a step already: its own begins anew. */
  #settleMarks(): void {
    if (this.#stacks.held === undefined) this.#marks = this.#marks.map(({ label }) => emptyMark(label));
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
      this.#hold();
      return;
    }
    const last = this.#stacks.done.at(-1);
    if (last && mergeKey !== null && !this.#sealed && last.mergeKey === mergeKey) {
      const merged: UndoStep = {
        ...last,
        forward: coalesce([...last.forward, ...forward]),
        backward: coalesce([...backward, ...last.backward]),
      };
      this.#change({ do: 'merge', step: merged });
      return;
    }
    this.#change({ do: 'push', step: { label, forward, backward, mergeKey } });
    this.#sealed = false;
  }

  /** Ends merging: the next edit begins a step of its own even on the same field. */
  seal(): void {
    this.#sealed = true;
  }

  /** Starts a gesture: what follows is one step until `release`, or nothing after `bail`. */
  mark(label: string): void {
    this.seal();
    this.#marks.push(emptyMark(label));
  }

  /** Ends the gesture as one step; one within another becomes part of that. */
  release(): void {
    const mark = this.#marks.pop();
    const outer = this.#marks.at(-1);
    if (mark && outer) {
      outer.forward = coalesce([...outer.forward, ...mark.forward]);
      outer.backward = coalesce([...mark.backward, ...outer.backward]);
    } else if (mark && mark.forward.length > 0) this.#change({ do: 'release' });
    this.seal();
  }

  /** Ends the gesture and returns the operations that go back to its mark. */
  bail(): PatchOperation[] {
    const mark = this.#marks.pop();
    if (!mark || mark.forward.length === 0) return [];
    this.#hold();
    return mark.backward;
  }

  /** Announces what the open marks came to, so that a kill before their release leaves one step to undo. */
  #hold(): void {
    const forward = coalesce(this.#marks.flatMap((mark) => mark.forward));
    const backward = coalesce(this.#marks.toReversed().flatMap((mark) => mark.backward));
    const label = this.#marks[0]?.label ?? '';
    if (forward.length > 0) this.#change({ do: 'hold', step: { label, forward, backward, mergeKey: null } });
    else if (this.#stacks.held) this.#change({ do: 'bail' });
  }

  takeUndo(): HistoryStep | null {
    const step = this.#stacks.done.at(-1) ?? null;
    if (step) this.#change({ do: 'undo' });
    this.seal();
    return step;
  }

  takeRedo(): HistoryStep | null {
    const step = this.#stacks.undone.at(-1) ?? null;
    if (step) this.#change({ do: 'redo' });
    this.seal();
    return step;
  }

  /** A merge gave nodes of ours other ids. */
  rename(ids: ReadonlyMap<string, string>): void {
    this.#change({ do: 'rename', ids: Object.fromEntries(ids) });
  }

  #change(change: UndoChange): void {
    this.#replace(advanceUndo(this.#stacks, change));
    this.#listener?.(change);
  }

  #replace(stacks: UndoStacks): void {
    this.#stacks = stacks;
    for (const subscriber of this.#subscribers) subscriber();
  }
}
