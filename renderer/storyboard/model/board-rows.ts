import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useState, type RefObject } from 'react';
import type { StoryboardDocument, StoryboardScene } from '#shared/storyboard/document.ts';
import type { ShotRef } from '#shared/storyboard/editing.ts';
import { words } from '#renderer/words/index.ts';
import { keyOf } from './selection.ts';

const t = words.storyboard.boardRows;

/** A row of the board: the heading of a scene, or as many of its shots as lie beside each other. */
export type BoardRow =
  | { kind: 'head'; scene: StoryboardScene; number: number }
  | {
      kind: 'shots';
      scene: StoryboardScene;
      number: number;
      /** Place of its first shot in the scene. */
      from: number;
      count: number;
      /** The last of its scene, with the place for the next shot. */
      isLast: boolean;
    };

/** Pixels, as the styles have them. */
const SHOT_WIDTH = 264;
const GAP = 20;
const MARGIN = 48;
const INSIDE = 42;
const MAX_SHEET = 1720;
/** What is below the frame of a shot, about. */
const WORDS_HEIGHT = 122;
const HEAD_HEIGHT = 110;
/** Rows that are drawn beyond what is seen. */
const OVERSCAN = 2;

/** How many shots lie beside each other. */
export const columnsOf = (width: number): number =>
  Math.max(1, Math.floor((Math.min(width - MARGIN, MAX_SHEET) - INSIDE + GAP) / (SHOT_WIDTH + GAP)));

/** The rows of a board. The place for the next shot takes one as a shot does. */
export const rowsOf = ({ sequences }: StoryboardDocument, columns: number): BoardRow[] =>
  sequences.flatMap((scene, index): BoardRow[] => {
    const number = index + 1;
    const count = Math.floor(scene.shots.length / columns) + 1;
    return [
      { kind: 'head', scene, number },
      ...Array.from({ length: count }, (_, row): BoardRow => {
        const from = row * columns;
        const columnCount = Math.min(columns, scene.shots.length - from);
        return { kind: 'shots', scene, number, from, count: columnCount, isLast: row === count - 1 };
      }),
    ];
  });

/** The row that a shot lies in; -1 for none. */
export const rowOfShot = (rows: readonly BoardRow[], { scene, shot }: ShotRef): number => {
  const shots = rows.find((row) => row.scene.id === scene)?.scene.shots;
  const index = shots?.findIndex(({ id }) => id === shot) ?? -1;
  if (index === -1) return -1;
  return rows.findIndex(
    (row) =>
      row.kind === 'shots' && row.scene.id === scene && index >= row.from && index < row.from + row.count,
  );
};

/** The shot above or below another one, in its column or the nearest there is. */
export function adjacentShot(rows: readonly BoardRow[], ref: ShotRef, direction: 1 | -1): ShotRef | null {
  const at = rowOfShot(rows, ref);
  const row = rows[at];
  if (row?.kind !== 'shots') return null;
  const column = row.scene.shots.findIndex(({ id }) => id === ref.shot) - row.from;
  for (let index = at + direction; index >= 0 && index < rows.length; index += direction) {
    const neighbor = rows[index];
    if (neighbor?.kind !== 'shots' || neighbor.count === 0) continue;
    const shot = neighbor.scene.shots[neighbor.from + Math.min(column, neighbor.count - 1)];
    return shot ? { scene: neighbor.scene.id, shot: shot.id } : null;
  }
  return null;
}

export interface BoardRows {
  rows: readonly BoardRow[];
  columns: number;
  virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>;
}

/**
 * The rows of a board, of which only those in view are drawn.
 * @param pinned shots whose rows stay drawn wherever the view is: where the focus is, what is dragged.
 */
export function useBoardRows(
  list: RefObject<HTMLDivElement | null>,
  document: StoryboardDocument,
  ratio: number,
  pinned: readonly (ShotRef | null)[],
): BoardRows {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!list.current) return undefined;
    const element = list.current;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, [list]);
  const columns = columnsOf(width || 1440);
  const rows = useMemo(() => rowsOf(document, columns), [document, columns]);
  const pinnedRows = pinned
    .flatMap((ref) => (ref ? [rowOfShot(rows, ref)] : []))
    .filter((index) => index >= 0);
  const frameWidth = (Math.min((width || 1440) - MARGIN, MAX_SHEET) - INSIDE) / columns - GAP;
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: (index) =>
      rows[index]?.kind === 'head' ? HEAD_HEIGHT : frameWidth / ratio + WORDS_HEIGHT + GAP,
    getItemKey: (index) => keyOfRow(rows[index]),
    overscan: OVERSCAN,
    rangeExtractor: (range) =>
      // The first row is there for Tab to reach.
      [...new Set([...defaultRangeExtractor(range), ...pinnedRows])].toSorted((a, b) => a - b),
  });
  return { rows, columns, virtualizer };
}

const keyOfRow = (row: BoardRow | undefined): string => {
  if (!row) return '';
  return keyOf({ scene: row.scene.id, shot: row.kind === 'head' ? 'head' : t.row(row.from) });
};
