import { useVirtualizer } from '@tanstack/react-virtual';
import { Star } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent, type ReactElement, type Ref } from 'react';
import { placeText, type Batch, type BatchItem, type GridLayout } from '#shared/desk/index.ts';
import { namedOutput, outputOf, type ItemCache } from '#renderer/batches/index.ts';
import { commands, runKeyCommand } from '#renderer/commands/index.ts';
import { OutputThumbnail } from '#renderer/viewer/index.ts';
import { itemAt, labelsAlong, type Direction } from './grid-layout.ts';
import css from './variants.module.css';

/** Where the marked cell is. */
export type Position = Readonly<Record<Direction, number>>;

/** Pixels. */
const CELL = 168;
const HEAD_HEIGHT = 32;
const HEAD_WIDTH = 140;
const OVERSCAN = 2;

export interface GridTableProps {
  batch: Batch;
  layout: GridLayout;
  items: ItemCache;
  outputKey: string | null;
  position: Position;
  isDroppedShown: boolean;
  onPosition: (position: Position) => void;
  ref?: Ref<HTMLDivElement>;
}

/** The cells of one page of a grid. One is marked; arrows move the mark, the commands of grids act on it. */
export function GridTable(props: GridTableProps): ReactElement {
  const { batch, layout, items, position, onPosition } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const columnLabels = labelsAlong(layout, 'columns');
  const rowLabels = labelsAlong(layout, 'rows');
  const rows = useVirtualizer({
    count: rowLabels.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => CELL,
    overscan: OVERSCAN,
    paddingStart: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  const columns = useVirtualizer({
    count: columnLabels.length,
    horizontal: true,
    getScrollElement: () => scroll.current,
    estimateSize: () => CELL,
    overscan: OVERSCAN,
    paddingStart: HEAD_WIDTH,
    scrollPaddingStart: HEAD_WIDTH,
  });
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
  return (
    <div ref={scroll} className={css['scroll']}>
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
        onClick={({ target }) => {
          const clicked = positionOf(target);
          if (clicked !== null) onPosition({ ...position, ...clicked });
        }}
        onDoubleClick={({ target }) => {
          if (positionOf(target) !== null) commands.run('grid.open');
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
              style={{ left: start, width: CELL }}
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
            style={{ top: row.start, height: CELL }}
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
                at={{ ...position, rows: row.index, columns: column.index }}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The cell that was clicked; null beside the cells. */
function positionOf(target: EventTarget): { rows: number; columns: number } | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  return cell ? { rows: Number(cell.dataset['row']), columns: Number(cell.dataset['column']) } : null;
}

const cellId = ({ id }: Batch, index: number): string => `${id}-${index}`;

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

function Cell({
  batch,
  layout,
  items,
  outputKey,
  position,
  isDroppedShown,
  at,
  left,
}: GridTableProps & { at: Position; left: number }): ReactElement {
  const index = itemAt(layout, at);
  const item = items.get(index);
  const isMarked = at.rows === position.rows && at.columns === position.columns;
  const isDropped = item?.hidden === true && !isDroppedShown;
  return (
    <div
      role="gridcell"
      id={cellId(batch, index)}
      aria-colindex={at.columns + 2}
      aria-selected={isMarked}
      aria-label={item === undefined ? undefined : `${placeText(batch, item)}: ${stateText(item)}`}
      className={css['cell']}
      data-marked={isMarked ? '' : undefined}
      data-state={item?.state}
      data-dropped={item?.hidden ? '' : undefined}
      style={{ left, width: CELL, height: CELL }}
      tabIndex={-1}
      data-row={at.rows}
      data-column={at.columns}
    >
      <span className={css['cellInside']}>
        {isDropped || item === undefined ? null : (
          <CellContent batch={batch} item={item} outputKey={outputKey} />
        )}
        {isDropped ? <span className={css['cellText']}>Dropped</span> : null}
        {item?.starred ? <Star aria-hidden className={css['star']} fill="currentColor" /> : null}
      </span>
    </div>
  );
}

/** What stands in a cell, in words. */
function stateText({ state, starred, hidden, error }: BatchItem): string {
  const marks = `${starred ? ', starred' : ''}${hidden ? ', dropped' : ''}`;
  const words = {
    waiting: 'waiting',
    submitted: 'running',
    done: 'done',
    failed: `failed: ${error ?? ''}`,
    canceled: 'canceled',
    skipped: 'skipped',
  };
  return `${words[state]}${marks}`;
}

function CellContent({
  batch,
  item,
  outputKey,
}: {
  batch: Batch;
  item: BatchItem;
  outputKey: string | null;
}): ReactElement {
  const output = outputOf(item, outputKey);
  if (item.state === 'done' && output) {
    return <OutputThumbnail connectionId={batch.connectionId} named={namedOutput(output)} />;
  }
  switch (item.state) {
    case 'failed':
      return (
        <span className={css['cellText']} data-tone="error" title={item.error ?? undefined}>
          {item.error}
        </span>
      );
    case 'submitted':
      return <span className={css['running']} />;
    case 'skipped':
      return <span className={css['cellText']}>Skipped</span>;
    case 'canceled':
      return <span className={css['cellText']}>Canceled</span>;
    case 'done':
      return <span className={css['cellText']}>No output</span>;
    default:
      return <span className={css['waiting']} />;
  }
}
