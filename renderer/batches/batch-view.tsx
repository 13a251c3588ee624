import { ArrowLeft, Download, FileArchive, Sheet, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import type { Batch } from '#shared/desk/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { Button, ErrorState, IconButton, Menu, showToast, Skeleton, Tooltip } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { BatchControls } from './batch-controls.tsx';
import { BatchRows } from './batch-rows.tsx';
import { useBatch } from './queries.ts';
import { isRemake, RemakeWall } from './remake-wall.tsx';
import { saveResultsAsCsv, saveResultsAsZip } from './save-results.ts';
import css from './batches-page.module.css';

const t = words.batches.batchView;

const showProblem = (error: unknown): void =>
  showToast({ kind: 'error', title: t.didNotWork, description: describeProblem(error) });

/** One batch: how far it is, and each row with its result. */
export function BatchView(props: { id: string; listHref: string; onDeleted: () => void }): ReactElement {
  const batch = useBatch(props.id);
  if (batch.isError) {
    return <ErrorState title={t.batchCouldNotRead} text={describeProblem(batch.error)} />;
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
          <Link href={listHref} className={css['back']} aria-label={t.allBatches} title={t.allBatches}>
            <ArrowLeft aria-hidden />
          </Link>
          <h1 dir="auto">{batch.name}</h1>
          <span className={css['spring']} />
          <SaveResults batch={batch} />
          {isRemoving ? (
            <>
              <Button
                size="small"
                variant="danger"
                onClick={() => {
                  callDesk('deleteBatch', { params: { batchId: batch.id } }).then(onDeleted, showProblem);
                }}
              >
                {t.removeBatch}
              </Button>
              <Button size="small" onClick={() => setRemoving(false)}>
                {words.common.cancel}
              </Button>
            </>
          ) : (
            <IconButton label={t.removeBatch2} onClick={() => setRemoving(true)}>
              <Trash2 aria-hidden />
            </IconButton>
          )}
        </div>
        <BatchControls key={`${batch.id} ${batch.state}`} batch={batch} />
      </header>
      {isRemake(batch) ? <RemakeWall batch={batch} /> : <BatchRows batch={batch} />}
    </div>
  );
}

/** Ways to save what a batch made; before anything ran, why there is nothing to save. */
function SaveResults({ batch }: { batch: Batch }): ReactElement {
  const { done, failed, canceled } = batch.counts;
  if (done + failed + canceled === 0) {
    return (
      <Tooltip text={words.batches.nothingRan}>
        <Button
          size="small"
          icon={<Download aria-hidden />}
          disabled
          focusableWhenDisabled
          aria-description={words.batches.nothingRan}
        >
          {words.batches.saveResults}
        </Button>
      </Tooltip>
    );
  }
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" icon={<Download aria-hidden />}>
          {words.batches.saveResults}
        </Button>
      }
      entries={[
        {
          id: 'csv',
          label: t.tableCsv,
          icon: <Sheet aria-hidden />,
          detail: t.everyRowInputsResult,
          onSelect: () => void saveResultsAsCsv(batch),
        },
        {
          id: 'zip',
          label: t.everythingZip,
          icon: <FileArchive aria-hidden />,
          detail: t.tableFileEachResult,
          disabled: batch.counts.done === 0,
          onSelect: () => void saveResultsAsZip(batch),
        },
      ]}
    />
  );
}
