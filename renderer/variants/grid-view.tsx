import { ArrowLeft, Download, FileArchive, FileText, ImageDown, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import { coordinatesText, type Batch, type BatchItem, type GridLayout } from '#shared/desk/index.ts';
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

const t = words.variants.gridView;

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
    return <ErrorState title={t.gridCouldNotRead} text={describeProblem(batch.error)} />;
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

/** The cell that the keyboard is at, for those who hear the page. */
const announcementOf = (batch: Batch, item: BatchItem): string =>
  `${coordinatesText(batch, item)}${item.hidden ? words.variants.gridCell.droppedMark : ''}`;

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
  const size = useCellSize();
  const { selected, toggle } = useSelectedCells();
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
    isDroppedVisible,
    selected,
    onSelect: toggle,
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
          <Link href={listHref} className={css['back']} aria-label={t.allGrids} title={t.allGrids}>
            <ArrowLeft aria-hidden />
          </Link>
          <h1 dir="auto">{batch.name}</h1>
          <span className={css['spring']} />
          <span className={css['marked']}>{item === undefined ? '' : announcementOf(batch, item)}</span>
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
          onTranspose={transpose}
          outputs={{ choices: outputs, displayed: key, onShow: setOutputKey }}
          cellSize={size}
          dropped={{ isVisible: isDroppedVisible, onShow: setDroppedVisible }}
        />
      </header>
      <GridTable
        ref={table}
        batch={batch}
        layout={layout}
        items={items}
        outputKey={key}
        position={position}
        isDroppedVisible={isDroppedVisible}
        cellSize={size.cellSize}
        selectedNumbers={selected}
        onSelect={toggle}
        onPosition={setPosition}
      />
    </div>
  );
}

const showProblem = (error: unknown): void =>
  showToast({ kind: 'error', title: t.didNotWork, description: describeProblem(error) });

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
          {words.common.save}
        </Button>
      </Tooltip>
    );
  }
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" icon={<Download aria-hidden />}>
          {words.common.save}
        </Button>
      }
      entries={[
        {
          id: 'png',
          label: picture.layout.pages === null ? t.singlePicture : t.pagePicture,
          icon: <ImageDown aria-hidden />,
          detail: t.pngLabels,
          onSelect: () => void saveAsPicture(picture).catch(showProblem),
        },
        {
          id: 'pdf',
          label: t.asPdf,
          icon: <FileText aria-hidden />,
          detail: picture.layout.pages === null ? t.singlePageLabels : t.allPagesLabels,
          onSelect: () => void saveAsPdf(picture).catch(showProblem),
        },
        {
          id: 'zip',
          label: t.everythingZip,
          icon: <FileArchive aria-hidden />,
          detail: t.tableFileEachResult,
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
      <IconButton label={t.removeGrid} onClick={() => setConfirming(true)}>
        <Trash2 aria-hidden />
      </IconButton>
    );
  }
  return (
    <span className={css['line']}>
      <span className={css['quiet']}>{t.resultsProject}</span>
      <Button
        size="small"
        variant="danger"
        onClick={() => {
          callDesk('deleteBatch', { params: { batchId: batch.id } }).then(onDeleted, showProblem);
        }}
      >
        {t.removeGrid2}
      </Button>
      <Button size="small" onClick={() => setConfirming(false)}>
        {words.common.cancel}
      </Button>
    </span>
  );
}
