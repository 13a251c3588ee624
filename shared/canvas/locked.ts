import type { CanvasItems } from './items.ts';
import type { CanvasOperation } from './operations.ts';

/** What a lock leaves free: how it is shown, and the lock itself. The same as of locked nodes. */
const FREE_FIELDS: ReadonlySet<string> = new Set(['locked', 'color', 'collapsed']);

type Named = Pick<CanvasOperation, 'kind' | 'id'>;

/** Whether a frame or note is locked. Whether a node is says nothing here. */
export function isItemLocked({ frames, notes }: CanvasItems, { kind, id }: Named): boolean {
  if (kind === 'frames') return Object.hasOwn(frames, id) && frames[id]?.locked === true;
  return kind === 'notes' && Object.hasOwn(notes, id) && notes[id]?.locked === true;
}

/**
 * Takes the operations out that would move, resize, write in or remove locked frames and notes.
 * @returns what is left, in its order, and the locked ones that were meant, each once.
 */
export function omitLockedItems(
  operations: readonly CanvasOperation[],
  items: CanvasItems,
): { allowed: CanvasOperation[]; rejected: Named[] } {
  const rejected = new Map<string, Named>();
  const allowed = operations.filter((operation) => {
    const { kind, id } = operation;
    if (operation.op === 'setCanvasField' && FREE_FIELDS.has(operation.field)) return true;
    if (!isItemLocked(items, operation)) return true;
    rejected.set(`${kind}:${id}`, { kind, id });
    return false;
  });
  return { allowed, rejected: [...rejected.values()] };
}
