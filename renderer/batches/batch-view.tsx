import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowLeft, Download, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import type { Batch, BatchField, BatchItem } from '#shared/desk/index.ts';
import { callDesk, describeProblem, loadBatchResults } from '#renderer/desk/index.ts';
import { Button, ErrorState, IconButton, saveBlob, showToast, Skeleton } from '#renderer/ui/index.ts';
import { BatchControls } from './batch-controls.tsx';
import { useBatch, useItems } from './queries.ts';
import css from './batches-page.module.css';

/** Pixels. */
const ROW_HEIGHT = 32;
const OVERSCAN = 12;

const sayProblem = (error: unknown): void =>
  showToast({ kind: 'error', title: 'That did not work', description: describeProblem(error) });

/** One batch: how far it is, and each row with its result. */
export function BatchView(props: { id: string; listHref: string; onDeleted: () => void }): ReactElement {
  const batch = useBatch(props.id);
  if (batch.isError) {
    return <ErrorState title="This batch could not be read" text={describeProblem(batch.error)} />;
  }
  if (!batch.data) {
    return (
      <div className={css['page']} aria-busy="true">
        <Skeleton height={240} radius={10} />
      </div>
    );
  }
  return <OpenBatch {...props} batch={batch.data} />;
}

function OpenBatch({
  batch,
  listHref,
  onDeleted,
}: {
  batch: Batch;
  listHref: string;
  onDeleted: () => void;
}): ReactElement {
  const [isRemoving, setRemoving] = useState(false);
  return (
    <div className={css['open']}>
      <header className={css['openHead']}>
        <div className={css['head']}>
          <Link href={listHref} className={css['back']} aria-label="All batches" title="All batches">
            <ArrowLeft aria-hidden />
          </Link>
          <h1 dir="auto">{batch.name}</h1>
          <span className={css['spring']} />
          <Button
            size="small"
            icon={<Download aria-hidden />}
            onClick={() => {
              loadBatchResults(batch.id).then(
                (bytes) => saveBlob(bytes, `${batch.name.slice(0, 100)}.csv`),
                sayProblem,
              );
            }}
          >
            Save results as CSV
          </Button>
          {isRemoving ? (
            <>
              <Button
                size="small"
                variant="danger"
                onClick={() => {
                  callDesk('deleteBatch', { params: { batchId: batch.id } }).then(onDeleted, sayProblem);
                }}
              >
                Remove the batch
              </Button>
              <Button size="small" onClick={() => setRemoving(false)}>
                Cancel
              </Button>
            </>
          ) : (
            <IconButton label="Remove this batch" onClick={() => setRemoving(true)}>
              <Trash2 aria-hidden />
            </IconButton>
          )}
        </div>
        <BatchControls key={`${batch.id} ${batch.state}`} batch={batch} />
      </header>
      <Rows batch={batch} />
    </div>
  );
}

/** The rows that are in view, and some around them. */
function Rows({ batch }: { batch: Batch }): ReactElement {
  const items = useItems(batch.id);
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: batch.counts.total,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    paddingStart: ROW_HEIGHT,
  });
  const shown = rows.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => items.ensure(first, last + 1), [items, first, last]);
  const fields = batch.fields.slice(0, 4);
  const columns = `64px repeat(${fields.length}, minmax(80px, 1fr)) 90px minmax(120px, 2fr)`;
  return (
    <div ref={scroll} className={css['scroll']}>
      <div
        role="table"
        aria-label="Rows"
        aria-rowcount={batch.counts.total + 1}
        className={css['table']}
        style={{ height: rows.getTotalSize() }}
      >
        <div role="row" aria-rowindex={1} className={css['headRow']} style={{ gridTemplateColumns: columns }}>
          {['Row', ...fields.map(({ label }) => label), 'State', 'Result'].map((label) => (
            <span key={label} role="columnheader">
              {label}
            </span>
          ))}
        </div>
        {shown.map(({ index, start }) => (
          <div
            key={index}
            role="row"
            aria-rowindex={index + 2}
            className={css['tableRow']}
            style={{ top: start, height: ROW_HEIGHT, gridTemplateColumns: columns }}
          >
            <Cells index={index} item={items.get(index)} fields={fields} />
          </div>
        ))}
      </div>
    </div>
  );
}

const STATES: Readonly<Record<BatchItem['state'], string>> = {
  waiting: 'Waiting',
  submitted: 'Running',
  done: 'Done',
  failed: 'Failed',
  canceled: 'Canceled',
  skipped: 'Skipped',
};

function Cells({
  index,
  item,
  fields,
}: {
  index: number;
  item: BatchItem | undefined;
  fields: readonly BatchField[];
}): ReactElement {
  return (
    <>
      <span role="cell">{(index + 1).toLocaleString('en')}</span>
      {fields.map((field, at) => (
        <span key={field.label} role="cell">
          {shownValue(item?.values[at] ?? null)}
        </span>
      ))}
      <span role="cell" data-state={item?.state}>
        {item ? STATES[item.state] : ''}
      </span>
      <span role="cell" data-state={item?.state} title={item?.error ?? undefined}>
        {item
          ? (item.error ??
            item.outputs
              .map(({ filename, text }) => filename ?? text ?? '')
              .join(', ')
              .slice(0, 200))
          : ''}
      </span>
    </>
  );
}

function shownValue(value: BatchItem['values'][number]): string {
  if (value === null) return '';
  if ('fileId' in value) return String(value.fileId);
  const held = value.value;
  return (typeof held === 'string' ? held : (JSON.stringify(held) ?? '')).slice(0, 200);
}
