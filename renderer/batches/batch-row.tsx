import { Pencil, RotateCcw } from 'lucide-react';
import { createContext, memo, use, type ReactElement } from 'react';
import type { Batch, BatchField, BatchItem } from '#shared/desk/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { formatUncertain, IconButton, pricedLabel, showToast, TableRow } from '#renderer/ui/index.ts';
import { OutputButtons } from '#renderer/viewer/index.ts';
import { number, words } from '#renderer/words/index.ts';
import { namedOutput } from './batch-outputs.ts';
import { fieldKey, valueText } from './cell-values.ts';
import { useBatchQuestion } from './batch-cost.ts';
import { useBatchEstimate } from './queries.ts';
import css from './batch-rows.module.css';

const t = words.batches.batchRow;

interface BatchRowProps {
  connectionId: string;
  /** Undefined until it is read. */
  item: BatchItem | undefined;
  /** Those that have a column. */
  fields: readonly BatchField[];
  /** Which row of the table it is. */
  index: number;
  /** Where it lies, in pixels, and how wide its columns are. */
  top: number;
  columns: string;
  onRepair: (item: BatchItem) => void;
  /** Shows an output of the row at full size. */
  onOpen: (item: BatchItem, outputKey: string) => void;
}

/** The batch as it is now, for the price of another try: a row is not drawn anew for it. */
export const BatchContext = createContext<Batch | null>(null);

/** One row of a batch. It is drawn anew only when its own item changes, not with each item that ends. */
export const BatchRow = memo(function BatchRow({
  connectionId,
  item,
  fields,
  index,
  top,
  columns,
  onRepair,
  onOpen,
}: BatchRowProps): ReactElement {
  return (
    <TableRow index={index} top={top} columns={columns}>
      <span role="cell">{item ? number(item.index + 1) : ''}</span>
      {fields.map((field, at) => {
        const text = valueText(item?.values[at] ?? null, item?.fileNames).slice(0, 200);
        return (
          <span key={fieldKey(field)} role="cell" dir="auto" title={text}>
            {text}
          </span>
        );
      })}
      <span role="cell" data-state={item?.state}>
        {item ? STATES[item.state] : ''}
      </span>
      <span role="cell" className={css['result']}>
        {item ? <Result connectionId={connectionId} item={item} onOpen={onOpen} /> : null}
      </span>
      <span role="cell">
        {item !== undefined && MENDABLE.has(item.state) ? (
          <IconButton size="small" label={t.changeValuesRow(item.index + 1)} onClick={() => onRepair(item)}>
            <Pencil aria-hidden />
          </IconButton>
        ) : null}
        {item?.state === 'failed' || item?.state === 'canceled' ? <RetryItem item={item} /> : null}
      </span>
    </TableRow>
  );
});

const STATES: Readonly<Record<BatchItem['state'], string>> = {
  waiting: t.pending,
  submitted: t.running,
  done: words.common.finished,
  failed: t.failed,
  canceled: t.stopped,
  skipped: t.skipped,
};

/** An item that waits may begin at any moment, so its values stay. */
const MENDABLE: ReadonlySet<BatchItem['state']> = new Set(['skipped', 'failed', 'canceled']);

function RetryItem({ item }: { item: BatchItem }): ReactElement | null {
  const batch = use(BatchContext);
  return batch === null ? null : <RetryRow batch={batch} item={item} />;
}

/** Runs a row once more that did not work, with what that costs. */
function RetryRow({ batch, item }: { batch: Batch; item: BatchItem }): ReactElement {
  const { mayRun, question } = useBatchQuestion(batch.connectionId);
  const request = { runs: 1, item: item.index };
  const estimate = useBatchEstimate(batch, request);
  const row = item.index + 1;
  const retry = async (): Promise<void> => {
    const params = { batchId: batch.id };
    if (await mayRun(batch.id, request)) {
      await callDesk('retryBatchItems', { params, body: { items: [item.index] } });
    }
  };
  return (
    <>
      <IconButton
        size="small"
        label={
          item.perhapsCharged
            ? t.row2(row, words.runs.askAgain(formatUncertain(item.perhapsCharged)))
            : pricedLabel(t.tryRowRetry(row), estimate)
        }
        onClick={() => {
          retry().catch((error: unknown) =>
            showToast({
              kind: 'error',
              title: t.rowNotTriedRetry,
              description: describeProblem(error),
            }),
          );
        }}
      >
        <RotateCcw aria-hidden />
      </IconButton>
      {question}
    </>
  );
}

/** Small pictures of what a row made, or why there is nothing. */
function Result({
  connectionId,
  item,
  onOpen,
}: Pick<BatchRowProps, 'connectionId' | 'onOpen'> & { item: BatchItem }): ReactElement | null {
  if (item.error !== null) {
    return (
      <span data-state={item.state} className={css['text']} title={words.sentences.translate(item.error)}>
        {words.sentences.translate(item.error)}
      </span>
    );
  }
  return (
    <OutputButtons
      connectionId={connectionId}
      outputs={item.outputs.map(namedOutput)}
      labelOf={({ label }) => t.openRow(label, item.index + 1)}
      onOpen={(key) => onOpen(item, key)}
    />
  );
}
