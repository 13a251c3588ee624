import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { NamedOutput } from './run-outputs.ts';
import css from './outputs.module.css';

/** So many outputs are all in the page; of more only those near the view are. */
const MANY = 120;
/** Rows beyond the view on each side. */
const OVERSCAN = 2;

interface Rows {
  /** Pixels from one row to the next. */
  height: number;
  columns: number;
  /** Rows that are in the page. */
  start: number;
  end: number;
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
  const [rows, setRows] = useState<Rows | null>(null);
  const isLong = outputs.length > MANY;
  const count = outputs.length;

  useEffect(() => {
    const element = list.current;
    if (!element || !isLong) return undefined;
    const look = (): void => {
      const item = element.querySelector<HTMLElement>(':scope > li:not([role])');
      if (!item) return;
      const style = getComputedStyle(element);
      const columns = Math.max(1, style.gridTemplateColumns.split(' ').length);
      const height = item.offsetHeight + (Number.parseFloat(style.rowGap) || 0);
      const start = Math.max(0, Math.floor(element.scrollTop / height) - OVERSCAN);
      const end = Math.ceil((element.scrollTop + element.clientHeight) / height) + OVERSCAN;
      setRows((now) =>
        now?.start === start && now.end === end && now.columns === columns && now.height === height
          ? now
          : { height, columns, start, end },
      );
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const size = new ResizeObserver(look);
    size.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      size.disconnect();
    };
  }, [isLong]);

  const all = isLong ? (rows ?? { height: 0, columns: 1, start: 0, end: MANY }) : null;
  const from = all ? Math.min(all.start, Math.floor((count - 1) / all.columns)) * all.columns : 0;
  const shown = all ? outputs.slice(from, all.end * all.columns) : outputs;
  const before = all ? (from / all.columns) * all.height : 0;
  const after = all ? Math.ceil((count - from - shown.length) / all.columns) * all.height : 0;
  return (
    <ul ref={list} className={css['gallery']} aria-label="Outputs of the run">
      {before > 0 ? (
        <li
          className={css['room']}
          role="presentation"
          style={{ height: before, marginBottom: 'calc(-1 * var(--space-3))' }}
        />
      ) : null}
      {shown.map((named, index) => (
        <li
          key={named.key}
          className={css['item']}
          aria-setsize={all ? count : undefined}
          aria-posinset={all ? from + index + 1 : undefined}
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
