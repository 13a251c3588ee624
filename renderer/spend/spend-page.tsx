import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useCachedAt, describeRead, isMissing } from '#renderer/desk/index.ts';
import { EmptyState, ErrorState, CachedAsOf, Skeleton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { exactCredits } from './amounts.ts';
import { Charges } from './charges.tsx';
import { creditsQuery, spendKey, spendQuery } from './queries.ts';
import css from './spend.module.css';

/** What a project has cost so far, exactly, and what the account has left. */
export function SpendPage({
  connectionId,
  projectId,
}: {
  connectionId: string;
  projectId: string;
}): ReactElement {
  const cachedAt = useCachedAt(spendKey(connectionId, projectId));
  const spend = useQuery(spendQuery(connectionId, projectId));
  const credits = useQuery(creditsQuery(connectionId));
  if (spend.isError) {
    const gone = isMissing(spend.error);
    return (
      <ErrorState
        title={gone ? words.spend.projectGone : words.spend.unreadable}
        text={gone ? words.spend.projectGoneHint : describeRead(spend.error)}
        onRetry={gone ? undefined : () => void spend.refetch()}
      />
    );
  }
  return (
    <div className={css['page']}>
      <CachedAsOf at={cachedAt} />
      <dl className={css['totals']}>
        <Total
          name={words.spend.spentHere}
          microcredits={spend.data?.totalMicrocredits ?? null}
          loading={spend.isPending}
        />
        {credits.isError ? null : (
          <Total
            name={words.spend.left}
            microcredits={credits.data?.balanceMicrocredits ?? null}
            loading={credits.isPending}
          />
        )}
      </dl>
      {spend.isPending ? (
        <Skeleton height={180} radius={10} />
      ) : spend.data.recentRuns.length === 0 && spend.data.byNode.length === 0 ? (
        <EmptyState compact drawing="spend" title={words.spend.nothing} text={words.spend.nothingHint} />
      ) : (
        <Charges spend={spend.data} />
      )}
    </div>
  );
}

function Total({
  name,
  microcredits,
  loading,
}: {
  name: string;
  microcredits: string | null;
  loading: boolean;
}): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      {loading ? (
        <dd>
          <Skeleton width={120} height={24} />
        </dd>
      ) : (
        <dd className={css['amount']}>
          {microcredits === null ? '–' : exactCredits(microcredits)} <span>{words.spend.unit}</span>
        </dd>
      )}
    </div>
  );
}
