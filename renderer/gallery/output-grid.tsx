import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
} from 'react';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { OutputTile } from './output-tile.tsx';
import { isMoveKey, modeOf, select, stepOf, type Selection } from './selection.ts';
import css from './gallery.module.css';

const MIN_TILE = 168;
const GAP = 14;
const CAPTION = 44;
/** Rows beyond the view on each side. */
const OVERSCAN = 2;
/** Rows from the end at which the next page is asked for. */
const LOAD_AHEAD_ROWS = 12;

export interface OutputGridProps {
  label: string;
  outputs: readonly LibraryOutput[];
  /** Of the whole search, where it is known. */
  total: number;
  selection: Selection;
  onSelection: (next: Selection) => void;
  showsProject: boolean;
  hasMore: boolean;
  onLoadMore: () => void;
  onOpen: (output: LibraryOutput) => void;
  onStar: (output: LibraryOutput) => void;
  onStack: (output: LibraryOutput) => void;
  /** A key that does not move. @returns whether it did something. */
  onKey: (event: KeyboardEvent) => boolean;
}

/** Thousands of outputs in a grid: those near the view are in the page. */
export function OutputGrid(props: OutputGridProps): ReactElement {
  const { outputs, selection, onSelection, hasMore, onLoadMore } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const columns = Math.max(1, Math.floor((width + GAP) / (MIN_TILE + GAP)));
  const tileWidth = width === 0 ? MIN_TILE : (width - GAP * (columns - 1)) / columns;
  const rowHeight = Math.round(tileWidth * 0.75) + CAPTION + GAP;
  const rowCount = Math.ceil(outputs.length / columns);
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
  }, []);

  const items = rows.getVirtualItems();
  const lastRow = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && width > 0 && lastRow >= rowCount - LOAD_AHEAD_ROWS) onLoadMore();
  }, [hasMore, lastRow, rowCount, width, onLoadMore]);

  /** The output that a click is on, and what of it was hit. */
  const clicked = ({ target }: MouseEvent) => {
    const element = target instanceof Element ? target : null;
    const id = element?.closest<HTMLElement>('[data-output]')?.dataset['output'];
    return {
      output: outputs.find((output) => output.id === id),
      action: element?.closest<HTMLElement>('[data-action]')?.dataset['action'],
    };
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const { output, action } = clicked(event);
    // The list keeps the focus: a tile that is scrolled away would lose it.
    event.currentTarget.focus({ preventScroll: true });
    if (output === undefined) return;
    if (action === 'star') return props.onStar(output);
    if (action === 'stack') return props.onStack(output);
    const order = outputs.map(({ id }) => id);
    onSelection(select(selection, output.id, modeOf(event), order));
  };
  const onDoubleClick = (event: MouseEvent) => {
    const { output, action } = clicked(event);
    if (output !== undefined && action === undefined) props.onOpen(output);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const order = outputs.map(({ id }) => id);
    const at = order.indexOf(selection.focusId ?? '');
    const visible = Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight);
    if (event.key === ' ') {
      const id = order[Math.max(0, at)];
      if (id !== undefined) onSelection(select(selection, id, 'toggle', order));
    } else if ((event.ctrlKey || event.metaKey) && event.key === 'a') {
      onSelection({ ...selection, ids: new Set(order) });
    } else {
      const to = at === -1 ? 0 : stepOf(event.key, at, { count: order.length, columns, rows: visible });
      const id = to === null ? undefined : order[to];
      if (!isMoveKey(event.key) || event.altKey) {
        if (!props.onKey(event)) return;
      } else if (id !== undefined && to !== null) {
        onSelection(select(selection, id, event.shiftKey ? 'range' : 'only', order));
        rows.scrollToIndex(Math.floor(to / columns), { align: 'auto' });
      }
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div ref={scroller} className={css['scroller']}>
      <div
        role="listbox"
        tabIndex={0}
        aria-label={props.label}
        aria-multiselectable
        aria-activedescendant={selection.focusId === null ? undefined : `output-${selection.focusId}`}
        className={css['grid']}
        style={{ height: Math.max(0, rows.getTotalSize() - GAP) }}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
      >
        {items.map((row) => (
          <div
            key={row.key}
            role="presentation"
            className={css['row']}
            style={{
              transform: `translateY(${row.start}px)`,
              height: rowHeight - GAP,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {outputs.slice(row.index * columns, (row.index + 1) * columns).map((output, column) => (
              <OutputTile
                key={output.id}
                output={output}
                position={row.index * columns + column}
                setSize={Math.max(props.total, outputs.length)}
                selected={selection.ids.has(output.id)}
                focused={selection.focusId === output.id}
                showsProject={props.showsProject}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
