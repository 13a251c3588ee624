import type { PatchOperation } from '#shared/api/index.ts';
import { coalesceCanvas, type CanvasOperation } from '#shared/canvas/operations.ts';
import type { UndoChange, UndoStacks, UndoStep } from '#shared/desk/index.ts';
import { coalesce } from '#shared/graph/coalesce.ts';
import { advanceUndo, HISTORY_DEPTH, noUndo } from '#shared/graph-saving/index.ts';

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

/** The change that takes a change back. */
export const reversed = ({ forward, backward, canvas }: Recorded): Recorded => ({
  forward: backward,
  backward: forward,
  ...(canvas && { canvas: { forward: canvas.backward, backward: canvas.forward } }),
});

const isEmpty = ({ forward, canvas }: Recorded): boolean =>
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

/** The window that a history is that of. */
export interface HistoryOwner {
  window: string;
  /** Whether it goes on with the steps of a window (null: of which nothing is known), because that is gone. */
  adopts(this: void, by: string | null): boolean;
}

/**
 * Undo and redo as transactions of operations. Run progress and other people's changes are never recorded here;
 * what a step can no longer reach is skipped when it is applied. Every change is announced, so that the journal can
 * keep the history over a restart. All windows of a project share the journaled list, and each takes back its own steps only.
 */
export class History {
  #stacks: UndoStacks = noUndo;
  #window: string | undefined;
  /** Steps of windows that are gone are this window's here; the journal hears of it with the first change. */
  #adoption: UndoChange | null = null;
  #sealed = true;
  /** Steps of open marks; the innermost collects. */
  #marks: Mark[] = [];
  #listener: ((change: UndoChange) => void) | null = null;
  readonly #subscribers = new Set<() => void>();

  get canUndo(): boolean {
    return this.nextUndo !== null;
  }
  get canRedo(): boolean {
    return this.nextRedo !== null;
  }
  /** The step of this window that undo takes back next; null for none. */
  get nextUndo(): HistoryStep | null {
    return this.#stacks.done.findLast(this.#isLocal) ?? null;
  }
  /** The step of this window that redo makes again next; null for none. */
  get nextRedo(): HistoryStep | null {
    return this.#stacks.undone.findLast(this.#isLocal) ?? null;
  }
  get undoLabel(): string | null {
    return this.nextUndo?.label ?? null;
  }
  get redoLabel(): string | null {
    return this.nextRedo?.label ?? null;
  }
  /** How many steps this window can take back. */
  get depth(): number {
    return this.#stacks.done.filter(this.#isLocal).length;
  }
  /** How many steps this window can make again. */
  get redoDepth(): number {
    return this.#stacks.undone.filter(this.#isLocal).length;
  }
  get marked(): boolean {
    return this.#marks.length > 0;
  }
  /** The steps of all windows. */
  get stacks(): UndoStacks {
    return this.#stacks;
  }
  /** Whether another window is in the middle of a gesture: what it came to so far is no step yet. */
  get hasRemoteGesture(): boolean {
    return this.#stacks.held !== undefined && !this.#hasLocalGesture;
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
  /** Begins with the history of the journal, as that of a window. */
  open(stacks: UndoStacks, { window, adopts }: HistoryOwner): void {
    this.#window = window;
    const { done, undone, held } = stacks;
    const writers = new Set([...done, ...undone, ...(held ? [held] : [])].map(({ by }) => by ?? null));
    const from = [...writers].filter((by) => by !== window && adopts(by));
    this.#adoption = from.length > 0 ? { do: 'adopt', from, by: window } : null;
    this.restore(stacks);
    this.seal();
  }
  /** Takes the history of the journal; what is being typed goes on as the step that it is. */
  restore(stacks: UndoStacks): void {
    const before = this.nextUndo;
    this.#replace(this.#adoption ? advanceUndo(stacks, this.#adoption) : stacks);
    this.#settleMarks();
    const current = this.nextUndo;
    if (before?.mergeKey !== current?.mergeKey || before?.label !== current?.label) this.seal();
  }
  /** A change that another window made: it is in the journal already. */
  apply(change: UndoChange): void {
    this.#replace(advanceUndo(this.#stacks, change));
    this.#settleMarks();
  }
  readonly #isLocal = (step: HistoryStep): boolean => step.by === this.#window;
  get #hasLocalGesture(): boolean {
    return this.#stacks.held !== undefined && this.#isLocal(this.#stacks.held);
  }
  /** What a gesture here did before another window took over is a step already: its own begins anew. */
  #settleMarks(): void {
    if (!this.#hasLocalGesture) this.#marks = this.#marks.map(({ label }) => emptyMark(label));
  }

  record(label: string, change: Recorded, mergeKey: string | null): void {
    if (isEmpty(change)) return;
    const mark = this.#marks.at(-1);
    if (mark) {
      Object.assign(mark, joined(mark, change));
      this.#stageGesture();
      return;
    }
    const last = this.nextUndo;
    if (last && mergeKey !== null && !this.#sealed && last.mergeKey === mergeKey) {
      this.#change({ do: 'merge', step: { ...last, ...joined(last, change) } });
      return;
    }
    this.#change({ do: 'push', step: this.#step(label, change, mergeKey) });
    this.#sealed = false;
  }

  #step(label: string, { forward, backward, canvas }: Recorded, mergeKey: string | null): HistoryStep {
    return { label, ...this.#by, forward, backward, mergeKey, ...(canvas && { canvas }) };
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
    else if (mark && !isEmpty(mark)) this.#change({ do: 'release' });
    this.seal();
  }

  /** Ends the gesture. @returns what it came to, to be taken back; null when that is nothing. */
  bail(): Recorded | null {
    const mark = this.#marks.pop();
    if (!mark || isEmpty(mark)) return null;
    this.#stageGesture();
    return mark;
  }

  /** Announces what the open marks came to, so that a kill before their release leaves one step to undo. */
  #stageGesture(): void {
    const combined = this.#marks.reduce<Recorded>(joined, { forward: [], backward: [] });
    const label = this.#marks[0]?.label ?? '';
    if (!isEmpty(combined)) this.#change({ do: 'hold', step: this.#step(label, combined, null) });
    else if (this.#hasLocalGesture) this.#change({ do: 'bail' });
  }

  popUndo(): HistoryStep | null {
    const step = this.nextUndo;
    if (step) this.#change({ do: 'undo', ...this.#by });
    this.seal();
    return step;
  }

  popRedo(): HistoryStep | null {
    const step = this.nextRedo;
    if (step) this.#change({ do: 'redo', ...this.#by });
    this.seal();
    return step;
  }

  /** A merge gave nodes of ours other ids. */
  rename(ids: ReadonlyMap<string, string>): void {
    this.#change({ do: 'rename', ids: Object.fromEntries(ids) });
  }

  get #by(): { by?: string } {
    return this.#window === undefined ? {} : { by: this.#window };
  }

  #change(change: UndoChange): void {
    const adoption = this.#adoption;
    this.#adoption = null;
    if (adoption) this.#listener?.(adoption);
    this.#replace(advanceUndo(this.#stacks, change));
    this.#listener?.(change);
  }

  #replace(stacks: UndoStacks): void {
    this.#stacks = stacks;
    for (const subscriber of this.#subscribers) subscriber();
  }
}
