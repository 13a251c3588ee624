import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { LOCAL_CONNECTION_ID } from '#shared/desk/index.ts';
import { useCachedAt, describeRead, isMissing } from '#renderer/desk/index.ts';
import { EmptyState, ErrorState, CachedAsOf, Skeleton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { exactCredits, uncertainSum } from './amounts.ts';
import { Charges } from './charges.tsx';
import { creditsQuery, spendKey, spendQuery, useCanCost } from './queries.ts';
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
  // In the local workspace there is no account to draw on.
  const isLocal = connectionId === LOCAL_CONNECTION_ID;
  const credits = useQuery({ ...creditsQuery(connectionId), enabled: !isLocal });
  const canCost = useCanCost(connectionId);
  const uncertain = uncertainSum(spend.data);
  if (spend.isError) {
    const isDeleted = isMissing(spend.error);
    return (
      <ErrorState
        title={isDeleted ? words.spend.projectGone : words.spend.unreadable}
        text={isDeleted ? words.spend.projectGoneHint : describeRead(spend.error)}
        onRetry={isDeleted ? undefined : () => void spend.refetch()}
      />
    );
  }
  return (
    <div className={css['page']}>
      <CachedAsOf at={cachedAt} />
      {canCost || (spend.data !== undefined && spend.data.totalMicrocredits !== '0') ? (
        <dl className={css['totals']}>
          <Total
            name={words.spend.spentHere}
            microcredits={spend.data?.totalMicrocredits ?? null}
            loading={spend.isPending}
          />
          {uncertain === 0n ? null : (
            <Total name={words.spend.perhaps} microcredits={uncertain.toString()} loading={false} />
          )}
          {isLocal || credits.isError ? null : (
            <Total
              name={words.spend.left}
              microcredits={credits.data?.balanceMicrocredits ?? null}
              loading={credits.isPending}
            />
          )}
        </dl>
      ) : null}
      {spend.isPending ? (
        <Skeleton height={180} radius={10} />
      ) : spend.data.recentRuns.length === 0 && spend.data.byNode.length === 0 ? (
        <EmptyState
          compact
          drawing="spend"
          title={canCost ? words.spend.nothing : words.spend.nothingCosts}
          text={canCost ? words.spend.nothingHint : words.spend.nothingCostsHint}
        />
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
