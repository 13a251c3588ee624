import type { UndoChange, UndoStacks, UndoStep } from '../desk/journal.ts';
import { renameCanvas } from '../canvas/operations.ts';
import { renameNodes } from '../graph/operation-table.ts';
import { assertNever } from '../language/assert-never.ts';

/** How deep undo goes. */
export const HISTORY_DEPTH = 500;
export const noUndo: UndoStacks = Object.freeze({ done: [], undone: [] });

/** Whose steps: windows take back their own ones only. */
const createdBy =
  (by: string | undefined) =>
  (step: UndoStep): boolean =>
    step.by === by;

/** The last step of a window taken from one stack and put on another. */
function movedSteps(from: readonly UndoStep[], to: readonly UndoStep[], by: string | undefined) {
  const at = from.findLastIndex(createdBy(by));
  const step = from[at];
  return step ? { from: from.toSpliced(at, 1), to: [...to, step] } : null;
}

/** One change of the undo history. The page and the journal apply the same, so that they agree after a restart. */
export function advanceUndo(stacks: UndoStacks, change: UndoChange): UndoStacks {
  const { done, undone, held } = stacks;
  switch (change.do) {
    case 'push':
      return {
        ...stacks,
        done: [...done.slice(1 - HISTORY_DEPTH), change.step],
        undone: undone.filter((step) => step.by !== change.step.by),
      };
    case 'merge': {
      const at = done.findLastIndex(createdBy(change.step.by));
      const remaining = at === -1 ? stacks : { ...stacks, done: done.toSpliced(at, 1) };
      return advanceUndo(remaining, { do: 'push', step: change.step });
    }
    case 'undo': {
      const used = movedSteps(done, undone, change.by);
      return used ? { ...stacks, done: used.from, undone: used.to } : stacks;
    }
    case 'redo': {
      const transfer = movedSteps(undone, done, change.by);
      return transfer ? { ...stacks, done: transfer.to, undone: transfer.from } : stacks;
    }
    case 'adopt': {
      const from = new Set(change.from);
      const adopted = (step: UndoStep): UndoStep =>
        from.has(step.by ?? null) ? { ...step, by: change.by } : step;
      return {
        done: done.map(adopted),
        undone: undone.map(adopted),
        ...(held && { held: adopted(held) }),
      };
    }
    case 'hold':
      return { done, undone, held: change.step };
    case 'release':
      return held ? advanceUndo({ done, undone }, { do: 'push', step: held }) : stacks;
    case 'bail':
      return held ? { done, undone } : stacks;
    case 'rename': {
      const ids = new Map(Object.entries(change.ids));
      const idOf = (id: string): string => ids.get(id) ?? id;
      const renamed = (step: UndoStep): UndoStep => ({
        ...step,
        forward: step.forward.map((operation) => renameNodes(operation, idOf)),
        backward: step.backward.map((operation) => renameNodes(operation, idOf)),
        ...(step.canvas && {
          canvas: {
            forward: step.canvas.forward.map((operation) => renameCanvas(operation, idOf)),
            backward: step.canvas.backward.map((operation) => renameCanvas(operation, idOf)),
          },
        }),
      });
      return {
        done: done.map(renamed),
        undone: undone.map(renamed),
        ...(held && { held: renamed(held) }),
      };
    }
    default:
      return assertNever(change);
  }
}

/** What becomes of each id in the end. */
function composedRenames(renames: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const last = new Map<string, string>();
  for (const ids of renames.toReversed()) {
    const entries = Object.entries(ids).map(([from, to]) => [from, last.get(to) ?? to] as const);
    for (const [from, to] of entries) last.set(from, to);
  }
  return Object.fromEntries(last);
}

/** Changes of the undo history, one after another. Other ids that follow each other are given in one go. */
export function advanceUndoAll(stacks: UndoStacks, changes: readonly UndoChange[]): UndoStacks {
  let current = stacks;
  let renames: Readonly<Record<string, string>>[] = [];
  const settle = (): void => {
    if (renames.length > 0) current = advanceUndo(current, { do: 'rename', ids: composedRenames(renames) });
    renames = [];
  };
  for (const change of changes) {
    if (change.do === 'rename') renames.push(change.ids);
    else {
      settle();
      current = advanceUndo(current, change);
    }
  }
  settle();
  return current;
}

/** Whether there is nothing to undo, to redo, or to let go of. */
export const isNoUndo = ({ done, undone, held }: UndoStacks): boolean =>
  done.length + undone.length === 0 && held === undefined;

/** The history of a window that is gone: a gesture that it never let go of is a step like any other. */
export const finishedUndo = (stacks: UndoStacks): UndoStacks => advanceUndo(stacks, { do: 'release' });

/**
 * Own changes with the end of a gesture of another window among them, which was held while they were made: undo and redo
 * took steps that were finished, so the gesture comes after them; whatever else was done comes after the gesture.
 */
export function withoutGesture(changes: readonly UndoChange[]): UndoChange[] {
  const candidate = changes.findIndex((change) => change.do !== 'undo' && change.do !== 'redo');
  const end = candidate === -1 ? changes.length : candidate;
  return [...changes.slice(0, end), { do: 'release' }, ...changes.slice(end)];
}

/**
 * Puts a change behind those that wait to be written. Typing and gestures tell with each change the whole of their step,
 * so that the last word is enough.
 */
export function queueUndo(pending: UndoChange[], change: UndoChange): void {
  const last = pending.at(-1);
  if (change.do === 'hold' && last?.do === 'hold') pending.splice(-1, 1, change);
  else if (change.do === 'merge' && (last?.do === 'merge' || last?.do === 'push'))
    pending.splice(-1, 1, { do: last.do, step: change.step });
  else pending.push(change);
}

/**
 * The newest steps whose text fits into a number of characters; what undo would reach last goes first.
 * @param sizeOf characters of a step.
 */
export function cappedUndo(
  stacks: UndoStacks,
  limit: number,
  sizeOf: (step: UndoStep) => number,
): UndoStacks {
  let left = limit;
  const latest = (steps: readonly UndoStep[]): UndoStep[] => {
    const latestSteps: UndoStep[] = [];
    for (const step of steps.toReversed()) {
      left -= sizeOf(step);
      if (left < 0) break;
      latestSteps.unshift(step);
    }
    return latestSteps;
  };
  const undone = latest(stacks.undone);
  const done = latest(stacks.done);
  return undone.length === stacks.undone.length && done.length === stacks.done.length
    ? stacks
    : { ...stacks, done, undone };
}
