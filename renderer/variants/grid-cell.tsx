import { Check, Star, Undo2, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { coordinatesText, type Batch, type BatchItem } from '#shared/desk/index.ts';
import { namedOutput, outputOf } from '#renderer/batches/index.ts';
import { commands } from '#renderer/commands/index.ts';
import { OutputThumbnail } from '#renderer/viewer/index.ts';
import { words as texts } from '#renderer/words/index.ts';
import { itemAt } from './grid-layout.ts';
import type { GridTableProps, Position } from './grid-props.ts';
import css from './variants.module.css';

const t = texts.variants.gridCell;

/** Pixels; a thumbnail would be drawn larger than it is in wider cells. */
const LARGE_CELL = 240;

export const cellId = ({ id }: Batch, index: number): string => `${id}-${index}`;

/** One cell: its result or why there is none, and what is done with it by the pointer. */
export function Cell({
  batch,
  layout,
  items,
  outputKey,
  position,
  isDroppedVisible,
  selectedNumbers,
  at,
  left,
  size,
}: GridTableProps & {
  at: Position;
  left: number;
  /** Pixels. */
  size: { width: number; height: number };
}): ReactElement {
  const index = itemAt(layout, at);
  const item = items.get(index);
  const isSelected = selectedNumbers.has(index);
  const isMarked = at.rows === position.rows && at.columns === position.columns;
  const isDropped = item?.hidden === true && !isDroppedVisible;
  return (
    <div
      role="gridcell"
      id={cellId(batch, index)}
      aria-colindex={at.columns + 2}
      aria-selected={isMarked}
      aria-label={
        item === undefined
          ? undefined
          : `${coordinatesText(batch, item)}: ${stateText(item)}${isSelected ? t.selectedMark : ''}`
      }
      className={css['cell']}
      data-marked={isMarked ? '' : undefined}
      data-state={item?.state}
      data-dropped={item?.hidden ? '' : undefined}
      data-chosen={isSelected ? '' : undefined}
      style={{ left, ...size }}
      tabIndex={-1}
      data-row={at.rows}
      data-column={at.columns}
    >
      <span className={css['cellInside']}>
        {isDropped || item === undefined ? null : (
          <CellContent batch={batch} item={item} outputKey={outputKey} isLarge={size.width > LARGE_CELL} />
        )}
        {isDropped ? <span className={css['cellText']}>{t.dropped}</span> : null}
        {isSelected ? <Check aria-hidden className={css['chosen']} /> : null}
        {item === undefined ? null : <CellButtons item={item} coordinates={coordinatesText(batch, item)} />}
      </span>
    </div>
  );
}

/** Star and drop; a star that is set stays in view. The cell is marked by the press itself. */
function CellButtons({ item, coordinates }: { item: BatchItem; coordinates: string }): ReactElement {
  const { starred, hidden } = item;
  return (
    <span className={css['cellButtons']}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={starred ? `${t.removeStar} ${coordinates}` : t.starOf(coordinates)}
        title={starred ? t.removeStarS : t.starS}
        data-on={starred ? '' : undefined}
        onClick={() => commands.run('grid.star')}
      >
        <Star aria-hidden fill={starred ? 'currentColor' : 'none'} />
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-label={hidden ? `${t.bringBack} ${coordinates}` : t.drop(coordinates)}
        title={hidden ? t.bringBackX : t.dropX}
        onClick={() => commands.run('grid.drop')}
      >
        {hidden ? <Undo2 aria-hidden /> : <X aria-hidden />}
      </button>
    </span>
  );
}

/** What stands in a cell, in words. */
function stateText({ state, starred, hidden, error, perhapsCharged }: BatchItem): string {
  const marks = `${starred ? t.starredMark : ''}${hidden ? t.droppedMark : ''}`;
  const words = {
    waiting: t.states.pending,
    submitted: t.states.running,
    done: t.states.complete,
    failed: `${perhapsCharged ? texts.runs.perhapsCharged(null) : t.states.failed}: ${error ?? ''}`,
    canceled: t.states.stopped,
    skipped: t.states.skipped,
  };
  return `${words[state]}${marks}`;
}

function CellContent({
  batch,
  item,
  outputKey,
  isLarge,
}: {
  batch: Batch;
  item: BatchItem;
  outputKey: string | null;
  isLarge: boolean;
}): ReactElement {
  const output = outputOf(item, outputKey);
  if (item.state === 'done' && output) {
    return (
      <OutputThumbnail
        connectionId={batch.connectionId}
        named={namedOutput(output)}
        variant={isLarge ? 'preview' : 'thumbnail'}
      />
    );
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
      return <span className={css['cellText']}>{t.skipped}</span>;
    case 'canceled':
      return <span className={css['cellText']}>{t.stopped}</span>;
    case 'done':
      return <span className={css['cellText']}>{t.noOutput}</span>;
    default:
      return <span className={css['waiting']} />;
  }
}
