import { ArrowLeft, Download, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import type { Batch, BatchItem, BatchValue, GridLayout } from '#shared/desk/index.ts';
import {
  BatchControls,
  outputKeys,
  saveResultsAsZip,
  useBatch,
  useItems,
  viewedOf,
  type ItemCache,
} from '#renderer/batches/index.ts';
import { CommandTextButton, useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import {
  Button,
  Checkbox,
  ErrorState,
  IconButton,
  Menu,
  Select,
  showToast,
  Skeleton,
} from '#renderer/ui/index.ts';
import { openViewer } from '#renderer/viewer/index.ts';
import { saveAsPdf, saveAsPicture } from './export-grid.ts';
import type { GridPicture } from './grid-picture.ts';
import { GridTable, type Position } from './grid-table.tsx';
import { DIRECTIONS, itemAt, labelsAlong, turned, type Direction } from './grid-layout.ts';
import { useMarks } from './use-marks.ts';
import css from './variants.module.css';

export interface GridViewProps {
  id: string;
  listHref: string;
  onDeleted: () => void;
  /** The values of the marked cell, for the graph. */
  onApply: (values: { nodeId: string; input: string; value: NonNullable<BatchValue> }[]) => void;
}

/** One grid: its results beside each other, and what is done with them. */
export function GridView(props: GridViewProps): ReactElement {
  const batch = useBatch(props.id);
  if (batch.isError) {
    return <ErrorState title="This grid could not be read" text={describeProblem(batch.error)} />;
  }
  if (batch.data?.layout == null) {
    return (
      <div className={css['page']} aria-busy="true">
        <Skeleton height={240} radius={10} />
      </div>
    );
  }
  return <OpenGrid {...props} batch={batch.data} layout={batch.data.layout} />;
}

const DIRECTION_LABELS: Readonly<Record<Direction, string>> = {
  columns: 'Columns',
  rows: 'Rows',
  pages: 'Pages',
};

function OpenGrid({
  batch,
  layout,
  listHref,
  onDeleted,
  onApply,
}: GridViewProps & { batch: Batch; layout: GridLayout }): ReactElement {
  const items = useItems(batch.id);
  const { total } = batch.counts;
  useEffect(() => items.ensure(0, total), [items, total]);
  const [position, setPosition] = useState<Position>({ columns: 0, rows: 0, pages: 0 });
  const [outputKey, setOutputKey] = useState<string | null>(null);
  const [isDroppedShown, setDroppedShown] = useState(false);
  const table = useRef<HTMLDivElement>(null);
  const marks = useMarks(batch.id);
  const keys = outputKeys(items, total);
  const key = outputKey !== null && keys.includes(outputKey) ? outputKey : (keys[0] ?? null);
  const index = itemAt(layout, position);
  const item = items.get(index);
  useGridCommands({ batch, items, item, outputKey: key, marks, onApply });
  const turn = (direction: Direction, text: string): void => {
    const next = turned(layout, direction, text === 'none' ? null : Number(text));
    setPosition({ columns: 0, rows: 0, pages: 0 });
    callDesk('changeBatch', { params: { batchId: batch.id }, body: { layout: next } }).catch(sayProblem);
  };
  return (
    <div className={css['grid']}>
      <header className={css['gridHead']}>
        <div className={css['line']}>
          <Link href={listHref} className={css['back']} aria-label="All grids" title="All grids">
            <ArrowLeft aria-hidden />
          </Link>
          <h1 dir="auto">{batch.name}</h1>
          <span className={css['spring']} />
          <CommandTextButton id="grid.apply" />
          <SaveGrid batch={batch} picture={{ batch, layout, items, page: position.pages, outputKey: key }} />
          <DeleteGrid batch={batch} onDeleted={onDeleted} />
        </div>
        <BatchControls key={`${batch.id} ${batch.state}`} batch={batch} />
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
                    label: `${DIRECTION_LABELS[direction]}: ${batch.fields[field]?.label ?? `Axis ${axis + 1}`}`,
                  }))}
                  onValueChange={(text) => turn(direction, text)}
                />
              ))
            : null}
          {layout.pages === null ? null : (
            <Select
              label="Page"
              hideLabel
              size="small"
              value={String(position.pages)}
              options={labelsAlong(layout, 'pages').map((label, at) => ({ value: String(at), label }))}
              onValueChange={(text) => setPosition({ ...position, pages: Number(text) })}
            />
          )}
          {keys.length > 1 ? (
            <Select
              label="Output"
              hideLabel
              size="small"
              value={key ?? ''}
              options={keys.map((name) => ({ value: name, label: `Output: ${name}` }))}
              onValueChange={setOutputKey}
            />
          ) : null}
          <span className={css['spring']} />
          {batch.counts.hidden > 0 ? (
            <Checkbox
              label={`Show ${batch.counts.hidden} dropped`}
              checked={isDroppedShown}
              onCheckedChange={setDroppedShown}
            />
          ) : null}
        </div>
      </header>
      <GridTable
        ref={table}
        batch={batch}
        layout={layout}
        items={items}
        outputKey={key}
        position={position}
        isDroppedShown={isDroppedShown}
        onPosition={setPosition}
      />
    </div>
  );
}

