import { CircleCheck, CircleSlash, CircleX } from 'lucide-react';
import { useMemo, type ReactElement } from 'react';
import type { FinishedItem, LibraryOutput } from '#shared/desk/index.ts';
import { useOwnerName, useRunPictures } from '#renderer/desk/index.ts';
import { Button, RelativeTime } from '#renderer/ui/index.ts';
import { RunThumbnails } from '#renderer/viewer/index.ts';
import { quote, words } from '#renderer/words/index.ts';
import { finishedText, fileName, runName } from './labels.ts';
import type { QueuePageProps } from './queue-props.ts';
import css from './queue.module.css';

const t = words.queue.list;

type FinishedStatus = 'succeeded' | 'failed' | 'canceled';

function endOf(item: FinishedItem): FinishedStatus {
  if (item.kind === 'file')
    return item.state === 'done' ? 'succeeded' : item.state === 'failed' ? 'failed' : 'canceled';
  if (item.kind === 'run') {
    return item.run.status === 'succeeded' || item.run.status === 'failed' ? item.run.status : 'canceled';
  }
  const { state, counts } = item.batch;
  if (state !== 'done') return 'canceled';
  return counts.failed > 0 ? 'failed' : 'succeeded';
}

const icons = { succeeded: <CircleCheck />, failed: <CircleX />, canceled: <CircleSlash /> };

/** What ended last, and the way to what it made. */
export function FinishedList({
  connectionId,
  items,
  ...page
}: QueuePageProps & { items: readonly FinishedItem[] }): ReactElement {
  const runIds = useMemo(() => items.flatMap((item) => (item.kind === 'run' ? item.run.runId : [])), [items]);
  const pictures = useRunPictures(connectionId, runIds);
  return (
    <ul className={css['ended']} aria-label={t.recentlyFinished}>
      {items.map((item) =>
        item.kind === 'run' ? (
          <FinishedRun
            key={item.run.runId}
            item={item}
            pictures={pictures.get(item.run.runId) ?? []}
            {...page}
          />
        ) : item.kind === 'file' ? (
          <FinishedRow key={item.id} item={item} name={fileName(item)} at={item.at} action={null} />
        ) : (
          <FinishedRow
            key={item.batch.id}
            item={item}
            name={`${item.batch.kind === 'grid' ? t.grid : t.batch} ${quote(item.batch.name)}`}
            at={item.batch.updatedAt}
            action={t.open}
            onAction={() => page.onOpenBatch(item.batch)}
          />
        ),
      )}
    </ul>
  );
}

function FinishedRun({
  item,
  pictures,
  onOpenRun,
  onShowResults,
}: Pick<QueuePageProps, 'onOpenRun' | 'onShowResults'> & {
  item: Extract<FinishedItem, { kind: 'run' }>;
  pictures: readonly LibraryOutput[];
}): ReactElement {
  const { run, number } = item;
  const name = runName(number, useOwnerName(run), run.occasion);
  const hasPage = run.projectId !== null || run.templateId !== undefined;
  const hasResults = run.status === 'succeeded';
  return (
    <FinishedRow
      item={item}
      name={name}
      at={run.updatedAt}
      pictures={pictures}
      action={hasPage ? (hasResults ? t.showResults : t.open) : null}
      onAction={() => (hasResults ? onShowResults(run) : onOpenRun(run))}
    />
  );
}

function FinishedRow({
  item,
  name,
  at,
  pictures = [],
  action,
  onAction,
}: {
  item: FinishedItem;
  name: string;
  at: string;
  pictures?: readonly LibraryOutput[];
  /** Null where there is nothing to open. */
  action: string | null;
  onAction?: () => void;
}): ReactElement {
  const end = endOf(item);
  return (
    <li className={css['endedRow']}>
      <span className={css['kind']} data-state={end} aria-hidden>
        {icons[end]}
      </span>
      <span className={css['texts']}>
        <span className={css['name']} dir="auto" title={name}>
          {name}
        </span>
        <span className={css['quiet']}>
          {finishedText(item)} · <RelativeTime at={at} />
        </span>
      </span>
      {/* A cell also where there is no picture, so that what can be done stands in one column. */}
      <span>
        <RunThumbnails outputs={pictures} />
      </span>
      <span className={css['actions']}>
        {action === null ? null : (
          <Button size="small" variant="quiet" aria-label={`${action}: ${name}`} onClick={onAction}>
            {action}
          </Button>
        )}
      </span>
    </li>
  );
}
