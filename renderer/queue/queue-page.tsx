import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { describeProblem, useOffline } from '#renderer/desk/index.ts';
import {
  EmptyState,
  ErrorState,
  LiveRegion,
  Page,
  PageHeader,
  ProblemNote,
  Skeleton,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { FinishedList } from './ended-list.tsx';
import { summaryText } from './labels.ts';
import { NotificationHint } from './notification-hint.tsx';
import { QueueList } from './queue-list.tsx';
import type { QueuePageProps } from './queue-props.ts';
import { useFinishedItems, useQueueItems, useQueueSummary } from './queries.ts';
import css from './queue.module.css';

const t = words.queue.queuePage;

/** Milliseconds since the epoch, once a second. */
function useSeconds(): number {
  const [timestamp, setTimestamp] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setTimestamp(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return timestamp;
}

/** Everything that goes on at a connection: runs of every project, grids and batches, in their order. */
export function QueuePage(props: QueuePageProps): ReactElement {
  const { connectionId, connectionName } = props;
  const summary = useQueueSummary(connectionId);
  const queue = useQueueItems(connectionId);
  const finished = useFinishedItems(connectionId);
  const offline = useOffline(connectionId);
  const timestamp = useSeconds();
  const items = queue.data?.pages.flatMap((page) => page.items) ?? [];
  const spokenSummary = summary.data ? summaryText(summary.data) : '';
  const isEmpty = queue.isSuccess && items.length === 0 && finished.data?.length === 0;
  return (
    <Page>
      <PageHeader
        title={t.queue}
        trailing={
          summary.data && items.length > 0 ? (
            <span className={css['quiet']}>{summaryText(summary.data)}</span>
          ) : null
        }
        actions={<NotificationHint />}
      />
      <LiveRegion>{offline ? '' : spokenSummary}</LiveRegion>
      <QueueNotes
        connectionName={connectionName}
        isUnavailable={offline !== null && !isEmpty}
        isServiceOrdered={summary.data?.order === 'service' && items.length > 1}
      />
      {queue.isError ? (
        <ErrorState
          title={t.queueCouldNotRead}
          text={describeProblem(queue.error)}
          onRetry={() => void queue.refetch()}
        />
      ) : !queue.isSuccess ? (
        <div aria-busy="true">
          <Skeleton height={64} radius={10} />
        </div>
      ) : isEmpty ? (
        <EmptyQueue unavailableName={offline && connectionName} />
      ) : (
        <>
          <Section title={t.currentNext} count={items.length}>
            {items.length === 0 ? (
              <p className={css['none']}>{t.noRunning2}</p>
            ) : (
              <QueueList
                {...props}
                items={items}
                isUnavailable={offline !== null}
                timestamp={timestamp}
                hasNextPage={queue.hasNextPage}
                onLoadNextPage={() => {
                  if (!queue.isFetchingNextPage) void queue.fetchNextPage();
                }}
              />
            )}
          </Section>
          {finished.data && finished.data.length > 0 ? (
            <Section title={t.recentlyFinished} count={finished.data.length}>
              <FinishedList {...props} items={finished.data} />
            </Section>
          ) : null}
        </>
      )}
    </Page>
  );
}

/** What there is to say above the list. */
const QueueNotes = ({
  connectionName,
  isUnavailable,
  isServiceOrdered,
}: {
  connectionName: string;
  isUnavailable: boolean;
  /** Its service decides what starts next. */
  isServiceOrdered: boolean;
}): ReactElement => (
  <>
    {isUnavailable ? <ProblemNote>{t.doesNotRunsGoes(connectionName)}</ProblemNote> : null}
    {isServiceOrdered ? <p className={css['note']}>{t.runStartsNext(connectionName)}</p> : null}
  </>
);

/** @param unavailableName of the service that knows what runs, while it cannot be reached. */
const EmptyQueue = ({ unavailableName }: { unavailableName: string | null }): ReactElement =>
  unavailableName === null ? (
    <EmptyState drawing="queue" title={t.noRunning} text={t.pressRunProjectStart} />
  ) : (
    <EmptyState drawing="queue" title={t.uncertain} text={t.doesNotRunsGoes(unavailableName)} />
  );

function Section({
  title,
  count,
  children,
}: {
  title: string;
  count: number;
  children: ReactNode;
}): ReactElement {
  return (
    <section className={css['section']} aria-label={`${title}, ${count}`}>
      <h2 className={css['heading']}>{title}</h2>
      {children}
    </section>
  );
}
