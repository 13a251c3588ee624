import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import type { NamedOutput } from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './outputs.module.css';

const t = words.runs.outputGallery;

/** So many outputs are all in the page; of more only those near the view are. */
const MANY = 120;
/** Rows beyond the view on each side. */
const OVERSCAN = 2;

/** Outputs that are read and not looked at. */
const WORDS: ReadonlySet<string> = new Set(['text', 'json', 'number', 'boolean']);

/** What the height of a row goes by. */
const rowKind = (outputs: readonly NamedOutput[], isMany: boolean) => ({
  'data-words': outputs.every(({ kind }) => WORDS.has(kind)) || undefined,
  'data-many': isMany || undefined,
});

interface Grid {
  /** Pixels from one row to the next. */
  rowHeight: number;
  columns: number;
}

/** Outputs in a grid. Of thousands, those far from the view are room and no elements. */
export function OutputGallery({
  outputs,
  renderOutput,
}: {
  outputs: readonly NamedOutput[];
  renderOutput: (named: NamedOutput) => ReactElement;
}): ReactElement {
  const list = useRef<HTMLUListElement>(null);
  const [grid, setGrid] = useState<Grid | null>(null);
  const isVirtualized = outputs.length > MANY;
  const count = outputs.length;
  const { columns, rowHeight } = grid ?? { columns: 1, rowHeight: 0 };
  const rows = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    enabled: isVirtualized && grid !== null,
  });
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);

  useEffect(() => {
    const element = list.current;
    if (!element || !isVirtualized) return undefined;
    const measure = (): void => {
      const item = element.querySelector<HTMLElement>(':scope > li:not([role])');
      if (!item) return;
      const style = getComputedStyle(element);
      const next: Grid = {
        columns: Math.max(1, style.gridTemplateColumns.split(' ').length),
        rowHeight: item.offsetHeight + (Number.parseFloat(style.rowGap) || 0),
      };
      setGrid((current) =>
        current?.columns === next.columns && current.rowHeight === next.rowHeight ? current : next,
      );
    };
    const size = new ResizeObserver(measure);
    size.observe(element);
    return () => size.disconnect();
  }, [isVirtualized]);

  const items = rows.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const isWindowed = isVirtualized && first !== undefined && last !== undefined;
  const from = isWindowed ? first.index * columns : 0;
  const end = isWindowed ? (last.index + 1) * columns : isVirtualized ? MANY : count;
  const visible = outputs.slice(from, end);
  const before = isWindowed ? first.start : 0;
  const after = isWindowed ? rows.getTotalSize() - last.end : 0;
  return (
    <ul ref={list} className={css['gallery']} aria-label={t.outputsRun} {...rowKind(outputs, isVirtualized)}>
      {before > 0 ? (
        <li
          className={css['room']}
          role="presentation"
          style={{ height: before, marginBottom: 'calc(-1 * var(--space-3))' }}
        />
      ) : null}
      {visible.map((named, index) => (
        <li
          key={named.key}
          className={css['item']}
          aria-setsize={isVirtualized ? count : undefined}
          aria-posinset={isVirtualized ? from + index + 1 : undefined}
        >
          {renderOutput(named)}
        </li>
      ))}
      {after > 0 ? (
        <li
          className={css['room']}
          role="presentation"
          style={{ height: after, marginTop: 'calc(-1 * var(--space-3))' }}
        />
      ) : null}
    </ul>
  );
}
