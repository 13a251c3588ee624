import type { ReactElement } from 'react';
import type { Batch, GridLayout } from '#shared/desk/index.ts';
import { Checkbox, Select } from '#renderer/ui/index.ts';
import { number, words } from '#renderer/words/index.ts';
import { DIRECTIONS, directionLabels, turned, type Direction } from './grid-layout.ts';
import { CELL_SIZE_LABELS, CELL_SIZES } from './cell-size.ts';
import type { useCellSize } from './use-cells.ts';
import css from './variants.module.css';

const t = words.variants.gridOptions;

const DIRECTION_LABELS: Readonly<Record<Direction, string>> = {
  columns: t.columns,
  rows: t.rows,
  pages: t.pages,
};

export interface GridOptionsProps {
  batch: Batch;
  layout: GridLayout;
  /** The page that is shown, from 0. */
  page: number;
  onPage: (page: number) => void;
  onTranspose: (layout: GridLayout) => void;
  /** Names of the outputs that runs made, and the one that is shown. */
  outputs: {
    choices: readonly { key: string; label: string }[];
    displayed: string | null;
    onShow: (key: string) => void;
  };
  dropped: { isVisible: boolean; onShow: (isVisible: boolean) => void };
  cellSize: ReturnType<typeof useCellSize>;
}

/** How a grid is shown: which axis lies where, which page and which output. Nothing of it runs anything. */
export function GridOptions({
  batch,
  layout,
  page,
  onPage,
  onTranspose,
  outputs,
  dropped,
  cellSize,
}: GridOptionsProps): ReactElement {
  const { hidden } = batch.counts;
  return (
    <div className={css['line']}>
      {layout.axes.length > 1
        ? DIRECTIONS.slice(0, Math.max(2, layout.axes.length)).map((direction) => (
            <Select
              key={direction}
              label={DIRECTION_LABELS[direction]}
              hideLabel
              size="small"
              value={String(layout[direction] ?? 'none')}
              options={layout.axes.map(({ field }, axis) => ({
                value: String(axis),
                label: `${DIRECTION_LABELS[direction]}: ${batch.fields[field]?.label ?? t.axis(axis + 1)}`,
              }))}
              onValueChange={(text) => onTranspose(turned(layout, direction, Number(text)))}
            />
          ))
        : null}
      {layout.pages === null ? null : (
        <Select
          label={t.page}
          hideLabel
          size="small"
          value={String(page)}
          options={directionLabels(layout, 'pages').map((label, at) => ({ value: String(at), label }))}
          onValueChange={(text) => onPage(Number(text))}
        />
      )}
      {outputs.choices.length > 1 ? (
        <Select
          label={t.output}
          hideLabel
          size="small"
          value={outputs.displayed ?? ''}
          options={outputs.choices.map(({ key, label }) => ({ value: key, label: t.outputOf(label) }))}
          onValueChange={outputs.onShow}
        />
      ) : null}
      <span className={css['spring']} />
      {hidden > 0 ? (
        <Checkbox
          label={t.showDropped(number(hidden))}
          checked={dropped.isVisible}
          onCheckedChange={dropped.onShow}
        />
      ) : null}
      <Select
        label={t.sizeCells}
        hideLabel
        size="small"
        value={cellSize.cellSize}
        options={CELL_SIZES.map((size) => ({ value: size, label: t.cellsOf(CELL_SIZE_LABELS[size]) }))}
        onValueChange={cellSize.setCellSize}
      />
    </div>
  );
}
