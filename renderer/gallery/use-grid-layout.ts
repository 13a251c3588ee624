import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type RefObject } from 'react';
import type { GridShape } from './grid-box.ts';

const MIN_TILE = 168;
const GAP = 14;
const CAPTION = 44;
/** Border and mat of a picture on both sides. */
const MAT = 10;
/** Rows beyond the view on each side. */
const OVERSCAN = 2;

export interface GridLayout extends GridShape {
  rows: Virtualizer<HTMLDivElement, Element>;
  rowCount: number;
  /** Width over height of the place that a tile has for its picture. */
  aspectRatio: number;
  /** False until the room is measured. */
  isMeasured: boolean;
}

/** How many columns the room has, how large a tile is, and which rows are in the page. */
export function useGridLayout(scroller: RefObject<HTMLDivElement | null>, count: number): GridLayout {
  const [width, setWidth] = useState(0);
  const columns = Math.max(1, Math.floor((width + GAP) / (MIN_TILE + GAP)));
  const tileWidth = width === 0 ? MIN_TILE : (width - GAP * (columns - 1)) / columns;
  const pictureHeight = Math.round(tileWidth * 0.75);
  const rowHeight = pictureHeight + CAPTION + GAP;
  const rowCount = Math.ceil(count / columns);
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    enabled: width > 0,
  });
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      setWidth(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);

  return {
    rows,
    rowCount,
    columns,
    tileWidth,
    rowHeight,
    gap: GAP,
    count,
    aspectRatio: (tileWidth - MAT) / (pictureHeight - MAT),
    isMeasured: width > 0,
  };
}
