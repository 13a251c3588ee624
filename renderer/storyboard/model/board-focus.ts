import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { ShotRef } from '#shared/storyboard/editing.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { rowOfShot, adjacentShot, type BoardRow, type BoardRows } from './board-rows.ts';
import { keyOf } from './selection.ts';
import { words } from '#renderer/words/index.ts';

/** Puts the focus on a shot, or on what is written in it. */
export type FocusOnShot = (ref: ShotRef, target?: 'card' | 'words') => void;

/** Frames within which a row that comes into view is drawn. */
const MAX_FRAMES = 20;

/**
 * @param first the shot whose words have the focus from the beginning.
 * @returns a function that puts the focus on a shot, or on what is written in it, once that is in view and drawn.
 */
export function useFocusOnShot(
  list: RefObject<HTMLElement | null>,
  { rows, virtualizer }: BoardRows,
  first: ShotRef | null,
): FocusOnShot {
  const [pending, setPending] = useState<{ ref: ShotRef; target: 'card' | 'words' } | null>(
    first && { ref: first, target: 'words' },
  );
  const latest = useRef({ rows, virtualizer });
  useEffect(() => {
    latest.current = { rows, virtualizer };
  });
  useEffect(() => {
    if (!pending) return undefined;
    let request = 0;
    let frames = 0;
    const attempt = () => {
      if (focusOn(list.current, pending)) return;
      const index = rowOfShot(latest.current.rows, pending.ref);
      if (index === -1 || frames === MAX_FRAMES) return;
      latest.current.virtualizer.scrollToIndex(index, { align: 'auto' });
      frames += 1;
      request = requestAnimationFrame(attempt);
    };
    attempt();
    return () => cancelAnimationFrame(request);
  }, [pending, list]);
  return (ref: ShotRef, target: 'card' | 'words' = 'card') => setPending({ ref, target });
}

/** @returns false where the shot is not drawn. */
function focusOn(
  list: HTMLElement | null,
  { ref, target }: { ref: ShotRef; target: 'card' | 'words' },
): boolean {
  const card = [...(list?.querySelectorAll<HTMLElement>('[data-shot]') ?? [])].find(
    ({ dataset }) => dataset['shot'] === ref.shot && dataset['scene'] === ref.scene,
  );
  if (!card) return false;
  const fields = [...(card.closest('article')?.querySelectorAll('textarea') ?? [])];
  const field = fields.find(({ ariaLabel }) => ariaLabel === words.storyboard.shotCard.happens);
  (target === 'words' ? (field ?? card) : card).focus();
  card.closest('article')?.scrollIntoView({ block: 'nearest' });
  return true;
}

/** The shot that an arrow leads to: along the board, or in the row above or below. */
export function walk(
  event: KeyboardEvent,
  order: readonly ShotRef[],
  ref: ShotRef,
  rows: readonly BoardRow[],
): ShotRef | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  const key = pressedKey(event);
  if (key === 'ArrowDown') return adjacentShot(rows, ref, 1);
  if (key === 'ArrowUp') return adjacentShot(rows, ref, -1);
  const at = order.findIndex((candidate) => keyOf(candidate) === keyOf(ref));
  if (key === 'ArrowRight') return order[at + 1] ?? null;
  return key === 'ArrowLeft' ? (order[at - 1] ?? null) : null;
}
