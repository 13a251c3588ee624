import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import type { ShotRef } from '#shared/storyboard/editing.ts';
import { keyOf } from './selection.ts';

/** Puts the focus on a shot, or on what is written in it. */
export type FocusOnShot = (ref: ShotRef, part?: 'card' | 'words') => void;

/** @returns a function that puts the focus on a shot, or on what is written in it, once that is drawn. */
export function useFocusOnShot(list: RefObject<HTMLElement | null>): FocusOnShot {
  const [wanted, setWanted] = useState<{ ref: ShotRef; part: 'card' | 'words' } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const card = [...(list.current?.querySelectorAll<HTMLElement>('[data-shot]') ?? [])].find(
      (one) => one.dataset['shot'] === wanted.ref.shot,
    );
    if (!card) return;
    const words = card
      .closest('article')
      ?.querySelector<HTMLTextAreaElement>('textarea[aria-label="What happens"]');
    (wanted.part === 'words' ? (words ?? card) : card).focus();
    card.closest('article')?.scrollIntoView({ block: 'nearest' });
  }, [wanted, list]);
  return (ref: ShotRef, part: 'card' | 'words' = 'card') => setWanted({ ref, part });
}

/** The shot that an arrow leads to: along the board, or in the row above or below. */
export function walk(
  { key, altKey, ctrlKey, metaKey }: KeyboardEvent,
  order: readonly ShotRef[],
  ref: ShotRef,
  list: HTMLElement | null,
): ShotRef | null {
  if (altKey || ctrlKey || metaKey || !list) return null;
  const at = order.findIndex((one) => keyOf(one) === keyOf(ref));
  if (key === 'ArrowRight') return order[at + 1] ?? null;
  if (key === 'ArrowLeft') return order[at - 1] ?? null;
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;
  const cards = [...list.querySelectorAll<HTMLElement>('[data-shot]')].map((card) =>
    card.getBoundingClientRect(),
  );
  const from = cards[at];
  if (!from) return null;
  const sign = key === 'ArrowDown' ? 1 : -1;
  const rows = cards
    .map((box, index) => ({
      index,
      down: (box.top - from.top) * sign,
      aside: Math.abs(box.left - from.left),
    }))
    .filter(({ down }) => down > 1)
    .sort((a, b) => a.down - b.down || a.aside - b.aside);
  const [nearest] = rows;
  const best = rows
    .filter(({ down }) => nearest !== undefined && down - nearest.down < 40)
    .sort((a, b) => a.aside - b.aside)[0];
  return order[best?.index ?? -1] ?? null;
}
