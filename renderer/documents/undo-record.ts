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
  readonly #known = new WeakMap<Step<D>, { from: D; record: StepRecord; length: number }>();

  /** @param since the document that the steps written last began with: from there on, as long as that is not too much. */
  record({ all }: UndoSteps<D>, since: D | null): UndoRecord<D> | null {
    const begins = all.done.findIndex(({ before }) => before === since);
    const done = all.done.slice(Math.max(0, begins));
    const whole = this.#recordOf(done, all.undone);
    if (whole === null) return null;
    const isSmall = whole.length <= MAX_LENGTH && done.length + all.undone.length <= MAX_STEPS;
    return isSmall ? whole.record : this.#half(done, all.undone);
  }

  /**
   * Half of what may be, so that the document they begin with need not be written with every step; the newest alone may be the
   * whole. Null where it is larger.
   */
  #half(done: readonly Step<D>[], undone: readonly Step<D>[]): UndoRecord<D> | null {
    let [keptDone, keptUndone] = [done.slice(-MAX_STEPS / 2), undone.slice(-MAX_STEPS / 2)];
    for (;;) {
      const half = this.#recordOf(keptDone, keptUndone);
      if (half === null) return null;
      const isAlone = keptDone.length + keptUndone.length === 1;
      if (half.length <= (isAlone ? MAX_LENGTH : MAX_LENGTH / 2)) return half.record;
      if (keptDone.length > 0) keptDone = keptDone.slice(Math.ceil(keptDone.length / 2));
      else keptUndone = keptUndone.slice(Math.ceil(keptUndone.length / 2));
    }
  }

  #recordOf(
    done: readonly Step<D>[],
    undone: readonly Step<D>[],
  ): { record: UndoRecord<D>; length: number } | null {
    const next = undone.toReversed();
    const [first] = [...done, ...next];
    if (!first) return null;
    let from = first.before;
    let length = 0;
    const write = (step: Step<D>): StepRecord => {
      const written = this.#stepRecord({ step, from });
      from = step.after;
      length += written.length;
      return written.record;
    };
    return { record: { base: first.before, done: done.map(write), undone: next.map(write) }, length };
  }

  #stepRecord({ step, from }: Link<D>): { record: StepRecord; length: number } {
    const known = this.#known.get(step);
    if (known && known.from === from) return known;
    const record = {
      name: step.name,
      before: changesBetween(from, step.before),
      after: changesBetween(step.before, step.after),
    };
    const made = { from, record, length: JSON.stringify(record).length };
    this.#known.set(step, made);
    return made;
  }
}

/** The steps of an earlier session; without any where what was written does not fit together. */
export function stepsOfRecord<D>(kind: DocumentKind<D>, written: DocumentUndo | null): UndoSteps<D> {
  if (!written) return new UndoSteps(kind.merge);
  try {
    let state = written.base;
    const read = ({ name, before, after }: StepRecord): Step<D> => {
      // What a page wrote with `changesBetween`; the first and the last state are checked below.
      const begin = applyChanges(state, before as DocumentChanges | null);
      state = applyChanges(begin, after as DocumentChanges | null);
      return { name, before: begin as D, after: state as D, gesture: null };
    };
    const done = written.done.map(read);
    const undone = written.undone.map(read).toReversed();
    if (!kind.check(written.base).ok || !kind.check(state).ok) return new UndoSteps(kind.merge);
    return new UndoSteps(kind.merge, { done, undone });
  } catch {
    return new UndoSteps(kind.merge);
  }
}
