import type { PatchOperation } from '#shared/api/index.ts';
import { coalesceCanvas, type CanvasOperation } from '#shared/canvas/operations.ts';
import type { UndoChange, UndoStacks, UndoStep } from '#shared/desk/index.ts';
import { coalesce } from '#shared/graph/coalesce.ts';
import { advanceUndo, HISTORY_DEPTH, noUndo } from '#shared/sync/index.ts';

export { HISTORY_DEPTH };
export type HistoryStep = UndoStep;

/** What a gesture came to so far. */
type Mark = { label: string } & Recorded;
const emptyMark = (label: string): Mark => ({ label, forward: [], backward: [] });

/** A change with what takes it back, in the graph and in the canvas items. */
export interface Recorded {
  forward: PatchOperation[];
  backward: PatchOperation[];
  canvas?: { forward: CanvasOperation[]; backward: CanvasOperation[] } | undefined;
}

const isNothing = ({ forward, canvas }: Recorded): boolean =>
  forward.length === 0 && (canvas?.forward.length ?? 0) === 0;

/** Two changes one after the other as one. */
function joined(first: Recorded, second: Recorded): Recorded {
  const canvas = {
    forward: coalesceCanvas([...(first.canvas?.forward ?? []), ...(second.canvas?.forward ?? [])]),
    backward: coalesceCanvas([...(second.canvas?.backward ?? []), ...(first.canvas?.backward ?? [])]),
  };
  return {
    forward: coalesce([...first.forward, ...second.forward]),
    backward: coalesce([...second.backward, ...first.backward]),
    ...(canvas.forward.length > 0 && { canvas }),
  };
}

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

  record(label: string, change: Recorded, mergeKey: string | null): void {
    if (isNothing(change)) return;
    const mark = this.#marks.at(-1);
    if (mark) {
      Object.assign(mark, joined(mark, change));
      this.#hold();
      return;
    }
    const last = this.#stacks.done.at(-1);
    if (last && mergeKey !== null && !this.#sealed && last.mergeKey === mergeKey) {
      this.#change({ do: 'merge', step: { ...last, ...joined(last, change) } });
      return;
    }
    this.#change({ do: 'push', step: { label, ...change, mergeKey } });
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
    if (mark && outer) Object.assign(outer, joined(outer, mark));
    else if (mark && !isNothing(mark)) this.#change({ do: 'release' });
    this.seal();
  }

  /** Ends the gesture. @returns what it came to, to be taken back; null when that is nothing. */
  bail(): Recorded | null {
    const mark = this.#marks.pop();
    if (!mark || isNothing(mark)) return null;
    this.#hold();
    return mark;
  }

  /** Announces what the open marks came to, so that a kill before their release leaves one step to undo. */
  #hold(): void {
    const whole = this.#marks.reduce<Recorded>(joined, { forward: [], backward: [] });
    const label = this.#marks[0]?.label ?? '';
    if (!isNothing(whole)) this.#change({ do: 'hold', step: { label, ...whole, mergeKey: null } });
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
