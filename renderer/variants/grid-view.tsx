import { ArrowLeft, Download, FileArchive, FileText, ImageDown, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import { placeText, type Batch, type GridLayout } from '#shared/desk/index.ts';
import {
  BatchControls,
  outputChoices,
  saveResultsAsZip,
  useBatch,
  useItems,
} from '#renderer/batches/index.ts';
import { CommandTextButton } from '#renderer/commands/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { Button, ErrorState, IconButton, Menu, showToast, Skeleton, Tooltip } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { saveAsPdf, saveAsPicture } from './export-grid.ts';
import type { GridPicture } from './grid-picture.ts';
import type { Position } from './grid-props.ts';
import { GridTable } from './grid-table.tsx';
import { useCellSize, useSelectedCells } from './use-cells.ts';
import { itemAt } from './grid-layout.ts';
import { GridOptions } from './grid-options.tsx';
import { useGridCommands, type GridValues } from './use-grid-commands.ts';
import { useMarks } from './use-marks.ts';
import css from './variants.module.css';

export interface GridViewProps {
  id: string;
  listHref: string;
  onDeleted: () => void;
  /** The values of the marked cell, for the graph. */
  onApply: (values: GridValues) => void;
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
  const [isDroppedVisible, setDroppedVisible] = useState(false);
  const cellSize = useCellSize();
  const { chosen, choose } = useSelectedCells();
  const table = useRef<HTMLDivElement>(null);
  const marks = useMarks(batch.id);
  const outputs = outputChoices(items, total);
  const key = (outputs.find((output) => output.key === outputKey) ?? outputs[0])?.key ?? null;
  const index = itemAt(layout, position);
  const item = items.get(index);
  useGridCommands({
    batch,
    items,
    item,
    outputKey: key,
    isDroppedShown: isDroppedVisible,
    chosen,
    onChoose: choose,
    marks,
    onApply,
  });
  const transpose = (next: GridLayout): void => {
    setPosition({ columns: 0, rows: 0, pages: 0 });
    callDesk('changeBatch', { params: { batchId: batch.id }, body: { layout: next } }).catch(showProblem);
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
          <span className={css['marked']}>
            {item === undefined ? '' : `${placeText(batch, item)}${item.hidden ? ', dropped' : ''}`}
          </span>
          <CommandTextButton id="grid.apply" />
          <SaveGrid batch={batch} picture={{ batch, layout, items, page: position.pages, outputKey: key }} />
          <DeleteGrid batch={batch} onDeleted={onDeleted} />
        </div>
        <BatchControls key={`${batch.id} ${batch.state}`} batch={batch} />
        <GridOptions
          batch={batch}
          layout={layout}
          page={position.pages}
          onPage={(pages) => setPosition({ ...position, pages })}
          onTurn={transpose}
          outputs={{ choices: outputs, shown: key, onShow: setOutputKey }}
          cellSize={cellSize}
          dropped={{ isShown: isDroppedVisible, onShow: setDroppedVisible }}
        />
      </header>
      <GridTable
        ref={table}
        batch={batch}
        layout={layout}
        items={items}
        outputKey={key}
        position={position}
        isDroppedShown={isDroppedVisible}
        cellSize={cellSize.chosen}
        chosen={chosen}
        onChoose={choose}
        onPosition={setPosition}
      />
    </div>
  );
}

const showProblem = (error: unknown): void =>
  showToast({ kind: 'error', title: 'That did not work', description: describeProblem(error) });

/** Ways to save a grid: as it is seen, or what it made. */
function SaveGrid({ batch, picture }: { batch: Batch; picture: GridPicture }): ReactElement {
  if (batch.counts.done === 0) {
    return (
      <Tooltip text={words.batches.noCellDone}>
        <Button
          size="small"
          icon={<Download aria-hidden />}
          disabled
          focusableWhenDisabled
          aria-description={words.batches.noCellDone}
        >
          Save
        </Button>
      </Tooltip>
    );
  }
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" icon={<Download aria-hidden />}>
          Save
        </Button>
      }
      entries={[
        {
          id: 'png',
          label: picture.layout.pages === null ? 'As one picture' : 'This page as a picture',
          icon: <ImageDown aria-hidden />,
          detail: 'PNG with labels',
          onSelect: () => void saveAsPicture(picture).catch(showProblem),
        },
        {
          id: 'pdf',
          label: 'As PDF',
          icon: <FileText aria-hidden />,
          detail: picture.layout.pages === null ? 'One page with labels' : 'All pages with labels',
          onSelect: () => void saveAsPdf(picture).catch(showProblem),
        },
        {
          id: 'zip',
          label: 'Everything as ZIP',
          icon: <FileArchive aria-hidden />,
          detail: 'A table, and a file for each result that is not dropped',
          onSelect: () => void saveResultsAsZip(batch),
        },
      ]}
    />
  );
}

function DeleteGrid({ batch, onDeleted }: { batch: Batch; onDeleted: () => void }): ReactElement {
  const [isConfirming, setConfirming] = useState(false);
  if (!isConfirming) {
    return (
      <IconButton label="Remove this grid" onClick={() => setConfirming(true)}>
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
          callDesk('deleteBatch', { params: { batchId: batch.id } }).then(onDeleted, showProblem);
        }}
      >
        Remove the grid
      </Button>
      <Button size="small" onClick={() => setConfirming(false)}>
        Cancel
      </Button>
    </span>
  );
}
