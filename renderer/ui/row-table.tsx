import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import css from './row-table.module.css';

/** Pixels. */
const TABLE_ROW_HEIGHT = 44;
const HEAD_HEIGHT = 32;
const OVERSCAN = 12;

/** A table of any number of rows of one height, of which only those in view and some around them are elements. */
export function RowTable({
  label,
  columns,
  head,
  count,
  onRange,
  renderRow,
}: {
  label: string;
  /** How wide its columns are, as a grid template. */
  columns: string;
  /** What stands above each column. */
  head: readonly { key: string; label: string }[];
  count: number;
  /** Rows from the first to the last are in view. */
  onRange?: (first: number, last: number) => void;
  /** A `TableRow`, with a key of its own. @param top where it lies, in pixels. */
  renderRow: (index: number, top: number) => ReactNode;
}): ReactElement {
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => TABLE_ROW_HEIGHT,
    overscan: OVERSCAN,
    paddingStart: HEAD_HEIGHT,
  });
  const virtualRows = rows.getVirtualItems();
  const first = virtualRows[0]?.index ?? 0;
  const last = virtualRows.at(-1)?.index ?? 0;
  useEffect(() => onRange?.(first, last), [onRange, first, last]);
  return (
    <div ref={scroll} className={css['scroll']}>
      <div
        role="table"
        aria-label={label}
        aria-rowcount={count + 1}
        className={css['table']}
        style={{ height: rows.getTotalSize() }}
      >
        <div
          role="row"
          aria-rowindex={1}
          className={css['headRow']}
          style={{ height: HEAD_HEIGHT, gridTemplateColumns: columns }}
        >
          {head.map((column) => (
            <span key={column.key} role="columnheader" title={column.label}>
              {column.label}
            </span>
          ))}
        </div>
        {virtualRows.map(({ index, start }) => renderRow(index, start))}
      </div>
    </div>
  );
}

/** A row of such a table; its children are elements with the role `cell`. */
export const TableRow = ({
  index,
  top,
  columns,
  children,
}: {
  /** Which row of the table it is. */
  index: number;
  top: number;
  columns: string;
  children: ReactNode;
}): ReactElement => (
  <div
    role="row"
    aria-rowindex={index + 2}
    className={css['tableRow']}
    style={{ top, height: TABLE_ROW_HEIGHT, gridTemplateColumns: columns }}
  >
    {children}
  </div>
);
