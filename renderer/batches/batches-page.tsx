import { ArrowLeft, Plus } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import { describeProblem } from '#renderer/desk/index.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  Page,
  PageHeader,
  RelativeTime,
  Skeleton,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { progressText } from './batch-controls.tsx';
import { hasDraft } from './batch-draft.ts';
import { BatchView } from './batch-view.tsx';
import { NewBatch, type InitialBatch } from './new-batch.tsx';
import { useBatches } from './queries.ts';
import { useDroppedValues, type DroppedValues } from './use-dropped-values.ts';
import css from './batches-page.module.css';

const t = words.batches.batchesPage;

/** All batches of a connection, a new one, or the one that is open. */
export function BatchesPage({
  connectionId,
  batchId,
  initial = null,
  hrefOf,
  onOpen,
}: {
  connectionId: string;
  batchId: string | null;
  /** A new batch that another page began. */
  initial?: InitialBatch | null;
  /** Address of a batch; of the list without one. */
  hrefOf: (batchId: string | null) => string;
  onOpen: (batchId: string | null) => void;
}): ReactElement {
  // What was prepared before another page was opened goes on.
  const [isNew, setNew] = useState(() => initial !== null || hasDraft(connectionId));
  const [dropped, setDropped] = useState<DroppedValues | null>(null);
  useDroppedValues(batchId === null, (values) => {
    setDropped(values);
    setNew(true);
  });
  if (batchId !== null) {
    return <BatchView key={batchId} id={batchId} listHref={hrefOf(null)} onDeleted={() => onOpen(null)} />;
  }
  if (isNew) {
    return (
      <Page wide>
        <PageHeader
          title={t.newBatch}
          before={
            <IconButton
              label={t.allBatches}
              onClick={() => {
                setDropped(null);
                setNew(false);
              }}
            >
              <ArrowLeft />
            </IconButton>
          }
        />
        <NewBatch connectionId={connectionId} initial={initial} dropped={dropped} onCreated={onOpen} />
      </Page>
    );
  }
  return <BatchList connectionId={connectionId} hrefOf={hrefOf} onNew={() => setNew(true)} />;
}

function BatchList({
  connectionId,
  hrefOf,
  onNew,
}: {
  connectionId: string;
  hrefOf: (batchId: string | null) => string;
  onNew: () => void;
}): ReactElement {
  const batches = useBatches({ connectionId });
  if (batches.isError) {
    return (
      <ErrorState
        title={t.batchesCouldNotRead}
        text={describeProblem(batches.error)}
        onRetry={() => void batches.refetch()}
      />
    );
  }
  const tableBatches = batches.data?.filter(({ kind }) => kind === 'table');
  if (tableBatches === undefined) {
    return (
      <Page busy>
        <PageHeader title={t.batches} />
        <Skeleton height={56} radius={10} />
      </Page>
    );
  }
  if (tableBatches.length === 0) {
    return (
      <Page wide>
        <PageHeader title={t.batches} />
        <EmptyState
          drawing="batches"
          title={t.noBatchesYet}
          text={t.runTemplateProjectEach}
          action={
            <Button variant="primary" onClick={onNew}>
              {t.newBatch}
            </Button>
          }
        />
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader
        title={t.batches}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={onNew}>
            {t.newBatch}
          </Button>
        }
      />
      <ul className={css['list']}>
        {tableBatches.map((batch) => (
          <li key={batch.id}>
            <Link className={css['row']} href={hrefOf(batch.id)}>
              <span className={css['name']} dir="auto">
                {batch.name}
              </span>
              <span className={css['quiet']}>{progressText(batch)}</span>
              <span className={css['quiet']}>
                <RelativeTime at={batch.createdAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
