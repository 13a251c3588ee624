import { useVirtualizer } from '@tanstack/react-virtual';
import { Pencil, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { MAX_ITEMS_IN_REQUEST, type Batch, type BatchField, type BatchItem } from '#shared/desk/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { Checkbox, formatUncertain, IconButton, pricedLabel, showToast } from '#renderer/ui/index.ts';
import { openViewer, OutputThumbnail } from '#renderer/viewer/index.ts';
import { number, words } from '#renderer/words/index.ts';
import { namedOutput, viewedOf } from './batch-outputs.ts';
import { fieldKey, valueText } from './cell-values.ts';
import type { ItemCache } from './item-cache.ts';
import { MendRow } from './mend-row.tsx';
import { useBatchQuestion } from './batch-cost.ts';
import { useBatchEstimate, useFailedItems, useItems } from './queries.ts';
import css from './batch-rows.module.css';

const t = words.batches.batchRows;

/** Pixels. */
const ROW_HEIGHT = 44;
const HEAD_HEIGHT = 32;
const OVERSCAN = 12;
const MAX_FIELDS = 4;
const MAX_OUTPUTS = 3;

/** The rows of a batch with their results: all, or those that failed. */
export function BatchRows({ batch }: { batch: Batch }): ReactElement {
  const [isFailedOnly, setFailedOnly] = useState(false);
  const { failed, canceled } = batch.counts;
  const isFiltered = isFailedOnly && failed + canceled > 0;
  return (
    <div className={css['rows']}>
      {failed + canceled > 0 ? (
        <div className={css['filter']}>
          <Checkbox
            label={t.onlyDidNotWork(number(failed + canceled))}
            checked={isFailedOnly}
            onCheckedChange={setFailedOnly}
          />
          {isFiltered && failed + canceled > MAX_ITEMS_IN_REQUEST ? (
            <span className={css['quiet']}>{t.firstVisible(number(MAX_ITEMS_IN_REQUEST))}</span>
          ) : null}
        </div>
      ) : null}
      {isFiltered ? <FailedRows batch={batch} /> : <AllRows batch={batch} />}
    </div>
  );
}

function AllRows({ batch }: { batch: Batch }): ReactElement {
  const items = useItems(batch.id);
  return (
    <RowTable
      batch={batch}
      items={items}
      count={batch.counts.total}
      itemAt={(at) => items.get(at)}
      onRange={(first, last) => items.ensure(first, last + 1)}
    />
  );
}

function FailedRows({ batch }: { batch: Batch }): ReactElement {
  const items = useItems(batch.id);
  const failed = useFailedItems(batch);
  return (
    <RowTable
      batch={batch}
      items={items}
      count={failed.length}
      itemAt={(at) => failed[at]}
      onRange={() => undefined}
    />
  );
}

interface RowTableProps {
  batch: Batch;
  items: ItemCache;
  count: number;
  /** The item in a row of this table; undefined until it is read. */
  itemAt: (at: number) => BatchItem | undefined;
  /** Rows from the first to the last are in view. */
  onRange: (first: number, last: number) => void;
}

/** The rows that are in view, and some around them. */
function RowTable({ batch, items, count, itemAt, onRange }: RowTableProps): ReactElement {
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    paddingStart: HEAD_HEIGHT,
  });
  const virtualRows = rows.getVirtualItems();
  const first = virtualRows[0]?.index ?? 0;
  const last = virtualRows.at(-1)?.index ?? 0;
  useEffect(() => onRange(first, last), [onRange, first, last]);
  const fields = batch.fields.slice(0, MAX_FIELDS);
  const [mended, setMended] = useState<BatchItem | null>(null);
  const columns = `64px repeat(${fields.length}, minmax(80px, 1fr)) 84px minmax(160px, 2fr) 72px`;
  return (
    <div ref={scroll} className={css['scroll']}>
      <div
        role="table"
        aria-label={t.rows}
        aria-rowcount={count + 1}
        className={css['table']}
        style={{ height: rows.getTotalSize() }}
      >
        <div
          role="row"
          aria-rowindex={1}
          className={css['headRow']}
          style={{ height: HEAD_HEIGHT, gridTemplateColumns: columns }}
        >
          <span role="columnheader">{t.row}</span>
          {fields.map((field) => (
            <span key={fieldKey(field)} role="columnheader" title={field.label}>
              {field.label}
            </span>
          ))}
          <span role="columnheader">{t.state}</span>
          <span role="columnheader">{t.result}</span>
          <span role="columnheader">{t.retry}</span>
        </div>
        {virtualRows.map(({ index, start }) => (
          <div
            key={index}
            role="row"
            aria-rowindex={index + 2}
            className={css['tableRow']}
            style={{ top: start, height: ROW_HEIGHT, gridTemplateColumns: columns }}
          >
            <Cells batch={batch} items={items} item={itemAt(index)} fields={fields} onMend={setMended} />
          </div>
        ))}
      </div>
      {mended === null ? null : <MendRow batch={batch} item={mended} onClose={() => setMended(null)} />}
    </div>
  );
}

