import type { PatchOperation } from '../api/schemas/documents.ts';
import type { UndoChange, UndoStacks, UndoStep } from '../desk/journal.ts';
import { assertNever } from '../graph/assert-never.ts';

/** How deep undo goes. */
export const HISTORY_DEPTH = 500;
export const noUndo: UndoStacks = Object.freeze({ done: [], undone: [] });

/** One change of the undo history. The page and the journal apply the same, so that they agree after a restart. */
export function advanceUndo(stacks: UndoStacks, change: UndoChange): UndoStacks {
  const { done, undone } = stacks;
  switch (change.do) {
    case 'push':
      return { done: [...done.slice(1 - HISTORY_DEPTH), change.step], undone: [] };
    case 'merge':
      return { done: [...done.slice(0, -1), change.step], undone: [] };
    case 'undo': {
      const step = done.at(-1);
      return step ? { done: done.slice(0, -1), undone: [...undone, step] } : stacks;
    }
    case 'redo': {
      const step = undone.at(-1);
      return step ? { done: [...done, step], undone: undone.slice(0, -1) } : stacks;
    }
    case 'rename': {
      const ids = new Map(Object.entries(change.ids));
      const renamed = (step: UndoStep): UndoStep => ({
        ...step,
        forward: step.forward.map((operation) => renameIn(operation, ids)),
        backward: step.backward.map((operation) => renameIn(operation, ids)),
      });
      return { done: done.map(renamed), undone: undone.map(renamed) };
    }
    default:
      return assertNever(change);
  }
}

/** An operation with other node ids in the place of some. */
function renameIn(operation: PatchOperation, ids: ReadonlyMap<string, string>): PatchOperation {
  const idOf = (id: string): string => ids.get(id) ?? id;
  switch (operation.op) {
    case 'addNode':
      return { ...operation, node: { ...operation.node, id: idOf(operation.node.id) } };
    case 'connect':
    case 'disconnect':
      return {
        ...operation,
        from: [idOf(operation.from[0]), operation.from[1]],
        to: [idOf(operation.to[0]), operation.to[1]],
      };
    default:
      return { ...operation, nodeId: idOf(operation.nodeId) };
  }
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
  const newest = (steps: readonly UndoStep[]): UndoStep[] => {
    const kept: UndoStep[] = [];
    for (const step of steps.toReversed()) {
      left -= sizeOf(step);
      if (left < 0) break;
      kept.unshift(step);
    }
    return kept;
  };
  const undone = newest(stacks.undone);
  const done = newest(stacks.done);
  return undone.length === stacks.undone.length && done.length === stacks.done.length
    ? stacks
    : { done, undone };
}
