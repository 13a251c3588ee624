import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import { MAX_ITEMS_IN_REQUEST, type Batch, type BatchItem } from '#shared/desk/index.ts';
import { Checkbox, RowTable } from '#renderer/ui/index.ts';
import { openViewer } from '#renderer/viewer/index.ts';
import { number, words } from '#renderer/words/index.ts';
import { viewedOf } from './batch-outputs.ts';
import { BatchContext, BatchRow } from './batch-row.tsx';
import { fieldKey } from './cell-values.ts';
import type { ItemCache } from './item-cache.ts';
import { RepairRow } from './mend-row.tsx';
import { useFailedItems, useItems } from './queries.ts';
import css from './batch-rows.module.css';

const t = words.batches.batchRows;

const MAX_FIELDS = 4;

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
    <BatchTable
      key={batch.id}
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
    <BatchTable
      key={batch.id}
      batch={batch}
      items={items}
      count={failed.length}
      itemAt={(at) => failed[at]}
      onRange={() => undefined}
    />
  );
}

interface BatchTableProps {
  batch: Batch;
  items: Pick<ItemCache, 'get'>;
  count: number;
  /** The item in a row of this table; undefined until it is read. */
  itemAt: (at: number) => BatchItem | undefined;
  /** Rows from the first to the last are in view. */
  onRange: (first: number, last: number) => void;
}

/** The rows that are in view, and some around them. */
export function BatchTable({ batch, items, count, itemAt, onRange }: BatchTableProps): ReactElement {
  // They stay as the batch was made with them, whatever else of it changes.
  const [fields] = useState(() => batch.fields.slice(0, MAX_FIELDS));
  const openOutput = useOpenOutput(batch, items);
  const [mended, setMended] = useState<BatchItem | null>(null);
  const columns = `64px repeat(${fields.length}, minmax(80px, 1fr)) 84px minmax(160px, 2fr) 72px`;
  const head = [
    { key: ' row', label: t.row },
    ...fields.map((field) => ({ key: fieldKey(field), label: field.label })),
    { key: ' state', label: t.state },
    { key: ' result', label: t.result },
    { key: ' retry', label: t.retry },
  ];
  return (
    <BatchContext value={batch}>
      <RowTable
        label={t.rows}
        columns={columns}
        head={head}
        count={count}
        onRange={onRange}
        renderRow={(index, top) => (
          <BatchRow
            key={index}
            connectionId={batch.connectionId}
            item={itemAt(index)}
            fields={fields}
            index={index}
            top={top}
            columns={columns}
            onRepair={setMended}
            onOpen={openOutput}
          />
        )}
      />
      {mended === null ? null : <RepairRow batch={batch} item={mended} onClose={() => setMended(null)} />}
    </BatchContext>
  );
}

/** Shows an output of a row in the viewer, which goes through those of all rows; the same function for each batch and its items. */
function useOpenOutput(
  batch: Batch,
  items: Pick<ItemCache, 'get'>,
): (item: BatchItem, outputKey: string) => void {
  const latest = useRef(batch);
  useEffect(() => {
    latest.current = batch;
  });
  return useCallback(
    (item, outputKey) => {
      const viewedEntries = viewedOf(latest.current, items, null, ({ index }) => index === item.index);
      const at = viewedEntries.findIndex(
        ({ index, viewed }) => index === item.index && viewed.key === outputKey,
      );
      // A list of those that failed may be ahead of what is read of all.
      if (at >= 0) openViewer({ items: viewedEntries.map(({ viewed }) => viewed), index: at });
    },
    [items],
  );
}
