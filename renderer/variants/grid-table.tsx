import { useRef, type KeyboardEvent, type ReactElement } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { commandMenu, commands, runKeyCommand } from '#renderer/commands/index.ts';
import { ContextMenu } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { Cell, cellId } from './grid-cell.tsx';
import { itemAt } from './grid-layout.ts';
import type { GridTableProps, Position } from './grid-props.ts';
import { HEAD_HEIGHT, HEAD_WIDTH, useCells } from './use-cells.ts';
import css from './variants.module.css';

const t = words.variants.gridTable;

/** The cells of one page of a grid. One is marked; arrows move the mark, the commands of grids act on it. */
export function GridTable(props: GridTableProps): ReactElement {
  const { batch, layout, items, position, onPosition } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const cells = useCells(props, scroll);
  const { rows, columns, width, height, cell, rowLabels, columnLabels } = cells;
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = neighborPosition(pressedKey(event), position, columnLabels.length, rowLabels.length);
    if (next !== null) {
      event.preventDefault();
      onPosition(next);
      return;
    }
    if (runKeyCommand('grid', event.nativeEvent)) event.stopPropagation();
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
          aria-label={t.resultsOf(batch.name)}
          aria-rowcount={rowLabels.length + 1}
          aria-colcount={columnLabels.length + 1}
          aria-activedescendant={marked === undefined ? undefined : cellId(batch, marked.index)}
          tabIndex={0}
          className={css['table']}
          style={{ width, height }}
          onKeyDown={onKeyDown}
          onLoadCapture={cells.onLoad}
          onPointerDown={({ target }) => mark(target)}
          onClick={({ target, ctrlKey, metaKey }) => {
            const clicked = mark(target);
            if (clicked !== null && (ctrlKey || metaKey)) props.onSelect(itemAt(layout, clicked));
          }}
          onDoubleClick={({ target }) => {
            if (positionOf(target) !== null && !isButton(target)) commands.run('grid.open');
          }}
        >
          <div role="row" aria-rowindex={1} className={css['headRow']} style={{ height: HEAD_HEIGHT }}>
            <span role="presentation" className={css['corner']} style={{ width: HEAD_WIDTH }} />
            {columns.map(({ index, start }) => (
              <ColumnHead
                key={index}
                index={index}
                left={start}
                width={cell.width}
                label={columnLabels[index] ?? ''}
              />
            ))}
          </div>
          {rows.map((row) => (
            <div
              key={row.index}
              role="row"
              aria-rowindex={row.index + 2}
              className={css['row']}
              style={{ top: row.start, height: cell.height }}
            >
              <RowHead label={rowLabels[row.index] ?? ''} />
              {columns.map((column) => (
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

function ColumnHead({
  index,
  label,
  ...location
}: {
  index: number;
  label: string;
  left: number;
  width: number;
}): ReactElement {
  return (
    <span
      role="columnheader"
      aria-colindex={index + 2}
      className={css['columnHead']}
      style={location}
      title={label}
    >
      {label}
    </span>
  );
}

function RowHead({ label }: { label: string }): ReactElement {
  return (
    <span
      role="rowheader"
      aria-colindex={1}
      className={css['rowHead']}
      style={{ width: HEAD_WIDTH }}
      title={label}
    >
      {label}
    </span>
  );
}

const isButton = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button') !== null;

/** The cell that was clicked; null beside the cells. */
function positionOf(target: EventTarget): { rows: number; columns: number } | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  return cell ? { rows: Number(cell.dataset['row']), columns: Number(cell.dataset['column']) } : null;
}

/** Where a key leads from a cell; null for a key that leads nowhere. */
function neighborPosition(key: string, at: Position, columns: number, rows: number): Position | null {
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
