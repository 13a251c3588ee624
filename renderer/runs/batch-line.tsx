import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Grid3x3, Table2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { Batch, BatchItem, BatchValue, LibraryOutput } from '#shared/desk/index.ts';
import { callDesk, useRunPictures } from '#renderer/desk/index.ts';
import { Button, formatDuration, RelativeTime, Skeleton } from '#renderer/ui/index.ts';
import { RunThumbnails } from '#renderer/viewer/index.ts';
import { inSentence, number, words } from '#renderer/words/index.ts';
import { phaseOfStatus } from './describe-run.ts';
import { PhaseDot } from './phase-dot.tsx';
import css from './run-panel.module.css';

const t = words.runs.batchLine;

/** Runs of a batch that are listed here; its own page has all. */
const MAX_ITEMS = 50;

export interface BatchLineProps {
  batch: Batch;
  selectedRunId: string | null;
  onShow: (runId: string) => void;
  onOpenBatch: ((batch: Batch) => void) | undefined;
}

const kindLabel = ({ kind }: Batch): string => (kind === 'grid' ? t.grid : t.batch);

/** What became of the runs of a batch, in a few words. */
function progressText({ counts, state }: Batch): string {
  const toRun = counts.total - counts.skipped;
  const segments = [counts.done === toRun ? t.allComplete : t.ofFinished(number(counts.done), number(toRun))];
  if (counts.failed > 0) segments.push(t.failed(number(counts.failed)));
  if (state === 'paused') segments.push('paused');
  return segments.join(' · ');
}

/** The runs of a grid or a batch as one line, which opens to list them. */
export function BatchLine(props: BatchLineProps): ReactElement {
  const { batch, onOpenBatch } = props;
  const [isOpen, setOpen] = useState(false);
  const Icon = batch.kind === 'grid' ? Grid3x3 : Table2;
  return (
    <>
      <button
        type="button"
        className={css['row']}
        aria-expanded={isOpen}
        title={batch.name}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight className={css['chevron']} size={12} aria-hidden />
        <span className={css['rowText']}>
          <span className={css['rowTitle']} dir="auto">
            {kindLabel(batch)}: {words.counts.runs(batch.runsStarted)}
          </span>
          <span className={css['rowNote']}>
            {progressText(batch)} · <RelativeTime at={batch.createdAt} />
          </span>
        </span>
        <Icon className={css['kind']} size={14} aria-hidden />
      </button>
      {isOpen ? (
        <div className={css['opened']}>
          <Items {...props} />
          {onOpenBatch === undefined ? null : (
            <Button size="small" variant="quiet" onClick={() => onOpenBatch(batch)}>
              {t.openThe(inSentence(kindLabel(batch)))}
            </Button>
          )}
        </div>
      ) : null}
    </>
  );
}

function Items({ batch, selectedRunId, onShow }: BatchLineProps): ReactElement {
  const { id, updatedAt, counts } = batch;
  const items = useQuery<readonly BatchItem[]>({
    queryKey: ['desk', 'batch-line', id, updatedAt, counts],
    placeholderData: (before) => before,
    queryFn: async ({ signal }) => {
      const query = { from: '0', limit: String(MAX_ITEMS) };
      return (await callDesk('listBatchItems', { params: { batchId: id }, query, signal })).items;
    },
  });
  const ran = (items.data ?? []).filter(({ runId }) => runId !== null);
  const pictures = useRunPictures(
    batch.connectionId,
    ran.flatMap(({ runId }) => runId ?? []),
  );
  if (items.isPending) return <Skeleton height={28} />;
  if (items.isError) return <p className={css['feed']}>{t.runsCouldNotRead}</p>;
  const hiddenCount = batch.runsStarted - ran.length;
  return (
    <>
      <ul aria-label={t.runsOf(batch.name)}>
        {ran.map((item) => (
          <li key={item.index}>
            <ItemRow
              batch={batch}
              item={item}
              pictures={pictures.get(item.runId ?? '') ?? []}
              isSelected={item.runId === selectedRunId}
              onShow={onShow}
            />
          </li>
        ))}
      </ul>
      {ran.length === MAX_ITEMS && hiddenCount > 0 ? (
        <p className={css['rowNote']}>{t.page(hiddenCount)}</p>
      ) : null}
    </>
  );
}

/** What runs of a batch are called by the states of theirs. */
const STATUS: Readonly<Record<BatchItem['state'], string>> = {
  waiting: 'queued',
  submitted: 'running',
  done: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
  skipped: 'canceled',
};

const valueText = (value: BatchValue): string => {
  const content = value !== null && 'value' in value ? value.value : null;
  return content === null || content === undefined
    ? ''
    : typeof content === 'string'
      ? content
      : JSON.stringify(content);
};

/** What distinguishes the run from the others: "Sigma 3 · Seed 12". */
const itemText = ({ fields }: Batch, { index, values }: BatchItem): string =>
  fields
    .flatMap(({ label }, at) => {
      const text = valueText(values[at] ?? null).slice(0, 80);
      return text === '' ? [] : `${label} ${text}`;
    })
    .join(' · ') || t.run(index + 1);

function ItemRow({
  batch,
  item,
  pictures,
  isSelected,
  onShow,
}: {
  batch: Batch;
  item: BatchItem;
  pictures: readonly LibraryOutput[];
  isSelected: boolean;
  onShow: (runId: string) => void;
}): ReactElement {
  const { runId, error, executionTimeMs } = item;
  return (
    <button
      type="button"
      className={css['row']}
      aria-current={isSelected}
      onClick={() => runId !== null && onShow(runId)}
    >
      <PhaseDot phase={phaseOfStatus(STATUS[item.state])} />
      <span className={css['rowText']}>
        <span className={css['rowTitle']} dir="auto">
          {itemText(batch, item)}
        </span>
        {error === null ? null : (
          <span className={css['rowNote']} data-tone="error">
            {words.sentences.translate(error)}
          </span>
        )}
      </span>
      <RunThumbnails outputs={pictures} />
      <span className={css['rowEnd']}>{executionTimeMs === null ? '' : formatDuration(executionTimeMs)}</span>
    </button>
  );
}
