import { applyChanges, changesBetween, type DocumentChanges } from '#shared/document/changes.ts';
import type { DocumentUndo } from '#shared/desk/index.ts';
import type { DocumentKind } from './document-kind.ts';
import { UndoSteps, type Step } from '#shared/documents/undo-steps.ts';

/** Steps as they are written down: a chain of changes from the document that the first one began with. */

type StepRecord = DocumentUndo['done'][number];

interface Link<D> {
  step: Step<D>;
  /** The state that came before in the chain. */
  from: D;
}

/** What the written steps begin with; `undone` has the one that is made again first at its head. */
export interface UndoRecord<D> extends Pick<DocumentUndo, 'done' | 'undone'> {
  base: D;
}

/** Most steps that are written, and most characters of them: each writing is read and checked whole by the core. */
const MAX_STEPS = 300;
const MAX_LENGTH = 500_000;

/** Writes steps as changes. What was worked out for a step is kept with it. */
export class UndoRecorder<D> {
  readonly #existing = new WeakMap<Step<D>, { from: D; record: StepRecord; length: number }>();

  /** @param since the document that the steps written last began with: from there on, as long as that is not too much. */
  record({ all }: UndoSteps<D>, since: D | null): UndoRecord<D> | null {
    const begins = all.done.findIndex(({ before }) => before === since);
    const completed = all.done.slice(Math.max(0, begins));
    const full = this.#recordOf(completed, all.undone);
    if (full === null) return null;
    const isSmall = full.length <= MAX_LENGTH && completed.length + all.undone.length <= MAX_STEPS;
    return isSmall ? full.record : this.#half(completed, all.undone);
  }

  /**
   * Half of what may be, so that the document they begin with need not be written with every step; the newest alone may be the
   * whole. Null where it is larger.
   */
  #half(completed: readonly Step<D>[], undone: readonly Step<D>[]): UndoRecord<D> | null {
    let [preservedDone, preservedUndone] = [completed.slice(-MAX_STEPS / 2), undone.slice(-MAX_STEPS / 2)];
    for (;;) {
      const half = this.#recordOf(preservedDone, preservedUndone);
      if (half === null) return null;
      const isAlone = preservedDone.length + preservedUndone.length === 1;
      if (half.length <= (isAlone ? MAX_LENGTH : MAX_LENGTH / 2)) return half.record;
      if (preservedDone.length > 0) preservedDone = preservedDone.slice(Math.ceil(preservedDone.length / 2));
      else preservedUndone = preservedUndone.slice(Math.ceil(preservedUndone.length / 2));
    }
  }

  #recordOf(
    completed: readonly Step<D>[],
    undone: readonly Step<D>[],
  ): { record: UndoRecord<D>; length: number } | null {
    const next = undone.toReversed();
    const [first] = [...completed, ...next];
    if (!first) return null;
    let from = first.before;
    let length = 0;
    const write = (step: Step<D>): StepRecord => {
      const raw = this.#stepRecord({ step, from });
      from = step.after;
      length += raw.length;
      return raw.record;
    };
    return { record: { base: first.before, done: completed.map(write), undone: next.map(write) }, length };
  }

  #stepRecord({ step, from }: Link<D>): { record: StepRecord; length: number } {
    const existing = this.#existing.get(step);
    if (existing && existing.from === from) return existing;
    const record = {
      name: step.name,
      before: changesBetween(from, step.before),
      after: changesBetween(step.before, step.after),
    };
    const created = { from, record, length: JSON.stringify(record).length };
    this.#existing.set(step, created);
    return created;
  }
}

/** The steps of an earlier session; without any where what was written does not fit together. */
export function stepsOfRecord<D>(kind: DocumentKind<D>, raw: DocumentUndo | null): UndoSteps<D> {
  if (!raw) return new UndoSteps(kind.merge);
  try {
    let state = raw.base;
    const read = ({ name, before, after }: StepRecord): Step<D> => {
      // What a page wrote with `changesBetween`; the first and the last state are checked below.
      const begin = applyChanges(state, before as DocumentChanges | null);
      state = applyChanges(begin, after as DocumentChanges | null);
      return { name, before: begin as D, after: state as D, gesture: null };
    };
    const done = raw.done.map(read);
    const undone = raw.undone.map(read).toReversed();
    if (!kind.check(raw.base).ok || !kind.check(state).ok) return new UndoSteps(kind.merge);
    return new UndoSteps(kind.merge, { done, undone });
  } catch {
    return new UndoSteps(kind.merge);
  }
}
