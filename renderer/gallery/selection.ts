/** Which outputs are chosen, by their ids: a click, Shift and Ctrl as in a file manager. Pure. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Where the focus is; null before the first choice. */
  focusId: string | null;
  /** Where a range begins. */
  anchorId: string | null;
}

export const emptySelection: Selection = { ids: new Set(), focusId: null, anchorId: null };

export type SelectMode = 'only' | 'toggle' | 'range';

/** How a click or key chooses. */
export const modeOf = (event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): SelectMode =>
  event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only';

/** @param order ids as they are listed. */
export function select(
  selection: Selection,
  id: string,
  mode: SelectMode,
  order: readonly string[],
): Selection {
  switch (mode) {
    case 'only':
      return { ids: new Set([id]), focusId: id, anchorId: id };
    case 'toggle': {
      const ids = new Set(selection.ids);
      if (!ids.delete(id)) ids.add(id);
      return { ids, focusId: id, anchorId: id };
    }
    case 'range': {
      const from = order.indexOf(selection.anchorId ?? id);
      const to = order.indexOf(id);
      if (from === -1 || to === -1) return { ids: new Set([id]), focusId: id, anchorId: id };
      const [first, last] = from < to ? [from, to] : [to, from];
      return { ids: new Set(order.slice(first, last + 1)), focusId: id, anchorId: order[from] ?? id };
    }
    default: {
      const unknown: never = mode;
      return unknown;
    }
  }
}

/** What a drawn box touches, beside what was chosen before where it `adds`. */
export function selectBoxed(before: Selection, boxed: readonly string[], adds: boolean): Selection {
  const last = boxed.at(-1);
  return {
    ids: new Set(adds ? [...before.ids, ...boxed] : boxed),
    focusId: last ?? before.focusId,
    anchorId: boxed[0] ?? before.anchorId,
  };
}

/** Those still listed. */
export function retainExisting(selection: Selection, order: readonly string[]): Selection {
  const existing = new Set(order);
  if ([...selection.ids].every((id) => existing.has(id))) return selection;
  return { ...selection, ids: new Set([...selection.ids].filter((id) => existing.has(id))) };
}

const MOVE_KEYS = ['Home', 'End', 'PageUp', 'PageDown'];

export const isMoveKey = (key: string): boolean => key.startsWith('Arrow') || MOVE_KEYS.includes(key);

/**
 * Where a key leads in a grid that fills row by row.
 * @returns the index, or null when the key leads nowhere.
 */
export function stepOf(
  key: string,
  at: number,
  { count, columns, rows }: { count: number; columns: number; rows: number },
): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: columns * Math.max(1, rows - 1),
    PageUp: -columns * Math.max(1, rows - 1),
    Home: -count,
    End: count,
  };
  const step = steps[key];
  if (step === undefined || count === 0) return null;
  const isArrow = key.startsWith('Arrow');
  const next = at + step;
  if (isArrow && (next < 0 || (next >= count && key !== 'ArrowDown'))) return null;
  const to = Math.min(count - 1, Math.max(0, next));
  return to === at ? null : to;
}
