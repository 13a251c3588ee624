import { ArrowLeft, Rows3 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import { describeProblem } from '#renderer/desk/index.ts';
import { Button, EmptyState, ErrorState, RelativeTime, Skeleton } from '#renderer/ui/index.ts';
import { progressText } from './batch-controls.tsx';
import { BatchView } from './batch-view.tsx';
import { NewBatch } from './new-batch.tsx';
import { useBatches } from './queries.ts';
import css from './batches-page.module.css';

/** All batches of a connection, a new one, or the one that is open. */
export function BatchesPage({
  connectionId,
  batchId,
  hrefOf,
  onOpen,
}: {
  connectionId: string;
  batchId: string | null;
  /** Address of a batch; of the list without one. */
  hrefOf: (batchId: string | null) => string;
  onOpen: (batchId: string | null) => void;
}): ReactElement {
  const [isNew, setNew] = useState(false);
  if (batchId !== null) {
    return <BatchView key={batchId} id={batchId} listHref={hrefOf(null)} onDeleted={() => onOpen(null)} />;
  }
  if (isNew) {
    return (
      <div className={css['page']}>
        <header className={css['head']}>
          <Button size="small" variant="quiet" icon={<ArrowLeft aria-hidden />} onClick={() => setNew(false)}>
            All batches
          </Button>
          <h1>New batch</h1>
        </header>
        <NewBatch connectionId={connectionId} onCreated={onOpen} />
      </div>
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
        title="The batches could not be read"
        text={describeProblem(batches.error)}
        onRetry={() => void batches.refetch()}
      />
    );
  }
  const shown = batches.data?.filter(({ kind }) => kind === 'table');
  if (shown === undefined) {
    return (
      <div className={css['page']} aria-busy="true">
        <Skeleton height={56} radius={10} />
      </div>
    );
  }
  if (shown.length === 0) {
    return (
      <div className={css['page']}>
        <header className={css['head']}>
          <h1>Batches</h1>
        </header>
        <EmptyState
          icon={<Rows3 />}
          title="No batches yet"
          text="Run a template or a project once for each row of a table, or each file of a folder."
          action={
            <Button variant="primary" onClick={onNew}>
              New batch
            </Button>
          }
        />
      </div>
    );
  }
  return (
    <div className={css['page']}>
      <header className={css['head']}>
        <h1>Batches</h1>
        <span className={css['spring']} />
        <Button size="small" variant="primary" onClick={onNew}>
          New batch
        </Button>
      </header>
      <ul className={css['list']}>
        {shown.map((batch) => (
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
    </div>
  );
}