const sayProblem = (error: unknown): void =>
  showToast({ kind: 'error', title: 'That did not work', description: describeProblem(error) });

function useGridCommands({
  batch,
  items,
  item,
  outputKey,
  marks,
  onApply,
}: {
  batch: Batch;
  items: ItemCache;
  item: BatchItem | undefined;
  outputKey: string | null;
  marks: ReturnType<typeof useMarks>;
  onApply: GridViewProps['onApply'];
}): void {
  useCommandContext({ gridCell: item !== undefined });
  useCommands('grid', {
    'grid.open': () => {
      if (!item) return;
      const shown = viewedOf(batch, items, outputKey);
      openViewer({
        items: shown.map(({ viewed }) => viewed),
        index: shown.findIndex(({ index }) => index === item.index),
      });
    },
    'grid.star': () => item && marks.mark(item, { starred: !item.starred }),
    'grid.drop': () => item && marks.mark(item, { hidden: !item.hidden }),
    'grid.skip': () => {
      if (item?.state === 'waiting' || item?.state === 'skipped') {
        marks.mark(item, { skipped: item.state === 'waiting' });
      }
    },
    'grid.undo': () => marks.undo(),
    'grid.apply': () => {
      if (!item) return;
      onApply(
        batch.fields.flatMap((field, at) => {
          const value = item.values[at] ?? null;
          return field.of === 'node' && value !== null
            ? [{ nodeId: field.nodeId, input: field.input, value }]
            : [];
        }),
      );
    },
  });
}

/** Ways to save a grid: as it is seen, or what it made. */
function SaveGrid({ batch, picture }: { batch: Batch; picture: GridPicture }): ReactElement {
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" icon={<Download aria-hidden />} disabled={batch.counts.done === 0}>
          Save
        </Button>
      }
      entries={[
        {
          id: 'png',
          label: picture.layout.pages === null ? 'As one picture' : 'This page as a picture',
          detail: 'PNG with labels',
          onSelect: () => void saveAsPicture(picture).catch(sayProblem),
        },
        {
          id: 'pdf',
          label: 'As PDF',
          detail: picture.layout.pages === null ? 'One page with labels' : 'All pages with labels',
          onSelect: () => void saveAsPdf(picture).catch(sayProblem),
        },
        {
          id: 'zip',
          label: 'Everything as ZIP',
          detail: 'A table, and a file for each result that is not dropped',
          onSelect: () => void saveResultsAsZip(batch),
        },
      ]}
    />
  );
}

function DeleteGrid({ batch, onDeleted }: { batch: Batch; onDeleted: () => void }): ReactElement {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) {
    return (
      <IconButton label="Remove this grid" onClick={() => setAsked(true)}>
        <Trash2 aria-hidden />
      </IconButton>
    );
  }
  return (
    <span className={css['line']}>
      <span className={css['quiet']}>The results stay in the project.</span>
      <Button
        size="small"
        variant="danger"
        onClick={() => {
          callDesk('deleteBatch', { params: { batchId: batch.id } }).then(onDeleted, sayProblem);
        }}
      >
        Remove the grid
      </Button>
      <Button size="small" onClick={() => setAsked(false)}>
        Cancel
      </Button>
    </span>
  );
}