const STATES: Readonly<Record<BatchItem['state'], string>> = {
  waiting: 'Waiting',
  submitted: 'Running',
  done: words.common.finished,
  failed: 'Failed',
  canceled: 'Stopped',
  skipped: 'Skipped',
};

function Cells({
  batch,
  items,
  item,
  fields,
  onMend,
}: {
  batch: Batch;
  items: ItemCache;
  item: BatchItem | undefined;
  fields: readonly BatchField[];
  onMend: (item: BatchItem) => void;
}): ReactElement {
  return (
    <>
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
        {item ? <Result batch={batch} items={items} item={item} /> : null}
      </span>
      <span role="cell">
        {item !== undefined && MENDABLE.has(item.state) ? (
          <IconButton size="small" label={t.changeValuesRow(item.index + 1)} onClick={() => onMend(item)}>
            <Pencil aria-hidden />
          </IconButton>
        ) : null}
        {item?.state === 'failed' || item?.state === 'canceled' ? (
          <RetryRow batch={batch} item={item} />
        ) : null}
      </span>
    </>
  );
}

/** An item that waits may begin at any moment, so its values stay. */
const MENDABLE: ReadonlySet<BatchItem['state']> = new Set(['skipped', 'failed', 'canceled']);

/** Runs a row once more that did not work, with what that costs. */
function RetryRow({ batch, item }: { batch: Batch; item: BatchItem }): ReactElement {
  const { mayRun, question } = useBatchQuestion(batch.connectionId);
  const estimate = useBatchEstimate(batch, 1);
  const row = item.index + 1;
  const retry = async (): Promise<void> => {
    const params = { batchId: batch.id };
    if (await mayRun(batch.id, 1)) {
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
  batch,
  items,
  item,
}: {
  batch: Batch;
  items: ItemCache;
  item: BatchItem;
}): ReactElement | null {
  if (item.error !== null) {
    return (
      <span data-state={item.state} className={css['text']} title={item.error}>
        {item.error}
      </span>
    );
  }
  const open = (key: string): void => {
    const viewedEntries = viewedOf(batch, items, null, ({ index }) => index === item.index);
    const at = viewedEntries.findIndex(({ index, viewed }) => index === item.index && viewed.key === key);
    // A list of those that failed may be ahead of what is read of all.
    if (at >= 0) openViewer({ items: viewedEntries.map(({ viewed }) => viewed), index: at });
  };
  return (
    <>
      {item.outputs.slice(0, MAX_OUTPUTS).map((output) => {
        const named = namedOutput(output);
        const isText = output.fileId === undefined;
        return (
          <button
            key={output.key}
            type="button"
            className={isText ? css['open'] : css['thumb']}
            aria-label={t.openRow(named.label, item.index + 1)}
            title={named.label}
            onClick={() => open(output.key)}
          >
            {isText ? (
              (output.text ?? '').trim().slice(0, 200) || words.viewer.emptyText
            ) : (
              <OutputThumbnail connectionId={batch.connectionId} named={named} />
            )}
          </button>
        );
      })}
      {item.outputs.length > MAX_OUTPUTS ? (
        <span className={css['quiet']}>+{item.outputs.length - MAX_OUTPUTS}</span>
      ) : null}
    </>
  );
}
