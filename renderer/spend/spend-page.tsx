import { useQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import type { ReactElement } from 'react';
import { useCachedAt, describeRead, isMissing } from '#renderer/desk/index.ts';
import { EmptyState, ErrorState, CachedAsOf, Skeleton } from '#renderer/ui/index.ts';
import { exactCredits } from './amounts.ts';
import { Charges } from './charges.tsx';
import { creditsQuery, spendKey, spendQuery } from './queries.ts';
import css from './spend.module.css';

/** What a project has cost so far, to the microcredit, and what the account has left. */
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
        title={gone ? 'This project is not there any more' : 'The spend could not be read'}
        text={gone ? 'It was deleted, or it belongs to another account.' : describeRead(spend.error)}
        onRetry={gone ? undefined : () => void spend.refetch()}
      />
    );
  }
  return (
    <div className={css['page']}>
      <CachedAsOf at={cachedAt} />
      <dl className={css['totals']}>
        <Total
          name="Spent in this project"
          microcredits={spend.data?.totalMicrocredits ?? null}
          loading={spend.isPending}
        />
        {credits.isError ? null : (
          <Total
            name="Left in the account"
            microcredits={credits.data?.balanceMicrocredits ?? null}
            loading={credits.isPending}
          />
        )}
      </dl>
      {spend.isPending ? (
        <Skeleton height={180} radius={10} />
      ) : spend.data.recentRuns.length === 0 && spend.data.byNode.length === 0 ? (
        <EmptyState
          compact
          icon={<Coins />}
          title="Nothing was charged yet"
          text="Nodes that use a paid provider charge for each run. They are listed here with what each has cost."
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
          {microcredits === null ? '–' : exactCredits(microcredits)} <span>credits</span>
        </dd>
      )}
    </div>
  );
}
