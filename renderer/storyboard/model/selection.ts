import { useRef, useState } from 'react';
import { joinKey } from '#shared/language/join-key.ts';
import type { ShotRef } from '#shared/storyboard/editing.ts';

export const keyOf = ({ scene, shot }: ShotRef): string => joinKey(scene, shot);

export interface ShotSelection {
  /** In playing order. */
  refs: readonly ShotRef[];
  has: (ref: ShotRef) => boolean;
  /** A shot was pressed: alone, with Ctrl as well as the others, with Shift all between. */
  press: (ref: ShotRef, keys: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => void;
  set: (refs: readonly ShotRef[]) => void;
}

/** @param order all shots as they play. */
export function useShotSelection(order: readonly ShotRef[]): ShotSelection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | null>(null);
  const set = (refs: readonly ShotRef[]) => setSelected(new Set(refs.map(keyOf)));
  return {
    refs: order.filter((ref) => selected.has(keyOf(ref))),
    has: (ref) => selected.has(keyOf(ref)),
    set,
    press(ref, { shiftKey, ctrlKey, metaKey }) {
      const key = keyOf(ref);
      const from = order.findIndex((candidate) => keyOf(candidate) === anchor.current);
      const to = order.findIndex((candidate) => keyOf(candidate) === key);
      if (shiftKey && from !== -1 && to !== -1) {
        set(order.slice(Math.min(from, to), Math.max(from, to) + 1));
        return;
      }
      anchor.current = key;
      const next = new Set(ctrlKey || metaKey ? selected : []);
      if ((ctrlKey || metaKey) && selected.has(key)) next.delete(key);
      else next.add(key);
      setSelected(next);
    },
  };
}
