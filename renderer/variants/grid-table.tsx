import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import { axisName, type Batch, type GridLayout } from '#shared/desk/index.ts';
import { commandMenu, commands, runKeyCommand } from '#renderer/commands/index.ts';
import { ContextMenu } from '#renderer/ui/index.ts';
import { cellSides } from './cell-size.ts';
import { Cell, cellId } from './grid-cell.tsx';
import type { GridTableProps, Position } from './grid-props.ts';
import { itemAt, labelsAlong, type Direction } from './grid-layout.ts';
import css from './variants.module.css';

/** Pixels. */
const HEAD_HEIGHT = 32;
const HEAD_WIDTH = 140;
const OVERSCAN = 2;

/** The cells of one page of a grid. One is marked; arrows move the mark, the commands of grids act on it. */
export function GridTable(props: GridTableProps): ReactElement {
  const { batch, layout, items, position, onPosition } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const columnLabels = namedLabels(batch, layout, 'columns');
  const rowLabels = namedLabels(batch, layout, 'rows');
  const room = useRoom(scroll);
  const cell = cellSides(
    props.cellSize,
    { width: room.width - HEAD_WIDTH, height: room.height - HEAD_HEIGHT },
    { columns: columnLabels.length, rows: rowLabels.length },
  );
  const rows = useVirtualizer({
    count: rowLabels.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => cell.height,
    overscan: OVERSCAN,
    paddingStart: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  const columns = useVirtualizer({
    count: columnLabels.length,
    horizontal: true,
    getScrollElement: () => scroll.current,
    estimateSize: () => cell.width,
    overscan: OVERSCAN,
    paddingStart: HEAD_WIDTH,
    scrollPaddingStart: HEAD_WIDTH,
  });
  useLayoutEffect(() => rows.measure(), [rows, cell.height]);
  useLayoutEffect(() => columns.measure(), [columns, cell.width]);
  useEffect(() => {
    rows.scrollToIndex(position.rows);
    columns.scrollToIndex(position.columns);
  }, [rows, columns, position.rows, position.columns]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = moved(event.key, position, columnLabels.length, rowLabels.length);
    if (next !== null) {
      event.preventDefault();
      onPosition(next);
      return;
    }
    if (runKeyCommand('grid', { ...pressOf(event), preventDefault: () => event.preventDefault() })) {
      event.stopPropagation();
    }
  };
  const marked = items.get(itemAt(layout, position));
  /** Before a menu or a button of the cell asks for a command. */
  const mark = (target: EventTarget): Position | null => {
    const at = positionOf(target);
    const next = at === null ? null : { ...position, ...at };
    if (next !== null) onPosition(next);
    return next;
  };
  return (
    <div ref={scroll} className={css['scroll']}>
      <ContextMenu entries={() => commandMenu('grid-cell', { scope: 'grid' })}>
        <div
          role="grid"
          aria-label={`Results of ${batch.name}`}
          aria-rowcount={rowLabels.length + 1}
          aria-colcount={columnLabels.length + 1}
          aria-activedescendant={marked === undefined ? undefined : cellId(batch, marked.index)}
          tabIndex={0}
          className={css['table']}
          style={{ width: columns.getTotalSize(), height: rows.getTotalSize() }}
          onKeyDown={onKeyDown}
          onPointerDown={({ target }) => mark(target)}
          onClick={({ target, ctrlKey, metaKey }) => {
            const clicked = mark(target);
            if (clicked !== null && (ctrlKey || metaKey)) props.onChoose(itemAt(layout, clicked));
          }}
          onDoubleClick={({ target }) => {
            if (positionOf(target) !== null && !isButton(target)) commands.run('grid.open');
          }}
        >
          <div role="row" aria-rowindex={1} className={css['headRow']} style={{ height: HEAD_HEIGHT }}>
            <span role="presentation" className={css['corner']} style={{ width: HEAD_WIDTH }} />
            {columns.getVirtualItems().map(({ index, start }) => (
              <span
                key={index}
                role="columnheader"
                aria-colindex={index + 2}
                className={css['columnHead']}
                style={{ left: start, width: cell.width }}
                title={columnLabels[index]}
              >
                {columnLabels[index]}
              </span>
            ))}
          </div>
          {rows.getVirtualItems().map((row) => (
            <div
              key={row.index}
              role="row"
              aria-rowindex={row.index + 2}
              className={css['row']}
              style={{ top: row.start, height: cell.height }}
            >
              <span
                role="rowheader"
                aria-colindex={1}
                className={css['rowHead']}
                style={{ width: HEAD_WIDTH }}
                title={rowLabels[row.index]}
              >
                {rowLabels[row.index]}
              </span>
              {columns.getVirtualItems().map((column) => (
                <Cell
                  key={column.index}
                  {...props}
                  left={column.start}
                  size={cell}
                  at={{ ...position, rows: row.index, columns: column.index }}
                />
              ))}
            </div>
          ))}
        </div>
      </ContextMenu>
    </div>
  );
}

const isButton = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button') !== null;

/** The values along a direction with the name of their input: `Radius 10`. */
function namedLabels(batch: Batch, layout: GridLayout, direction: Direction): readonly string[] {
  const axis = layout[direction];
  const labels = labelsAlong(layout, direction);
  return axis === null ? labels : labels.map((label) => `${axisName(batch, axis)} ${label}`);
}

/** The size of an element now, in pixels. */
function useRoom(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() =>
      setRoom({ width: current.clientWidth, height: current.clientHeight }),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return room;
}

/** The cell that was clicked; null beside the cells. */
function positionOf(target: EventTarget): { rows: number; columns: number } | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  return cell ? { rows: Number(cell.dataset['row']), columns: Number(cell.dataset['column']) } : null;
}

const pressOf = ({ key, code, ctrlKey, metaKey, altKey, shiftKey, repeat }: KeyboardEvent) => ({
  key,
  code,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  repeat,
});

/** Where a key leads from a cell; null for a key that leads nowhere. */
function moved(key: string, at: Position, columns: number, rows: number): Position | null {
  switch (key) {
    case 'ArrowLeft':
      return { ...at, columns: Math.max(0, at.columns - 1) };
    case 'ArrowRight':
      return { ...at, columns: Math.min(columns - 1, at.columns + 1) };
    case 'ArrowUp':
      return { ...at, rows: Math.max(0, at.rows - 1) };
    case 'ArrowDown':
      return { ...at, rows: Math.min(rows - 1, at.rows + 1) };
    case 'Home':
      return { ...at, columns: 0 };
    case 'End':
      return { ...at, columns: columns - 1 };
    default:
      return null;
  }
}
